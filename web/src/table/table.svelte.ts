/**
 * A table as one browser sits at it: its seats, the game's client and words, and what the person has picked.
 *
 * Components of the match screen and of the games get this object and nothing else. `me` has what the server said,
 * `selection` what the person is about to say; everything shown follows from the two.
 */
import { untrack } from "svelte";
import { loadClient } from "../games";
import type { GameClient, Group, LogEntry, SceneInput, Selection } from "../games/game";
import { api } from "../net/api";
import { Refusal, Seat } from "../net/seat.svelte";
import { heldTable, hold } from "../net/seats";
import type { Choice, Looked, Move, NotOffered, Previewed, Question, Reasons, TableCards, Told } from "../net/protocol";
import { emptyScene, letterOf, sideOf, type Point, type Scene } from "../scene/scene";
import { trailed, ways } from "../film/acts";
import { Film } from "../film/film.svelte";
import { Aims } from "../goal/aims.svelte";
import { held } from "../goal/held";
import { settings } from "../settings.svelte";
import { advised, compared, type Compared } from "./annotate";
import { play } from "../ui/sound";
import { Coach } from "./coach.svelte";
import { lessonAt } from "../lessons/course";
import { Learning } from "../lessons/learning.svelte";
import { foremost, pointed } from "../lessons/pointing";
import { puzzleAt } from "../puzzles/shelf";
import { Solving } from "../puzzles/solving.svelte";
import { heated, wanted, type Mode, type ThreatMap } from "./threats";
import { inWords } from "../words/keys";
import { gameWords, NO_WORDS, say, type GameWords } from "../words/words.svelte";

/** A "why not?": the thing asked about, its place on the screen, and what the rules say. */
export interface WhyNot {
  title: string;
  reasons: NotOffered[];
  at: { x: number; y: number };
}

/** The board as it was, while the person looks back: with the question that was open then, if two answers to it are compared. */
export interface Past {
  seq: number;
  view: unknown;
  picture: string;
  drawing: Looked["scene"];
  question?: Question | null;
  compared?: Compared | null;
}

const EMPTY: Selection = { option: "", target: "", hover: "", draft: {}, tools: {} };

export class Table {
  seats = $state.raw<Seat[]>([]);
  private current = $state(0);
  client = $state.raw<GameClient | null>(null);
  words = $state.raw<GameWords>(NO_WORDS);
  blocked = $state.raw<NotOffered[]>([]);
  /** The board as it was, while the person looks back. */
  past = $state.raw<Past | null>(null);
  why = $state.raw<WhyNot | null>(null);
  /** The cards of this table that are not those of the game, if there are any. */
  ownCards = $state.raw<TableCards | null>(null);
  /** A sentence about something that could not be done, until the next act. */
  notice = $state("");
  /** Hot seat: the seat index the device must be handed to before anything is shown. */
  curtain = $state<number | null>(null);
  /** What the others did, shown act by act; while it runs nothing is asked. */
  readonly film = new Film(this);
  /** What the match is about, and how it stands at the moment on show. */
  readonly aims = new Aims(this);
  /** The threat map over the board, while it is switched on. */
  heat = $state.raw<ThreatMap | null>(null);
  readonly coach = new Coach(this);
  /** The puzzle that stands here in place of a match, if it is one. */
  readonly solving: Solving | null;
  /** The lesson that is taught here, if it is one. */
  readonly learning: Learning | null;
  private hand = $state.raw<Selection>(EMPTY);
  /** What the server is asked to do: from which question on, and whether more answers follow this one. */
  private doing = $state.raw<{ question: number | undefined; more: boolean } | null>(null);
  private acts = 0;
  /** Answers that were given by one gesture, and the question they led to: they are taken back together. */
  private gesture = { question: 0, answers: 1 };
  /** The question that an answer given by a mere touch led to. */
  private stepped = 0;
  /** The next question was come back to: nothing is answered by itself. */
  private cameBack = false;
  /** The question to which an answer to begin with was given, or not. */
  private begun = 0;
  private asked = 0;

