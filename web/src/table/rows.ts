/** The log as it is read: newest first, what says the same in succession is one line, and a mark where one's last turn was. */
import type { LogEntry } from "../games/game";
import type { Told } from "../net/protocol";

/** A line of the log: the event (the last, if several say the same) and how many there are of it. */
export interface Row {
  told: Told;
  entry: LogEntry;
  /** The length of the log after it. */
  seq: number;
  text: string;
  times: number;
}

/** At most so many lines, unless more has happened since one's last turn. */
const SHOWN = 150;

/** The lines of a log, newest first, and how many of them are news: those from `since` on. */
export function rowsOf(
  log: readonly Told[],
  since: number,
  entryOf: (told: Told) => LogEntry,
  wanted: (entry: LogEntry) => boolean,
): { rows: Row[]; news: number } {
  const rows: Row[] = [];
  log.forEach((told, n) => {
    const entry = entryOf(told);
    if (!wanted(entry)) return;
    const row = { told, entry, seq: n + 1, text: entry.text ?? told.text, times: 1 };
    const last = rows.at(-1);
    // What happened before one's last turn and what happened since stay two.
    if (last && same(last, row) && last.seq > since === row.seq > since) rows[rows.length - 1] = { ...row, times: last.times + 1 };
    else rows.push(row);
  });
  const news = since > 0 ? rows.filter((row) => row.seq > since).length : 0;
  return { rows: rows.slice(-Math.max(SHOWN, news + 1)).reverse(), news };
}

/** Headings and dice are each a thing of their own. */
const same = (one: Row, other: Row): boolean =>
  one.text === other.text &&
  one.entry.side === other.entry.side &&
  ![one, other].some(({ entry }) => entry.head || (entry.dice?.length ?? 0) > 0);
