/** The answers to a puzzle as rows with bars: which are shown at once, and which only when somebody wants all. */
import type { Judged, Weighed } from "../net/protocol";

export interface Row extends Weighed {
  mine: boolean;
}

const MOST = 6;

/** The best ones, and wherever they stand the right ones, my own and the tempting one; the rest is folded away. */
export function rowsOf(judged: Judged, all = false): Row[] {
  const wanted = new Set([judged.given, judged.tempting.answer.key]);
  return judged.answers
    .map((one) => ({ ...one, mine: one.answer.key === judged.given }))
    .filter((one, n) => all || n < MOST || one.right || wanted.has(one.answer.key));
}

/** The chance to win with the answer that was given. */
export function chanceOf(judged: Judged): number {
  return judged.answers.find(({ answer }) => answer.key === judged.given)?.chance ?? 0;
}

/** How much of the line a chance fills: the best answer of a lost position still has a bar one can see. */
export function width(judged: Judged, chance: number): number {
  const best = judged.answers[0]?.chance ?? 1;
  return best > 0 ? Math.round((100 * chance) / best) : 0;
}
