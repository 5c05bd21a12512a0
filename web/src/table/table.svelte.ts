/**
 * A table as one browser sits at it: its seats, the game's client and words, and what is in hand.
 *
 * Components of the match screen and of the games get this object and nothing else. What the server said is in `me`; what
 * the person is about to say is in `selection`; everything shown is derived from the two.
 */
import { untrack } from "svelte";
import { loadClient } from "../games";
import type { GameClient, Group, LogEntry, SceneInput, Selection } from "../games/game";
import { Refusal, Seat } from "../net/seat.svelte";
import { heldTable, hold } from "../net/seats";
import type { Choice, Looked, NotOffered, Reasons, Told } from "../net/protocol";
import { emptyScene, letterOf, sideOf, type Scene } from "../scene/scene";
import { settings, tempo } from "../settings.svelte";
import { chime } from "./chime";
import { gameWords, NO_WORDS, say, type GameWords } from "../words/words.svelte";

/** Why not: what was asked about, where on the screen, and what the rules say. */
export interface WhyNot {
  title: string;
  reasons: NotOffered[];
  at: { x: number; y: number };
}

/** Of a long while away only the end is shown one by one. */
const MOST_PLAYED = 30;
const EMPTY: Selection = { option: "", target: "", hover: "", draft: {}, tools: {} };

export class Table {
  seats = $state.raw<Seat[]>([]);
  private current = $state(0);
  client = $state.raw<GameClient | null>(null);
  words = $state.raw<GameWords>(NO_WORDS);
  blocked = $state.raw<NotOffered[]>([]);
  /** The board as it was, while one looks back. */
  past = $state.raw<{ seq: number; view: unknown; picture: string; drawing: Looked["scene"] } | null>(null);
  why = $state.raw<WhyNot | null>(null);
  /** What could not be done, in a sentence, until the next act. */
  notice = $state("");
  /** Hot seat: the seat index the device must be handed to before anything is shown. */
  curtain = $state<number | null>(null);
  busy = $state(false);
  /** What came all at once, shown one by one; whoever acts or skips sees the true board at once. */
  playback = $state.raw<{ view: unknown; told: Told } | null>(null);
  private playTimer = 0;
  private hand = $state.raw<Selection>(EMPTY);
  private asked = 0;

  constructor(
    readonly id: string,
    tokens: string[],
    eyes: number | null = null,
  ) {
    this.seats = (tokens.length ? tokens : [""]).map((token) => new Seat(id, token, settings.language, eyes));
    if (this.seats.length > 1) this.curtain = 0;
    this.watch();
  }

  get me(): Seat {
    return this.seats[this.current] as Seat;
  }

  get hotSeat(): boolean {
    return this.seats.filter((seat) => seat.seat !== null).length > 1;
  }

  get selection(): Selection {
    return this.hand;
  }

  get view(): unknown {
    return this.past?.view ?? this.playback?.view ?? this.me.view;
  }

  /** The table as a picture in text, for a game whose client has it in place of a board. */
  get picture(): string {
    return this.past?.picture ?? this.me.picture;
  }

  /** The table as a simple drawing, if such a game has one. */
  get drawing(): Looked["scene"] {
    return this.past ? this.past.drawing : this.me.drawing;
  }

  get question() {
    return this.past || this.curtain !== null ? null : this.me.question;
  }

  readonly input = $derived.by((): SceneInput<unknown> => ({
    view: this.view,
    question: this.question,
    blocked: this.blocked,
    selection: this.hand,
    words: this.words,
    places: this.me.places,
    nameOf: (seat) => this.nameOf(seat),
    waiting: this.past ? [] : this.me.waiting,
    seat: this.me.seat,
    log: this.past ? this.me.log.slice(0, this.past.seq) : this.me.log,
    since: this.past ? Math.max(0, this.past.seq - 1) : this.me.since,
  }));

