/** The workbench as one browser has it: a position, what was tried from there, and what the server says of both. */
import { untrack } from "svelte";
import { loadClient } from "../games";
import type { Drop } from "../games/bench";
import type { GameClient, SceneInput } from "../games/game";
import { api } from "../net/api";
import type { AskedThere, BenchInfo, PositionView, Rolled, Tried } from "../net/protocol";
import { emptyScene, letterOf, type Point, type Scene } from "../scene/scene";
import { inside } from "../scene/shapes";
import { settings } from "../settings.svelte";
import { gameWords, NO_WORDS } from "../words/words.svelte";
import { carriedTo } from "./carry";
import { formAt, fresh, get, put, same, type Position } from "./positions";

export class Bench {
  info = $state.raw<BenchInfo | null>(null);
  client = $state.raw<GameClient | null>(null);
  words = $state.raw(NO_WORDS);
  position = $state.raw<Position>({});
  line = $state.raw<Tried[]>([]);
  title = $state("");
  view = $state.raw<PositionView | null>(null);
  /** The last view that could be drawn: the board stays while something is wrong. */
  shown = $state.raw<unknown>(null);
  eyes = $state<number | null>(null);
  /** The path of the thing in hand. */
  held = $state("");
  level = $state("");
  trouble = $state("");
  /** Why the link in the address was of no use, until something is changed. */
  refused = $state("");
  rolled = $state.raw<{ key: string; found: Rolled } | null>(null);
  dragging = $state.raw<{ path: string; at: Point } | null>(null);
  private past = $state.raw<{ position: Position; line: Tried[] }[]>([]);
  private readonly told = new Map<string, string>();
  private asked = 0;
  private begun = false;

  constructor(readonly game: string) {
    $effect(() => {
      const language = settings.language;
      untrack(() => void this.load(language));
    });
  }

