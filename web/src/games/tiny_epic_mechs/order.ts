/** Whose turn it is, beginning with the start token, and which round and stage. */
import { letterOf, sideOf } from "../../scene/scene";
import type { Order } from "../game";
import { ROUNDS, type Input } from "./model";

export function order({ view, words, nameOf, seat }: Input): Order {
  const count = view.players.length;
  const seats = Array.from({ length: count }, (_, n) => (view.start + n) % count);
  const programming = view.stage === "program";
  const now = seats.indexOf(view.active);
  const stage = words.name("stage", view.stage);
  return {
    phase: view.round ? `${words.text("picture.round", { round: view.round, rounds: ROUNDS })} · ${stage}` : stage,
    slots: seats.map((one, n) => {
      const player = view.players[one];
      return {
        id: String(one),
        side: sideOf(one),
        label: letterOf(one),
        name: player?.pilot ? words.name("pilot", player.pilot) : nameOf(one),
        terms: one !== seat && n === 0 ? ["sign.start"] : undefined,
        note: one === seat ? words.text("picture.you") : n === 0 ? words.text("picture.start") : undefined,
        state: programming ? (one === seat ? "now" : "next") : n < now ? "done" : n === now ? "now" : "next",
      };
    }),
  };
}
