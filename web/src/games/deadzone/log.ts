/** How events of Deadzone stand in the log and in the scrubber: whose model, which dice, how heavy. */
import type { Told } from "../../net/protocol";
import { sideOf } from "../../scene/scene";
import type { LogEntry } from "../game";
import { diceOf, numberOf, type DiceRolled } from "./model";
import { tell } from "./words";

const HEADS = new Set(["round_begins"]);
const QUIET = new Set([
  "overwatch_fails",
  "command_fails",
  "armour_saves",
  "mood_nothing",
  "cards_kept",
  "card_drawn",
  "crate_placed",
  "flames_out",
  "smoke_gone",
  "passed",
]);
const HEAVY: Record<string, 2 | 3> = {
  shoots: 2,
  blazes: 2,
  throws: 2,
  lobs: 2,
  injured: 2,
  explosion: 2,
  opposed: 3,
  killed: 3,
  vehicle_damaged: 2,
  card_played: 2,
  claimed: 3,
};

export function log(told: Told): LogEntry {
  const { params } = told;
  const tag = String(params.tag ?? "");
  const whose = /^[A-D]\d+$/.test(tag) ? { side: sideOf(tag.charCodeAt(0) - 65), label: numberOf(tag) } : {};
  return {
    ...whose,
    head: HEADS.has(told.key),
    quiet: QUIET.has(told.key),
    weight: HEAVY[told.key] ?? 1,
    death: told.key === "killed",
    dice: dice(told.data as DiceRolled | undefined),
  };
}

/** The dice of both sides; nothing for an event that carries none. */
function dice(data: DiceRolled | undefined): LogEntry["dice"] {
  if (!data) return [];
  const again = tell("again");
  const first = diceOf(data.rolled, data.stat, again);
  const back = diceOf(data.held, data.held_stat, again);
  return back.length && first.length ? [...first, tell("against"), ...back] : [...first, ...back];
}
