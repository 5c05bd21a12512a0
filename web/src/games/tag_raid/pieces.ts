/** A TAG as a piece: base, facing, plate, marks, and what a screen reader says of it. */
import { letterOf, sideOf, type Piece } from "../../scene/scene";
import { at, hexagonAt, wayOf, type Input, type MinerView } from "./model";
import { tell } from "./words";

export function piece(input: Input, miner: MinerView): Piece {
  const { view, words } = input;
  const acting = view.active === miner.seat && view.round > 0;
  const state = [
    tell("wounds_left", { n: miner.wounds, all: miner.sheet?.wounds ?? miner.wounds }),
    tell("looks", { way: wayOf(miner.facing) }),
    ...(miner.level >= 0 ? [tell("on_roof")] : []),
    ...(miner.slowed ? [tell("slowed")] : []),
    ...(acting ? [tell("acting")] : []),
  ];
  return {
    id: `miner:${miner.seat}`,
    side: sideOf(miner.seat),
    label: letterOf(miner.seat),
    at: at(miner.x, miner.y),
    size: (view.measures.base / 10) * 2,
    base: "round",
    glyph: `tag-${miner.tag || "stonebreaker"}`,
    life: miner.wounds,
    facing: miner.facing,
    state: acting ? "acting" : "idle",
    marks: [...(miner.slowed ? ["i-pinned"] : []), ...(miner.level >= 0 ? ["i-layers"] : [])],
    name: `${letterOf(miner.seat)} ${words.name("tag", miner.tag)}, ${hexagonAt(view, miner.x, miner.y)}, ${state.join(", ")}`,
    terms: [`tag.${miner.tag}`, ...(miner.slowed ? ["sign.slowed"] : []), ...(miner.level >= 0 ? ["sign.roof"] : [])],
    z: miner.level >= 0 ? (view.scenery[miner.level]?.height ?? 0) / 10 : 0,
  };
}
