/** A path of one's own: led from grid to grid, walked by arrow keys, dragged, and what it becomes on the board. */
import { expect, test } from "vitest";
import { baseAt, gridAt, gridMiddle, gridName, placeCorner, type Input, type TableView } from "../../../src/games/obsidian_protocol/model";
import { drag, drawing, lead, made, pathKey, pathOf, planOf, toggle, touch } from "../../../src/games/obsidian_protocol/paths";
import { draughting } from "../../../src/games/obsidian_protocol/pathway";
import { emptyScene, type Scene } from "../../../src/scene/scene";
import { input, pressed, question, settle, sit } from "../../sitting";

const unit = { key: "a1", seat: 0, grid: "c3", place: "c3-1", size: 3, level: "ground", kind: "mech", name: "pilot/misty" };
const enemy = { key: "b4", seat: 1, grid: "e5", place: "e5-1", size: 3, level: "ground", kind: "mech", name: "pilot/fox" };
const asked = question("move", [], { unit: "a1" }, { kind: "move", unit: "a1", ways: {} });
const moving = (change: object = {}) =>
  input<TableView>({ size: 5, units: { a1: { ...unit, ...change }, b4: enemy } } as unknown as TableView, { question: asked });

/** What the rules would say: every step costs one, three can be paid for. */
const rules = (about: string) => {
  const grids = about.slice(5).split(",");
  const steps = grids.map((grid, n) => ({ grid, place: `${grid}-1`, cost: n + 1, held: [], waits: [], seen: n === 1 ? ["b4"] : [] }));
  const clause = grids.length > 3 ? "OP 4.3.1.range" : "";
  return { kind: "path", unit: "a1", grids, steps, cost: grids.length, reach: 3, clause, reason: "", fault: clause ? 3 : -1, sights: [] };
};
const grids = (sat: ReturnType<typeof sit>) => pathOf(sat.table.input as Input);

test("grids have letters and numbers, small grids are counted row by row", () => {
  expect(gridName(2, 4)).toBe("c5");
  expect(gridAt("p12")).toEqual({ column: 15, row: 11 });
  expect(gridMiddle("b1")).toEqual({ x: 81, y: 27 });
  expect(placeCorner("a1-1")).toEqual({ x: 0, y: 0 });
  expect(placeCorner("b2-6")).toEqual({ x: 90, y: 72 });
  expect(baseAt("a1-5", 3)).toEqual({ x: 18, y: 18, w: 54, h: 54 });
});

test("a path leads first across, then down, and back to where it has been", () => {
  const sat = sit(moving());
  lead(sat.table, "e4");
  expect(grids(sat)).toEqual(["d3", "e3", "e4"]);
  lead(sat.table, "d3");
  expect(grids(sat)).toEqual(["d3"]);
  lead(sat.table, "d2");
  lead(sat.table, "c3");
  expect(grids(sat), "home again").toEqual([]);
});

test("what is drawn is asked of the rules; only their answer to this very path counts", async () => {
  const sat = sit(moving(), rules);
  lead(sat.table, "d4");
  expect(planOf(sat.table.input as Input), "the answer is under way").toBeNull();
  await settle();
  expect(sat.sent.map((one) => one.about)).toEqual(["path:d3,d4"]);
  expect(made(sat.table.input as Input)).toMatchObject({ key: "path:d3,d4", clause: "OP 4.3.1.steps" });
  lead(sat.table, "e4");
  expect(made(sat.table.input as Input), "the plan is that of the path before").toBeUndefined();
  await settle();
  expect(made(sat.table.input as Input)?.key).toBe("path:d3,d4,e4");
  lead(sat.table, "e5");
  await settle();
  expect(planOf(sat.table.input as Input)?.clause).toBe("OP 4.3.1.range");
  expect(made(sat.table.input as Input), "the rules do not allow it").toBeUndefined();
});

