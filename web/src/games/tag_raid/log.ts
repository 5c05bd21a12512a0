/** How events of TAG Raid stand in the log and in the scrubber: every die is drawn. */
import type { Told } from "../../net/protocol";
import type { DieFace, LogEntry } from "../game";
import type { DiceRolled } from "./model";

const HEADS = new Set(["event_drawn"]);
const QUIET = new Set(["becomes_idle", "beast_turns", "access_taken", "stayed", "turned"]);
const HEAVY: Record<string, 2 | 3> = {
  attacked: 2,
  beast_aro: 2,
  wounded: 2,
  beast_wounded: 3,
  died: 3,
  beast_dies: 3,
  loot_taken: 2,
  bezoar: 2,
};

/** The dice of an event: a success of an attack or an evade is filled, so is a save that holds. */
export function faces(told: Told): DieFace[] {
  const rolled = told.data as DiceRolled | undefined;
  return (rolled?.dice ?? []).map(({ face, good }) => ({ kind: "d20", face: String(face), hit: good }));
}

export function log(told: Told): LogEntry {
  const beast = told.key.startsWith("beast_") && told.params.seat === undefined;
  const none = told.key === "aro_declared" && told.params.skill === "none";
  return {
    ...(beast ? { side: "n" as const, label: "M" } : {}),
    head: HEADS.has(told.key),
    quiet: QUIET.has(told.key) || none,
    dice: faces(told),
    weight: HEAVY[told.key] ?? 1,
    death: told.key === "died" || told.key === "beast_dies",
  };
}
