/** The client fills gaps as the rules do: the same table of cases as `tests/kernel/test_words.py`. */
import { expect, test } from "vitest";
import shared from "../../../tests/kernel/gaps.json";
import { GameWords } from "../../src/words/words.svelte";

const words = new GameWords(shared.templates);

test.each(shared.cases)("$shows", ({ key, gaps, says }) => {
  expect(words.text(key, gaps as Record<string, string | number>)).toBe(says);
});