  /** Which question is pending: what is in hand is let go when it changes, and only then. */
  private readonly asking = $derived.by(() => this.me.question?.number ?? 0);

  /** Somebody waits for my consent. */
  private readonly pleaded = $derived.by(() => this.me.seat !== null && (this.me.plea?.waiting.includes(this.me.seat) ?? false));

  readonly ready = $derived.by(
    () => this.client !== null && this.words !== NO_WORDS && this.view !== null && (!this.client.surface || this.picture !== ""),
  );

  readonly scene = $derived.by((): Scene => {
    if (!this.ready || !this.client || this.curtain !== null) return emptyScene("", { x: 0, y: 0, w: 1, h: 1 });
    return this.client.scene(this.input);
  });

  readonly order = $derived.by(() => (this.ready && this.client ? this.client.order(this.input) : { phase: "", slots: [] }));

  /** The options that are listed: all, or those of the piece or place in hand. */
  readonly choices = $derived.by((): Choice[] => {
    const options = this.question?.options ?? [];
    const keys = this.keysOf(this.hand.target);
    return keys.length ? options.filter((option) => keys.includes(option.key)) : options;
  });

  readonly groups = $derived.by((): Group[] => {
    if (!this.choices.length) return [];
    return this.client?.group?.(this.input, this.choices) ?? [{ title: "", choices: this.choices }];
  });

  readonly aimed = $derived.by((): Choice | undefined => {
    if (!this.question) return undefined;
    return this.client?.made?.(this.input) ?? this.question.options.find((option) => option.key === this.hand.option);
  });

  readonly passKey = $derived.by(() => {
    const question = this.question;
    if (!question) return undefined;
    return this.client?.pass?.(question) ?? question.options.find((o) => /^(pass|none|decline|skip|done)$/.test(o.key))?.key;
  });

  /** Options of the question that a piece or place of the scene leads to. */
  keysOf(target: string): string[] {
    return target ? (this.scene.highlights.find((light) => light.target === target)?.keys ?? []) : [];
  }

  nameOf(seat: number): string {
    const place = this.me.places.find((one) => one.seat === seat);
    if (!place || place.name) return place?.name ?? letterOf(seat);
    return place.who === "open" ? say("open_seat") : `${say("bot")} ${letterOf(seat)}`;
  }

  entry(told: Told): LogEntry {
    const own = this.client?.log?.(told, this.words) ?? {};
    const seat = told.params.seat;
    const known = typeof seat === "number" ? { side: sideOf(seat), label: letterOf(seat) } : {};
    return { ...known, ...own };
  }

  // What a person does

  /** A piece or place was touched: take it in hand; touched again, play it. */
  choose(target: string): void {
    this.skip();
    if (this.client?.touch?.(this, target)) return;
    const keys = this.keysOf(target);
    if (!keys.length) {
      const no = this.scene.refused.find((one) => one.target === target);
      this.hand = { ...this.hand, target: "", option: no ? "" : this.hand.option };
      return;
    }
    const [only] = keys;
    if (keys.length === 1 && only) return this.aim(only, target);
    const again = this.hand.target === target;
    this.hand = { ...this.hand, target: again ? "" : target, option: "" };
  }

  /** Take an option in hand; the same once more plays it. */
  aim(key: string, target = this.hand.target): void {
    if (this.hand.option === key && key) {
      void this.commit();
      return;
    }
    this.skip();
    this.notice = "";
    this.hand = { ...this.hand, option: key, target };
  }

  hover(target: string): void {
    if (this.hand.hover !== target) this.hand = { ...this.hand, hover: target };
  }

  draft(change: Record<string, unknown>): void {
    this.skip();
    this.hand = { ...this.hand, draft: { ...this.hand.draft, ...change } };
  }

  tool(name: string, value: string): void {
    this.hand = { ...this.hand, tools: { ...this.hand.tools, [name]: value } };
  }

  /** End the playback: the board is as it is. */
  skip(): void {
    clearTimeout(this.playTimer);
    this.playback = null;
  }

