/** The timeline: who acts, who has acted, how many orders are left. */
import { letterOf, sideOf } from "../../scene/scene";
import type { Order } from "../game";
import type { Input } from "./model";
import { tell } from "./words";

export function order({ view, words, nameOf, places }: Input): Order {
  const seats = view.turns.length ? view.turns : places.map((place) => place.seat);
  const round = view.round ? `${tell("round_of", { round: view.round, rounds: view.measures.rounds })} · ` : "";
  return {
    phase: `${round}${words.name("stage", view.stage)}`,
    slots: seats.map((seat, n) => {
      const miner = view.miners[seat];
      const now = view.round > 0 && view.active === seat;
      const reacting = view.order?.waiting[0] === seat;
      return {
        id: String(seat),
        side: sideOf(seat),
        label: letterOf(seat),
        name: miner?.tag ? words.name("tag", miner.tag) : nameOf(seat),
        terms: reacting ? ["sign.aro"] : ["sign.orders"],
        note: reacting ? tell("reacting") : now ? tell("order_of", { n: miner?.orders ?? 0 }) : undefined,
        state: now ? "now" : view.round > 0 && n < view.turn ? "done" : "next",
      };
    }),
  };
}
