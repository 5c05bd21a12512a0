/** What the coach draws on the board. */
import { expect, test } from "vitest";
import type { Suggestion } from "../../src/net/protocol";
import { emptyScene, type Piece, type Scene } from "../../src/scene/scene";
import { advised, compared } from "../../src/table/annotate";

const suggestion = (key: string, chance: number): Suggestion => ({
  answer: { seat: 0, key, text: key },
  chance,
  tries: 9,
  leads: [],
  line: [],
});
const piece = (id: string, x: number, state: Piece["state"]): Piece => ({
  id,
  side: "a",
  at: { x, y: 0 },
  size: 10,
  glyph: "mech",
  name: id,
  state,
});

function scene(): Scene {
  const cell = (id: string, x: number) => ({ id, shape: { kind: "rect", x, y: 0, w: 10, h: 10 } as const, at: { x, y: 5 }, name: id });
  return {
    ...emptyScene("board", { x: 0, y: 0, w: 100, h: 100 }),
    cells: [cell("north", 20), cell("south", 60)],
    pieces: [piece("me", 40, "acting")],
    highlights: [
      { target: "north", keys: ["move:n"] },
      { target: "south", keys: ["move:s", "jump:s"] },
    ],
    refused: [{ target: "me", text: "no" }],
  };
}

test("suggested answers are numbered where they lead, and the one in hand gets an arrow", () => {
  const drawn = advised(scene(), [suggestion("move:s", 0.61), suggestion("jump:s", 0.6), suggestion("pass", 0.5)], "move:s");
  expect(drawn.tags.map((tag) => [tag.text, tag.at.x, tag.kind])).toEqual([["1 · 61 %", 60, "ink"]]);
  expect(drawn.paths.map((path) => path.points)).toEqual([
    [
      { x: 40, y: 0 },
      { x: 60, y: 5 },
    ],
  ]);
  expect(drawn.highlights).toHaveLength(2);
  expect(advised(scene(), [suggestion("move:s", 0.61)], "").paths).toEqual([]);
});

test("what was better is named beside what was played, and nothing can be chosen any more", () => {
  const shown = { entries: 3, better: suggestion("move:n", 0.61), played: suggestion("move:s", 0.56) };
  const drawn = compared(scene(), scene(), shown);
  expect(drawn.tags.map((tag) => [tag.text, tag.kind])).toEqual([
    ["better, 61 %", "ink"],
    ["played, 56 %", "quiet"],
  ]);
  expect(drawn.highlights).toEqual([]);
  expect(drawn.refused).toEqual([]);
  expect(drawn.sights).toHaveLength(1);
});

test("answers that lead nowhere on the board draw nothing", () => {
  const drawn = compared(scene(), scene(), { entries: 0, better: suggestion("pass", 0.5), played: suggestion("wait", 0.4) });
  expect([drawn.tags, drawn.paths, drawn.sights]).toEqual([[], [], []]);
});

test("no step of a drafted way is lit", () => {
  const drafted = { ...scene(), paths: [{ points: [], ticks: [{ at: { x: 1, y: 1 }, text: "1", chosen: true }] }] };
  const drawn = compared(drafted, scene(), { entries: 0, better: suggestion("move:n", 0.5), played: suggestion("wait", 0.4) });
  expect(drawn.paths.flatMap((path) => path.ticks?.map((tick) => tick.chosen) ?? [])).toEqual([false]);
});
