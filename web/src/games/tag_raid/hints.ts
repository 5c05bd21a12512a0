/** Details for the rows of the list, where an option leads; and things to know in a first game, at the moment they matter. */
import type { Choice } from "../../net/protocol";
import type { Detail, Hint } from "../game";
import { isReaction, isSecond, prompt, type Input, type ToolView } from "./model";
import { signed } from "./overlays";
import { tell, tellOf } from "./words";

export function hints(input: Input): Hint[] {
  if (prompt(input) === "prompt.corporation") return [{ id: "tr.tag", text: tell("hint_tag"), clause: "TR setup.equipment" }];
  if (prompt(input) === "prompt.beast") return [{ id: "tr.beast", text: tell("hint_beast"), clause: "TR beast.placed_by_last" }];
  if (prompt(input) === "prompt.turn") return [{ id: "tr.turn", text: tell("hint_turn"), clause: "TR order.sequence" }];
  if (isSecond(input)) return [{ id: "tr.second", text: tell("hint_second"), clause: "TR ranged.same_point" }];
  if (isReaction(input)) return [{ id: "tr.aro", text: tell("hint_aro"), clause: "TR aro.los" }];
  return [];
}

export const GLYPHS: Record<string, string> = { ranged: "ranged", close: "melee", gear: "tactical", find: "collect" };

/** The figures of a tool card in a line. */
export function figures(card: ToolView | undefined): string {
  if (!card) return "";
  if (card.kind !== "ranged" && card.kind !== "close")
    return tellOf(`eff_${card.effect}`, { n: signed(card.amount), plain: card.amount, terrain: "" });
  return `${tell("burst", { n: card.burst })} · ${card.ammunition} ${card.damage}`;
}

/** A tool with its figures. */
export function detail({ view }: Input, { key }: Choice): Detail {
  const [verb = "", id = ""] = key.split(":");
  const card = verb === "replace" ? view.cards[view.order?.open_tools[0] ?? ""] : view.cards[id];
  return card ? { icon: `i-${GLYPHS[card.kind] ?? "tactical"}`, text: figures(card) } : {};
}
