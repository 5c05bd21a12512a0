/** The end of a match in words and figures: who won, what made the difference, and where the match turned. */
import { cut } from "../film/acts";
import type { LogEntry } from "../games/game";
import type { GoalShown, Outcome, Told } from "../net/protocol";
import type { Moment } from "../table/coach.svelte";

export interface Verdict {
  /** The winner, if there is one. */
  winner: number | null;
  /** Seats by their points, the winners first. */
  order: number[];
  score: string;
}

export function verdictOf({ winners, scores }: Outcome): Verdict {
  const won = (seat: number): number => Number(winners.includes(seat));
  const order = scores.map((_, seat) => seat).sort((a, b) => won(b) - won(a) || (scores[b] ?? 0) - (scores[a] ?? 0));
  const [only] = winners;
  return {
    winner: winners.length === 1 && only !== undefined ? only : null,
    order,
    score: order.map((seat) => scores[seat]).join(" : "),
  };
}

export interface Difference {
  text: string;
  /** Points of the winner from it, and of the best of the others. */
  won: number;
  other: number;
}

/** The source that brought the winner most of the lead; nothing if no source did. */
export function difference({ goal }: GoalShown, winner: number): Difference | null {
  const found = goal.ways.map(({ text, points }) => {
    const others = points.filter((_, seat) => seat !== winner).map((one) => one ?? 0);
    return { text, won: points[winner] ?? 0, other: Math.max(0, ...others) };
  });
  const best = found.reduce<Difference | null>(
    (most, one) => (one.won - one.other > (most ? most.won - most.other : 0) ? one : most),
    null,
  );
  return best;
}

const weight = (moment: Moment): number => Math.abs(moment.type === "decision" ? moment.cost : moment.gain);

/** The place of the weightiest moment in the analysis; -1 if there is none. */
export function turning(moments: Moment[]): number {
  return moments.reduce((best, moment, n) => (best < 0 || weight(moment) > weight(moments[best] as Moment) ? n : best), -1);
}

/** What the log says of a moment: the weightiest thing in it; where none weighs more than another, what concerns the one it favoured. */
export function toldOf(events: Told[], seat: number, entry: (told: Told) => LogEntry): string {
  const lead = (some: Told[]) => cut(some, 0, some.length, entry, false)[0]?.lead;
  const first = lead(events);
  if (!first || (entry(first).weight ?? 1) > 1 || first.params.seat === seat) return first?.text ?? "";
  return (lead(events.filter(({ params }) => params.seat === seat)) ?? first).text;
}
