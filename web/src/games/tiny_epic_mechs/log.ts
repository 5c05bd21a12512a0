/** How events of Tiny Epic Mechs stand in the log and in the scrubber. */
import type { Told } from "../../net/protocol";
import type { LogEntry } from "../game";

const HEADS = new Set(["round_begins", "scoring_round", "arena_laid"]);
const QUIET = new Set([
  "wall",
  "equipped",
  "on_offer",
  "paid",
  "robot_ahead",
  "robot_highest",
  "robot_lowest",
  "robot_tie",
  "robot_wall",
  "robot_in_the_way",
  "robot_stays",
  "robot_no_diagonal",
  "robot_no_line",
  "robot_faces_north",
]);
const HEAVY: Record<string, 2 | 3> = {
  attack: 2,
  power_attack: 2,
  damage: 2,
  mine_exploded: 3,
  turret_fired: 3,
  knocked_out: 3,
  mech_taken: 3,
  combat_started: 2,
  scored: 2,
};

export function log(told: Told): LogEntry {
  return {
    head: HEADS.has(told.key),
    quiet: QUIET.has(told.key) || told.key.startsWith("cannot."),
    weight: HEAVY[told.key] ?? 1,
    death: told.key === "knocked_out",
  };
}
