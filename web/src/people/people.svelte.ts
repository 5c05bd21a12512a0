/** Who this browser is at the server: the matches under its key, and what it keeps there. */
import { api } from "../net/api";
import type { Me, MyMatch } from "../net/protocol";
import { heldTable, hold, holdSeat } from "../net/seats";
import { newId } from "../packs/kept";
import { settings } from "../settings.svelte";
import { bringTogether } from "./keeping";
import { needKey, ownKey, seatToken } from "./key";

const SOON = 1500;

class People {
  me = $state.raw<Me | null>(null);
  matches = $state.raw<MyMatch[]>([]);
  /** The ids of players whom we have blocked. */
  blocked = $state.raw<string[]>([]);
  /** Counts the times that something came from another device. */
  came = $state(0);
  /** Why keeping things at the server failed the last time. */
  trouble = $state("");
  private timer = 0;
  private working: Promise<void> | null = null;

  constructor() {
    addEventListener("muster.kept", () => this.keepSoon());
  }

  /** Ask the server who we are and where we sit; without a key there is nothing to ask. */
  async look(): Promise<void> {
    if (!ownKey()) return;
    this.me = await api.me().catch(() => null);
    if (this.me) this.blocked = await api.blocked().catch(() => this.blocked);
    if (this.me) this.matches = (await api.myMatches(settings.language).catch(() => null))?.matches ?? this.matches;
  }

  /** Become somebody at the server, under the name of the settings. */
  async introduce(name: string): Promise<void> {
    needKey();
    this.me = await api.rename(name, settings.language);
  }

  /** Bring together what is kept here and there, once after the other. */
  async keep(): Promise<void> {
    if (!ownKey() || !this.me) return;
    this.working ??= bringTogether(api.kept, newId)
      .then(
        (changed) => {
          this.trouble = "";
          if (changed) this.came++;
        },
        (error: Error) => void (this.trouble = error.message),
      )
      .finally(() => (this.working = null));
    await this.working;
  }

  /** Sit down where a seat is kept for us. */
  private async claim(match: MyMatch): Promise<void> {
    const name = this.me?.name || settings.name;
    for (const seat of match.seats) await api.claim(match.table, { name, seat }).catch(() => undefined);
    await this.look();
  }

  async block(player: string, on: boolean): Promise<void> {
    this.blocked = await api.block(player, on);
  }

  private keepSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(), SOON) as unknown as number;
  }

  /** Hold the seats of a match of mine in this browser; false if I have none there. */
  async sitAt(table: string): Promise<boolean> {
    if (!ownKey()) return false;
    if (!this.matches.some((one) => one.table === table)) await this.look();
    const match = this.matches.find((one) => one.table === table);
    if (!match) return false;
    if (match.reserved) await this.claim(match);
    const held = heldTable(table)?.seats ?? [];
    hold(table, { game: match.game, title: match.title, over: match.over, ...(match.result ? { result: match.result } : {}) });
    for (const seat of match.seats)
      if (!held.some((one) => one.seat === seat))
        holdSeat(table, { seat, token: seatToken(ownKey(), table, seat), name: this.me?.name ?? "" });
    return true;
  }
}

export const people = new People();