  drop(): void {
    this.hand = { ...EMPTY, tools: this.hand.tools };
    this.why = null;
    this.notice = "";
  }

  async commit(key = this.aimed?.key ?? ""): Promise<void> {
    if (!key || this.busy || !this.question) return;
    await this.act(() => this.me.answer(key));
  }

  /** Several answers, one after the other: a drafted programme. Each is checked by the server; the first no stops it. */
  async commitAll(keys: string[]): Promise<void> {
    if (this.busy) return;
    const { me } = this;
    await this.act(async () => {
      for (const key of keys) await me.answer(key);
    });
  }

  async undo(): Promise<void> {
    if (this.me.mayUndo) await this.act(() => this.me.send({ type: "undo" }));
  }

  async reset(): Promise<void> {
    if (this.me.mayUndo) await this.act(() => this.me.send({ type: "reset" }));
  }

  /** Whether one may ask the others to let one's last answer be taken back: they are people, and it is not asked yet. */
  get mayPlead(): boolean {
    const others = this.me.places.some((place) => place.who === "human" && place.seat !== this.me.seat);
    return this.me.seat !== null && others && !this.me.plea && !this.me.outcome && this.me.since > 0;
  }

  async plead(): Promise<void> {
    await this.act(() => this.me.send({ type: "takeback" }));
  }

  async consent(seat: Seat, agree: boolean): Promise<void> {
    await this.act(() => seat.send({ type: "consent", agree }));
  }

  /** As host: open the seat of somebody away to a new player. */
  async free(seat: number): Promise<void> {
    await this.act(() => this.me.send({ type: "free", seat }));
  }

  private async act(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.notice = "";
    const asked = this.me.question?.number;
    try {
      await what();
      // A new question has emptied the hand already, and may have put its only option into it.
      if (this.me.question?.number === asked) this.drop();
    } catch (error) {
      this.notice = error instanceof Refusal ? this.refusalText(error) : String((error as Error).message);
    } finally {
      this.busy = false;
    }
  }

  private refusalText({ refused }: Refusal): string {
    return refused.clause ? `${refused.reason.text} [${refused.clause}]` : refused.reason.text;
  }

  /** Ask why something is not offered: about one key, or about all that the question leaves out. */
  async askWhy(title: string, at: { x: number; y: number }, target = ""): Promise<void> {
    const known = this.scene.refused.find((one) => one.target === target);
    if (known?.clause) {
      this.why = { title, at, reasons: [{ key: known.key ?? "", clause: known.clause, text: known.text }] };
      return;
    }
    const blocked = await this.fetchBlocked();
    const mine = known?.key ? blocked.filter((one) => one.key === known.key) : blocked;
    this.why = { title, at, reasons: mine };
  }

  async fetchBlocked(): Promise<NotOffered[]> {
    const number = this.me.question?.number ?? 0;
    if (number && this.asked !== number) {
      this.asked = number;
      try {
        this.blocked = (await this.me.send<Reasons>({ type: "why" })).blocked;
      } catch {
        this.blocked = [];
      }
    }
    return this.blocked;
  }

  // Looking back

