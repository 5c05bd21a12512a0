/** Words: our own (en.json, es.json; `say("key", { n: 3 })`) and those of a game, which the server keeps. */
import { api, type Language } from "../net/api";
import type { GlossaryInfo, RuleInfo } from "../net/protocol";
import { settings } from "../settings.svelte";
import type { Entry } from "../ui/explain";
import { fill, templateOf, type Gaps, type Templates } from "./gaps";

export { say, type Key } from "./say";
export type { Gaps };

/** The language of the settings, in the country that the browser names with it: 19 November in one, November 19 in another. */
const locale = (): string => navigator.languages.find((one) => one.split("-")[0] === settings.language) ?? settings.language;

/** A number as people write it in the language of the settings. */
export const figure = (n: number): string => n.toLocaleString(locale());

/** A day as people write it there: with the name of the month, which nobody takes for the day. */
export const day = (at: string | number): string => new Date(at).toLocaleDateString(locale(), { dateStyle: "long" });

/** A moment as people write it there: the day, and the time to the minute. */
export const moment = (at: string | number): string => new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

/** The words of one game in one language: names for the view's ids, sentences, and the clause register. */
export class GameWords {
  constructor(
    private readonly templates: Templates,
    private readonly clauses: ReadonlyMap<string, RuleInfo> = new Map(),
    private readonly glossary: GlossaryInfo = { terms: {}, house: [] },
    /** The game whose words these are. */
    readonly game = "",
  ) {
    this.house = new Set(glossary.house);
  }
  private readonly house: ReadonlySet<string>;

  /** The name of a thing: `name("weapon", "energy_sword")`. An id without a name speaks for itself. */
  name(table: string, id: string | number): string {
    const found = this.find(`${table}.${id}`);
    return found ?? String(id).replaceAll("_", " ");
  }

  /** A sentence of the game with its gaps filled. */
  text(key: string, gaps: Gaps = {}): string {
    return fill(templateOf(this.templates, key, gaps) ?? key, gaps, this.templates);
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  /** Whether a sentence has no gaps. */
  isPlain(key: string): boolean {
    return !this.find(key)?.includes("{");
  }

  /** The beginning of a verb's option, before its first gap: "Shoot" of "Shoot {target} with {weapon}". */
  verb(verb: string): string {
    const found = this.find(`option.${verb}`) ?? this.find(`option.${verb.replaceAll("-", "_")}`) ?? "";
    return (found.split("{")[0] ?? "").trim();
  }

  /** Every clause, in the order of the book. */
  rules(): RuleInfo[] {
    return [...this.clauses.values()];
  }

  /** Every term of the glossary. */
  terms(): string[] {
    return Object.keys(this.glossary.terms);
  }

  /** The clause of an id, or of the nearest one above it. */
  clause(id: string): RuleInfo | undefined {
    return this.clauses.get(id);
  }

  /** The name of a term of the glossary and the clauses that explain it; a card's own text comes first. */
  explain(term: string, gaps: Gaps = {}): Entry {
    const [table = "", id = ""] = split(term);
    const text = this.find(`${table}_text.${id}`);
    const name = fill(this.find(term) ?? this.name(table, id), gaps, this.templates);
    return {
      term,
      name,
      text: text ? fill(text, gaps, this.templates) : "",
      clauses: this.glossary.terms[term] ?? [],
      house: this.house.has(term),
    };
  }

  /** Whether the figures of a card are ours: `isHouse("weapon", "warhammer")`. They wear a dashed underline. */
  isHouse(table: string, id: string): boolean {
    return this.house.has(`${table}.${id}`);
  }

  /** The same words with those that the packs of a table bring along, and the cards that are of the house there. */
  withPacks(names: Templates, house: string[]): GameWords {
    return new GameWords({ ...this.templates, ...names }, this.clauses, { terms: this.glossary.terms, house }, this.game);
  }

  private find(key: string): string | undefined {
    return this.templates[key];
  }
}

/** Table and id of a term; an id may hold dots of its own. */
function split(term: string): [string, string] {
  const dot = term.indexOf(".");
  return [term.slice(0, dot), term.slice(dot + 1)];
}

export const NO_WORDS = new GameWords({});
const loaded = new Map<string, Promise<GameWords>>();

/** Fetch the words of a game once; rules that are not served yet leave tooltips empty, never the table. */
export function gameWords(game: string, language: Language): Promise<GameWords> {
  const key = `${game}/${language}`;
  const found = loaded.get(key);
  if (found) return found;
  const none: GlossaryInfo = { terms: {}, house: [] };
  const made = Promise.all([
    api.words(game, language),
    api.rules(game, language).catch(() => []),
    api.glossary(game).catch(() => none),
  ]).then(
    ([templates, clauses, glossary]) => new GameWords(templates, new Map(clauses.map((clause) => [clause.id, clause])), glossary, game),
  );
  loaded.set(key, made);
  made.catch(() => loaded.delete(key));
  return made;
}
