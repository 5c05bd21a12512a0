/** Who acts when: by timing and initiative once the dials are open, before that the seats. */
import { letterOf, sideOf } from "../../scene/scene";
import type { Order, Slot } from "../game";
import { nameOf, numberOf, ROUNDS, type Input } from "./model";
import { tell, tellOf } from "./words";

export function order(input: Input): Order {
  const { view, words } = input;
  const stage = tellOf(`stage.${view.stage}`);
  const phase = view.round && started(view.stage) ? `${tell("round_of", { round: view.round, rounds: ROUNDS })} · ${stage}` : stage;
  if (!view.order.length) return { phase, slots: seats(input) };
  const next = view.active ? -1 : view.order.findIndex((slot) => !slot.done);
  const slots = view.order.map((slot, n): Slot => {
    const unit = view.units[slot.unit];
    return {
      id: slot.unit,
      side: sideOf(unit?.seat),
      label: numberOf(slot.unit),
      name: nameOf(unit, words),
      note: `${words.name("timing", slot.timing)} ${slot.initiative}`,
      terms: [`timing.${slot.timing}`, "sign.initiative"],
      state: slot.unit === view.active || n === next ? "now" : slot.done ? "done" : "next",
    };
  });
  return { phase, slots };
}

const SETUP = new Set(["draw_battlefield", "discard_task", "roll_sides", "choose_sides", "choose_secondary", "name_targets", "deploy"]);
export const started = (stage: string): boolean => !SETUP.has(stage);

/** The two seats, whoever is asked or to move marked. */
function seats({ view, places, nameOf: who, seat }: Input): Slot[] {
  return places.map((place) => ({
    id: String(place.seat),
    side: sideOf(place.seat),
    label: letterOf(place.seat),
    name: who(place.seat),
    terms: place.seat === view.first && view.stage !== "draw_battlefield" ? ["sign.first"] : undefined,
    note:
      place.seat === view.first && view.stage !== "draw_battlefield" ? tell("first_player") : place.seat === seat ? tell("you") : undefined,
    state: view.stage === "plan" || view.to_move === place.seat ? "now" : "next",
  }));
}
