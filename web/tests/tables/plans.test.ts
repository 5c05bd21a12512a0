/** Plans change as hands would change a table: with their twins, and without any rule. */
import { describe, expect, it } from "vitest";
import type { Kit, PieceKind } from "../../src/net/protocol";
import { change, drop, find, fresh, halfTurned, lay, onLevel, piecesOf, sized, turned, twinOf } from "../../src/tables/plans";

const span = { least: 1, usual: 2, most: 4, step: 1 };
const one = { least: 1, usual: 1, most: 1, step: 1 };
const house: PieceKind = {
  id: "house",
  title: "House",
  glyph: "",
  width: span,
  depth: span,
  height: span,
  levels: [1, 1],
  turning: "swap",
  radius: 0,
  over: 0,
};
const post: PieceKind = { ...house, id: "post", width: one, depth: one, height: one, levels: [2, 4], turning: 90, radius: 0.4 };
const kit: Kit = {
  one: "",
  width: 8,
  depth: 8,
  middle: [4, 4],
  step: 1,
  levels: 4,
  choices: [],
  kinds: [house, post],
  styles: [],
  lookers: [],
};

describe("a plan", () => {
  const laid = lay(kit, { pieces: [] }, fresh(house, { x: 2, y: 2 }, 1), true);

  it("gets a piece and its twin half a turn away", () => {
    expect(piecesOf(laid).map(({ x, y }) => [x, y])).toEqual([
      [2, 2],
      [6, 6],
    ]);
    expect(twinOf(kit, laid, 0)).toBe(1);
    expect(piecesOf(lay(kit, { pieces: [] }, fresh(house, { x: 4, y: 4 }, 1), true))).toHaveLength(1);
    expect(piecesOf(lay(kit, { pieces: [] }, fresh(house, { x: 2, y: 2 }, 1), false))).toHaveLength(1);
  });

  it("moves, sizes and drops twins together, or one alone", () => {
    const grown = change(kit, laid, 0, (piece) => sized(house, piece, { width: 3 }), true);
    expect(piecesOf(grown).map(({ x, width }) => [x, width])).toEqual([
      [2.5, 3],
      [5.5, 3],
    ]);
    expect(twinOf(kit, grown, 0)).toBe(1);
    expect(piecesOf(drop(kit, grown, 1, true))).toEqual([]);
    expect(piecesOf(drop(kit, grown, 1, false))).toHaveLength(1);
    expect(piecesOf(change(kit, laid, 0, (piece) => ({ ...piece, x: 3 }), false)).map(({ x }) => x)).toEqual([3, 6]);
  });

  it("turns by changing sides or by degrees", () => {
    expect(turned(house, { ...fresh(house, { x: 2, y: 2 }, 1), width: 3, depth: 2 })).toMatchObject({ width: 2, depth: 3, x: 1.5, y: 2.5 });
    expect(turned(post, { ...fresh(post, { x: 2, y: 2 }, 1), turn: 270 }).turn).toBe(0);
  });

  it("lays pieces only on levels where they may be, and finds them again", () => {
    expect(fresh(post, { x: 1, y: 1 }, 1).level).toBe(2);
    expect(onLevel(kit, { ...fresh(house, { x: 1, y: 1 }, 1), height: 2 }, 2)).toBe(true);
    expect(onLevel(kit, fresh(post, { x: 1, y: 1 }, 2), 3)).toBe(false);
    expect(find(kit, laid, { ...fresh(house, { x: 5.8, y: 6.1 }, 1) })).toBe(1);
    expect(find(kit, laid, fresh(post, { x: 6, y: 6 }, 1))).toBe(-1);
    expect(halfTurned(kit, fresh(post, { x: 1, y: 2 }, 2))).toMatchObject({ x: 7, y: 6, turn: 180 });
  });
});
