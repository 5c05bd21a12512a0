/** What is said aloud to whoever does not see the screen: everything that has just happened, in order, in one breath. */
import type { LogEntry } from "../games/game";
import type { Told } from "../net/protocol";

/** So many sentences at once; of more than that the last ones are said, and how many came before. */
const MOST = 8;

/** Sentences of events, with a full stop each; details of rolls are part of what is said about them. What says the same is said once. */
export function heard(events: readonly Told[], entry: (told: Told) => LogEntry, left: (n: number) => string): string {
  const said: string[] = [];
  for (const told of events) {
    if (entry(told).fold) continue;
    const text = /[.!?…]$/.test(told.text) ? told.text : `${told.text}.`;
    if (text !== said.at(-1)) said.push(text);
  }
  const before = said.length - MOST;
  return [...(before > 0 ? [left(before)] : []), ...said.slice(-MOST)].join(" ");
}
