/** The words on the screens of Tiny Epic Mechs, besides those of its rules. */
import { own } from "../../../words/own";
import en from "./en.json";
import es from "./es.json";

export type Key = keyof typeof en;
export const { tell } = own<Key>({ en, es });
