import { describe, expect, it } from "vitest";
import { crop, cut, moved, trailed, worthwhile } from "../../src/film/acts";
import type { LogEntry } from "../../src/games/game";
import type { Told } from "../../src/net/protocol";
import { emptyScene, type Piece } from "../../src/scene/scene";
import { told } from "../sitting";

const entries: Record<string, LogEntry> = {
  round: { head: true },
  moved: { side: "b", weight: 1 },
  shot: { side: "b", weight: 2, dice: [{ kind: "d6", face: "4" }] },
  rolled: { fold: true, dice: [{ kind: "d6", face: "5" }] },
  killed: { side: "a", weight: 3, death: true },
  mine: { side: "a" },
};
const entry = (one: Told): LogEntry => entries[one.key] ?? {};
const log = (...keys: string[]): Told[] => keys.map((key) => told(key));
const piece = (id: string, x: number, more: Partial<Piece> = {}): Piece => ({
  id,
  side: "b",
  at: { x, y: 0 },
  size: 10,
  glyph: "",
  name: "",
  ...more,
});
const scene = (...pieces: Piece[]) => ({ ...emptyScene("", { x: 0, y: 0, w: 90, h: 90 }), pieces });

describe("acts", () => {
  it("are the events that stand for themselves; details and headings join them", () => {
    const acts = cut(log("round", "moved", "shot", "rolled", "killed"), 0, 5, entry, true);
    expect(acts.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 4],
      [4, 5],
    ]);
    expect(acts[0]?.lead.key).toBe("moved");
    expect(acts[1]?.dice).toHaveLength(2);
    expect(acts.map(({ weighty }) => weighty)).toEqual([false, true, true]);
  });

  it("are one where nothing between can be shown, told by its weightiest event", () => {
    const [only, ...rest] = cut(log("moved", "shot", "killed"), 0, 3, entry, false);
    expect(rest).toEqual([]);
    expect(only?.lead.key).toBe("killed");
  });

  it("of one's own need no film unless dice fell", () => {
    expect(worthwhile(log("mine", "mine"), 0, entry, "a")).toBe(false);
    expect(worthwhile(log("mine", "moved"), 0, entry, "a")).toBe(true);
    expect(worthwhile(log("moved", "mine"), 1, entry, "a")).toBe(false);
    expect(worthwhile(log("mine", "rolled"), 0, entry, "a")).toBe(true);
  });
});

describe("trails", () => {
  it("follow what moved, not what made room", () => {
    const moves = moved(scene(piece("one", 0), piece("two", 0)), scene(piece("one", 60), piece("two", 5), piece("new", 9)));
    expect(moves.map(({ piece: { id }, from }) => [id, from.x])).toEqual([["one", 0]]);
    const drawn = trailed(scene(piece("one", 60)), moves);
    expect(drawn.trails).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 60, y: 0 },
        ],
        side: "b",
      },
    ]);
    expect(drawn.pieces.filter(({ state }) => state === "ghost")).toHaveLength(1);
  });

  it("leave a side alone that the game has drawn itself", () => {
    const own = { ...scene(piece("one", 60)), trails: [{ points: [{ x: 1, y: 1 }], side: "b" as const }] };
    expect(trailed(own, [{ piece: piece("one", 60), from: { x: 0, y: 0 } }]).trails).toHaveLength(1);
  });

  it("a small picture shows where it happened", () => {
    const here = scene(piece("model:B1", 30), piece("model:B2", 80));
    expect(crop([here], [], [told("shot", { tag: "B1" })])).toEqual({ x: 20, y: -10, w: 20, h: 20 });
    expect(crop([here], [], [told("round")])).toBeUndefined();
  });
});
