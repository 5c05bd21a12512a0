/** What a card does stands beside its name where it is chosen. */
import { expect, test } from "vitest";
import { detail } from "../../../src/games/obsidian_protocol/detail";
import type { TableView } from "../../../src/games/obsidian_protocol/model";
import { GameWords } from "../../../src/words/words.svelte";
import type { Choice, RuleInfo } from "../../../src/net/protocol";
import { input } from "../../sitting";

const rule: RuleInfo = { id: "OP card.abyss", chapter: "", summary: "Who walks in falls.", page: "", source: "" };
const words = new GameWords({}, new Map([[rule.id, rule]]), { terms: { "environment.abyss": [rule.id] }, house: [] });
const choice = (key: string): Choice => ({ key, clause: "", text: "", odds: false });

test("a card is explained, a place is not", () => {
  const now = input<TableView>({}, { words });
  expect(detail(now, choice("environment:abyss")).text).toBe(rule.summary);
  expect(detail(now, choice("environment:new")).text).toBeUndefined();
  expect(detail(now, choice("grid:b2"))).toEqual({});
});
