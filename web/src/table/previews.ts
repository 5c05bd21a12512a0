/** Asks the rules about a plan: one request under way at a time, then the newest. Changes nothing. */
import type { Previewed } from "../net/protocol";
import { Refusal } from "../net/seat.svelte";
import type { Table } from "./table.svelte";

interface Wish {
  about: string;
  put: (data: never) => void;
  no?: (refused: { clause: string; text: string }) => void;
}

const under = new WeakMap<Table, { busy: boolean; next: Wish | null }>();
/** The wait after asking more often than the server answers in a second. */
const PAUSE = 250;

/** Ask about a plan; the answer is kept only while the same question is pending. */
export function preview<T>(table: Table, about: string, put: (data: T) => void, no?: Wish["no"]): void {
  const line = under.get(table) ?? { busy: false, next: null };
  under.set(table, line);
  line.next = { about, put, no };
  if (!line.busy) void run(table, line);
}

async function run(table: Table, line: { busy: boolean; next: Wish | null }): Promise<void> {
  line.busy = true;
  while (line.next) {
    const wish = line.next;
    line.next = null;
    const number = table.me.question?.number;
    const current = () => number === table.me.question?.number;
    try {
      const { data } = await table.me.send<Previewed>({ type: "preview", about: wish.about });
      if (current()) wish.put(data as never);
    } catch (error) {
      if (!(error instanceof Refusal) || !current()) continue;
      if (error.refused.reason.key === "table.previews") {
        await new Promise((done) => setTimeout(done, PAUSE));
        line.next ??= wish;
      } else wish.no?.({ clause: error.refused.clause, text: error.refused.reason.text });
    }
  }
  line.busy = false;
}
