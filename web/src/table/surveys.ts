/** Asking the rules about something that is only planned. One survey is under way at a time; then the newest is asked. */
import type { Surveyed } from "../net/protocol";
import { Refusal } from "../net/seat.svelte";
import type { Table } from "./table.svelte";

interface Line {
  busy: boolean;
  next: (() => Promise<void>) | null;
}
const lines = new WeakMap<Table, Line>();
const AGAIN = 250;

/** Ask; the answer is handed on unless the question has changed meanwhile. Refusals say nothing: the plan stays as it is. */
export function survey<T>(table: Table, about: string, answer: (data: T) => void): void {
  const line = lines.get(table) ?? { busy: false, next: null };
  lines.set(table, line);
  line.next = () => ask(table, line, about, answer);
  if (!line.busy) void run(line);
}

async function run(line: Line): Promise<void> {
  line.busy = true;
  while (line.next) {
    const next = line.next;
    line.next = null;
    await next();
  }
  line.busy = false;
}

async function ask<T>(table: Table, line: Line, about: string, answer: (data: T) => void): Promise<void> {
  const number = table.me.question?.number;
  try {
    const { data } = await table.me.send<Surveyed>({ type: "survey", about });
    if (number === table.me.question?.number) answer(data as T);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refused.reason.key !== "table.surveys") return;
    await new Promise((done) => setTimeout(done, AGAIN));
    line.next ??= () => ask(table, line, about, answer);
  }
}
