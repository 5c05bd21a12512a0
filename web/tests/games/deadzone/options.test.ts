/** What Deadzone reads out of keys, and how it groups, tests and answers. */
import { expect, test } from "vitest";
import { commit, detail, group, pass, title } from "../../../src/games/deadzone/detail";
import {
  cubeIn,
  diceOf,
  familyOf,
  glyphOf,
  modelIn,
  placeOf,
  pointedAt,
  signed,
  testOf,
  weaponIn,
  type CardView,
  type TableView,
} from "../../../src/games/deadzone/model";
import { commitWatch, toggle, watchers } from "../../../src/games/deadzone/overwatch";
import { corner, middle } from "../../../src/games/deadzone/places";
import { choices, input, question, sit } from "../../sitting";

test("keys name a cube, a model, a weapon and a family", () => {
  expect(placeOf("c4.2")).toEqual({ column: 2, row: 3, level: 2 });
  expect(placeOf("a1").level).toBe(1);
  expect([cubeIn("move:c4.2"), cubeIn("shoot:rifle@B2"), cubeIn("blaze:rifle@h8.1")]).toEqual(["c4.2", "", "h8.1"]);
  expect([modelIn("shoot:rifle@B2+ap_ammo"), modelIn("activate:A12"), modelIn("move:c4.2")]).toEqual(["B2", "A12", ""]);
  expect([weaponIn("shoot:long_rifle@B2"), weaponIn("fight:B2:claws"), weaponIn("fight:B2")]).toEqual(["long_rifle", "claws", "bare"]);
  const families = ["sprint:a1.1", "aim:B1", "break-off", "lob:x", "calm-down", "heal:A1", "card:x", "dance"];
  expect(families.map(familyOf)).toEqual(["move", "shoot", "fight", "throw", "mean", "task", "card", "other"]);
});

test("cubes lie in columns and rows, whatever their level", () => {
  expect(corner("c4.2")).toEqual({ x: 126, y: 189 });
  expect(middle("a1.1")).toEqual({ x: 31.5, y: 31.5 });
});

test("dice count when they reach the figure; eights that rolled again stand behind the word between", () => {
  expect(diceOf([[8, 6, 3], [5]], 5, "again")).toEqual([
    { kind: "d8", face: "8", hit: true },
    { kind: "d8", face: "6", hit: true },
    { kind: "d8", face: "3", hit: false },
    "again",
    { kind: "d8", face: "5", hit: true },
  ]);
  expect(diceOf([], 5, "again")).toEqual([]);
  expect(diceOf([[8]], 0, "again")[0], "without a figure none counts").toMatchObject({ hit: false });
  expect([signed(2), signed(0), signed(-1)]).toEqual(["+2", "0", "−1"]);
});

test("silhouettes go by what a card says", () => {
  const card = (change: Partial<CardView>) =>
    glyphOf({ abilities: [], weapons: [], size: 1, rank: "trooper", faction: "plague", id: "x", ...change } as never);
  expect(card({})).toBe("dz-plague-trooper");
  expect(card({ rank: "leader" })).toBe("dz-plague-leader");
  expect(card({ rank: "specialist" })).toBe("dz-plague-heavy");
  expect(card({ size: 2 })).toBe("dz-plague-heavy");
  expect(card({ abilities: ["vehicle"], size: 3 })).toBe("dz-vehicle");
  expect(card({ abilities: ["beast"] })).toBe("dz-hound");
  expect(card({ id: "plague_swarm", abilities: ["beast"] })).toBe("dz-swarm");
  expect(card({ faction: "mercenaries" }), "who fights for money has no drawings of its own").toBe("dz-rebs-trooper");
  expect(glyphOf(undefined)).toBe("dz-rebs-trooper");
});

const shot = { test: "shoot", actor: "A1", target: "B2", weapon: "rifle", dice: 4, stat: 5, resist: 3, resist_stat: 6 };
const models = ["A1", "B2"].map((tag, owner) => ({ tag, owner, card: "x", cube: "a1.1", aggression: "normal", injured: false }));
const acting = { models, cards: [], tests: [shot], active: "A1", sides: [] } as unknown as TableView;
const keys = ["end", "shoot:rifle@B2", "move:c4.2", "move:c5.1"];
const asked = input<TableView>(acting, { question: question("action", keys, { tag: "A1", left: 2 }) });

test("an attack says its dice and those against it, and the button names deed and target", () => {
  const [, attack, move] = choices(...keys);
  expect(testOf(asked, "shoot:rifle@B2")).toBe(shot);
  expect(testOf(asked, "shoot:pistol@B2"), "another weapon").toBeUndefined();
  expect(testOf(asked, "shoot:rifle@B1"), "another target").toBeUndefined();
  const said = detail(asked, attack as never);
  expect(said).toMatchObject({ plate: { side: "b", label: "2" } });
  expect(said.right).toMatch(/4.*5/);
  expect(said.text).toMatch(/3.*6/);
  expect(commit(asked, attack as never)).toMatch(/ B2$/);
  expect(commit(asked, move as never)).toBe("move:c4.2");
  expect(title(asked)).toContain("A1");
});

test("what a model can do is grouped by family; the family in hand alone, if one is", () => {
  const groups = group(asked, choices(...keys));
  expect(groups.map((one) => one.choices.map(({ key }) => key))).toEqual([["move:c4.2", "move:c5.1"], ["shoot:rifle@B2"], ["end"]]);
  const some = { ...asked, selection: { ...asked.selection, draft: { family: "shoot" } } };
  expect(group(some, choices(...keys)).flatMap((one) => one.choices)).toHaveLength(1);
  const other = input<TableView>(acting, { question: question("turn", keys) });
  expect(group(other, choices(...keys))).toHaveLength(1);
});

test("Space never ends an activation by accident", () => {
  expect(pass(question("action", ["pass", "end"]))).toBeUndefined();
  expect(pass(question("card_attack", ["card:x", "no-card"]))).toBe("no-card");
  expect(pass(question("deploy", ["a1.1"]))).toBeUndefined();
});

test("the one aimed at is pointed at before the one under the pointer", () => {
  const selection = { ...asked.selection, hover: "model:A1" };
  expect(pointedAt({ ...asked, selection })).toBe("A1");
  expect(pointedAt({ ...asked, selection: { ...selection, option: "shoot:rifle@B2" } })).toBe("B2");
  expect(pointedAt({ ...asked, selection: { ...selection, hover: "cube:a1.1", target: "model:B2" } })).toBe("B2");
  expect(pointedAt(asked)).toBe("");
});

test("watchers are declared together, in the order of the question, then nobody else", () => {
  const watch = () => sit(input<TableView>(acting, { question: question("overwatch", ["watch:A1", "watch:A2", "watch:A3", "hold"]) }));
  const some = watch();
  commitWatch(some.table);
  expect(some.answers, "nobody was marked").toEqual([]);
  for (const tag of ["A3", "A2", "A1"]) toggle(some.table, tag, true);
  toggle(some.table, "A2", false);
  expect(watchers(some.table)).toEqual(["A3", "A1"]);
  commitWatch(some.table);
  expect(some.answers).toEqual([["watch:A1", "watch:A3", "hold"]]);
  const all = watch();
  for (const tag of ["A1", "A2", "A3"]) toggle(all.table, tag, true);
  commitWatch(all.table);
  expect(all.answers, "all try: nobody is left to hold").toEqual([["watch:A1", "watch:A2", "watch:A3"]]);
});
