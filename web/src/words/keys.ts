/** Puts keys of answers into words, for answers that are not offered and so have no words: `shoot:rifle@A3`, `buy:warhammer`. */
import { say } from "./say";
import type { GameWords } from "./words.svelte";

/** The tables in which the parts of a key may have a name. */
const TABLES = [
  "card",
  "weapon",
  "action",
  "model",
  "battle_card",
  "item",
  "tool",
  "part",
  "unit",
  "pilot",
  "mech",
  "tag",
  "device",
  "slot",
  "keyword",
  "term",
  "option",
];

/** Words left over at the end of a sentence when its gap is cut off: "Climb to". */
const DANGLING = / (to|at|with|in|on|from|the|a|al|en|con|de|hasta|el|la)$/;

/** Whom a weapon is aimed at, and with how many dice: the reason names them. */
const AIMED = />[A-DM]\d(\+[A-DM]\d)*$/;

/** A path that somebody drew: points of the table, not names of things. */
const DRAWN = /^[\^v]?\d+(\.\d+)?,\d+(\.\d+)?(;|@|$)/;

/** A key in words: its verb, then the names of the things in it. `nameOf` knows the things on the board. */
export function inWords(key: string, words: GameWords, nameOf: (id: string) => string | undefined): string {
  const whole = named(key, words, nameOf);
  if (whole) return whole;
  const [verb = "", ...rest] = key.split(":");
  const what = rest.join(":");
  if (DRAWN.test(what)) return `${words.verb(verb).replace(DANGLING, "") || verb}, ${say("drawn_path")}`;
  const things = what
    .replace(AIMED, "")
    .split(/[/@,;+]/)
    .filter(Boolean);
  const verbal = words.verb(verb) || verb.replaceAll(/[_-]/g, " ");
  const said = things.length ? verbal : verbal.replace(DANGLING, "");
  return [said, things.map((thing) => named(thing, words, nameOf) ?? thing.replaceAll("_", " ")).join(", ")].filter(Boolean).join(" ");
}

function named(id: string, words: GameWords, nameOf: (id: string) => string | undefined): string | undefined {
  const seen = nameOf(id);
  if (seen) return seen;
  const table = TABLES.find((one) => words.has(`${one}.${id}`) && words.isPlain(`${one}.${id}`));
  return table && words.text(`${table}.${id}`);
}
