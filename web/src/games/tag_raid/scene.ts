/** The mine of TAG Raid as a scene: hexagonal tiles, scenery, containers, miners and the beast. Units are millimetres. */
import type { MinerView, TableView } from "../../../../src/muster/server/views/tag_raid";
import { emptyScene, letterOf, sideOf, type Highlight, type Piece, type Point, type Scene } from "../../scene/scene";
import { hexagon } from "../../scene/shapes";
import type { SceneInput } from "../game";

export type { MinerView, TableView };
export type Input = SceneInput<TableView>;

const RADIUS = 100;
const BASE = 55;
/** The view counts in tenths of a millimetre. */
const at = (x: number, y: number): Point => ({ x: x / 10, y: y / 10 });

export function scene(input: Input): Scene {
  const { view, words } = input;
  const made = emptyScene(words.text("game.title"), { x: -10, y: -10, w: view.width / 10 + 20, h: view.depth / 10 + 20 });
  made.cells = view.tiles.map((tile) => ({
    id: `tile:${tile.name}`,
    shape: hexagon(at(tile.x, tile.y), RADIUS - 1.5, true),
    at: at(tile.x, tile.y),
    name: `${tile.name}, ${words.name("terrain", tile.terrain)}`,
    marks: [{ at: at(tile.x, tile.y + 700), text: words.name("terrain", tile.terrain), size: 11, tone: "ink-3" as const, rank: 1 }],
  }));
  made.blocks = view.scenery.map(({ corners, height }, n) => ({
    id: `scenery:${n}`,
    shape: { kind: "polygon", points: corners.map(([x, y]) => at(x, y)) },
    height: height >= 800 ? 3 : height >= 400 ? 2 : 1,
    name: `${height / 10}`,
    numeral: `${Math.round(height / 254)}″`,
  }));
  made.pieces = [
    ...view.containers.map(([x, y], n): Piece => ({ id: `container:${n}`, side: "n", at: at(x, y), size: 26, glyph: "crate", name: `${n + 1}` })),
    beast(input),
    ...view.miners.filter((miner) => miner.x >= 0).map((miner) => piece(miner, input)),
  ];
  made.highlights = highlights(input);
  return made;
}

function beast({ view, words }: Input): Piece {
  const { beast: one } = view;
  return { id: "beast", side: "n", at: at(one.x, one.y), size: 90, base: "round", glyph: "worm", label: "M", name: `${words.name("beast", one.id)}, ${one.hexagon}` };
}

function piece(miner: MinerView, { view, words }: Input): Piece {
  return {
    id: `miner:${miner.seat}`,
    side: sideOf(miner.seat),
    label: letterOf(miner.seat),
    at: at(miner.x, miner.y),
    size: BASE,
    base: "round",
    glyph: "tag",
    facing: miner.facing,
    state: view.active === miner.seat ? "acting" : "idle",
    name: `${letterOf(miner.seat)} ${words.name("tag", miner.tag)}`,
  };
}

/** Targets are pieces; places to move to are rings on the ground. */
function highlights({ question }: Input): Highlight[] {
  const found = new Map<string, string[]>();
  for (const { key } of question?.options ?? []) {
    const seat = />([A-D])\d?/.exec(key)?.[1];
    if (seat) {
      const target = `miner:${seat.charCodeAt(0) - 65}`;
      found.set(target, [...(found.get(target) ?? []), key]);
    }
  }
  return [...found].map(([target, keys]) => ({ target, keys }));
}
