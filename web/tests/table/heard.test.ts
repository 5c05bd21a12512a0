import { expect, test } from "vitest";
import type { Told } from "../../src/net/protocol";
import { heard } from "../../src/table/heard";

const told = (text: string): Told => ({ key: "event", clause: "", text, params: {} }) as unknown as Told;
const left = (n: number): string => `${n} before.`;

test("what happened is said in order, with a full stop each", () => {
  expect(heard([told("A moves to b2"), told("B falls!")], () => ({}), left)).toBe("A moves to b2. B falls!");
});

test("details of a roll and repeated sentences are not said", () => {
  const events = [told("A rolls 3, 5"), told("detail"), told("A rolls 3, 5")];
  expect(heard(events, (one) => ({ fold: one.text === "detail" }), left)).toBe("A rolls 3, 5.");
});

test("of very much the last is said, and how much came before", () => {
  const events = Array.from({ length: 11 }, (_, n) => told(`event ${n}`));
  expect(heard(events, () => ({}), left)).toMatch(/^3 before\. event 3\. .*event 10\.$/);
});
