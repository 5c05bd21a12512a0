/** Every catalogue of the client, that of all screens and one for each game: English and Spanish say the same things. */
import { expect, test } from "vitest";
import type { Templates } from "../../src/words/gaps";

const shared = import.meta.glob<Templates>("../../src/words/*.json", { eager: true, import: "default" });
const ofGames = import.meta.glob<Templates>("../../src/games/*/words/*.json", { eager: true, import: "default" });
const elsewhere = Object.keys(import.meta.glob(["../../src/**/*.json", "!../../src/words/*", "!../../src/games/*/words/*"]));
const games = Object.keys(import.meta.glob("../../src/games/*/index.ts")).map((path) => path.replace("/index.ts", ""));
const folders = ["../../src", ...games].map((folder) => `${folder}/words`);
const all = { ...shared, ...ofGames };

/** The gaps of a template, with their kinds. Where one language has a word for one and another for many, the other may need none. */
const gapsOf = (template: string) => [...new Set([...template.matchAll(/\{(\w+(?::\w+)?)/g)].map(([, gap]) => gap))].sort();

test("all games have their words in the same place", () => {
  expect(games).toHaveLength(4);
  expect(elsewhere).toEqual([]);
  expect(Object.keys(all).sort()).toEqual(folders.flatMap((folder) => [`${folder}/en.json`, `${folder}/es.json`]).sort());
});

test.each(folders)("%s: both languages have the same keys with the same gaps, and none is empty", (folder) => {
  const english = all[`${folder}/en.json`] ?? {};
  const spanish = all[`${folder}/es.json`] ?? {};
  expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
  expect(Object.keys(english).length).toBeGreaterThan(30);
  for (const [key, text] of Object.entries(english)) {
    expect(gapsOf(spanish[key] ?? ""), key).toEqual(gapsOf(text));
    expect(text.trim() && spanish[key]?.trim(), key).toBeTruthy();
  }
});
