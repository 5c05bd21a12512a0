/** The words of this client alone, in both languages; names of cards, parts and tokens come from the game itself. */
import { settings } from "../../settings.svelte";
import { fill, type Gaps } from "../../words/words.svelte";
import en from "./en.json";
import es from "./es.json";

export type OwnKey = keyof typeof en;
const OWN: Record<"en" | "es", Record<OwnKey, string>> = { en, es };

export function tell(key: OwnKey, gaps: Gaps = {}): string {
  return fill(OWN[settings.language][key], gaps);
}

/** The same, for keys that are put together: an unknown one speaks for itself. */
export function tellOf(key: string, gaps: Gaps = {}): string {
  return key in en ? tell(key as OwnKey, gaps) : (key.split(".").at(-1) ?? key).replaceAll("_", " ");
}
