/** Arrow keys walk from place to place. */
import { expect, test } from "vitest";
import { isArrow, next } from "../../src/board/walk";

const places = [
  { id: "middle", at: { x: 0, y: 0 } },
  { id: "right", at: { x: 10, y: 0 } },
  { id: "far right", at: { x: 20, y: 0 } },
  { id: "below, aside", at: { x: 4, y: 6 } },
  { id: "below", at: { x: 0, y: 12 } },
  { id: "above", at: { x: 0, y: -10 } },
];
const from = (at: { x: number; y: number }, key: string) => next(places, at, key)?.id;

test("only arrows walk", () => {
  expect(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].every(isArrow)).toBe(true);
  expect(isArrow("Enter")).toBe(false);
  expect(next(places, { x: 0, y: 0 }, "Enter")).toBeUndefined();
});

test("the nearest place in the direction of the key", () => {
  expect(from({ x: 0, y: 0 }, "ArrowRight")).toBe("right");
  expect(from({ x: 10, y: 0 }, "ArrowRight")).toBe("far right");
  expect(from({ x: 20, y: 0 }, "ArrowLeft")).toBe("right");
  expect(from({ x: 0, y: 0 }, "ArrowUp")).toBe("above");
});

test("straight ahead counts more than near but aside", () => {
  expect(from({ x: 0, y: 0 }, "ArrowDown")).toBe("below");
  expect(from({ x: 3, y: 0 }, "ArrowDown")).toBe("below, aside");
});

test("nothing lies beyond the edge, nor too far aside", () => {
  expect(from({ x: 20, y: 0 }, "ArrowRight")).toBeUndefined();
  expect(from({ x: 0, y: -10 }, "ArrowUp")).toBeUndefined();
  expect(next([{ id: "aside", at: { x: 5, y: 2 } }], { x: 0, y: 0 }, "ArrowDown")).toBeUndefined();
});
