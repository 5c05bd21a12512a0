/** The words of a game in the client: names, verbs, explanations, and keys put into words. */
import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../../src/settings.svelte";
import { inWords } from "../../src/words/keys";
import { own } from "../../src/words/own";
import { figure, GameWords, moment, say } from "../../src/words/words.svelte";

afterEach(() => void (settings.language = "en"));

const rule = { id: "TR shoot", text: "", page: 3 } as never;
const words = new GameWords(
  {
    "weapon.warhammer": "Warhammer",
    "option.shoot": "Shoot {target} with {weapon:weapon}",
    "option.break_off": "Break off",
    "option.climb": "Climb to {cube}",
    "token.fragile": "Fragile {n}",
    "token_text.fragile": "{n} {n|die|dice} less with the {weapon:weapon}.",
    "card.long": "{n} of them",
  },
  new Map([["TR shoot", rule]]),
  { terms: { "token.fragile": ["TR shoot"], "token.a.b": [] }, house: ["weapon.warhammer"] },
);

test("a thing without a name speaks for itself", () => {
  expect(words.name("weapon", "warhammer")).toBe("Warhammer");
  expect(words.name("weapon", "old_club")).toBe("old club");
  expect(words.name("seat", 3)).toBe("3");
  expect(words.text("no.such_key")).toBe("no.such_key");
  expect([words.has("weapon.warhammer"), words.has("weapon.club")]).toEqual([true, false]);
  expect([words.isPlain("weapon.warhammer"), words.isPlain("card.long")]).toEqual([true, false]);
});

test("the verb of an option stands before its first gap", () => {
  expect(words.verb("shoot")).toBe("Shoot");
  expect(words.verb("break-off")).toBe("Break off");
  expect(words.verb("dance")).toBe("");
});

test("a term is explained by its name, its own text and its clauses", () => {
  expect(words.explain("token.fragile", { n: 1, weapon: "warhammer" })).toEqual({
    term: "token.fragile",
    name: "Fragile 1",
    text: "1 die less with the Warhammer.",
    clauses: ["TR shoot"],
    house: false,
  });
  expect(words.explain("weapon.warhammer")).toMatchObject({ name: "Warhammer", text: "", clauses: [], house: true });
  expect(words.explain("token.a.b").name, "an id may hold dots").toBe("a.b");
  expect(words.clause("TR shoot")).toBe(rule);
});

test("keys that are not offered are put into words", () => {
  const nameOf = (id: string) => ({ B2: "the captain" })[id];
  expect(inWords("shoot:warhammer@B2", words, nameOf)).toBe("Shoot Warhammer, the captain");
  expect(inWords("climb:c4.2", words, nameOf)).toBe("Climb to c4.2");
  expect(inWords("climb", words, nameOf), "no word is left dangling").toBe("Climb");
  expect(inWords("get-mean:some_one", words, nameOf)).toBe("get mean some one");
  expect(inWords("B2", words, nameOf)).toBe("the captain");
  expect(inWords("climb:450,100;v350.5,100@90", words, nameOf), "nobody reads coordinates").toBe("Climb, along a path drawn freely");
  expect(inWords("shoot:warhammer>B2+M1", words, nameOf)).toBe("Shoot Warhammer");
  expect(inWords("use:long", words, nameOf), "a name with gaps is none").toBe("use long");
});

test("our own sentences follow the language of the settings", () => {
  expect(say("since_last_turn", { n: 1 })).toBe("1 event since your last turn");
  const { tell, tellOf } = own({ en: { a: "{n} {n|die|dice}" }, es: { a: "{n} {n|dado|dados}" } }, (key) => `<${key}>`);
  expect(tell("a", { n: 2 })).toBe("2 dice");
  settings.language = "es";
  expect(tell("a", { n: 1 })).toBe("1 dado");
  expect([tellOf("a", { n: 2 }), tellOf("b")]).toEqual(["2 dados", "<b>"]);
  expect(say("since_last_turn", { n: 1 })).not.toContain("event since");
});

test("numbers and moments are written as the language of the page has them, whatever the browser speaks", () => {
  const at = "2026-11-18T10:05:00";
  expect([figure(12345), moment(at)]).toEqual(["12,345", "Nov 18, 2026, 10:05 AM"]);
  settings.language = "es";
  expect([figure(12345), moment(at)]).toEqual(["12.345", "18 nov 2026, 10:05"]);
  vi.stubGlobal("navigator", { languages: ["es-MX", "en-GB", "en"] });
  expect(figure(12345), "a country that the browser names is heeded").toBe("12,345");
  settings.language = "en";
  expect(moment(at)).toBe("18 Nov 2026, 10:05");
  vi.unstubAllGlobals();
});
