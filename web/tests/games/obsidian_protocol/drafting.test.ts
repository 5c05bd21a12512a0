/** Dials and dice drafted before they are an answer, and what Obsidian Protocol makes of events. */
import { expect, test } from "vitest";
import type { Die, RerollView } from "../../../../src/muster/server/protocol/views/obsidian_protocol";
import { after } from "../../../src/games/obsidian_protocol/after";
import { dialKey, draftOf, lockIn, pick, waiting } from "../../../src/games/obsidian_protocol/dials";
import { chanceOf, focusKey, picked, toggle, standingOf } from "../../../src/games/obsidian_protocol/focus";
import { log } from "../../../src/games/obsidian_protocol/log";
import { glyphOf, hurt, tokensOf, type Input, type TableView, type UnitView } from "../../../src/games/obsidian_protocol/model";
import { order } from "../../../src/games/obsidian_protocol/order";
import { GameWords } from "../../../src/words/words.svelte";
import { input, pressed, question, sit, told } from "../../sitting";

const mech = (key: string, seat: number, change: Partial<UnitView> = {}) =>
  ({ key, seat, kind: "mech", alive: true, deployed: true, dial: "", name: `pilot/${key}`, grid: "a1", parts: {}, ...change }) as UnitView;
const units = Object.fromEntries(
  [mech("a1", 0), mech("a2", 0), mech("a3", 0, { dial: "swift" }), mech("a4", 0, { alive: false }), mech("b1", 1)].map((one) => [
    one.key,
    one,
  ]),
);

test("dials are set in the order of the question, the mech asked about first, and locked in together", async () => {
  const sat = sit(input<TableView>({ units }, { question: question("dial", [], { unit: "a2" }) }));
  expect(waiting(sat.table.input as Input).map((one) => one.key)).toEqual(["a2", "a1"]);
  await lockIn(sat.table);
  expect(dialKey(sat.table, pressed("Enter")), "no dial is set").toBe(false);
  expect(dialKey(sat.table, pressed("2"))).toBe(true);
  expect(dialKey(sat.table, pressed("6"))).toBe(true);
  expect(draftOf(sat.table.input as Input)).toEqual({ a2: "melee", a1: "tactical" });
  dialKey(sat.table, pressed("1"));
  expect(draftOf(sat.table.input as Input).a2, "all are set: the first again").toBe("swift");
  pick(sat.table, "a1", "firing");
  expect(dialKey(sat.table, pressed("7"))).toBe(false);
  expect(dialKey(sat.table, pressed("Enter"))).toBe(true);
  expect(sat.answers).toEqual([["dial:swift", "dial:firing"]]);
  expect(dialKey(sit(input<TableView>({ units }, { question: question("move") })).table, pressed("1"))).toBe(false);
});

const die = (color: string, face: string): Die => ({ color, face, icons: "" });
const reroll: RerollView = {
  kind: "reroll",
  dice: [die("r", "H"), die("y", "l"), die("y", "-")],
  standing: { hits: 2, heavy: 1, dodges: 0, defences: 2, end: "stopped", reply: true },
  chances: { keep: 0, "reroll:2,3": 0.5 },
};

test("dice are picked by digits and rolled again with Enter", () => {
  const sat = sit(input<TableView>({ units }, { question: question("focus_attack", [], {}, reroll) }));
  expect(focusKey(sat.table, pressed("Enter")), "none is picked").toBe(false);
  for (const key of ["3", "1", "2", "2"]) expect(focusKey(sat.table, pressed(key))).toBe(true);
  expect(focusKey(sat.table, pressed("4")), "there are three").toBe(false);
  expect(picked(sat.table.input as Input)).toEqual([1, 3]);
  toggle(sat.table, 1);
  toggle(sat.table, 2);
  focusKey(sat.table, pressed("Enter"));
  expect(sat.answers).toEqual(["reroll:2,3"]);
});

test("the chance of an answer is what the question says, or what was asked since", () => {
  const now = input<TableView>({ units }, { question: question("focus_attack", [], {}, reroll) });
  expect(standingOf(now)?.end).toBe("stopped");
  expect([chanceOf(now, "keep"), chanceOf(now, "reroll:2,3"), chanceOf(now, "reroll:1")]).toEqual([0, 0.5, undefined]);
  const gains: RerollView = { ...reroll, chances: { "reroll:1": 0.25 } };
  const asked = { ...now, selection: { ...now.selection, draft: { gains } } };
  expect(chanceOf(asked, "reroll:1")).toBe(0.25);
  expect(standingOf(input<TableView>({ units }, { question: question("move") }))).toBe(null);
});

