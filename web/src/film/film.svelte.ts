/**
 * What the others did, shown act by act: it can be held, stepped, repeated. Behind it nothing is asked. A replay is the same
 * film, wound to any moment of the match and seen through anybody's eyes.
 *
 * Every view that came with an update is kept for a while, so a film shows true boards. Inside an answer that caused many
 * events the game's `after` guesses the view; where nothing is known the server is asked, as in a replay.
 */
import { untrack } from "svelte";
import type { Told } from "../net/protocol";
import type { Still } from "../net/seat.svelte";
import { sideOf, type Rect, type Scene } from "../scene/scene";
import { settings, tempo } from "../settings.svelte";
import type { Table } from "../table/table.svelte";
import { crop, cut, lasts, moved, worthwhile, type Act, type Moved } from "./acts";
import { stillAfter, stillBefore } from "./stills";

/** An act with the table after it. */
export interface Frame extends Still {
  act: Act;
  /** The view before it. */
  before: unknown;
}

/** So many ways are shown at most. */
const MOST = 8;

export class Film {
  frames = $state.raw<Frame[]>([]);
  /** The frame on show. */
  index = $state(0);
  on = $state(false);
  playing = $state(false);
  /** It stands still until the person goes on. */
  held = $state(false);
  /** The last act that was shown, until the person acts: its dice stay. */
  last = $state.raw<Act | null>(null);
  /** What moved last: its ways stay on the board when the film is over, or if there was none, until the person acts. */
  trail = $state.raw<Moved[]>([]);
  /** It is a replay, seen through these eyes; `kept` is what was last shown before. */
  reel = $state.raw<{ eyes: number | null; kept: Act | null } | null>(null);
  private timer = 0;
  private loading = false;

  constructor(private readonly table: Table) {}

  get frame(): Frame | null {
    return this.on ? (this.frames[this.index] ?? null) : null;
  }

  get act(): Act | null {
    return this.frame?.act ?? null;
  }

  /** Whether there is more to come than what was cut already. */
  get behind(): boolean {
    return this.index < this.frames.length - 1 || this.end < this.table.me.log.length;
  }

  /** Everything that moved up to the frame on show. */
  readonly moves = $derived.by((): Moved[] =>
    this.on ? this.frames.slice(Math.max(0, this.index - MOST + 1), this.index + 1).flatMap((frame) => this.movesIn(frame)) : [],
  );

  movesIn(frame: Frame): Moved[] {
    return moved(this.table.sceneAt(frame.before, frame.act.from), this.table.sceneAt(frame.view, frame.seq));
  }

  sceneOf(frame: Frame): Scene {
    return this.table.sceneAt(frame.view, frame.seq);
  }

  /** The part of the board that an act is about. */
  cropOf(frame: Frame): Rect | undefined {
    const scenes = [this.table.sceneAt(frame.before, frame.act.from), this.sceneOf(frame)];
    return crop(scenes, this.movesIn(frame), frame.act.events);
  }

  private get end(): number {
    return this.frames.at(-1)?.seq ?? this.table.me.log.length;
  }

  /** Events came: show them if others are in them, and if anything is to be shown at all. */
  news(before: { view: unknown; length: number }): void {
    const { table } = this;
    if (this.on) return this.loading || this.held || !this.playing ? undefined : void this.ahead();
    if (table.past || table.curtain !== null) return;
    if (tempo() === 0 && settings.hold === "off") return this.leaveTrail(before.view);
    const mine = table.me.seat === null ? undefined : sideOf(table.me.seat);
    if (!worthwhile(table.me.log, before.length, (told) => table.entry(told), mine)) return this.leaveTrail(before.view);
    // A new turn of others begins a new film; what follows belongs to it.
    if (!this.frames.length || this.end !== before.length) this.frames = [];
    void this.begin(before.length, before.view);
  }

  /** What moved since that view leaves its ways behind, after those of before. */
  private leaveTrail(since: unknown, before: Moved[] = this.trail): void {
    const { me } = this.table;
    this.trail = [...before, ...moved(this.table.sceneAt(since, me.log.length), this.table.sceneAt(me.view, me.log.length))].slice(-MOST);
  }

