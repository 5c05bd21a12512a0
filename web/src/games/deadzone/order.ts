/** Who acts, how many may act after it, and whose turn is next. */
import { letterOf, sideOf } from "../../scene/scene";
import type { Order, Slot } from "../game";
import { modelOf, numberOf, sideView, type Input } from "./model";
import { tell } from "./words";

const BEFORE = new Set([
  "deal",
  "lay_buildings",
  "lay_cover",
  "keep_mission",
  "redraw_mission",
  "mutations",
  "deployment",
  "place_crates",
  "drop_crates",
  "deploy",
  "rage",
]);

export function order({ view, words, nameOf, seat }: Input): Order {
  const stage = words.name("stage", view.stage);
  if (BEFORE.has(view.stage) || view.ended) {
    const slots = view.sides.map((side): Slot => ({
      id: String(side.seat),
      side: sideOf(side.seat),
      label: letterOf(side.seat),
      name: nameOf(side.seat),
      note: words.name("faction", side.faction),
      state: view.turn === side.seat ? "now" : "next",
    }));
    return { phase: stage, slots };
  }
  const active = modelOf(view, view.active);
  const mine = sideView(view, view.turn);
  const left = mine ? Math.max(0, Math.min(mine.limit - view.acted, mine.waiting)) : 0;
  const other = view.sides.find((side) => side.seat !== view.turn);
  const slots: Slot[] = [];
  if (active)
    slots.push({
      id: active.tag,
      side: sideOf(active.owner),
      label: numberOf(active.tag),
      name: words.name("model", active.card),
      terms: ["sign.actions"],
      note: tell("actions_left", { n: Math.max(0, 2 - view.spent) }),
      state: "now",
    });
  slots.push({
    id: `turn${view.turn}`,
    side: sideOf(view.turn),
    label: letterOf(view.turn),
    name: view.turn === seat ? tell("you") : nameOf(view.turn),
    terms: ["sign.limit"],
    note: tell(active ? "more" : "may_act", { n: left }),
    state: active ? "next" : "now",
  });
  if (other)
    slots.push({
      id: `turn${other.seat}`,
      side: sideOf(other.seat),
      label: letterOf(other.seat),
      name: other.seat === seat ? tell("then_you") : tell("then", { who: nameOf(other.seat) }),
      note: tell("left", { n: other.waiting }),
      state: "next",
    });
  return { phase: `${tell("round", { n: view.round })} · ${stage}`, slots };
}
