/** A puzzle being solved: an answer is judged, kept in the storage, and can be given again; bars for all answers. */
import { beforeEach, expect, test } from "vitest";
import type { Judged, Suggestion } from "../../src/net/protocol";
import type { Wish } from "../../src/net/seat.svelte";
import { chanceOf, rowsOf, width } from "../../src/puzzles/bars";
import { marksOf } from "../../src/puzzles/shelf";
import { Solving } from "../../src/puzzles/solving.svelte";
import type { Table } from "../../src/table/table.svelte";

const move = (key: string) => ({ seat: 0, key, text: key });
const suggestion = (key: string, chance: number): Suggestion => ({ answer: move(key), chance, tries: 9, leads: [], line: [move("next")] });

/** Ten answers, from `a0` with 60 of 100 down; `a0` is right. */
const judged = (given: string): Judged => ({
  type: "judged",
  id: "",
  given,
  right: given === "a0",
  answers: Array.from({ length: 10 }, (_, n) => ({ answer: move(`a${n}`), chance: 0.6 - 0.05 * n, right: n === 0 })),
  best: suggestion("a0", 0.6),
  tempting: suggestion("a8", 0.2),
  reasons: [],
  theme: "attack",
  tries: 3000,
});

function sit() {
  const sent: Wish[] = [];
  const me = {
    question: { number: 7 },
    send: (wish: Wish) => (sent.push(wish), Promise.resolve(judged((wish as { key: string }).key))),
  };
  return { solving: new Solving({ me } as unknown as Table, "deadzone", "x"), sent };
}

beforeEach(() => localStorage.clear());

test("a wrong answer is judged, kept and compared with the right one; then another can be given", async () => {
  const { solving, sent } = sit();
  await solving.answer("a3");
  expect(sent).toEqual([{ type: "answer", question: 7, key: "a3" }]);
  expect(solving.verdict?.right).toBe(false);
  expect(marksOf("deadzone")).toEqual({ x: "missed" });
  expect(solving.compared?.better.answer.key).toBe("a0");
  expect(solving.compared?.played.answer.key).toBe("a3");
  expect(solving.compared?.tags).toEqual({ better: "right, 60 %", played: "yours, 45 %" });
  solving.again();
  expect([solving.verdict, solving.compared]).toEqual([null, null]);
  await solving.answer("a0");
  expect(marksOf("deadzone")).toEqual({ x: "later" });
  expect(solving.compared?.better).toBe(solving.compared?.played);
});

test("what follows a known answer is drawn with it", async () => {
  const { solving } = sit();
  await solving.answer("a8");
  expect(solving.compared?.played.line).toEqual([move("next")]);
});

test("the best answers are shown, and mine and the tempting one wherever they stand", () => {
  const keys = (rows: { answer: { key: string } }[]) => rows.map(({ answer }) => answer.key);
  expect(keys(rowsOf(judged("a9")))).toEqual(["a0", "a1", "a2", "a3", "a4", "a5", "a8", "a9"]);
  expect(rowsOf(judged("a9"), true)).toHaveLength(10);
  expect(rowsOf(judged("a1")).filter((row) => row.mine || row.right)).toHaveLength(2);
});

test("bars are as long as their chance beside the best", () => {
  expect([width(judged("a0"), 0.6), width(judged("a0"), 0.3), width(judged("a0"), 0)]).toEqual([100, 50, 0]);
  expect(width({ ...judged("a0"), answers: [] }, 0)).toBe(0);
  expect(chanceOf(judged("a2"))).toBeCloseTo(0.5);
});
