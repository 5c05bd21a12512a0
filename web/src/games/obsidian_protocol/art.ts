/** A still picture for the lobby. */
import { emptyScene, type Scene } from "../../scene/scene";

export const art: Scene = emptyScene("", { x: 0, y: 0, w: 432, h: 324 });
art.frame = { x: 20, y: 20, w: 390, h: 280 };
art.grids = [{ x: 0, y: 0, w: 432, h: 324, step: 54, fine: 3 }];
art.blocks = [
  { id: "1", shape: { kind: "rect", x: 36, y: 144, w: 126, h: 36 }, height: 3, name: "", numeral: "3″" },
  { id: "2", shape: { kind: "rect", x: 216, y: 126, w: 54, h: 36 }, height: 2, name: "", numeral: "2″" },
  { id: "3", shape: { kind: "rect", x: 324, y: 180, w: 36, h: 54 }, height: 1, name: "", numeral: "1″" },
];
art.zones = [{ id: "z", shape: { kind: "rect", x: 54, y: 108, w: 108, h: 108 }, name: "Bravo" }];
art.pieces = [
  { id: "a", side: "a", label: "1", at: { x: 189, y: 243 }, size: 50, glyph: "mech", facing: 0, name: "" },
  { id: "b", side: "b", label: "1", at: { x: 297, y: 81 }, size: 50, glyph: "mech", facing: 180, name: "" },
  { id: "c", side: "b", label: "2", at: { x: 81, y: 81 }, size: 50, glyph: "mech-heavy", facing: 90, name: "" },
  { id: "d", side: "b", label: "4", at: { x: 380, y: 108 }, size: 32, glyph: "drone-quad", name: "" },
  { id: "e", side: "a", label: "3", at: { x: 108, y: 270 }, size: 32, glyph: "drone-legs", name: "" },
];
