/** The arithmetic of the curve over a replay. */
import { expect, test } from "vitest";
import { areaOf, chanceAt, labelsOf, lineOf, roundsOf, seqAt, signed, xOf, yOf, type Frame } from "../../src/table/curve";

const frame: Frame = { width: 1190, top: 10, height: 100, total: 200 };
const curve = [
  { seq: 0, round: 1, chances: [0.5, 0.5] },
  { seq: 50, round: 1, chances: [0.75, 0.25] },
  { seq: 100, round: 2, chances: [0.25, 0.75] },
  { seq: 200, round: 2, chances: [1, 0] },
];

test("the axis of the curve is that of the timeline, and a click finds the place again", () => {
  expect(xOf(frame, 0)).toBeCloseTo(8);
  expect(xOf(frame, 200)).toBeCloseTo(1182);
  for (const seq of [0, 1, 77, 199, 200]) expect(seqAt(frame, xOf(frame, seq))).toBe(seq);
  expect(seqAt(frame, -50)).toBe(0);
  expect(seqAt(frame, 5000)).toBe(200);
});

test("a certain win is at the top", () => {
  expect(yOf(frame, 1)).toBe(10);
  expect(yOf(frame, 0)).toBe(110);
  expect(lineOf(curve, 0, frame)).toBe("M8.0 60.0L301.5 35.0L595.0 85.0L1182.0 10.0");
  expect(areaOf(curve, 1, frame, 0.5).endsWith("L1182.0 60.0L8.0 60.0Z")).toBe(true);
  expect(areaOf([], 0, frame, 0.5)).toBe("");
});

test("between two points the chance is that of the first", () => {
  expect(chanceAt(curve, 0, 0)).toBe(0.5);
  expect(chanceAt(curve, 0, 99)).toBe(0.75);
  expect(chanceAt(curve, 1, 100)).toBe(0.75);
  expect(chanceAt([], 0, 3)).toBe(0);
});

test("rounds begin where their number changes; a game without rounds has none", () => {
  expect(roundsOf(curve)).toEqual([
    { round: 1, seq: 0 },
    { round: 2, seq: 100 },
  ]);
  expect(roundsOf(curve.map((point) => ({ ...point, round: 0 })))).toEqual([]);
});

test("figures stand clear of the line, and never on each other", () => {
  const [first, crowded, far] = labelsOf(curve, 0, frame, [50, 51, 100]);
  expect(first?.y).toBe(25);
  expect(crowded).toBeNull();
  expect(far?.y).toBe(75);
  expect(labelsOf(curve, 0, frame, [200])[0]?.y).toBe(29);
});

test("changes are read in wins of a hundred", () => {
  expect(signed(0.191)).toBe("+19");
  expect(signed(-0.03)).toBe("−3");
  expect(signed(0.001)).toBe("0");
});
