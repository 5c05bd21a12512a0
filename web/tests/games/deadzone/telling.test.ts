/** What Deadzone makes of events: the view after them, the log with its dice, the order of turns, lines of sight. */
import { expect, test } from "vitest";
import { after } from "../../../src/games/deadzone/after";
import { log } from "../../../src/games/deadzone/log";
import type { DiceRolled, TableView } from "../../../src/games/deadzone/model";
import { order } from "../../../src/games/deadzone/order";
import { glanceOf, look, plan, sight, wanted } from "../../../src/games/deadzone/sight";
import { emptyScene } from "../../../src/scene/scene";
import { input, question, settle, sit, told } from "../../sitting";

const models = [
  { tag: "A1", owner: 0, cube: "a1.1", dead: false, card: "x" },
  { tag: "B2", owner: 1, cube: "c1.1", dead: false, card: "x" },
];
const view = { models, tests: [], trial: null, crates: [], active: "A1", cubes: [], sights: [], sides: [] } as unknown as TableView;
const model = (found: TableView, tag: string) => found.models.find((one) => one.tag === tag);

test("models walk, are hurt and fall one by one", () => {
  expect(model(after(view, told("moved", { tag: "A1", cube: "b1.2" })), "A1")?.cube).toBe("b1.2");
  expect(model(after(view, told("injured", { tag: "B2" })), "B2")?.injured).toBe(true);
  expect(model(after(view, told("killed", { tag: "B2" })), "B2")).toMatchObject({ dead: true, cube: "" });
  expect(model(after(view, told("killed", { tag: "B2" })), "A1")).toBe(models[0]);
  expect(after(view, told("crate_dropped", { cube: "d4.1" })).crates).toEqual(["d4.1"]);
  expect(after(view, told("activated", { tag: "B2" }))).toMatchObject({ active: "B2", spent: 0 });
});

test("an opposed test shows the dice as they fell, until the next event", () => {
  const known = { actor: "A1", target: "B2", test: "shoot", weapon: "rifle", terms: [["DZ shoot", 3]], armour: 2 };
  const dice: DiceRolled = { rolled: [[8, 6, 3], [5]], stat: 5, held: [[2, 7]], held_stat: 6 };
  const opposed = told("opposed", { tag: "A1", target: "B2", test: "shoot", scored: 3, resisted: 1 }, "", dice);
  const found = after({ ...view, tests: [known] } as unknown as TableView, opposed);
  expect(found.trial).toMatchObject({ weapon: "rifle", dice: 3, resist: 2, stat: 5, resist_stat: 6, armour: 2 });
  expect(found.rolled).toEqual({ ...dice, scored: 3, resisted: 1 });
  expect(after(found, told("passed"))).toMatchObject({ trial: null, rolled: null });
});

test("the log says whose line it is and lays out the dice of both sides", () => {
  const found = log(told("opposed", { tag: "B12" }, "", { rolled: [[8, 2]], stat: 5, held: [[7]], held_stat: 6 } satisfies DiceRolled));
  expect(found).toMatchObject({ side: "b", label: "12", weight: 3, quiet: false });
  expect(found.dice?.map((die) => (typeof die === "string" ? "word" : `${die.face}${die.hit ? "!" : ""}`))).toEqual([
    "8!",
    "2",
    "word",
    "7!",
  ]);
  expect(log(told("round_begins"))).toMatchObject({ head: true, dice: [] });
  expect(log(told("passed", { tag: "nobody" })), "no model, no plate").not.toHaveProperty("side");
  expect(log(told("killed", { tag: "A1" }))).toMatchObject({ death: true });
});