  async look(seq: number, seat: number | null = null): Promise<void> {
    try {
      const found = await this.me.send<Looked>({ type: "look", seq, seat });
      this.past = { seq: found.seq, view: found.view, picture: found.picture, drawing: found.scene };
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  /** One moment further back than `seq`: an answer can cause many events, and the board stood still only after them. */
  async lookBefore(seq: number, seat: number | null = null): Promise<void> {
    const at = (wanted: number) => this.me.send<Looked>({ type: "look", seq: Math.max(0, wanted), seat });
    try {
      let found = await at(seq - 1);
      for (let gap = 2; found.seq >= seq && gap < 2 * seq; gap *= 2) found = await at(seq - gap);
      while (found.seq < seq) {
        const next = await at(found.seq + 1);
        if (next.seq >= seq) break;
        found = next;
      }
      this.past = { seq: found.seq, view: found.view, picture: found.picture, drawing: found.scene };
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  now(): void {
    this.past = null;
  }

  // Several seats at one screen

  lift(): void {
    if (this.curtain === null) return;
    this.current = this.curtain;
    this.curtain = null;
    this.drop();
  }

  close(): void {
    this.skip();
    for (const seat of this.seats) seat.close();
  }

  private watch(): void {
    $effect(() => {
      const welcome = this.me.welcome;
      if (!welcome) return;
      const held = heldTable(this.id);
      if (held) hold(this.id, { game: welcome.game, title: welcome.title, over: this.me.outcome !== null });
      void loadClient(welcome.game).then((client) => (this.client = client));
    });
    $effect(() => {
      if (this.client?.surface) for (const seat of this.seats) seat.show("both");
    });
    $effect(() => {
      const game = this.me.welcome?.game;
      const language = settings.language;
      for (const seat of this.seats) seat.speak(language);
      if (game) void gameWords(game, language).then((words) => (this.words = words));
    });
    $effect(() => {
      void this.asking;
      const { question, tools } = untrack(() => ({ question: this.me.question, tools: this.hand.tools }));
      // The only option is in hand at once, and so is the usual answer to a small question.
      const only = question?.options.length === 1 || question?.small ? question.options[0] : undefined;
      this.blocked = [];
      this.hand = { ...EMPTY, tools, option: only?.key ?? "" };
      this.why = null;
    });
    $effect(() => {
      const on = settings.settle;
      for (const seat of this.seats) if (seat.heard) untrack(() => seat.decideSmall(on));
    });
    $effect(() => this.passDevice());
    this.watchEvents();
    let wasAsked = true;
    $effect(() => {
      const asked = this.asking !== 0 || this.pleaded;
      if (asked && !wasAsked && untrack(() => settings.sound)) chime();
      wasAsked = asked;
    });
    $effect(() => {
      const mine = this.question !== null || this.pleaded;
      document.title = `${mine ? "● " : ""}${this.me.welcome?.title ?? "Muster"}${mine ? ` · ${say("your_turn")}` : ""}`;
    });
  }

  /** Whenever several things happened at once, show them one by one, at the pace of the settings. */
  private watchEvents(): void {
    let seen = { seat: this.me, log: this.me.log, view: this.me.view };
    $effect(() => {
      const now = { seat: this.me, log: this.me.log, view: this.me.view };
      const before = seen;
      seen = now;
      const fresh = now.log.slice(before.log.length);
      const grown = before.seat === now.seat && before.log.length > 0 && before.log.at(-1)?.key === now.log[before.log.length - 1]?.key;
      if (grown && fresh.length > 1 && untrack(tempo) > 0 && this.curtain === null)
        untrack(() => this.play(before.view, fresh.slice(-MOST_PLAYED)));
    });
  }

  private play(from: unknown, events: Told[]): void {
    const after = this.client?.after;
    if (!after || this.past) return;
    this.skip();
    let view = from;
    const step = (n: number): void => {
      const told = events[n];
      if (!told) return this.skip();
      view = after(view, told);
      this.playback = { view, told };
      const weight = this.entry(told).weight ?? 1;
      this.playTimer = window.setTimeout(() => step(n + 1), (220 + 140 * weight) * tempo());
    };
    step(0);
  }

  /** The device goes to another seat at this screen when that one is asked and the one looking is not. */
  private passDevice(): void {
    if (!this.hotSeat || this.me.outcome || this.busy) return;
    const asked = this.seats.findIndex((seat) => seat.question !== null);
    if (this.curtain !== null) {
      if (asked >= 0 && !this.seats[this.curtain]?.question) this.curtain = asked;
    } else if (asked >= 0 && !this.me.question) this.curtain = asked;
  }
}