test("events change the unit they are about", () => {
  const parts = { torso: { damaged: false, destroyed: false } } as unknown as UnitView["parts"];
  const view = { units: { a1: mech("a1", 0, { place: "a1-5", parts }) } } as Partial<TableView> as TableView;
  const then = (key: string, params: Record<string, string | number>) => after(view, told(key, { unit: "a1", ...params })).units.a1;
  expect(then("moved", { grid: "b2" })).toMatchObject({ grid: "b2", place: "b2-1" });
  expect(then("moved", { grid: "a1" }), "it stays where it is in the grid").toMatchObject({ grid: "a1", place: "a1-5" });
  expect(then("stance_taken", { stance: "defensive" })?.stance).toBe("defensive");
  expect(then("link_lost", { link: 2 })?.link).toBe(2);
  expect(then("shut_down", {})?.stance).toBe("shutdown");
  expect(then("destroyed", {})?.alive).toBe(false);
  expect(then("damaged", { part: "torso" })?.parts.torso).toMatchObject({ damaged: true, destroyed: false });
  expect(then("part_destroyed", { part: "torso" })?.parts.torso).toMatchObject({ damaged: true, destroyed: true });
  expect(after(view, told("moved", { unit: "b9", grid: "b2" }))).toBe(view);
});

test("the log draws dice instead of their letters", () => {
  const words = new GameWords({ "pilot.misty": "Misty", "unit.raven": "Raven", "action.rifle": "Rifle" });
  const found = log(
    told("dice_rolled", { unit: "b2", name: "pilot/misty", target_name: "unit/raven", action: "rifle" }, "", {
      attack: [die("r", "H"), die("y", "-")],
      defence: [],
    }),
    words,
  );
  expect(found).toMatchObject({ side: "b", label: "2", weight: 2, fold: false });
  expect(found.text).toMatch(/Misty.*Rifle.*Raven|Misty.*Raven.*Rifle/);
  expect(found.dice?.map((die) => typeof die)).toEqual(["object", "object", "string"]);
  expect(log(told("attack_resolved", { heavy: 0, light: 0, lightning: 0 }), words).quiet, "nothing got through").toBe(true);
  expect(log(told("attack_resolved", { heavy: 0, light: 1, lightning: 0 }), words).quiet).toBe(false);
  expect(log(told("icons_counted"), words).fold).toBe(true);
});

test("the order shows who acts now, who has acted and who is next", () => {
  const slot = (unit: string, done: boolean) => ({ unit, timing: "melee", initiative: 4, done });
  const view = { units, stage: "action", round: 1, active: "", order: [slot("a1", true), slot("b1", false), slot("a2", false)] };
  const states = (active: string) => order(input<TableView>({ ...view, active } as never)).slots.map((one) => one.state);
  expect(states("")).toEqual(["done", "now", "next"]);
  expect(states("a1")).toEqual(["now", "next", "next"]);
});

test("units look like what their cards say, with their tokens and hurt parts", () => {
  const built = {
    torso: { card: "p28_dragoon_armored_core" },
    left_arm: { card: "ss12_buckler" },
    right_arm: { card: "mr14_railgun" },
  } as never;
  expect(glyphOf(mech("a1", 0, { parts: built })), "what lies beneath comes first").toBe(
    "op-arm-shield-l op-arm-railgun-r op-torso-bulwark",
  );
  expect(glyphOf(mech("a1", 0, { kind: "drone", name: "unit/adk60r_raven_scout_type" }))).toBe("op-drone-raven");
  expect(glyphOf(mech("a1", 0, { kind: "projectile", name: "unit/m7_grenade" }))).toBe("op-proj-shell");
  expect(glyphOf(mech("a1", 0, { kind: "deployable", name: "unit/smart_mine" }))).toBe("tem-mine");
  const parts = { torso: { damaged: true }, chassis: { destroyed: true, damaged: true }, backpack: {} } as never;
  expect(hurt(mech("a1", 0, { parts })).map(({ slot, state }) => [slot, state])).toEqual([
    ["torso", "damaged"],
    ["chassis", "destroyed"],
  ]);
  const token = mech("a1", 0, { hexagon: "highlight", squares: { fragile: 2, none_of_these: 0 } });
  expect(tokensOf(token)).toEqual([
    { id: "highlight", count: 1 },
    { id: "fragile", count: 2 },
  ]);
});
