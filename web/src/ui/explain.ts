/**
 * Words, tokens and icons that explain themselves.
 *
 * Whatever is drawn says which term it is: `<span {...about("token.fragile")}>`. `Explain.svelte`, which stands once on the
 * page, shows the clauses of the term on hover, on focus (those of everything inside what has the focus) and on a long
 * press. Terms are keys of the game's words; the glossary of the rules knows their clauses.
 */
import type { Gaps } from "../words/words.svelte";

export interface About {
  "data-term": string | undefined;
  "data-gaps"?: string;
}

/** The attributes of something drawn that stands for one or several terms; `gaps` fill a text of its own, if it has one. */
export function about(term: string | string[] | undefined, gaps?: Gaps): About {
  const terms = typeof term === "string" ? term : term?.join(" ");
  return { "data-term": terms || undefined, ...(gaps ? { "data-gaps": JSON.stringify(gaps) } : {}) };
}

/** What one term comes to: its name, what is said about it, the clauses. */
export interface Entry {
  term: string;
  name: string;
  text: string;
  clauses: string[];
  house: boolean;
}

const SOME = 5;
export const MARKED = "[data-term], [data-clause]";

/** The elements that speak when something is pointed at or has the focus. */
export function speaking(node: Element, focus: boolean): Element[] {
  if (node.matches(MARKED)) return [node];
  if (focus) return [...node.querySelectorAll(MARKED)].slice(0, SOME);
  const found = node.closest(MARKED);
  return found ? [found] : [];
}