test("who acts, how many may act after it, who is next", () => {
  const sides = [
    { seat: 0, limit: 3, waiting: 2, faction: "x" },
    { seat: 1, limit: 2, waiting: 4, faction: "y" },
  ];
  const now = { ...view, sides, stage: "turn", round: 2, turn: 0, acted: 2, spent: 1, ended: "" } as unknown as TableView;
  const found = order(input<TableView>(now, { seat: 1 }));
  expect(found.slots.map(({ id, state }) => [id, state])).toEqual([
    ["A1", "now"],
    ["turn0", "next"],
    ["turn1", "next"],
  ]);
  expect(found.slots[1]?.note).toContain("1");
  expect(found.slots[2]?.note).toContain("4");
  const before = order(input<TableView>({ ...now, stage: "deploy" } as TableView, { seat: 1 }));
  expect(before.slots.map(({ id, state }) => [id, state])).toEqual([
    ["0", "now"],
    ["1", "next"],
  ]);
});

const moving = input<TableView>(view, { question: question("action", ["move:b2.1", "shoot:rifle@B2"]) });
const aimed = { ...moving, selection: { ...moving.selection, option: "move:b2.1" } };

test("sight is asked for from the planned cube, or from where the model stands when that is switched on", async () => {
  expect(wanted(moving)).toBe("");
  expect(wanted(aimed)).toBe("sight:A1@b2.1");
  const on = { ...moving, selection: { ...moving.selection, tools: { sight: "on" } } };
  expect(wanted(on)).toBe("sight:A1");
  expect(wanted({ ...on, selection: { ...on.selection, hover: "model:B2" } }), "not from an enemy's").toBe("sight:A1");
  const { table, sent } = sit(aimed, () => ({ kind: "glance", cube: "b2.1", cubes: [], sights: [] }));
  look(table, "");
  look(table, "sight:A1@b2.1");
  await settle();
  expect(sent).toHaveLength(1);
  const now = table.input as typeof aimed;
  expect(glanceOf(now)?.cube).toBe("b2.1");
  expect(glanceOf({ ...now, selection: { ...now.selection, option: "" } }), "it belongs to another plan").toBeUndefined();
});

const board = () => ({
  ...emptyScene("", { x: 0, y: 0, w: 1, h: 1 }),
  pieces: [
    { id: "model:A1", side: "a", at: { x: 0, y: 0 }, size: 30, marks: [], state: "idle" },
    { id: "model:B2", side: "b", at: { x: 126, y: 0 }, size: 30, marks: [], state: "idle" },
  ] as never[],
});

test("a planned move leaves a ghost, and hatches what could not be seen from there", () => {
  const cubes = ["a1.1", "b2.1", "c3.1", "d4.2"].map((name) => ({ name, floor: "ground" }));
  const glance = { about: "sight:A1@b2.1", cube: "b2.1", cubes: ["a1.1"], sights: [] };
  const made = board();
  plan({ ...aimed, view: { ...view, cubes } as never, selection: { ...aimed.selection, draft: { glance } } }, made, 1);
  expect((made.pieces as { id: string; state: string }[]).map(({ id, state }) => [id, state])).toEqual([
    ["model:A1", "ghost"],
    ["model:B2", "idle"],
    ["planned", "planned"],
  ]);
  expect(made.unseen).toHaveLength(2);
  expect(made.paths[0]?.points.at(-1)).toEqual({ x: 94.5, y: 94.5 });
});

test("a line of sight is stopped by what is in its way, and the wall there is outlined", () => {
  const found = { viewer: "A1", target: "B2", seen: "partial", away: 2, stop: [1, 0.2, 0] };
  const made = board();
  made.walls = [{ from: { x: 63, y: 0 }, to: { x: 63, y: 63 } }] as never[];
  const pointing = { ...moving, selection: { ...moving.selection, hover: "model:B2" } };
  sight({ ...pointing, view: { ...view, sights: [found] } as never }, made, 1);
  expect(made.sights[0]).toMatchObject({ from: { x: 0, y: 0 }, to: { x: 126, y: 0 }, obstructed: { x: 63, y: 0 }, stop: undefined });
  expect(made.blocks).toMatchObject([{ id: "blocker", shape: { x: 60, y: 0, w: 6, h: 63 } }]);
  const clear = board();
  sight({ ...pointing, view: { ...view, sights: [{ ...found, seen: "clear", stop: [] }] } as never }, clear, 1);
  expect(clear.sights[0]?.obstructed).toBeUndefined();
  expect(clear.blocks).toEqual([]);
});