test("arrows walk, Backspace steps back, P begins and ends, and nobody leaves the board", () => {
  const sat = sit(moving());
  expect(pathKey(sat.table, pressed("ArrowRight")), "nothing is drawn yet").toBe(false);
  expect(pathKey(sat.table, pressed("p"))).toBe(true);
  expect(drawing(sat.table.input as Input)).toBe(true);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) expect(pathKey(sat.table, pressed(key))).toBe(true);
  expect(grids(sat), "the edge is in the way once").toEqual(["d3", "e3", "e4"]);
  pathKey(sat.table, pressed("Backspace"));
  expect(grids(sat)).toEqual(["d3", "e3"]);
  expect(pathKey(sat.table, pressed("x"))).toBe(false);
  pathKey(sat.table, pressed("P"));
  expect([drawing(sat.table.input as Input), grids(sat)]).toEqual([false, []]);
});

test("a flyer draws no path", () => {
  expect(pathKey(sit(moving({ level: "flying" })).table, pressed("p"))).toBe(false);
});

test("the end of the path is dragged over grids of the board", () => {
  const sat = sit(moving());
  drag(sat.table, "way", { x: 54 * 3 + 5, y: 54 * 2 + 5 });
  drag(sat.table, "way", { x: 54 * 3 + 40, y: 54 * 2 + 40 });
  expect(grids(sat)).toEqual(["d3"]);
  expect(sat.sent, "within one grid nothing is asked again").toHaveLength(1);
  drag(sat.table, "way", { x: -3, y: 20 });
  drag(sat.table, "way", { x: 54 * 5 + 1, y: 20 });
  drag(sat.table, "other", { x: 5, y: 5 });
  expect(grids(sat)).toEqual(["d3"]);
});

test("touching a grid leads there; touching the end goes, once it is allowed", async () => {
  const sat = sit(moving(), rules);
  expect(touch(sat.table, "grid:d4"), "nothing is drawn").toBe(false);
  toggle(sat.table);
  expect(touch(sat.table, "unit:b4")).toBe(false);
  expect(touch(sat.table, "grid:d4")).toBe(true);
  await settle();
  expect(sat.answers).toEqual([]);
  touch(sat.table, "grid:d4");
  expect(sat.answers).toHaveLength(1);
});

test("on the board it has the figures of its steps, a rail where somebody sees it, and says where it fails", async () => {
  const cells = ["c3", "d3", "d4", "d5", "e4", "c4"].map((grid) => ({ id: `grid:${grid}` }));
  const scene = () => ({ ...emptyScene("", { x: 0, y: 0, w: 1, h: 1 }), cells }) as unknown as Scene;
  const sat = sit(moving(), rules);
  lead(sat.table, "d4");
  await settle();
  const board = scene();
  draughting(board, sat.table.input as Input);
  expect(board.paths[0]?.points).toEqual(["c3", "d3", "d4"].map(gridMiddle));
  expect(board.paths[0]?.ticks?.map(({ text, chosen }) => [text, chosen])).toEqual([
    ["1", false],
    ["2", true],
  ]);
  expect(board.highlights.map(({ target, soft }) => [target, soft])).toEqual([
    ["grid:d4", false],
    ["grid:d3", true],
    ["grid:e4", true],
    ["grid:d5", true],
    ["grid:c4", true],
  ]);
  expect(board.rails).toHaveLength(1);
  expect(board.rails[0]).toMatchObject({ side: "b", label: "4" });
  expect(board.rails[0]?.points.at(-1), "thirteen units beside the path").toEqual({ x: 202, y: 189 });
  expect(board.tags).toEqual([]);
  lead(sat.table, "e5");
  await settle();
  const far = scene();
  draughting(far, sat.table.input as Input);
  expect(far.tags).toMatchObject([{ at: gridMiddle("e5") }]);
  expect(far.tags[0]?.text).toMatch(/4.*3/);
  expect(far.paths[0]?.ticks?.some((tick) => tick.chosen)).toBe(false);
});
