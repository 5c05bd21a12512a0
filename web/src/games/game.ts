/** The contract between a game's folder and the table. Everything but `scene` has a general fallback, so a game can be played at once. */
import type { Component } from "svelte";
import type { Choice, NotOffered, Place, Question, Told } from "../net/protocol";
import type { Point, Scene, Shape, Side } from "../scene/scene";
import type { GameWords } from "../words/words.svelte";
import type { Table } from "../table/table.svelte";
import type { BenchClient } from "./bench";

/** What a person has picked but not played: the option aimed at, and drafts of the game's own. */
export interface Selection {
  /** The key of the option that the commit button would play. */
  option: string;
  /** The piece or place whose options are listed. */
  target: string;
  /** The thing under the pointer or the focus. */
  hover: string;
  /** A planned path, a programme: whatever the game drafts before it becomes an answer. */
  draft: Readonly<Record<string, unknown>>;
  /** Which level, overlay or tool of the board is on. */
  tools: Readonly<Record<string, string>>;
}

export interface SceneInput<V> {
  view: V;
  question: Question | null;
  /** Answers that are not offered, with reasons; empty until somebody asks. */
  blocked: NotOffered[];
  selection: Selection;
  words: GameWords;
  places: Place[];
  /** The name of a seat at this table. */
  nameOf: (seat: number) => string;
  /** The seats that are asked something now. */
  waiting: number[];
  /** Whose eyes: null for spectators. */
  seat: number | null;
  /** Everything told so far, or up to the moment the person looks back at. */
  log: Told[];
  /** The log from here on is news to this seat. */
  since: number;
}

export interface Slot {
  id: string;
  side: Side;
  label: string;
  name: string;
  note?: string;
  /** The term of the glossary that the note is about. */
  terms?: string[];
  state?: "done" | "now" | "next";
}

/** The strip of the top bar: which phase, and who comes when. */
export interface Order {
  phase: string;
  slots: Slot[];
}

/** A face of a die, drawn by `ui/Die.svelte`. */
export interface DieFace {
  kind: "d6" | "d8" | "d20" | "y" | "r" | "w" | "b" | "k";
  face: string;
  /** The face in words, where it is written in letters. */
  name?: string;
  /** It counts: filled. */
  hit?: boolean;
  dim?: boolean;
  /** The terms of the glossary for it: its colour, its icons. */
  terms?: string[];
}

/** How an entry of the log is drawn; whatever is left out is guessed from the event itself. */
export interface LogEntry {
  side?: Side;
  label?: string;
  /** A heading: a new round, a new phase. */
  head?: boolean;
  /** Nothing happened: grey. */
  quiet?: boolean;
  /** A detail of a roll: it stands among the dice only. */
  fold?: boolean;
  /** The sentence without the things drawn beside it, such as dice; by default the server's sentence. */
  text?: string;
  dice?: (DieFace | string)[];
  /** How tall its tick stands in the scrubber. */
  weight?: 1 | 2 | 3;
  death?: boolean;
}

export interface Group {
  title: string;
  choices: Choice[];
}

/** A switch under the board, kept in `selection.tools[id]` as "on" or "". */
export interface Tool {
  id: string;
  icon: string;
  text: string;
  on?: boolean;
  /** An icon without its words beside it. */
  small?: boolean;
}

/** Extras of an option in the list: an icon, a line beneath, a figure on the right. */
export interface Detail {
  /** A portrait in place of the icon, and whose colour it has. */
  portrait?: { symbol: string; side: Side };
  icon?: string;
  /** The term of the glossary that the icon stands for. */
  term?: string;
  plate?: { side: Side; label: string };
  text?: string;
  right?: string;
}

/** Something to know at the moment it matters, in a first game; shown once. */
export interface Hint {
  id: string;
  text: string;
  clause?: string;
}

/** Components of a game get the table and nothing else. */
export type Panel = Component<{ table: Table }>;

/** What a threat map is about: whose it is, where that unit is planned to go, and where a place lies on the board. */
export interface ThreatClient<V = unknown> {
  unit(input: SceneInput<V>): string;
  /** My unit that acts, or nothing: what is planned for it is answered. */
  acting(input: SceneInput<V>): string;
  planned?(input: SceneInput<V>, unit: string): string;
  shape(place: string, input: SceneInput<V>): Shape | undefined;
  /** What the chances of a reply mean, where it is not one attack of each enemy. */
  note?(): string;
}

