/** What this game's screens say besides what the rules' own words say: English and Spanish, with equal keys. */
import { settings } from "../../settings.svelte";
import { fill, type Gaps } from "../../words/words.svelte";
import en from "./en.json";
import es from "./es.json";

type Key = keyof typeof en;

const ALL: Record<"en" | "es", Record<Key, string>> = { en, es };

/** A sentence of this game's screens in the language of the settings. */
export function tr(key: Key, gaps: Gaps = {}): string {
  return fill(ALL[settings.language][key], gaps);
}

/** A key that is put together from a value of the view; empty when there is none. */
export function trAny(key: string, gaps: Gaps = {}): string {
  return key in en ? tr(key as Key, gaps) : "";
}
