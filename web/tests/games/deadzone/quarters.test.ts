/** Deadzone's gestures: a crate touched is a crate opened, cards are held for a round, a shield faces the enemy. */
import { expect, test } from "vitest";
import { commit } from "../../../src/games/deadzone/detail";
import type { TableView } from "../../../src/games/deadzone/model";
import { begin, follow, hold, holds, usual } from "../../../src/games/deadzone/quarters";
import { input, question, sit } from "../../sitting";

const selection = { option: "move:b2.1", target: "cube:b2.1", hover: "", tools: {} };
const view = (known: Partial<TableView>): Partial<TableView> => ({ round: 2, crates: ["b2.1"], items: [], models: [], ...known });
const touched = (x: number, y: number, known: Partial<TableView> = {}) =>
  input<TableView>(view(known), { question: question("action", ["move:b2.1"]), selection: { ...selection, draft: { at: { x, y } } } });
const found = question("pick_up", ["open", "leave"]);

test("a touch on the crate opens it; one beside it leaves that open, and either says the quarter", () => {
  const on = follow(touched(120, 120), "move:b2.1");
  expect([on(found), on(question("place", ["place:0", "place:3"]))]).toEqual(["open", "place:3"]);
  const beside = follow(touched(70, 70), "move:b2.1");
  expect([beside(found), beside(question("place", ["place:0", "place:3"]))]).toEqual([undefined, "place:0"]);
  expect(follow(touched(120, 120, { crates: [] }), "move:b2.1")(found)).toBeUndefined();
});

test("of two things in a cube, one is asked which", () => {
  expect(follow(touched(120, 120), "move:b2.1")(question("pick_up", ["take:medi_pack", "open", "leave"]))).toBeUndefined();
});

test("the commit button says what a touch on the crate does as well", () => {
  const choice = { key: "move:b2.1", clause: "", text: "Move to b2" };
  expect(commit(touched(120, 120), choice)).not.toBe("Move to b2");
  expect(commit(touched(70, 70), choice)).toBe("Move to b2");
});

test("cards are held until the round ends, by the seat that said so", () => {
  const asks = question("card_resist", ["card:weak_spot:weak_spot", "no-card"]);
  const sat = sit(input<TableView>(view({}), { question: asks }));
  expect(begin(sat.table.input as never)).toBeUndefined();
  hold(sat.table, true);
  expect(sat.answers).toEqual(["no-card"]);
  const held = (round: number, seat: number) =>
    input<TableView>(view({ round }), { question: asks, seat, selection: { ...selection, draft: {}, tools: { hold0: "2" } } });
  expect([held(2, 0), held(3, 0), held(2, 1)].map(holds)).toEqual([true, false, false]);
  expect([held(2, 0), held(3, 0), held(2, 1)].map(begin)).toEqual(["no-card", undefined, undefined]);
  expect(follow(held(2, 0), "shoot:rifle@B1")(asks)).toBe("no-card");
});

test("a shield is held towards the nearest enemy", () => {
  const model = (tag: string, owner: number, cube: string) => ({ tag, owner, cube, dead: false }) as TableView["models"][number];
  const asks = question("shield", ["side:north", "side:east", "side:south", "side:west"], { tag: "A1" });
  const facing = (...cubes: string[]) =>
    usual(
      asks,
      input<TableView>(
        view({ models: [model("A1", 0, "d4.1"), model("A2", 0, "d3.1"), ...cubes.map((cube, n) => model(`B${n}`, 1, cube))] }),
      ),
    );
  expect([facing("d1.1"), facing("h5.1"), facing("d8.1", "a4.2"), facing()]).toEqual(["side:north", "side:east", "side:west", undefined]);
});
