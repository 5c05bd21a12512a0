/** Our own catalogues, for the words of the screens beside those of the rules: one for all screens, one in each game's folder. */
import type { Language } from "../net/api";
import { settings } from "../settings.svelte";
import { fill, type Gaps } from "./gaps";

export interface Own<Key extends string> {
  /** A sentence in the language of the settings. */
  tell(key: Key, gaps?: Gaps): string;
  /** The same for a key that is put together from a value of the view and may have no words. */
  tellOf(key: string, gaps?: Gaps): string;
}

/** English and Spanish have equal keys; `unknown` is what a key without words says. */
export function own<Key extends string>(
  catalogues: Record<Language, Record<Key, string>>,
  unknown: (key: string) => string = () => "",
): Own<Key> {
  const tell = (key: Key, gaps: Gaps = {}) => fill(catalogues[settings.language][key], gaps);
  return { tell, tellOf: (key, gaps) => (key in catalogues.en ? tell(key as Key, gaps) : unknown(key)) };
}
