/** A blow is seen where something became less, and nowhere else. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hits, star } from "../../src/board/hits.svelte";
import { emptyScene, type Piece, type Scene } from "../../src/scene/scene";
import { settings } from "../../src/settings.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  settings.still = false;
  settings.pace = "normal";
});
afterEach(() => vi.useRealTimers());

const piece = (id: string, life: number | undefined, change: Partial<Piece> = {}): Piece => ({
  id,
  side: "a",
  at: { x: 5, y: 6 },
  size: 10,
  glyph: "x",
  name: id,
  life,
  ...change,
});
const scene = (...pieces: Piece[]): Scene => ({ ...emptyScene("board", { x: 0, y: 0, w: 1, h: 1 }), pieces });

test("who has less left than before is struck, for a moment; the tag stays longer", () => {
  const hits = new Hits();
  hits.see(scene(piece("a", 6), piece("b", 3)));
  expect(hits.struck, "the first look is no blow").toEqual([]);
  hits.see(scene(piece("a", 4), piece("b", 3)));
  expect(hits.struck.map(({ id, text, fallen }) => [id, text, fallen])).toEqual([["a", "−2", false]]);
  vi.advanceTimersByTime(400);
  expect(hits.struck).toEqual([]);
  expect(hits.told).toHaveLength(1);
  vi.advanceTimersByTime(1200);
  expect(hits.told).toEqual([]);
});

test("who is gone has fallen; a mend, a token and a ghost are no blows", () => {
  const hits = new Hits();
  hits.see(scene(piece("a", 1), piece("b", 3), piece("crate", undefined), piece("c", 2)));
  hits.see(scene(piece("b", 4), piece("c", 2, { state: "ghost" })));
  expect(hits.struck.map(({ id, fallen }) => [id, fallen])).toEqual([["a", true]]);
});

test("with reduced motion only the tag is shown", () => {
  settings.still = true;
  const hits = new Hits();
  hits.see(scene(piece("a", 6)));
  hits.see(scene(piece("a", 5)));
  expect(hits.struck).toEqual([]);
  expect(hits.told.map(({ text }) => text)).toEqual(["−1"]);
});

test("another board, or one that changed altogether, is no massacre", () => {
  const hits = new Hits();
  const many = [1, 2, 3, 4, 5].map((n) => piece(String(n), 2));
  hits.see(scene(...many));
  hits.see(scene());
  expect(hits.struck).toEqual([]);
  hits.see(scene(piece("a", 6)));
  hits.see({ ...scene(piece("a", 1)), name: "another level" });
  expect(hits.struck).toEqual([]);
});

test("a star is jagged and closed", () => {
  expect(star(10, 0.6, 3)).toMatch(/^M[^M]*z$/);
  expect(star(10, 0.6, 3)).not.toContain("NaN");
});
