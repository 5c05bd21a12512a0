/** A still picture for the lobby. */
import { emptyScene, type Piece, type Scene } from "../../scene/scene";
import { ground, LIGHT } from "./ground";
import { columnOf, type CubeView } from "./model";
import { C, corner, middle } from "./places";

const ROOFED: Record<string, number> = { a1: 1, a2: 2, b2: 1, c2: 1, a3: 1 };
const COVER = ["d1", "c4", "f2", "e4"];
const cubes: CubeView[] = [..."abcdefgh"].flatMap((column) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((row) => ({
    name: `${column}${row}.1`,
    floor: "solid",
    east: "open",
    south: "open",
    cover: COVER.includes(`${column}${row}`),
    area: "",
    climb: false,
    ramp: "",
  })),
);

export const art: Scene = emptyScene("", { x: 0, y: 0, w: 7 * C, h: 5 * C });
art.frame = { x: 20, y: 20, w: 390, h: 280 };
art.game = "deadzone";
art.light = LIGHT;
art.grids = [{ x: 0, y: 0, w: 8 * C, h: 8 * C, step: C }];
art.art = ground(cubes, 1, (cube) => ROOFED[columnOf(cube.name)] ?? 0);
art.cells = Object.entries(ROOFED).map(([name, levels]) => ({
  id: name,
  shape: { kind: "rect", ...corner(`${name}.1`), w: C, h: C },
  at: middle(`${name}.1`),
  name: "",
  tone: levels > 1 ? "t2" : "t1",
}));
art.walls = [
  { from: { x: 2 * C, y: 0 }, to: { x: 2 * C, y: C } },
  { from: { x: C, y: 2 * C }, to: { x: C, y: 3 * C }, opening: "window" },
  { from: { x: 3 * C, y: C }, to: { x: 3 * C, y: 2 * C }, opening: "door" },
];
const piece = (id: string, side: "a" | "b", cube: string, glyph: string, more: Partial<Piece> = {}): Piece => ({
  id,
  side,
  label: id.slice(1),
  at: middle(`${cube}.1`),
  size: 46,
  base: "round",
  glyph,
  name: "",
  ...more,
});
art.pieces = [
  piece("b1", "b", "d1", "dz-plague-heavy", { size: 52, marks: ["i-enraged"] }),
  piece("a4", "a", "c3", "dz-enforcers-trooper", { marks: ["i-pinned"] }),
  piece("b5", "b", "e3", "dz-plague-trooper"),
  piece("b4", "b", "f2", "dz-hound"),
  piece("a1", "a", "b4", "dz-enforcers-leader"),
];
