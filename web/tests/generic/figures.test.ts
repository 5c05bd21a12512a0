/** What the generic client reads out of a view it knows nothing about. */
import { expect, test } from "vitest";
import { clientOf } from "../../src/generic";
import { diceOf, figuresOf, sizeOf } from "../../src/generic/figures";
import { GameWords } from "../../src/words/words.svelte";
import { input, told } from "../sitting";

const words = new GameWords({ "view.scores": "points", "view.goal": "to win", "view.hands": "cards", "game.title": "Pig" });

test("a list with an entry for each seat stands beside the seats, a single figure below them", () => {
  const found = figuresOf({ scores: [12, 7], goal: 100 }, 2, words);
  expect(found.seats).toEqual([{ name: "points", values: ["12", "7"] }]);
  expect(found.table).toEqual([{ name: "to win", value: "100" }]);
});

test("what the game has no word for, or is no figure, is left out", () => {
  const found = figuresOf({ active: 1, scores: [1, 2, 3], hands: [[1], [2]] }, 2, words);
  expect(found).toEqual({ seats: [], table: [] });
  expect(figuresOf(null, 2, words)).toEqual({ seats: [], table: [] });
});

test("a picture is as wide as its longest line", () => {
  expect(sizeOf("A  ##\nB")).toEqual({ columns: 5, lines: 2 });
});

test("those who are asked are marked in the order", () => {
  const places = [0, 1].map((seat) => ({ seat, who: "human", name: "", present: true, stand_in: "", player: "" }));
  const order = clientOf("pig").order(input({}, { words, places, waiting: [1] }));
  expect(order.phase).toBe("Pig");
  expect(order.slots.map((slot) => slot.state)).toEqual([undefined, "now"]);
});

test("an event with a face shows a die", () => {
  expect(diceOf(told("rolled", { face: 5 }))).toEqual([{ kind: "d6", face: "5", hit: true }]);
  expect(diceOf(told("rolled", { face: 17 }))[0]?.kind).toBe("d20");
  expect(diceOf(told("held", { score: 3 }))).toEqual([]);
});