  private async load(language: "en" | "es"): Promise<void> {
    try {
      const [info, words, client] = await Promise.all([
        api.bench(this.game, language),
        gameWords(this.game, language),
        loadClient(this.game),
      ]);
      const first = !this.info;
      [this.info, this.words, this.client] = [info, words, client];
      if (first) await this.begin();
      else await this.judge();
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  /** What the address, a match or nobody has brought. */
  private async begin(): Promise<void> {
    const code = location.hash.slice(1);
    const carried = carriedTo(this.game);
    if (carried) this.set(carried.position, carried.title);
    else if (code) await this.open({ code });
    else this.clear();
    if (!this.view && this.trouble && this.info) {
      const { trouble } = this;
      this.clear();
      this.refused = trouble;
    }
  }

  clear(): void {
    if (this.info) this.set(this.info.empty, "");
  }

  async open(wanted: { code?: string; file?: string }): Promise<void> {
    try {
      const found = await api.openPosition(this.game, settings.language, wanted);
      this.set(found.position, found.title);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  private set(position: Position, title: string): void {
    this.title = title;
    this.held = "";
    this.change(position);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** Another position; what was tried from the old one is gone. */
  change(position: Position): void {
    if (this.begun && same(position, this.position) && !this.line.length) return void this.judge();
    this.go(position, []);
  }

  private go(position: Position, line: Tried[]): void {
    if (this.begun) this.past = [...this.past.slice(-199), { position: this.position, line: this.line }];
    this.begun = true;
    this.refused = "";
    [this.position, this.line] = [position, line];
    void this.judge();
  }

  undo(): void {
    const last = this.past[this.past.length - 1];
    if (!last) return;
    this.past = this.past.slice(0, -1);
    [this.position, this.line] = [last.position, last.line];
    if (this.held && get(this.position, this.held) === undefined) this.held = "";
    void this.judge();
  }

  /** Set a field; one that says what an empty table says is left out. */
  field(path: string, value: unknown): void {
    const form = this.info && formAt(this.info.form, path);
    const plain = form && !form.required && same(value, form.usual);
    this.change(put(this.position, path, plain ? undefined : value));
  }

  answer(seat: number, key: string, text = key): void {
    this.told.set(`${seat} ${key}`, text);
    this.go(this.position, [...this.line, { seat, key }]);
  }

  /** An answer that was tried, as it was offered. */
  tried({ seat, key }: Tried): string {
    return this.told.get(`${seat} ${key}`) ?? key;
  }

  async judge(): Promise<void> {
    const turn = ++this.asked;
    this.rolled = null;
    try {
      const { position, eyes, title, line } = this;
      const found = await api.judgePosition(this.game, settings.language, { position, eyes, title, line });
      if (turn !== this.asked) return;
      this.view = found;
      if (found.view) this.shown = found.view;
      this.trouble = "";
      history.replaceState(null, "", `${location.pathname}#${found.code}`);
    } catch (error) {
      if (turn === this.asked) this.trouble = (error as Error).message;
    }
  }

  async roll(asked: AskedThere, key: string): Promise<void> {
    const turn = this.asked;
    try {
      const { position, line } = this;
      const found = await api.rollAttack(this.game, settings.language, { position, line, seat: asked.seat, key });
      if (turn === this.asked) this.rolled = { key, found };
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  get link(): string {
    return this.view ? `${location.origin}/workbench/${this.game}#${this.view.code}` : "";
  }

  // The board

  private readonly input = $derived.by((): SceneInput<unknown> => ({
    view: this.shown,
    question: null,
    blocked: [],
    selection: { option: "", target: "", hover: "", draft: {}, tools: { level: this.level } },
    words: this.words,
    places: [],
    nameOf: (seat) => letterOf(seat),
    waiting: [],
    seat: this.eyes,
    log: [],
    since: 0,
  }));

  /** The game's own scene, with everything of the position as a handle. */
  readonly scene = $derived.by((): Scene => {
    const bench = this.client?.bench;
    if (!this.client || !this.shown) return emptyScene("", { x: 0, y: 0, w: 1, h: 1 });
    const scene = this.client.scene(this.input);
    scene.highlights = [];
    scene.refused = [];
    if (!bench || this.line.length) return scene;
    const flawed = new Set((this.view?.flaws ?? []).map(({ where }) => where.split(".").slice(0, 2).join(".")));
    for (const piece of scene.pieces) {
      const path = bench.pathOf(this.position, piece.id, this.shown);
      if (!path) continue;
      if (this.dragging?.path === path) piece.at = this.dragging.at;
      scene.handles.push({ id: path, target: piece.id, at: piece.at, name: piece.name, r: piece.size / 2 });
      if (flawed.has(path)) scene.tags.push({ at: piece.at, dy: -22, text: "!", kind: "choice" });
    }
    for (const { id, shape, name } of scene.blocks) {
      const path = bench.pathOf(this.position, id, this.shown);
      if (!path || shape.kind !== "rect") continue;
      const at = { x: shape.x + shape.w / 2, y: shape.y + shape.h / 2 };
      scene.handles.push({ id: path, target: id, at, name, r: Math.min(shape.w, shape.h) / 2 });
    }
    return scene;
  });

  readonly marks = (path: string): readonly string[] => this.client?.bench?.marks?.(path, this.position) ?? [];
  readonly target = $derived.by(() => (this.held && this.client?.bench ? this.client.bench.targetOf(this.position, this.held) : ""));

  hold(target: string): void {
    this.held = this.client?.bench?.pathOf(this.position, target, this.shown) ?? "";
  }

  private dropAt(at: Point): Drop {
    const cells = this.scene.cells.filter(({ shape }) => inside(shape, at));
    return { at, place: cells[cells.length - 1]?.id ?? "", scene: this.scene };
  }

  drag(path: string, at: Point, end: boolean): void {
    this.held = path;
    this.dragging = end ? null : { path, at };
    if (end && this.client?.bench) this.change(this.client.bench.drop(this.position, path, this.dropAt(at), this.shown));
  }

  /** The ground was touched: what is in hand goes there. */
  point(at: Point): void {
    if (this.held && this.client?.bench) this.change(this.client.bench.drop(this.position, this.held, this.dropAt(at), this.shown));
  }

  turn(way: 1 | -1): void {
    if (this.held && this.client?.bench) this.change(this.client.bench.turn(this.position, this.held, way));
  }

  add(field: string, side: string): void {
    const kind = this.client?.bench?.kinds.find((one) => one.field === field);
    const form = this.info && formAt(this.info.form, field);
    if (!kind || !form) return;
    const { x, y, w, h } = this.scene.bounds;
    const made = kind.made(this.position, side, this.dropAt({ x: x + w / 2, y: y + h / 2 }));
    if (form.kind === "map") {
      this.held = `${field}.${side}`;
      return this.change(put(this.position, this.held, made));
    }
    const list = (this.position[field] ?? []) as unknown[];
    this.held = `${field}.${list.length}`;
    this.change(put(this.position, field, [...list, fresh(form.of[0] ?? form, made)]));
  }

  twin(): void {
    const [field = "", n] = this.held.split(".");
    const list = this.position[field];
    if (!Array.isArray(list) || n === undefined) return;
    this.held = `${field}.${list.length}`;
    this.change(put(this.position, field, [...list, list[Number(n)]]));
  }

  remove(): void {
    if (!this.held) return;
    const path = this.held;
    this.held = "";
    this.change(put(this.position, path, undefined));
  }
}
