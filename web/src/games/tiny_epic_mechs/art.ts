/** A still picture for the lobby. */
import { emptyScene, type Scene } from "../../scene/scene";

const W = 124;
const H = 94;
const values = ["2e", "4M", "3c", "2c", "3e", "1c", "1c", "2e", "2c"];

export const art: Scene = emptyScene("", { x: 0, y: 0, w: 384, h: 294 });
art.frame = { x: 10, y: 20, w: 360, h: 250 };
values.forEach((value, n) => {
  const x = (n % 3) * (W + 6);
  const y = Math.floor(n / 3) * (H + 6);
  const icon = value[1] === "e" ? "i-energy" : value[1] === "c" ? "i-credit" : "";
  art.cells.push({
    id: String(n),
    shape: { kind: "rect", x, y, w: W, h: H, r: 4 },
    at: { x, y },
    name: "",
    tone: value[1] === "M" ? "t1" : "board",
    marks: [
      { at: { x, y }, dx: 9, dy: 17, text: value[0], size: 20, weight: 600, tone: "ink", anchor: "start" },
      ...(icon ? [{ at: { x, y: y + H }, dx: 16, dy: -16, glyph: icon, size: 15 }] : []),
    ],
  });
});
art.pieces = [
  { id: "m", side: "n", at: { x: 192, y: 50 }, size: 54, base: "round", glyph: "mighty", name: "" },
  { id: "a", side: "a", label: "A", at: { x: 62, y: 149 }, size: 46, base: "round", glyph: "armor", name: "" },
  { id: "b", side: "b", label: "B", at: { x: 322, y: 149 }, size: 46, base: "round", glyph: "pilot", name: "" },
  { id: "t", side: "a", at: { x: 235, y: 122 }, size: 27, glyph: "turret", name: "" },
];
