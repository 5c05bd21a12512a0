/** What a rehearsal says of a programme, and for how long it holds. */
import { expect, test } from "vitest";
import type { Rehearsal, Step } from "../../../../src/muster/server/protocol/views/tiny_epic_mechs";
import type { PlayerView, TableView } from "../../../src/games/tiny_epic_mechs/model";
import { changes, fails, steps } from "../../../src/games/tiny_epic_mechs/rehearsal";
import { input, question } from "../../sitting";

const step = (card: string, change: Partial<Step> = {}): Step => ({
  card,
  zone: "a1",
  energy: 0,
  credits: 0,
  health: 0,
  left: [0, 0],
  remarks: [],
  ...change,
});

function planned(programme: string[], rehearsed: string[]) {
  const player = { seat: 0, zone: "a1", program: [], hand: [] } as Partial<PlayerView> as PlayerView;
  const now = input<TableView>({ zones: [], players: [player] }, { question: question("program") });
  const rehearsal: Rehearsal = { kind: "rehearsal", steps: rehearsed.map((card) => step(card)) };
  return { ...now, selection: { ...now.selection, draft: { programme, rehearsal } } };
}

test("steps hold as far as the cards are the same", () => {
  const cards = ["collect-n", "mine-e", "mine-w"];
  expect(steps(planned(cards, cards))).toHaveLength(3);
  expect(steps(planned(["collect-n", "mine-s", "mine-w"], cards)).map((one) => one.card)).toEqual(["collect-n"]);
  expect(steps(planned(["collect-n"], cards))).toHaveLength(1);
  expect(steps(planned([], cards))).toEqual([]);
});

test("what is paid has a minus, what comes a plus, what stays is not named", () => {
  expect(changes(step("mine-e", { credits: -3 })).map(({ icon, text }) => [icon, text])).toEqual([["credit", "−3"]]);
  expect(changes(step("collect-e", { energy: 2, health: -1 })).map(({ text }) => text)).toEqual(["+2", "−1"]);
});

test("a step fails only by a warning", () => {
  expect(fails(undefined)).toBe(false);
  expect(fails(step("mine-e", { remarks: [{ text: "", clause: "", warning: false }] }))).toBe(false);
  expect(fails(step("mine-e", { remarks: [{ text: "", clause: "", warning: true }] }))).toBe(true);
});
