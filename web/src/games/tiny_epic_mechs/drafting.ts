/** Writing a programme: cards are drafted here, turned and taken back, and go to the server together when locked in. */
import type { Table } from "../../table/table.svelte";
import {
  inHand,
  isProgramming,
  kindOf,
  leads,
  me,
  programme,
  SLOTS,
  turned,
  waysOf,
  wayOf,
  zoneOf,
  type Input,
  type ZoneView,
} from "./model";

const input = (table: Table): Input => table.input as Input;
export const drafted = (table: Table): string[] => (table.selection.draft.programme as string[] | undefined) ?? [];
const put = (table: Table, cards: string[], at = cards.length - 1): void => table.draft({ programme: cards, at });
/** Which drafted card is being turned. */
export const chosen = (table: Table): number => Math.min((table.selection.draft.at as number | undefined) ?? -1, drafted(table).length - 1);

/** The zone from which the card at `slot` (of the whole programme) will be played, if nobody crosses the way. */
export function origin(now: Input, slot: number): ZoneView | undefined {
  let zone = zoneOf(now.view, me(now.view, now.seat)?.zone ?? "");
  for (const card of programme(now).slice(0, slot)) if (zone) zone = leads(now.view, zone, card);
  return zone;
}

/** Lay a card of this kind into the next slot, turned to where it leads somewhere; on the board as it is, not as it is being played back. */
export function lay(table: Table, kind: string): void {
  table.skip();
  const now = input(table);
  const slot = programme(now).length;
  if (table.busy || slot >= SLOTS || !inHand(now).some((one) => one.kind === kind && one.left > 0)) return;
  const from = origin(now, slot);
  const before = programme(now)[slot - 1];
  const ways = waysOf(kind);
  const usual = before && ways.includes(wayOf(before)) ? [wayOf(before), ...ways] : ways;
  const way = usual.find((one) => from && leads(now.view, from, `${kind}-${one}`) !== from) ?? "n";
  put(table, [...drafted(table), `${kind}-${way}`]);
}

export function turn(table: Table, slot = chosen(table)): void {
  const cards = drafted(table);
  if (cards[slot])
    put(
      table,
      cards.map((card, n) => (n === slot ? turned(card) : card)),
      slot,
    );
}

export function pick(table: Table, slot: number): void {
  if (slot === chosen(table)) turn(table, slot);
  else table.draft({ at: slot });
}

export function takeBack(table: Table, slot = chosen(table)): void {
  const cards = drafted(table).filter((_, n) => n !== slot);
  if (drafted(table).length) put(table, cards);
  else void table.undo();
}

/** Two cards of the draft change places: by dragging one onto the other. */
export function swap(table: Table, from: number, to: number): void {
  const cards = [...drafted(table)];
  const [a, b] = [cards[from], cards[to]];
  if (a === undefined || b === undefined) return;
  [cards[from], cards[to]] = [b, a];
  put(table, cards, to);
}

export const ready = (table: Table): boolean => programme(input(table)).length === SLOTS;

export async function lockIn(table: Table): Promise<void> {
  if (ready(table)) await table.commitAll(drafted(table));
}

/** A zone was touched: the chosen card is turned so that it leads there. */
export function touch(table: Table, target: string): boolean {
  const now = input(table);
  if (!isProgramming(now)) return false;
  const slot = chosen(table);
  const card = drafted(table)[slot];
  const from = origin(now, (me(now.view, now.seat)?.program.length ?? 0) + slot);
  if (!card || !from) return true;
  const way = waysOf(kindOf(card)).find((one) => `zone:${leads(now.view, from, `${kindOf(card)}-${one}`).name}` === target);
  if (way)
    put(
      table,
      drafted(table).map((one, n) => (n === slot ? `${kindOf(card)}-${way}` : one)),
      slot,
    );
  return true;
}

/** A programme that begins with this card, as far as somebody has thought it through. */
export function draft(now: Input, card: string, after: string[]): Record<string, unknown> | undefined {
  if (!isProgramming(now)) return undefined;
  const room = SLOTS - (me(now.view, now.seat)?.program.length ?? 0);
  const stop = after.findIndex((one) => !waysOf(kindOf(one)).includes(wayOf(one)));
  const cards = [card, ...(stop < 0 ? after : after.slice(0, stop))].slice(0, room);
  return { programme: cards, at: cards.length - 1 };
}

/** Lay down what somebody else has thought of. */
export function take(table: Table, card: string, after: string[]): boolean {
  const drafted = draft(input(table), card, after);
  if (drafted) table.draft(drafted);
  return drafted !== undefined;
}

export function key(table: Table, event: KeyboardEvent): boolean {
  const now = input(table);
  if (!isProgramming(now)) return false;
  if (event.key === "r" || event.key === "R") turn(table);
  else if (event.key === "Delete" || event.key === "Backspace") takeBack(table);
  else if (event.key === "Enter" && ready(table)) void lockIn(table);
  else if (/^[1-9]$/.test(event.key)) {
    const kind = inHand(now)[Number(event.key) - 1]?.kind;
    if (kind) lay(table, kind);
  } else return false;
  return true;
}
