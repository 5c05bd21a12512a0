/** A still picture for the lobby. */
import { emptyScene, type Scene } from "../../scene/scene";
import { ground, LIGHT } from "./ground";

export const art: Scene = emptyScene("", { x: 0, y: 0, w: 432, h: 324 });
art.frame = { x: 20, y: 20, w: 390, h: 280 };
art.game = "obsidian_protocol";
art.light = LIGHT;
art.grids = [{ x: 0, y: 0, w: 432, h: 432, step: 54 }];
art.blocks = [
  { id: "1", shape: { kind: "rect", x: 36, y: 134, w: 126, h: 46 }, height: 3, name: "", numeral: "3″" },
  { id: "2", shape: { kind: "rect", x: 216, y: 122, w: 64, h: 44 }, height: 2, name: "", numeral: "2″" },
  { id: "3", shape: { kind: "rect", x: 324, y: 180, w: 46, h: 54 }, height: 1, name: "", numeral: "1″" },
];
art.art = ground(8, [], art.blocks);
const mech = (torso: string, chassis: string, left: string, right: string) =>
  `op-back-rack op-chassis-${chassis} op-arm-${left}-l op-arm-${right}-r op-torso-${torso}`;
art.pieces = [
  {
    id: "a",
    side: "a",
    label: "1",
    at: { x: 189, y: 243 },
    size: 50,
    glyph: mech("wedge", "biped", "shield", "rifle"),
    facing: 0,
    name: "",
  },
  {
    id: "b",
    side: "b",
    label: "1",
    at: { x: 297, y: 81 },
    size: 50,
    glyph: mech("dome", "reverse", "claw", "blade"),
    facing: 180,
    name: "",
  },
  {
    id: "c",
    side: "b",
    label: "2",
    at: { x: 81, y: 81 },
    size: 50,
    glyph: mech("bulwark", "tracked", "missile", "railgun"),
    facing: 90,
    name: "",
  },
  { id: "d", side: "b", label: "4", at: { x: 380, y: 108 }, size: 34, glyph: "op-drone-raven", flying: true, name: "" },
  { id: "e", side: "a", label: "3", at: { x: 108, y: 270 }, size: 34, glyph: "op-drone-tarantula", name: "" },
];