export interface GameClient<V = unknown> {
  game: string;
  /** The sizes of dice that lie on this table; other sizes are draws by lot, and not counted as dice. */
  dice?: number[];
  scene(input: SceneInput<V>): Scene;
  /** Units of the scene for one unit of a table's plan, if people can build tables of their own for this game. */
  unit?: number;
  /** In place of the board, for a game that draws no scene: the server then sends its picture in text (`table.picture`) as well. */
  surface?: Panel;
  order(input: SceneInput<V>): Order;
  /** The portrait of a card of a force (`portrait-…`), or its silhouette, or a stack of them. */
  portrait?(input: SceneInput<V>, card: string): string | undefined;
  /** The left column: my own things, the others, things on offer. Without it, a roster of all pieces. */
  mine?: Panel;
  /** The strip on the phone in place of the left column. */
  strip?: Panel;
  /** A sheet over the board about a unit, opened and closed by the person (`Escape` closes it). The board does not move for it. */
  sheet?: Panel;
  sheetWanted?(input: SceneInput<V>): boolean;
  /** Under the board: a tray of cards. */
  tray?: Panel;
  trayWanted?(input: SceneInput<V>): boolean;
  /** Under the board while others act: what one has planned stays in sight. */
  kept?: Panel;
  keptWanted?(input: SceneInput<V>): boolean;
  /** Under the cropped board: a procedure walked through. */
  resolution?: Panel;
  resolutionWanted?(input: SceneInput<V>): boolean;
  /** A panel in place of the list of options; it must be possible to answer without it. */
  decision?: Panel;
  decisionWanted?(input: SceneInput<V>): boolean;
  /** The title of the decision, if the prompt of one question says too little. */
  title?(input: SceneInput<V>): string | undefined;
  /** The words on the commit button; by default the text of the option. */
  commit?(input: SceneInput<V>, choice: Choice): string;
  /** The effect of an option, in its row of the list. */
  detail?(input: SceneInput<V>, choice: Choice): Detail;
  /** Options in groups; without it, one group. */
  group?(input: SceneInput<V>, choices: Choice[]): Group[];
  /** The key that `Space` plays: pass, none, continue. */
  pass?(question: Question): string | undefined;
  /** Handles a touch of a piece or place; true if the game drafts with it and it is not an answer yet. */
  touch?(table: Table, target: string): boolean;
  /** The ground was touched at a point, in units of the scene. */
  point?(table: Table, at: Point): void;
  /** An answer of the person's own making to an open question; while there is one, the commit button plays it. */
  made?(input: SceneInput<V>): Choice | undefined;
  /** Whether the commit bar stands under the game's own panel while nothing is picked; with `made`, it does unless this says no. */
  bar?(input: SceneInput<V>): boolean;
  /** The draft that an answer would come from, with the answers of the same seat after it: to show advice as if a person had drafted it. */
  draft?(input: SceneInput<V>, key: string, after: string[]): Record<string, unknown> | undefined;
  /** Takes an answer in hand as a person would, where picking it from the list is not enough; true if it did. */
  take?(table: Table, key: string, after: string[]): boolean;
  /** An answer that only leads on to the next question and can be taken back: picking it gives it. */
  light?(input: SceneInput<V>, key: string): boolean;
  /** The answer that lies ready when the question comes, because most people give it; Enter plays it. */
  usual?(question: Question, input: SceneInput<V>): string | undefined;
  /** What the same gesture says to the questions that follow an answer, such as a corner and a facing. The first that it leaves open is asked. */
  follow?(input: SceneInput<V>, key: string): (question: Question) => string | undefined;
  /** The answer that is as good as any to begin with: given when the question comes, and changed by a touch (`table.instead`). */
  begin?(input: SceneInput<V>): string | undefined;
  /** A handle of the scene is dragged, in units of the scene. */
  drag?(table: Table, handle: string, at: Point, end: boolean): void;
  /** A key of the game's own: turn, take back, lock in; true when it was one. */
  key?(table: Table, event: KeyboardEvent): boolean;
  /** The view after an event, roughly: to show events one by one that came all at once. The true view follows. */
  after?(view: V, told: Told): V;
  /** Switches under the board: sight from here, arcs, measure. */
  tools?(input: SceneInput<V>): Tool[];
  log?(told: Told, words: GameWords): LogEntry;
  /** Hints for a first game that fit this moment, the most urgent first. */
  hints?(input: SceneInput<V>): Hint[];
  /** How threat maps are drawn, if the rules make them. */
  threats?: ThreatClient<V>;
  /** How its board is edited on the workbench. */
  bench?: BenchClient<V>;
}
