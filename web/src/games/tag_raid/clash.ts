/** The dice of the last order: the log from the last resolution back to where its order began. */
import type { Told } from "../../net/protocol";

const BEGINS = new Set(["moved", "stayed", "event_drawn"]);
const DICE = new Set(["attacked", "evaded", "saved"]);

/** The events of the last order in which dice fell. */
export function lastOrder(log: Told[]): Told[] {
  let end = log.length - 1;
  while (end >= 0 && !DICE.has(log[end]?.key ?? "")) end -= 1;
  let start = end;
  while (start >= 0 && !BEGINS.has(log[start]?.key ?? "")) start -= 1;
  return end < 0 ? [] : log.slice(start + 1, end + 1);
}

/** Whether the dice of the last order are worth showing: nobody has moved since, and they were not put away. */
export function isFresh(log: Told[], putAway: string | undefined): boolean {
  const dice = lastDice(log);
  return dice > Number(putAway ?? 0) && dice > log.findLastIndex((told) => BEGINS.has(told.key));
}

/** How long the log was when its last dice fell. */
export function lastDice(log: Told[]): number {
  return log.findLastIndex((told) => DICE.has(told.key)) + 1;
}
