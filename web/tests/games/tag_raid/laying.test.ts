/** Scenery and containers that are laid out are drawn where they would stand. */
import { expect, test } from "vitest";
import { laying } from "../../../src/games/tag_raid/laying";
import type { TableView } from "../../../src/games/tag_raid/model";
import { emptyScene } from "../../../src/scene/scene";
import { input, question } from "../../sitting";

const view = { tiles: [{ name: "c4", x: 3000, y: 2000 }] } as unknown as Partial<TableView>;
const washes = (key: string, params: Record<string, number>, option: string, target = "") => {
  const made = emptyScene("", { x: 0, y: 0, w: 900, h: 900 });
  const asked = question(key, ["at:c4", "at:c4@n"], params);
  laying(input<TableView>(view, { question: asked, seat: 0, selection: { option, target, hover: "", draft: {}, tools: {} } }), made);
  return made.washes;
};
const corners = (option: string, turn: number) => {
  const [shape] = washes("scenery_at", { wide: 100, deep: 40, tall: 80, turn }, option)[0]?.shapes ?? [];
  return shape?.kind === "polygon" ? shape.points.map(({ x, y }) => [Math.round(x), Math.round(y)]) : [];
};

test("scenery has its size and turn, on the side of the tile that is in hand", () => {
  expect(corners("at:c4", 0)).toEqual([
    [250, 180],
    [350, 180],
    [350, 220],
    [250, 220],
  ]);
  expect(corners("at:c4@n", 90)).toEqual([
    [320, 105],
    [320, 205],
    [280, 205],
    [280, 105],
  ]);
});

test("the usual place is dashed until a tile is chosen", () => {
  expect(washes("container", {}, "")).toMatchObject([{ shapes: [{ kind: "circle", x: 300, y: 200 }], dashed: true }]);
  expect(washes("container", {}, "", "tile:c4")).toEqual([]);
  expect(washes("container", {}, "at:c4@n")).toMatchObject([{ shapes: [{ y: 155 }], dashed: false }]);
  expect(washes("turn", {}, "at:c4")).toEqual([]);
});
