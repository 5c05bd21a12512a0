/** The seats this browser holds: kept in local storage, so that you find your way back after closing the window. */

export interface HeldSeat {
  seat: number | null;
  token: string;
  name: string;
}

export interface HeldTable {
  table: string;
  game: string;
  title: string;
  seats: HeldSeat[];
  invite: string;
  at: number;
  over: boolean;
  /** How it ended for whoever sits at this browser, once it has. */
  result?: "won" | "lost" | "drawn";
}

const KEY = "muster.tables";
const MOST = 40;

export function heldTables(): HeldTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as HeldTable[]).filter((one) => Array.isArray(one.seats)) : [];
  } catch {
    return [];
  }
}

export function heldTable(table: string): HeldTable | undefined {
  return heldTables().find((held) => held.table === table);
}

/** Remember a table, newest first; fields known before are overwritten one by one. */
export function hold(table: string, change: Partial<HeldTable>): HeldTable {
  const before = heldTable(table) ?? { table, game: "", title: "", seats: [], invite: "", at: 0, over: false };
  const after = { ...before, ...change, table, at: Date.now() };
  const rest = heldTables().filter((held) => held.table !== table);
  localStorage.setItem(KEY, JSON.stringify([after, ...rest].slice(0, MOST)));
  return after;
}

export function holdSeat(table: string, seat: HeldSeat): void {
  const seats = (heldTable(table)?.seats ?? []).filter((held) => held.token !== seat.token);
  hold(table, { seats: [...seats, seat] });
}

export function letGo(table: string): void {
  localStorage.setItem(KEY, JSON.stringify(heldTables().filter((held) => held.table !== table)));
}
