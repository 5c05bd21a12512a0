/** How the match stands, asked of the server when somebody looks, and again whenever something has happened. */
import type { Goal, GoalShown } from "../net/protocol";
import type { Table } from "../table/table.svelte";

const KEY = "muster.told";
/** So many tables are remembered as told. */
const MOST = 60;

export class Aims {
  shown = $state.raw<GoalShown | null>(null);
  private asked = 0;

  constructor(private readonly table: Table) {}

  get goal(): Goal | null {
    return this.shown?.goal ?? null;
  }

  /** Ask again for the moment on show; call it in an effect. */
  follow(): void {
    const { table } = this;
    void [table.me.log, table.words, table.me.places];
    void this.ask(table.momentShown, false);
  }

  /** The goal at a moment (null: now); with `rounds`, how it stood after each of them. */
  async ask(seq: number | null, rounds: boolean): Promise<void> {
    const turn = ++this.asked;
    const found = await this.table.me.send<GoalShown>({ type: "goal", seq, seat: null, rounds }).catch(() => null);
    if (found && turn === this.asked) this.shown = found;
  }

  /** Whether this browser has shown the goal of this table before; from now on it has. */
  told(): boolean {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
    if (known.includes(this.table.id)) return true;
    localStorage.setItem(KEY, JSON.stringify([...known, this.table.id].slice(-MOST)));
    return false;
  }
}
