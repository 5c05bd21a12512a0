/** A still picture for the lobby. */
import { emptyScene, type Scene } from "../../scene/scene";

const C = 63;
export const art: Scene = emptyScene("", { x: 0, y: 0, w: 7 * C, h: 5 * C });
art.frame = { x: 20, y: 20, w: 390, h: 280 };
art.grids = [{ x: 0, y: 0, w: 7 * C, h: 5 * C, step: C }];
for (const [column, row] of [
  [0, 0],
  [0, 1],
  [1, 1],
  [2, 1],
  [0, 2],
] as const) {
  art.cells.push({
    id: `${column},${row}`,
    shape: { kind: "rect", x: column * C, y: row * C, w: C, h: C },
    at: { x: 0, y: 0 },
    name: "",
    hatch: "h1",
    tone: "none",
  });
}
art.walls = [
  { from: { x: 2 * C, y: 0 }, to: { x: 2 * C, y: C } },
  { from: { x: C, y: 2 * C }, to: { x: C, y: 3 * C } },
  { from: { x: 4 * C, y: C }, to: { x: 4 * C, y: 2 * C } },
];
art.brackets = [{ x: 2 * C + 6, y: C + 6, w: C - 12, h: C - 12 }];
art.pieces = [
  {
    id: "1",
    side: "b",
    label: "1",
    at: { x: 3.5 * C, y: 0.6 * C },
    size: 48,
    base: "round",
    glyph: "brute",
    marks: ["i-enraged"],
    name: "",
  },
  {
    id: "2",
    side: "a",
    label: "4",
    at: { x: 2.5 * C, y: 2.5 * C },
    size: 46,
    base: "round",
    glyph: "trooper",
    marks: ["i-pinned"],
    name: "",
  },
  { id: "3", side: "b", label: "5", at: { x: 4.5 * C, y: 2.5 * C }, size: 46, base: "round", glyph: "trooper", name: "" },
  { id: "4", side: "b", label: "4", at: { x: 5.5 * C, y: 1.5 * C }, size: 44, base: "round", glyph: "hound", name: "" },
  { id: "5", side: "a", label: "1", at: { x: 1.5 * C, y: 3.6 * C }, size: 46, base: "round", glyph: "captain", name: "" },
];
