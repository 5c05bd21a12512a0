/** Which hint belongs to the pending question, if any. */
import { promptOf, type Input } from "./model";

const HINTS: Record<string, string> = {
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

export const hintOf = (input: Input): string => HINTS[promptOf(input)] ?? "";
