/** Moments of an analysis in words. */
import type { DecisionMoment, DiceMoment, SideSummary, Told } from "../net/protocol";
import { say } from "../words/words.svelte";
import type { Moment } from "./coach.svelte";
import type { Table } from "./table.svelte";

/** So many sentences of the log are repeated. */
const MOST_TOLD = 4;

const wins = (share: number): number => Math.max(1, Math.round(100 * Math.abs(share)));

/** What was played, or what the dice brought. */
export function momentText(table: Table, moment: Moment): string {
  const rolled = moment.type === "dice" ? toldAt(table, moment).find((one) => table.entry(one).dice?.length) : undefined;
  if (rolled) return table.entry(rolled).text ?? rolled.text;
  const move = moment.type === "decision" ? moment.played.answer : moment.answer;
  return move ? table.wordsOf(move) : say("dice_at_start");
}

/** What it came to, in a line. */
export function momentTitle(table: Table, moment: Moment): string {
  return moment.type === "decision" ? decisionTitle(table, moment) : diceTitle(table, moment);
}

function decisionTitle(table: Table, { seat, cost }: DecisionMoment): string {
  const n = wins(cost);
  return seat === table.me.seat ? say("cost_you", { n }) : say("cost_who", { who: table.nameOf(seat), n });
}

function diceTitle(table: Table, { seat, gain }: DiceMoment): string {
  const n = wins(gain);
  if (seat === table.me.seat) return say(gain >= 0 ? "dice_gave_you" : "dice_took_you", { n });
  return say(gain >= 0 ? "dice_gave_who" : "dice_took_who", { who: table.nameOf(seat), n });
}

/** How lucky the dice were, in a sentence. */
export function luckText({ percentile }: DiceMoment): string {
  const n = Math.round(percentile);
  return n >= 50 ? say("luck_better", { n }) : say("luck_worse", { n: 100 - n });
}

/** A player's match in a sentence or two. */
export function sideText(table: Table, side: SideSummary): string {
  const mine = side.seat === table.me.seat;
  const who = table.nameOf(side.seat);
  const luck = say(mine ? "your_luck" : "luck_of", { who, n: Math.round(side.dice_percentile) });
  const n = Math.round(100 * side.cost);
  if (!n) return `${luck} ${say(mine ? "gave_nothing_you" : "gave_nothing", { who })}`;
  const gave = say(mine ? "gave_away_you" : "gave_away_who", { who, n, decisions: side.decisions });
  return [luck, gave, side.worst_round ? say("worst_round", { n: side.worst_round }) : ""].filter(Boolean).join(" ");
}

/** What the log said when the dice of a moment fell: since the last moment of the curve. */
export function toldAt(table: Table, moment: DiceMoment): Told[] {
  const before = (table.coach.analysis?.curve ?? []).filter((point) => point.seq < moment.seq).at(-1)?.seq ?? 0;
  const told = table.me.log.slice(before, moment.seq).filter((one) => !table.entry(one).head && !table.entry(one).fold);
  const rolled = told.filter((one) => table.entry(one).dice?.length);
  return (rolled.length ? rolled : told).slice(0, MOST_TOLD);
}
