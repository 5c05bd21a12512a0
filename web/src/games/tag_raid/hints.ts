/** Things to know in a first game, at the moment they matter. */
import type { Hint } from "../game";
import { isReaction, isSecond, prompt, type Input } from "./model";
import { tr } from "./words";

export function hints(input: Input): Hint[] {
  if (prompt(input) === "prompt.corporation") return [{ id: "tr.tag", text: tr("hint_tag") }];
  if (prompt(input) === "prompt.beast") return [{ id: "tr.beast", text: tr("hint_beast") }];
  if (prompt(input) === "prompt.turn") return [{ id: "tr.turn", text: tr("hint_turn") }];
  if (isSecond(input)) return [{ id: "tr.second", text: tr("hint_second") }];
  if (isReaction(input)) return [{ id: "tr.aro", text: tr("hint_aro") }];
  return [];
}
