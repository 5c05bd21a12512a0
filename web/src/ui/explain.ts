/**
 * Words, tokens and icons that explain themselves.
 *
 * An element says which term it is: `<span {...about("token.fragile")}>`. `Explain.svelte`, which is on the page once, shows
 * the clauses of the term on hover, on focus (those of everything inside the focused element) and on a long press. Terms
 * are keys of the game's words; the glossary of the rules knows their clauses.
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

/** The explanation of one term: its name, its text, its clauses. */
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