  constructor(
    readonly id: string,
    tokens: string[],
    eyes: number | null = null,
  ) {
    const puzzle = puzzleAt(id);
    this.solving = puzzle && new Solving(this, puzzle.game, puzzle.name);
    const lesson = lessonAt(id);
    this.learning = lesson && new Learning(this, lesson.game, lesson.name);
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

  /** Something is being done, and nothing else can be. A new question shows that it is done, even before the server says so. */
  get busy(): boolean {
    return this.doing !== null && (this.doing.more || this.doing.question === this.me.question?.number);
  }

  get view(): unknown {
    return (this.past ?? this.film.frame ?? this.me).view;
  }

  /** The table as a picture in text, for a game whose client has it in place of a board. */
  get picture(): string {
    return (this.past ?? this.film.frame ?? this.me).picture;
  }

  /** The table as a simple drawing, if such a game has one. */
  get drawing(): Looked["scene"] {
    return (this.past ?? this.film.frame ?? this.me).drawing;
  }

  get question() {
    return this.past || this.film.on || this.curtain !== null || this.solving?.verdict ? null : this.me.question;
  }

  readonly input = $derived.by((): SceneInput<unknown> => ({
    view: this.view,
    question: this.question,
    blocked: this.blocked,
    selection: this.hand,
    words: this.words,
    places: this.me.places,
    nameOf: (seat) => this.nameOf(seat),
    waiting: this.past || this.film.on ? [] : this.me.waiting,
    seat: this.me.seat,
    log: this.momentShown === null ? this.me.log : this.me.log.slice(0, this.momentShown),
    since: this.past ? Math.max(0, this.past.seq - 1) : this.film.reel ? (this.film.act?.from ?? 0) : this.me.since,
  }));

  /** How many events had been told at the moment on show; null if that is now. */
  get momentShown(): number | null {
    return (this.past ?? this.film.frame)?.seq ?? null;
  }

  /** Scenes by their views; they depend on the level and the words as well. */
  private readonly drawn = $derived.by((): WeakMap<object, Scene> => {
    void [this.hand.tools, this.words, this.client];
    return new WeakMap();
  });

  /** The board of a view, with nothing asked. */
  sceneAt(view: unknown, seq: number): Scene {
    if (!this.client || typeof view !== "object" || view === null) return emptyScene("", { x: 0, y: 0, w: 1, h: 1 });
    const known = this.drawn.get(view);
    if (known) return known;
    const selection = { ...EMPTY, tools: this.hand.tools };
    const scene = this.client.scene({ ...this.input, view, question: null, blocked: [], selection, log: this.me.log.slice(0, seq) });
    this.drawn.set(view, scene);
    return scene;
  }

  /** The pending question: when it changes, and only then, the pick is dropped. */
  private readonly asking = $derived.by(() => this.me.question?.number ?? 0);

  /** Somebody waits for my consent. */
  private readonly pleaded = $derived.by(() => this.me.seat !== null && (this.me.plea?.waiting.includes(this.me.seat) ?? false));

  readonly ready = $derived.by(
    () => this.client !== null && this.words !== NO_WORDS && this.view !== null && (!this.client.surface || this.picture !== ""),
  );

  readonly scene = $derived.by((): Scene => {
    if (!this.ready || !this.client || this.curtain !== null) return emptyScene("", { x: 0, y: 0, w: 1, h: 1 });
    const { past, client } = this;
    if (past?.question && past.compared) return this.comparison(past.question, past.compared);
    const judged = this.solving?.compared;
    if (judged && this.me.question && !past) return { ...this.comparison(this.me.question, judged), frame: undefined };
    const bare = held(client.scene(this.input), this.aims.goal?.marks ?? []);
    if (this.film.on && !past) return trailed(bare, this.film.moves);
    const scene = past ? bare : { ...bare, trails: [...bare.trails, ...ways(bare, this.film.trail)] };
    if (this.listed) return { ...scene, handles: [] };
    if (this.learning?.shown && !past) return pointed(scene, this.learning.shown.point);
    const hot = this.heat && client.threats ? heated(scene, this.heat, client.threats, this.input) : scene;
    return this.coach.suggestions.length ? advised(hot, this.coach.suggestions, this.hand.option) : hot;
  });

  /** What the threat map shows; it goes with the board as it is now. */
  get threatMode(): Mode {
    return this.past || this.film.on ? "" : ((this.hand.tools.threats ?? "") as Mode);
  }

  /** The map that is asked for; empty if it is switched off. */
  readonly threatened = $derived.by(() =>
    this.client?.threats && this.ready ? wanted(this.threatMode, this.client.threats, this.input) : "",
  );

  /** Ask for the map; a person who asks too often waits a little. */
  async askThreats(about: string): Promise<void> {
    if (!about) return void (this.heat = null);
    try {
      const { data } = await this.me.send<Previewed>({ type: "preview", about });
      if (about === this.threatened) this.heat = data as ThreatMap;
    } catch (error) {
      const again = error instanceof Refusal && error.refused.reason.key === "table.previews";
      if (about !== this.threatened) return;
      if (again) setTimeout(() => void this.askThreats(about), 600);
      else this.heat = null;
    }
  }

  /** A moment of the past with what was played and what was better, as if the better answer were in hand. */
  private comparison(question: Question, shown: Compared): Scene {
    const client = this.client as GameClient;
    const { answer, line } = shown.better;
    const after = line.filter((move) => move.seat === answer.seat).map((move) => move.key);
    const input = { ...this.input, question, seat: answer.seat, selection: { ...EMPTY, tools: this.hand.tools, option: answer.key } };
    const draft = client.draft?.(input, answer.key, after) ?? {};
    const target = client.scene(input).highlights.find((light) => light.keys.includes(answer.key))?.target ?? "";
    return compared(client.scene({ ...input, selection: { ...input.selection, draft, target } }), client.scene(input), shown);
  }

  readonly order = $derived.by(() => (this.ready && this.client ? this.client.order(this.input) : { phase: "", slots: [] }));

  /** The options that are listed: all, or those of the picked piece or place. */
  readonly choices = $derived.by((): Choice[] => {
    const options = this.question?.options ?? [];
    const keys = this.keysOf(this.hand.target);
    return keys.length ? options.filter((option) => keys.includes(option.key)) : options;
  });

  readonly groups = $derived.by((): Group[] => {
    if (!this.choices.length) return [];
    const groups = this.client?.group?.(this.input, this.choices) ?? [{ title: "", choices: this.choices }];
    return foremost(groups, this.learning?.shown?.point ?? [], say("lesson_points"));
  });

  readonly aimed = $derived.by((): Choice | undefined => {
    if (!this.question) return undefined;
    const picked = this.question.options.find((option) => option.key === this.hand.option);
    return this.listed ? picked : (this.client?.made?.(this.input) ?? picked);
  });

  /** Answers are picked from the list, even where the game has a way of its own to put them together. */
  get listed(): boolean {
    return this.solving?.listed ?? false;
  }

  readonly passKey = $derived.by(() => {
    const question = this.question;
    if (!question || this.solving) return undefined;
    return this.client?.pass?.(question) ?? question.options.find((o) => /^(pass|none|decline|skip|done)$/.test(o.key))?.key;
  });

  /** Options of the question that a piece or place of the scene leads to. */
  keysOf(target: string): string[] {
    return target ? (this.scene.highlights.find((light) => light.target === target)?.keys ?? []) : [];
  }

  nameOf(seat: number): string {
    const place = this.me.places.find((one) => one.seat === seat);
    if (this.solving) return this.words.name("seat_colour", seat);
    if (this.learning) return say(seat === this.me.seat ? "player" : "opponent");
    if (!place || place.name) return place?.name ?? letterOf(seat);
    return place.who === "open" ? say("open_seat") : `${say("bot")} ${letterOf(seat)}`;
  }

  /** An answer of anybody in words; one without words says its key. */
  wordsOf(move: Move): string {
    if (move.text) return move.text;
    const nameOf = (id: string) =>
      [...this.scene.pieces, ...this.scene.cells].find((one) => one.id === id || one.id.endsWith(`:${id}`))?.name;
    return inWords(move.key, this.words, nameOf);
  }

  entry(told: Told): LogEntry {
    const own = this.client?.log?.(told, this.words) ?? {};
    const seat = told.params.seat;
    const known = typeof seat === "number" ? { side: sideOf(seat), label: letterOf(seat) } : {};
    return { ...known, ...own };
  }

  // What a person does

  /** Touch a piece or place, somewhere in particular if `at` says so: the first touch picks it, the second plays it. */
  choose(target: string, at: Point | null = null): void {
    this.hand = { ...this.hand, draft: { ...this.hand.draft, at, touched: target } };
    if (!this.listed && this.client?.touch?.(this, target)) return;
    const keys = this.keysOf(target);
    const planned = this.scene.pieces.some((piece) => piece.id === target && piece.state === "planned");
    if (!keys.length && planned && this.aimed) return void this.commit();
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

  /** Pick an option; picking it again plays it. */
  aim(key: string, target = this.hand.target): void {
    if (this.hand.option === key && key) {
      void this.commit();
      return;
    }
    this.notice = "";
    if (key && !this.solving && !this.learning && this.client?.light?.(this.input, key)) return void this.step(key);
    const draft = this.listed ? (this.client?.draft?.(this.input, key, []) ?? {}) : this.hand.draft;
    this.hand = { ...this.hand, option: key, target, draft };
  }

  /** Give an answer that only leads on. */
  private async step(key: string): Promise<void> {
    await this.commit(key);
    this.stepped = this.me.question?.number ?? 0;
  }

  /** Go back where a mere touch led on and nothing has been picked since; whether there was anything to go back to. */
  stepBack(): boolean {
    const { option, target, draft } = this.hand;
    const picked =
      target ||
      Object.keys(draft).some((one) => draft[one] && one !== "at" && one !== "touched") ||
      (option && (this.question?.options.length ?? 0) > 1);
    if (picked || !this.stepped || this.stepped !== this.me.question?.number || !this.me.mayUndo) return false;
    void this.undo();
    return true;
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

  /** End the film and show the board as it is. */
  skip(): void {
    if (this.film.on) this.film.finish();
  }

  drop(): void {
    this.hand = { ...EMPTY, tools: this.hand.tools };
    this.why = null;
    this.notice = "";
  }

  async commit(key = this.aimed?.key ?? ""): Promise<void> {
    if (!key || this.busy || !this.question) return;
    const follow = this.listed || this.learning ? undefined : this.client?.follow?.(this.input, key);
    await this.act(() => (follow ? this.giveAll(key, follow) : this.give(key)));
  }

  /** Answer, and go on answering as long as the same gesture has said what. */
  private async giveAll(key: string, follow: (question: Question) => string | undefined): Promise<void> {
    const { me } = this;
    let answers = 0;
    for (let next: string | undefined = key; next !== undefined; answers += 1) {
      this.doing = { question: me.question?.number, more: true };
      await me.answer(next);
      const wanted: string | undefined = me.question ? follow(me.question) : undefined;
      next = me.question?.options.some((one) => one.key === wanted) ? wanted : undefined;
    }
    this.gesture = { question: me.question?.number ?? 0, answers };
  }

  /** Take the last answer back and give another to the question that led here. */
  async instead(key: string): Promise<void> {
    if (!this.me.mayUndo || this.busy) return;
    await this.act(async () => {
      this.doing = { question: this.me.question?.number, more: true };
      this.cameBack = true;
      await this.me.send({ type: "undo" });
      await this.me.answer(key);
    });
  }

  /** Give several answers, one after the other, such as a drafted programme. The server checks each; the first refusal stops it. */
  async commitAll(keys: string[]): Promise<void> {
    if (this.busy) return;
    const { me } = this;
    await this.act(async () => {
      if (this.solving) return this.give(keys[0] ?? "");
      for (const [n, key] of keys.entries()) {
        this.doing = { question: me.question?.number, more: n < keys.length - 1 };
        if (!(await this.played(key))) return;
      }
    });
  }

  /** Answer the question; true if it was played, and not put aside by a lesson. */
  private async played(key: string): Promise<boolean> {
    if (this.learning) return this.learning.answer(key);
    await this.me.answer(key);
    return true;
  }

  /** Answer the question; at a puzzle that is judged, and nothing happens. */
  private async give(key: string): Promise<void> {
    if (!this.solving) return void (await this.played(key));
    await this.solving.answer(key);
    this.drop();
  }

  async undo(): Promise<void> {
    if (!this.me.mayUndo) return;
    const { question, answers } = this.gesture;
    const times = question && question === this.me.question?.number ? answers : 1;
    await this.act(async () => {
      this.cameBack = true;
      for (let n = 0; n < times && this.me.mayUndo; n += 1) await this.me.send({ type: "undo" });
    });
  }

  async reset(): Promise<void> {
    if (this.me.mayUndo) await this.act(() => this.me.send({ type: "reset" }));
  }

  /** Whether the person may ask the others to take an answer back: if they are people, and nobody is asking yet. */
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

  /** Have the server do something. What the person has picked stays, unless that leads to another question. */
  private async act(what: () => Promise<unknown>): Promise<void> {
    const act = ++this.acts;
    this.film.forget();
    this.doing = { question: this.me.question?.number, more: false };
    this.notice = "";
    try {
      await what();
    } catch (error) {
      this.notice = error instanceof Refusal ? this.refusalText(error) : String((error as Error).message);
    } finally {
      if (act === this.acts) this.doing = null;
    }
  }

  private refusalText({ refused }: Refusal): string {
    return refused.clause ? `${refused.reason.text} [${refused.clause}]` : refused.reason.text;
  }

  /** Ask why something is not offered: one key, or everything the question leaves out. */
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

  async look(seq: number, seat: number | null = null, shown: Compared | null = null): Promise<void> {
    try {
      const found = await this.me.send<Looked>({ type: "look", seq, seat, entries: shown?.entries ?? null });
      const { question, view, picture, scene: drawing } = found;
      this.past = { seq: found.seq, view, picture, drawing, question, compared: shown };
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  /** The board after this very event, if it is known better than by the next moment at which the table stood still. */
  async lookAt(seq: number, seat: number | null = null): Promise<void> {
    await this.look(seq, seat);
    if (this.past && this.past.seq > seq && this.client?.after) await this.film.upTo(seq, seat);
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
    this.film.close();
    for (const seat of this.seats) seat.close();
  }

  /** How the match ended for whoever looks. */
  private get result(): "won" | "lost" | "drawn" | undefined {
    const { outcome, seat } = this.me;
    if (!outcome || seat === null) return undefined;
    if (outcome.winners.length !== 1) return "drawn";
    return outcome.winners[0] === seat ? "won" : "lost";
  }

  /** Give the answer that is as good as any to begin with, unless the person came back to the question to give another. */
  private begin(): void {
    const { cameBack, asking } = this;
    if (this.busy || !asking || this.begun === asking) return;
    this.cameBack = false;
    this.begun = asking;
    if (cameBack || this.solving || this.learning || this.curtain !== null || this.past) return;
    const key = this.client?.begin?.(this.input);
    if (key) void this.commit(key);
  }

  private watch(): void {
    $effect(() => {
      const welcome = this.me.welcome;
      if (!welcome) return;
      const held = heldTable(this.id);
      if (held) hold(this.id, { game: welcome.game, title: welcome.title, over: this.me.outcome !== null, result: this.result });
      void loadClient(welcome.game).then((client) => (this.client = client));
    });
    $effect(() => {
      if (!this.me.welcome?.packs.length || untrack(() => this.ownCards)) return;
      api.tableCards(this.id, this.me.token).then(
        (found) => (this.ownCards = found),
        (error: Error) => (this.notice = error.message),
      );
    });
    $effect(() => {
      if (this.client?.surface) for (const seat of this.seats) seat.show("both");
    });
    $effect(() => {
      const game = this.me.welcome?.game;
      const language = settings.language;
      for (const seat of this.seats) seat.speak(language);
      const own = this.ownCards;
      if (game) void gameWords(game, language).then((words) => (this.words = own ? words.withPacks(own.names, own.house) : words));
    });
    $effect(() => {
      void this.asking;
      const { question, tools } = untrack(() => ({ question: this.me.question, tools: this.hand.tools }));
      // The only option is picked at once, and so is the usual answer to a small question.
      const first = question?.options.length === 1 || question?.small ? question.options[0]?.key : undefined;
      const usual = question && untrack(() => (this.solving || this.learning ? undefined : this.client?.usual?.(question, this.input)));
      this.blocked = [];
      untrack(() => this.coach.forget());
      this.hand = { ...EMPTY, tools, option: first ?? usual ?? "" };
      this.why = null;
    });
    $effect(() => {
      void this.asking;
      if (this.ready) untrack(() => this.begin());
    });
    $effect(() => {
      void settings.language;
      untrack(() => void this.coach.retell());
    });
    $effect(() => {
      if (this.me.outcome && this.me.status === "open") untrack(() => void this.coach.fetch());
    });
    $effect(() => {
      const on = settings.settle;
      for (const seat of this.seats) if (seat.heard) untrack(() => seat.decideSmall(on));
    });
    $effect(() => this.passDevice());
    this.solving?.watch();
    this.learning?.watch();
    this.watchEvents();
    let wasAsked = true;
    $effect(() => {
      const asked = this.asking !== 0 || this.pleaded;
      if (asked && !wasAsked && !this.solving) untrack(() => play("turn"));
      wasAsked = asked;
    });
    $effect(() => {
      const mine = this.question !== null || this.pleaded;
      if (this.learning) document.title = `${this.me.welcome?.title ?? "Muster"}: ${this.learning.shown?.title ?? ""}`;
      else if (this.solving) document.title = `${this.me.welcome?.title ?? "Muster"}: ${say("puzzles")}`;
      else {
        const title = this.me.welcome?.title ?? "Muster";
        document.title = mine ? say("your_turn_at", { title }) : title;
      }
    });
  }

  /** What others did is shown as a film. */
  private watchEvents(): void {
    let seen = { seat: this.me, log: this.me.log, view: this.me.view };
    $effect(() => {
      const now = { seat: this.me, log: this.me.log, view: this.me.view };
      const before = seen;
      seen = now;
      const { length } = before.log;
      const grown = before.seat === now.seat && length > 0 && before.log.at(-1)?.key === now.log[length - 1]?.key;
      if (before.seat !== now.seat || now.log.length < length) this.film.forget();
      else if (grown && now.log.length > length && this.client) untrack(() => this.film.news({ view: before.view, length }));
    });
  }

  /** Hand the device to another seat at this screen when that one is asked and the one looking is not. */
  private passDevice(): void {
    if (this.curtain !== null && !this.hotSeat && this.seats.every((seat) => seat.heard)) {
      // Only one of them sits there; the other token is that of a host who does not.
      this.current = Math.max(
        0,
        this.seats.findIndex((seat) => seat.seat !== null),
      );
      this.curtain = null;
    }
    if (!this.hotSeat || this.me.outcome || this.busy) return;
    const asked = this.seats.findIndex((seat) => seat.question !== null);
    if (this.curtain !== null) {
      if (asked >= 0 && !this.seats[this.curtain]?.question) this.curtain = asked;
    } else if (asked >= 0 && !this.me.question) this.curtain = asked;
  }
}