  /** Show everything from a length of the log on. */
  async begin(from: number, view: unknown): Promise<void> {
    this.on = this.playing = true;
    this.held = false;
    if (!this.frames.length) this.origin = { from, view };
    this.index = this.frames.length;
    await this.load();
    while (this.isOwn(this.frames[this.index]) && (this.index < this.frames.length - 1 || (await this.load()))) this.index += 1;
    if (this.frames[this.index]) this.show(this.index);
    else this.finish();
  }

  /** What the person did needs no film, as long as no dice fell. */
  private isOwn(frame: Frame | undefined): boolean {
    const { seat } = this.table.me;
    if (!frame || frame.act.weighty || seat === null) return false;
    return frame.act.events.every((told) => [undefined, sideOf(seat)].includes(this.table.entry(told).side));
  }

  private origin: { from: number; view: unknown } = { from: 0, view: null };

  /** Watch again what happened since the person's last answer. */
  async again(): Promise<void> {
    const from = this.table.me.since;
    if (from >= this.table.me.log.length) return;
    this.leave();
    this.stop();
    this.table.now();
    const first = await stillAfter(this.table.me, Math.max(0, from - 1), null);
    this.frames = [];
    this.index = 0;
    if (!first) return;
    await this.begin(first.seq > from ? from : first.seq, first.view);
    if (tempo() === 0) this.hold();
  }

  /** Cut the next stretch of the log into frames; false if there is none. */
  private async load(): Promise<boolean> {
    const { table } = this;
    const from = this.frames.at(-1)?.seq ?? this.origin.from;
    if (from >= table.me.log.length || this.loading) return false;
    this.loading = true;
    const still = await stillAfter(table.me, from, this.reel?.eyes ?? null);
    this.loading = false;
    if (!still || still.seq <= from || !this.on) return false;
    const made = this.framed(from, this.frames.at(-1)?.view ?? this.origin.view, still);
    this.frames = [...this.frames, ...made];
    return made.length > 0;
  }

  /** The acts from one moment on which the table stood still to the next. */
  private framed(from: number, begun: unknown, still: Still): Frame[] {
    const { table } = this;
    const after = table.client?.after;
    let view = begun;
    const fine = after !== undefined && view !== null;
    return cut(table.me.log, from, Math.min(still.seq, table.me.log.length), (told) => table.entry(told), fine).map((act): Frame => {
      const before = view;
      const whole = act.to === still.seq;
      view = whole || !after ? still.view : act.events.reduce((seen: unknown, told: Told) => after(seen, told), before);
      return { ...still, seq: act.to, view, before, act };
    });
  }

  private show(index: number): void {
    clearTimeout(this.timer);
    this.index = index;
    this.last = this.frames[index]?.act ?? null;
    this.held = this.playing && this.holds();
    if (this.held) return void (this.playing = false);
    // Whoever plays a replay wants to see it, even if nothing shall move.
    const pace = this.reel ? Math.max(0.25, tempo()) : tempo();
    if (this.playing && this.last) this.timer = window.setTimeout(() => void this.ahead(), lasts(this.last) * pace);
  }

  /** Whether to wait for the person after the act on show. */
  private holds(): boolean {
    if (this.reel) return false;
    if (settings.hold === "each") return true;
    return settings.hold === "dice" && (this.last?.weighty ?? false);
  }

  private async ahead(): Promise<void> {
    if (this.index < this.frames.length - 1 || (await this.load())) this.show(this.index + 1);
    else if (!this.loading) this.atEnd();
  }

  /** Everything was shown: the board of now, unless the person wants to be asked first. */
  private atEnd(): void {
    const { me } = this.table;
    if (this.reel && me.outcome) this.hold();
    else if (settings.hold === "turn" && (me.question || me.outcome)) this.hold();
    else this.finish();
  }

  // What a person does

  hold(): void {
    clearTimeout(this.timer);
    this.playing = false;
    this.held = true;
  }

