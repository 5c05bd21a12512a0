/** What TAG Raid makes of events: the dice of the last order, the log, the timeline. */
import { expect, test } from "vitest";
import { isFresh, lastDice, lastOrder } from "../../../src/games/tag_raid/clash";
import { faces, log } from "../../../src/games/tag_raid/log";
import { hexagonAt, isQuiet, orderNow, quietWish, wayOf, type TableView } from "../../../src/games/tag_raid/model";
import { order } from "../../../src/games/tag_raid/order";
import { piece } from "../../../src/games/tag_raid/pieces";
import { input, question, told } from "../../sitting";

const events = (...keys: string[]) => keys.map((key) => told(key));

test("the dice of the last order are shown until somebody moves or they are put away", () => {
  const fell = events("moved", "aro_declared", "attacked", "saved", "wounded");
  expect(lastOrder(fell).map((one) => one.key)).toEqual(["aro_declared", "attacked", "saved"]);
  expect(lastDice(fell)).toBe(4);
  expect(isFresh(fell, undefined)).toBe(true);
  expect(isFresh(fell, "4"), "put away").toBe(false);
  expect(isFresh([...fell, told("stayed")], undefined), "somebody moved").toBe(false);
  expect(lastOrder(events("moved", "stayed"))).toEqual([]);
  expect(isFresh([], undefined)).toBe(false);
});

test("the dice of an event are drawn as the rules tell them", () => {
  const dice = [
    { face: 12, good: true },
    { face: 13, good: false },
  ];
  expect(faces(told("attacked", {}, "", { dice }))).toEqual([
    { kind: "d20", face: "12", hit: true },
    { kind: "d20", face: "13", hit: false },
  ]);
  expect(faces(told("moved"))).toEqual([]);
});

test("an order is counted with those that events and finds have added in this round", () => {
  const view = { miners: [{ seat: 0, orders: 2 }], in_force: [{ effect: "orders", amount: 1 }] } as never;
  expect(orderNow(input<TableView>(view))).toEqual({ n: 2, all: 3 });
  const before = told("orders_gained", { seat: 0, count: 1 });
  const log = [before, told("event_drawn"), told("orders_gained", { seat: 0, count: 1 }), told("orders_gained", { seat: 1, count: 1 })];
  expect(orderNow(input<TableView>(view, { log }))).toEqual({ n: 3, all: 4 });
  const plain = { miners: [{ seat: 0, orders: 2 }], in_force: [] } as never;
  expect(orderNow(input<TableView>(plain))).toEqual({ n: 1, all: 2 });
});

test("a place is named by its hexagon, a bearing by the compass", () => {
  const view = { tiles: [{ name: "a1", x: 100, y: 100 }], voids: [["b1", 300, 100]] } as never;
  expect([hexagonAt(view, 190, 90), hexagonAt(view, 220, 90)]).toEqual(["a1", "b1"]);
  expect([wayOf(350), wayOf(270)]).toEqual([wayOf(0), wayOf(269)]);
});

test("the log tells the MegaBeast's lines from those of the players", () => {
  expect(log(told("beast_moves"))).toMatchObject({ side: "n", label: "M", quiet: false });
  expect(log(told("beast_wounded", { seat: 1 }))).not.toHaveProperty("side");
  expect(log(told("event_drawn"))).toMatchObject({ head: true });
  expect(log(told("aro_declared", { skill: "none" }))).toMatchObject({ quiet: true });
  expect(log(told("died"))).toMatchObject({ death: true, weight: 3 });
});

test("the timeline: who has acted, who acts, who reacts", () => {
  const miners = [0, 1, 2].map((seat) => ({ seat, tag: "", orders: 2 }));
  const view = { turns: [2, 0, 1], turn: 1, active: 0, round: 3, stage: "turn", miners, measures: { rounds: 8 }, order: { waiting: [1] } };
  const found = order(input<TableView>(view as never));
  expect(found.slots.map(({ id, state }) => [id, state])).toEqual([
    ["2", "done"],
    ["0", "now"],
    ["1", "next"],
  ]);
  expect(found.slots[1]?.note).toContain("2");
  expect(found.slots[2]?.terms).toEqual(["sign.aro"]);
});

test("not to be asked again holds for this turn", () => {
  const asked = input<TableView>({ round: 2, active: 1 }, { question: question("aro") });
  const wish = quietWish(asked);
  const quiet = { ...asked, selection: { ...asked.selection, tools: { quiet: wish } } };
  expect([isQuiet(asked), isQuiet(quiet)]).toEqual([false, true]);
  expect(isQuiet({ ...quiet, view: { ...quiet.view, active: 0 } })).toBe(false);
});

test("a TAG on a roof stands as high as it, and says so", () => {
  const miner = { seat: 1, tag: "x", x: 505, y: 10, level: 0, facing: 45, wounds: 2, slowed: true, sheet: { wounds: 3 } };
  const view = { active: 1, round: 1, scenery: [{ height: 300 }], measures: { base: 275 }, tiles: [], voids: [] };
  const made = piece(input<TableView>(view as never), miner as never);
  expect(made).toMatchObject({ id: "miner:1", side: "b", label: "B", at: { x: 50.5, y: 1 }, size: 55, state: "acting", z: 30 });
  expect(made.marks).toEqual(["i-pinned", "i-layers"]);
});
