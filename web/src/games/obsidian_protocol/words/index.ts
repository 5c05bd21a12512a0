/** The words on the screens of Obsidian Protocol, besides those of its rules. */
import { own } from "../../../words/own";
import en from "./en.json";
import es from "./es.json";

export type Key = keyof typeof en;
/** A key without words speaks for itself: its last part. */
export const { tell, tellOf } = own<Key>({ en, es }, (key) => (key.split(".").at(-1) ?? key).replaceAll("_", " "));