  /** Go on from where it was held, or hold it. */
  toggle(): void {
    if (this.playing) return this.hold();
    this.held = false;
    this.playing = true;
    if (this.behind) void this.ahead();
    else this.finish();
  }

  /** One act on; after the last one the board of now. */
  async step(by: 1 | -1): Promise<void> {
    this.hold();
    if (by < 0) this.show(Math.max(0, this.index - 1));
    else if (this.index < this.frames.length - 1 || (await this.load())) this.show(this.index + 1);
    else this.atEnd();
  }

  // A replay

  /** How many events had been told at the moment on show. */
  private get at(): number {
    return this.table.momentShown ?? this.table.me.log.length;
  }

  /** Go on from the moment on show, as the replay of the whole match: act by act, or one act only. */
  async run(eyes: number | null, on: boolean): Promise<void> {
    if (!this.wound(eyes)) return;
    this.playing = on;
    this.held = !on;
    if (this.index < this.frames.length - 1 || (await this.load())) return this.onward();
    if (!this.loading) this.atEnd();
  }

  /** One act further back than the moment on show. */
  back(eyes: number | null): Promise<void> {
    return this.upTo(this.at - 1, eyes);
  }

  /** The last act that was over when `seq` events had been told, not later than the moment on show. */
  async upTo(seq: number, eyes: number | null): Promise<void> {
    if (seq < 0 || this.loading || !this.wound(eyes)) return;
    this.hold();
    let found = -1;
    do found = this.frames.findLastIndex((frame) => frame.seq <= seq);
    while (found < 0 && (await this.loadBefore()));
    this.index = Math.max(0, found) - 1;
    this.onward();
  }

  /** The replay, beginning at the moment on show; false while something is being fetched. */
  private wound(eyes: number | null): boolean {
    const { table } = this;
    if (this.loading) return false;
    if (this.reel?.eyes === eyes && this.on && !table.past) return true;
    const shown = { from: this.at, view: table.view };
    const kept = this.reel ? this.reel.kept : this.last;
    this.stop();
    this.reel = { eyes, kept };
    this.frames = [];
    this.index = -1;
    this.origin = shown;
    this.on = true;
    return true;
  }

  /** The next frame; what was looked at before makes way for it. */
  private onward(): void {
    if (!this.frames.length) return;
    this.show(Math.min(this.index + 1, this.frames.length - 1));
    this.table.now();
  }

  /** Put what happened before the first frame before it; false if nothing did. */
  private async loadBefore(): Promise<boolean> {
    const { me } = this.table;
    const until = this.frames[0]?.act.from ?? this.origin.from;
    if (until <= 0) return false;
    this.loading = true;
    const eyes = this.reel?.eyes ?? null;
    const found = await stillBefore(me, until, eyes);
    const still = await stillAfter(me, until - 1, eyes);
    this.loading = false;
    if (!this.on || !still) return false;
    const made = this.framed(found?.seq ?? 0, found?.view ?? null, { ...still, seq: until });
    this.frames = [...made, ...this.frames];
    return made.length > 0;
  }

  /** The replay is put away; what was last shown before it is still what was last shown. */
  leave(): void {
    if (!this.reel) return;
    this.stop();
    this.last = this.reel.kept;
    this.reel = null;
    this.frames = [];
    this.index = 0;
  }

  /** The act on show once more, from the board before it. */
  repeat(index = this.index): void {
    this.playing = tempo() > 0 && this.playing;
    this.replayed += 1;
    this.show(index);
  }

  /** Counts repeats, so that what is drawn begins anew. */
  replayed = $state(0);

  finish(): void {
    if (this.reel) return this.leave();
    if (this.on) this.leaveTrail(this.frame?.view ?? this.origin.view, this.frame ? this.moves : []);
    this.stop();
    if (this.table.me.question || this.table.me.outcome) this.origin = { from: this.table.me.log.length, view: this.table.me.view };
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.on = this.playing = this.held = false;
  }

  /** The person has acted: what the others did before is past. */
  forget(): void {
    untrack(() => {
      if (this.on) this.stop();
      this.frames = [];
      this.index = 0;
      this.last = this.reel = null;
      this.trail = [];
    });
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
