/**
 * The pages of a rules book and their addresses.
 *
 * A page is a chapter (`moving`), a clause (`DZ.move.wall`), a term of the glossary or a card (`token.fragile`), the whole
 * glossary or all cards; the book opens at its contents, whose address is empty.
 */
import type { BookInfo, CardForms, ChapterInfo, RuleInfo } from "../net/protocol";
import type { Entry } from "../ui/explain";
import type { GameWords } from "../words/words.svelte";

export const GLOSSARY = "glossary";
export const CARDS = "cards";

export type Page =
  | { kind: "contents" | "glossary" | "cards" | "nowhere" }
  | { kind: "chapter"; chapter: ChapterInfo }
  | { kind: "clause"; rule: RuleInfo; chapter: ChapterInfo }
  | { kind: "term" | "card"; term: string };

/** The address of a clause inside a book: its id without the space. */
export const addressOf = (clause: string): string => clause.replace(" ", ".");

/** The page that an address names. */
export function pageAt(address: string, book: BookInfo, words: GameWords): Page {
  if (!address) return { kind: "contents" };
  if (address === GLOSSARY || address === CARDS) return { kind: address };
  const chapter = book.chapters.find(({ id }) => id === address);
  if (chapter) return { kind: "chapter", chapter };
  const rule = words.clause(address.replace(".", " "));
  const around = rule && book.chapters.find(({ id }) => id === rule.chapter);
  if (rule && around) return { kind: "clause", rule, chapter: around };
  if (words.explain(address).clauses.length) return { kind: "term", term: address };
  return words.has(address) ? { kind: "card", term: address } : { kind: "nowhere" };
}

/** The clause before or after another one, across chapters. */
export function beside(book: BookInfo, clause: string, by: 1 | -1): string {
  const all = book.chapters.flatMap(({ clauses }) => clauses);
  return all[all.indexOf(clause) + by] ?? "";
}

/** A card as a page of the book shows it: its figures in words. */
export interface Card {
  term: string;
  kind: string;
  name: string;
  text: string;
  house: boolean;
  facts: [string, string][];
}

const HIDDEN = new Set(["id", "name", "source", "number", "note"]);

/** Every card of a game by its kind, in the order of the packs. */
export function cardsOf(forms: CardForms, words: GameWords): [string, Card[]][] {
  return Object.entries(forms.cards)
    .map(([kind, cards]): [string, Card[]] => [kind, cards.flatMap((card) => cardOf(kind, card, forms, words))])
    .filter(([, cards]) => cards.length);
}

function cardOf(kind: string, card: Record<string, unknown>, forms: CardForms, words: GameWords): Card[] {
  const id = String(card.id ?? "");
  const term = `${kind}.${id}`;
  const name = forms.names[term] ?? (words.has(term) ? words.name(kind, id) : String(card.name ?? ""));
  if (!id || !name) return [];
  const facts = Object.entries(card)
    .filter(([field]) => !HIDDEN.has(field))
    .map(([field, value]): [string, string] => [forms.fields[field] ?? field.replaceAll("_", " "), worded(field, value, forms, words)])
    .filter(([, text]) => text);
  const { text } = words.explain(term, gapsOf(card));
  return [{ term, kind, name, text: text.includes("{") ? "" : text, house: words.isHouse(kind, id), facts }];
}

/** Figures of a card that may stand in its own text. */
function gapsOf(card: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(card).filter((pair): pair is [string, string | number] => typeof pair[1] === "string" || typeof pair[1] === "number"),
  );
}

/** A value of a field: a figure, a name of the game's words, a list of them; shapes and layouts say nothing in words. */
function worded(field: string, value: unknown, forms: CardForms, words: GameWords): string {
  if (typeof value === "boolean") return value ? "✓" : "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return nameOf(field, value, forms, words);
  if (Array.isArray(value)) {
    const parts = value.map((one) => worded(single(field), one, forms, words)).filter(Boolean);
    return parts.every((part) => /^-?\d+$/.test(part)) ? parts.join(" / ") : parts.join(", ");
  }
  if (typeof value !== "object" || value === null) return "";
  const { name, id, keyword, kind, effect } = value as Record<string, unknown>;
  if (typeof name === "string") return name;
  const said = [keyword, kind, effect, id].find((one) => typeof one === "string");
  return said === undefined ? "" : nameOf(keyword ? "ability" : field, String(said), forms, words);
}

const single = (field: string): string => field.replace(/ies$/, "y").replace(/s$/, "");

function nameOf(field: string, value: string, forms: CardForms, words: GameWords): string {
  for (const table of [field, single(field)]) {
    const known = forms.names[`${table}.${value}`];
    if (known) return known;
    if (words.has(`${table}.${value}`) && words.isPlain(`${table}.${value}`)) return words.name(table, value);
  }
  return value.replaceAll("_", " ");
}

export interface Found {
  address: string;
  kind: "chapter" | "clause" | "term" | "card";
  title: string;
  /** Where it stands, or what it says besides. */
  sub: string;
}

/** Letters without case and accents, so that nobody has to type those. */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Everything that has all words of a query; what begins with one comes first. */
export function search(query: string, book: BookInfo, words: GameWords, terms: Entry[], cards: Card[]): Found[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const titles = new Map(book.chapters.map(({ id, title }) => [id, title]));
  const all: Found[] = [
    ...book.chapters.map(({ id, title, about }): Found => ({ address: id, kind: "chapter", title, sub: about })),
    ...terms.map(({ term, name, clauses }): Found => {
      const sub = clauses.map((id) => words.clause(id)?.summary ?? "").join(" ");
      return { address: term, kind: "term", title: name, sub };
    }),
    ...words.rules().map(({ id, summary, chapter }): Found => ({
      address: addressOf(id),
      kind: "clause",
      title: summary,
      sub: `${titles.get(chapter) ?? ""} · ${id}`,
    })),
    ...cards.map(({ term, name, text }): Found => ({ address: term, kind: "card", title: name, sub: text })),
  ];
  const score = ({ title, sub }: Found): number => {
    const [head, rest] = [plain(title), plain(sub)];
    if (!wanted.every((word) => head.includes(word) || rest.includes(word))) return 0;
    if (head === wanted.join(" ")) return 4;
    if (wanted.every((word) => head.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word)))) return 3;
    return wanted.every((word) => head.includes(word)) ? 2 : 1;
  };
  return all
    .map((one) => ({ one, score: score(one) }))
    .filter(({ score }) => score)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}
