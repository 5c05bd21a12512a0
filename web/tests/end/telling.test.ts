import { describe, expect, it } from "vitest";
import { escaped, sharedPicture, wrapped } from "../../src/end/picture";
import { difference, toldOf, turning, verdictOf } from "../../src/end/telling";
import { eventful, figureOf, gained, sources } from "../../src/goal/standing";
import type { GoalShown, RoundStanding, Told, Way } from "../../src/net/protocol";
import type { Moment } from "../../src/table/coach.svelte";

const way = (text: string, ...points: (number | null)[]): Way => ({ text, clause: "", points, due: [] });
const shown = (ways: Way[], rounds: RoundStanding[] = []): GoalShown => ({
  type: "goal",
  id: "",
  seq: 0,
  goal: { aim: "", lasts: "", totals: [0, 0], ways, marks: [], missions: [], companies: [], round: 0, rounds: 0, needed: 0 },
  rounds,
  turned: null,
  luck: [],
});

describe("the end", () => {
  it("shows of a long match the rounds that brought something, and the last", () => {
    const rounds = (count: number): RoundStanding[] =>
      Array.from({ length: count }, (_, n) => ({ round: n + 1, totals: [n < 3 ? 0 : 2, 0], ways: [] }));
    expect(eventful(gained(rounds(10)))).toHaveLength(10);
    expect(eventful(gained(rounds(17))).map(({ round }) => round)).toEqual([4, 17]);
    expect([figureOf(-4), figureOf(null)]).toEqual(["−4", "–"]);
  });

  it("names the winner first, or nobody if they share it", () => {
    expect(verdictOf({ winners: [1], scores: [9, 11], dice_key: "" })).toEqual({ winner: 1, order: [1, 0], score: "11 : 9" });
    expect(verdictOf({ winners: [0, 1], scores: [5, 5], dice_key: "" }).winner).toBeNull();
    expect(verdictOf({ winners: [0], scores: [5, 5], dice_key: "" }).order).toEqual([0, 1]);
  });

  it("says which source made the difference", () => {
    const ways = [way("zones", 7, 6), way("kills", 4, 0), way("task", 0, 3)];
    expect(difference(shown(ways), 0)).toEqual({ text: "kills", won: 4, other: 0 });
    expect(difference(shown([way("task", 0, 3)]), 0)).toBeNull();
  });

  it("tells the turning moment by what weighs most, and among equals by the one it favoured", () => {
    const told = (text: string, seat: number) => ({ text, params: { seat } }) as unknown as Told;
    const scored = [told("A scores 3", 0), told("B scores 9", 1)];
    expect(toldOf(scored, 1, () => ({}))).toBe("B scores 9");
    expect(toldOf(scored, 2, () => ({}))).toBe("A scores 3");
    expect(toldOf([...scored, told("A falls", 0)], 1, ({ text }) => ({ weight: text === "A falls" ? 3 : 1 }))).toBe("A falls");
    expect(toldOf([], 1, () => ({}))).toBe("");
  });

  it("turns at its weightiest moment", () => {
    const moments = [
      { type: "decision", cost: 0.1 },
      { type: "dice", gain: -0.3 },
      { type: "decision", cost: 0.2 },
    ] as Moment[];
    expect(turning(moments)).toBe(1);
    expect(turning([])).toBe(-1);
  });
});

describe("rounds", () => {
  const rounds: RoundStanding[] = [
    { round: 1, totals: [1, null], ways: [way("zones", 1, null)] },
    { round: 2, totals: [4, null], ways: [way("zones", 2, null), way("kills", 2, null)] },
  ];

  it("are what each has brought, and keep secrets", () => {
    const [first, second] = gained(rounds);
    expect(first?.gains).toEqual([1, null]);
    expect(second?.gains).toEqual([3, null]);
    expect(second?.parts).toEqual([
      { text: "zones", points: [1, null] },
      { text: "kills", points: [2, null] },
    ]);
  });

  it("name the richest sources first", () => {
    expect(sources(shown([way("a", 1, 0), way("b", 2, 2), way("c", 0, 0)]), 2)).toEqual(["b", "a"]);
  });
});

describe("the picture", () => {
  it("says everything and nothing that could break it", () => {
    const names = [{ letter: "A", name: "Ana <3", points: "11", colour: "#fff" }];
    const svg = sharedPicture({
      title: "Game",
      headline: "You won",
      names,
      lines: [[1, 2, 11]],
      board: null,
      paper: "#000",
      ink: "#fff",
      faint: "#888",
    });
    expect(svg).toContain("Ana &#60;3");
    expect(svg).not.toContain("Ana <3");
    expect(svg).toContain("<path");
    expect(svg.startsWith("<svg ")).toBe(true);
  });

  it("breaks long lines between words", () => {
    expect(wrapped("one two three", 8)).toEqual(["one two", "three"]);
    expect(escaped('a"b')).toBe("a&#34;b");
  });
});
