/** TAG Raid at the table. */
import type { GameClient } from "../game";
import { bench } from "./bench";
import { isFresh } from "./clash";
import Clash from "./Clash.svelte";
import Decision from "./Decision.svelte";
import { declaration, drag, draft, key, point, take, touch } from "./drafting";
import { detail, hints } from "./hints";
import { log } from "./log";
import Mine from "./Mine.svelte";
import { facingOf, isAttack, isMove, modeOf, moveKey, orderNow, pathOf, planOf, prompt, type TableView } from "./model";
import { order } from "./order";
import { letterOf } from "../../scene/scene";
import { scene } from "./scene";
import Strip from "./Strip.svelte";
import { tell } from "./words";

export const client: GameClient<TableView> = {
  game: "tag_raid",
  dice: [20],
  scene,
  unit: 1,
  bench,
  order,
  portrait: (_, card) => `portrait-tag-${card}`,
  mine: Mine,
  strip: Strip,
  tray: Clash,
  trayWanted: ({ log: told, selection }) => isFresh(told, selection.tools.clash),
  decision: Decision,
  decisionWanted: (input) => isMove(input) || isAttack(input) || prompt(input) === "prompt.corporation",
  title(input) {
    if (isAttack(input)) return undefined;
    if (!isMove(input) || prompt(input) !== "prompt.turn") return undefined;
    return pathOf(input).length ? tell("path_title") : tell("stay_title", orderNow(input));
  },
  made(input) {
    if (isMove(input)) {
      const made = moveKey(pathOf(input), facingOf(input));
      const plan = planOf(input);
      if (!plan || plan.key !== made || plan.refusal) return undefined;
      return { key: made, clause: pathOf(input).length ? "TR move.declare" : "TR move.facing", text: "" };
    }
    if (!isAttack(input)) return undefined;
    const declared = declaration(input);
    return declared ? { key: declared, clause: "", text: "" } : undefined;
  },
  commit(input, choice) {
    if (isMove(input))
      return prompt(input) === "prompt.evade_move" ? tell("evade_here") : tell(pathOf(input).length ? "move_here" : "stay_here");
    if (!isAttack(input)) return choice.text;
    const mode = modeOf(input);
    if (mode === "pass") return tell("declare_none");
    if (mode === "idle") return tell("go_idle");
    if (mode.startsWith("evade")) return tell("declare_evade");
    return tell(mode.startsWith("use") ? "use" : mode.startsWith("strike") ? "strike" : "shoot");
  },
  pass: (question) => question.options.find((option) => ["pass", "end", "done", "leave"].includes(option.key))?.key,
  hints,
  detail,
  threats: {
    unit: ({ view, seat }) => letterOf(seat ?? view.active),
    acting: ({ view, seat }) => (seat !== null && seat === view.active ? letterOf(seat) : ""),
    planned(input) {
      const end = pathOf(input).at(-1);
      return end && input.seat === input.view.active ? `${Math.round(end.x)},${Math.round(end.y)}` : "";
    },
    shape(place) {
      const [x = 0, y = 0] = place.split(",").map(Number);
      return { kind: "rect", x: x - 20, y: y - 20, w: 40, h: 40 };
    },
  },
  tools: ({ selection }) => [
    { id: "arcs", icon: "i-eye", text: tell("arcs_tool"), on: selection.tools.arcs !== "" },
    { id: "rings", icon: "i-area", text: tell("rings_tool"), on: selection.tools.rings !== "" },
    { id: "dots", icon: "i-ruler", text: tell("dots_tool"), on: selection.tools.dots !== "" },
  ],
  log,
  touch,
  point,
  drag,
  draft,
  take,
  key,
};
