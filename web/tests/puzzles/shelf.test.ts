/** The shelf of puzzles: their order, what was solved, and what comes next. */
import { beforeEach, expect, test } from "vitest";
import type { PuzzleInfo } from "../../src/net/protocol";
import { isSolved, keep, marksOf, nextUnsolved, ordered, puzzleAt, solvedCount, tableOf } from "../../src/puzzles/shelf";

const puzzle = (name: string, difficulty = 1): PuzzleInfo => ({ name, prompt: "?", seat: 0, round: 1, choices: 4, difficulty });
const three = [puzzle("a"), puzzle("b"), puzzle("c")];

beforeEach(() => localStorage.clear());

test("the easy ones stand first", () => {
  expect(ordered([puzzle("c", 2), puzzle("b", 4), puzzle("a", 2), puzzle("d")]).map(({ name }) => name)).toEqual(["d", "a", "c", "b"]);
});

test("a puzzle is found by the name of its table, and other tables are none", () => {
  expect(puzzleAt(tableOf("deadzone", "0001_327"))).toEqual({ game: "deadzone", name: "0001_327" });
  expect(puzzleAt("4f0c")).toBeNull();
});

test("what was solved once stays solved, and a second try counts as that", () => {
  expect(keep("deadzone", "a", true)).toEqual({ a: "first" });
  keep("deadzone", "a", false);
  keep("deadzone", "b", false);
  expect(marksOf("deadzone")).toEqual({ a: "first", b: "missed" });
  expect(keep("deadzone", "b", true)).toEqual({ a: "first", b: "later" });
  expect(marksOf("tag_raid")).toEqual({});
  expect(solvedCount(three, marksOf("deadzone"))).toBe(2);
  expect([isSolved("missed"), isSolved(undefined), isSolved("later")]).toEqual([false, false, true]);
});

test("what lies in the storage may be anything", () => {
  localStorage.setItem("muster.puzzles", "{nonsense");
  expect(marksOf("deadzone")).toEqual({});
  localStorage.setItem("muster.puzzles", "null");
  expect(keep("deadzone", "a", true)).toEqual({ a: "first" });
});

test("the next one is not solved, comes after this one, and from the last on the first again", () => {
  expect(nextUnsolved(three, {})?.name).toBe("a");
  expect(nextUnsolved(three, { b: "first" }, "a")?.name).toBe("c");
  expect(nextUnsolved(three, { b: "missed" }, "a")?.name).toBe("b");
  expect(nextUnsolved(three, {}, "c")?.name).toBe("a");
  expect(nextUnsolved(three, { a: "first", b: "later" }, "c")).toBeUndefined();
});
