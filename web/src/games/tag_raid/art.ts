/** A still picture for the lobby. */
import { emptyScene, type Scene, type Shape } from "../../scene/scene";
import { hexagon } from "../../scene/shapes";
import { ground, LIGHT } from "./ground";

export const art: Scene = emptyScene("", { x: 0, y: 0, w: 520, h: 400 });
art.frame = { x: 40, y: 40, w: 440, h: 320 };
art.game = "tag_raid";
art.light = LIGHT;
for (let row = 0; row < 4; row += 1)
  for (let column = 0; column < 4; column += 1) {
    const at = { x: column * 173.2 + (row % 2) * 86.6, y: row * 150 - 20 };
    if (row !== 2 || column !== 0)
      art.cells.push({
        id: `${column},${row}`,
        shape: hexagon(at, 98, true),
        at,
        name: "",
        tone: (column + row) % 3 ? "board" : "board-alt",
      });
  }
const box = (x: number, y: number, w: number, h: number): Shape => ({
  kind: "polygon",
  points: [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ],
});
art.blocks = [
  { id: "1", shape: box(300, 146, 64, 46), height: 2, name: "", numeral: "2″" },
  { id: "2", shape: box(110, 84, 66, 38), height: 1, name: "", numeral: "1″" },
];
art.art = ground(
  art.cells.map(({ id, at }) => ({ name: id, at, special: id === "3,0" ? "difficult" : "" })),
  [{ x: 0, y: 280 }],
  100,
  [],
  art.blocks,
);
art.paths = [
  {
    points: [
      { x: 120, y: 320 },
      { x: 200, y: 285 },
      { x: 290, y: 250 },
      { x: 330, y: 230 },
    ],
    gap: 4,
  },
];
art.pieces = [
  { id: "w", side: "n", label: "M", at: { x: 250, y: 110 }, size: 84, base: "round", glyph: "tag-stoorworm", name: "" },
  { id: "a", side: "a", label: "A", at: { x: 350, y: 225 }, size: 55, base: "round", glyph: "tag-stonebreaker", facing: 60, name: "" },
  { id: "b", side: "b", label: "B", at: { x: 430, y: 100 }, size: 55, base: "round", glyph: "tag-rockeater", facing: 230, name: "" },
  { id: "c", side: "c", label: "C", at: { x: 90, y: 190 }, size: 55, base: "round", glyph: "tag-cavecrawler", facing: 300, name: "" },
];
