/** Our own sentences, in the language of the settings: `say("key", { n: 3 })`. */
import en from "./en.json";
import es from "./es.json";
import { own } from "./own";

export type Key = keyof typeof en;

export const { tell: say } = own<Key>({ en, es });
