/** What the screens of TAG Raid say besides the words of its rules. */
import { own } from "../../../words/own";
import en from "./en.json";
import es from "./es.json";

export type Key = keyof typeof en;
export const { tell, tellOf } = own<Key>({ en, es });
