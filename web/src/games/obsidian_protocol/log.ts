/** How events are drawn in the log: whose they are, which are headings, and every die. */
import type { DiceRolled, Rerolled } from "../../../../src/muster/server/protocol/views/obsidian_protocol";
import type { Told } from "../../net/protocol";
import { sideOf } from "../../scene/scene";
import type { LogEntry } from "../game";
import type { GameWords } from "../../words/words.svelte";
import { thing } from "./model";
import { facesOf } from "./walk";
import { tell } from "./words";

const HEADS = new Set(["round_begins", "battlefield_drawn"]);
const QUIET = new Set(["commanded", "focused", "attack_failed", "smoke_gone", "first_player", "edge_taken"]);
/** What the walk through an attack draws. */
const FOLDED = new Set(["attack_dice", "white_more", "white_less", "blue_more", "icons_counted", "cancels", "exchanged"]);
const HEAVY: Record<string, 2 | 3> = {
  dice_rolled: 2,
  damaged: 2,
  part_destroyed: 3,
  destroyed: 3,
  removed: 3,
  scored: 2,
  points_lost: 2,
  detonated: 2,
  launched: 2,
};

export function log(told: Told, words: GameWords): LogEntry {
  const unit = typeof told.params.unit === "string" ? told.params.unit : "";
  const seat = "ab".indexOf(unit.charAt(0));
  return {
    ...(unit && seat >= 0 ? { side: sideOf(seat), label: unit.slice(1) } : {}),
    head: HEADS.has(told.key),
    quiet: QUIET.has(told.key) || (told.key === "attack_resolved" && !told.params.heavy && !told.params.light && !told.params.lightning),
    fold: FOLDED.has(told.key),
    dice: dice(told),
    text: sentence(told, words),
    weight: HEAVY[told.key] ?? 1,
    death: told.key === "destroyed" || told.key === "integrity_loss",
  };
}

/** Without the letters that stand for dice: the dice themselves are drawn. */
function sentence(told: Told, words: GameWords): string | undefined {
  const { params } = told;
  if (told.key === "rerolled") return tell("log_rerolled");
  if (told.key !== "dice_rolled") return undefined;
  return tell("log_attack", {
    who: thing(String(params.name), words) + String(params.twin ?? ""),
    action: words.name("action", String(params.action ?? "")),
    target: thing(String(params.target_name), words) + String(params.target_twin ?? ""),
  });
}

function dice(told: Told): LogEntry["dice"] {
  if (told.key === "dice_rolled") {
    const { attack, defence } = told.data as DiceRolled;
    return [...facesOf(attack), tell("against"), ...facesOf(defence)];
  }
  return told.key === "rerolled" ? facesOf((told.data as Rerolled).dice) : undefined;
}
