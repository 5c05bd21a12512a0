/** What to know at the moment it matters, in a first match. */
import type { Hint } from "../game";
import { promptOf, type Input } from "./model";
import { tell, type Key } from "./words";

const HINTS: Record<string, Key> = {
  "prompt.deploy": "hint_deploy",
  "prompt.deploy_where": "hint_deploy",
  "prompt.command": "hint_command",
  "prompt.drone": "hint_command",
  "prompt.dial": "hint_dial",
  "prompt.stance": "hint_stance",
  "prompt.act": "hint_act",
  "prompt.move": "hint_move",
  "prompt.facing": "hint_facing",
  "prompt.target": "hint_target",
  "prompt.focus_attack": "hint_focus",
  "prompt.focus_defence": "hint_focus",
  "prompt.surplus": "hint_surplus",
};

export function hints(input: Input): Hint[] {
  const found = HINTS[promptOf(input)];
  return found ? [{ id: `op.${found}`, text: tell(found) }] : [];
}
