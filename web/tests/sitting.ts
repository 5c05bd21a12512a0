/** A seat to test with: what the server might have said, and a table that keeps what is drafted and writes down what is answered. */
import type { SceneInput, Selection } from "../src/games/game";
import type { AnyCommand, Choice, Question, Told } from "../src/net/protocol";
import type { Table } from "../src/table/table.svelte";
import { GameWords } from "../src/words/words.svelte";

type Params = Told["params"];

export const told = (key: string, params: Params = {}, text = "", data?: unknown): Told => ({ key, clause: "", params, text, data });

export const choices = (...keys: string[]): Choice[] => keys.map((key) => ({ key, clause: "", text: key }));

export function question(prompt: string, options: string[] = [], params: Params = {}, preview: unknown = null): Question {
  return {
    number: 1,
    prompt: { key: `prompt.${prompt}`, params, text: "" },
    options: choices(...options),
    preview,
    small: false,
    about: "",
  };
}

const EMPTY: Selection = { option: "", target: "", hover: "", draft: {}, tools: {} };

/** Only what a test is about has to be said; the rest of a view is not looked at. */
export function input<V>(view: Partial<V>, known: Partial<SceneInput<V>> = {}): SceneInput<V> {
  const usual = {
    question: null,
    blocked: [],
    selection: EMPTY,
    words: new GameWords({}),
    places: [],
    waiting: [],
    seat: 0,
    log: [],
    since: 0,
  };
  return { ...usual, nameOf: (seat) => `player ${seat}`, view: view as V, ...known };
}

/** A command without its id. */
type Sent = Omit<AnyCommand, "id"> & { about?: string };

export interface Sat {
  table: Table;
  /** Every answer, in order; several that were given together are a list. */
  answers: (string | string[])[];
  /** Everything that was asked of the server. */
  sent: Sent[];
  draft: () => Record<string, unknown>;
  undone: () => number;
}

/** Sit down at a table. `reply` is what the server says to a question about something only planned; without it, nothing yet. */
export function sit<V>(from: SceneInput<V>, reply?: (about: string) => unknown): Sat {
  let hand = from.selection;
  let undone = 0;
  const answers: Sat["answers"] = [];
  const sent: Sent[] = [];
  const table = {
    get input() {
      return { ...from, selection: hand };
    },
    get selection() {
      return hand;
    },
    question: from.question,
    busy: false,
    skip: () => undefined,
    me: {
      question: from.question,
      send: (wish: Sent) => {
        sent.push(wish);
        return reply ? Promise.resolve({ data: reply(wish.about ?? "") }) : new Promise(() => undefined);
      },
    },
    draft: (change: Record<string, unknown>) => (hand = { ...hand, draft: { ...hand.draft, ...change } }),
    aim: (option: string, target: string) => (hand = { ...hand, option, target }),
    tool: (name: string, value: string) => (hand = { ...hand, tools: { ...hand.tools, [name]: value } }),
    commit: (key = "") => Promise.resolve(void answers.push(key)),
    commitAll: (keys: string[]) => Promise.resolve(void answers.push(keys)),
    undo: () => Promise.resolve(void (undone += 1)),
  };
  return { table: table as unknown as Table, answers, sent, draft: () => hand.draft, undone: () => undone };
}

/** A key pressed while nothing on the page has the focus. */
export const pressed = (key: string, shiftKey = false): KeyboardEvent => ({ key, shiftKey, target: null }) as unknown as KeyboardEvent;

/** Let everything that is promised happen. */
export const settle = (): Promise<void> => new Promise((done) => setTimeout(done));
