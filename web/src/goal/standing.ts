/** The goal of a match as a screen shows it: rows by source, rounds side by side, the bars of a chart. */
import type { Goal, GoalShown, RoundStanding, Way } from "../net/protocol";

type Points = Goal["totals"];

/** The ways worth a row: those that have brought something or could now come first in the reader's mind, but none is left out. */
export const scored = (goal: Goal): Way[] => goal.ways.filter((way) => way.points.some((one) => one !== 0) || way.due.some(Boolean));

/** What a round has brought each seat, by source; null where the viewer may not know. */
export interface RoundGain {
  round: number;
  gains: Points;
  totals: Points;
  parts: { text: string; points: Points }[];
}

const minus = (now: Points, before: Points | undefined): Points =>
  now.map((one, seat) => (one === null ? null : one - (before?.[seat] ?? 0)));

/** Gains round by round, from how the match stood after each. A source that is new in a round began with nothing. */
export function gained(rounds: RoundStanding[]): RoundGain[] {
  return rounds.map(({ round, totals, ways }, n) => {
    const before = rounds[n - 1];
    const parts = ways.map(({ text, points }) => ({
      text,
      points: minus(points, before?.ways.find((way) => way.text === text)?.points),
    }));
    return {
      round,
      totals,
      gains: minus(totals, before?.totals),
      parts: parts.filter(({ points }) => points.some((one) => one !== null && one !== 0)),
    };
  });
}

/** The sources that matter in the end, the richest first: beyond `most` they are one. */
export function sources(shown: GoalShown, most: number): string[] {
  const sum = ({ points }: Way): number => points.reduce<number>((all, one) => all + Math.abs(one ?? 0), 0);
  return shown.goal.ways
    .filter((way) => sum(way) > 0)
    .sort((one, other) => sum(other) - sum(one))
    .slice(0, most)
    .map(({ text }) => text);
}

/** So many rounds fit side by side; of a longer match only those are shown that brought points. */
const ROUNDS = 10;

/** The rounds worth a bar: all of them, or, where they are too many, those in which somebody scored, and the last. */
export function eventful(rounds: RoundGain[]): RoundGain[] {
  if (rounds.length <= ROUNDS) return rounds;
  return rounds.filter(({ gains, parts }, n) => n === rounds.length - 1 || parts.length > 0 || gains.some(Boolean));
}

/** A figure with the sign that printers use. */
export const printed = (figure: number | null | undefined): string => (figure == null ? "" : String(figure).replace("-", "−"));

/** How to say points of a seat: a dash where nobody may know. */
export const figureOf = (points: number | null | undefined): string => (points == null ? "–" : printed(points));
