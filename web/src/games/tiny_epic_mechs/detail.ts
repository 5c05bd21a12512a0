/** Details of the options of Tiny Epic Mechs, and hints for a first game. */
import type { Choice } from "../../net/protocol";
import type { Detail, Hint } from "../game";
import { isProgramming, lineText, me, reductions, weapon, type Input } from "./model";
import { sideOf } from "../../scene/scene";
import { tell } from "./words";

export function detail(input: Input, choice: Choice): Detail {
  const [kind = "", id = ""] = choice.key.split(":");
  if (kind === "pilot") return pilot(input, id);
  const card = weapon(input.view, id);
  if (!card) return {};
  const icon = `i-${card.type}`;
  if (kind === "attack") return strike(input, choice.key, icon, lineText(card.attack, input.words));
  if (kind === "power" || kind === "riposte") return strike(input, choice.key, icon, lineText(card.power, input.words));
  return { icon, text: `${lineText(card.attack, input.words)} · ${tell("power")}: ${lineText(card.power, input.words)}` };
}

function pilot({ view, words, seat }: Input, id: string): Detail {
  const card = view.pilots.find((one) => one.id === id);
  if (!card) return {};
  const side = (ability: { id: string; amount: number }) =>
    `${words.name("ability", ability.id)}: ${words.text(`ability_text.${ability.id}`, { amount: ability.amount })}`;
  return {
    portrait: { symbol: `portrait-tem-${id}`, side: sideOf(seat) },
    text: `${side(card.pilot)} · ${words.name("status", "armor")}, ${side(card.armor)}`,
  };
}

/** The health that the blow would leave, as the rules say: shields and abilities are counted. */
function strike({ view, seat, words }: Input, key: string, icon: string, text: string): Detail {
  const { combat } = view;
  const enemy = combat ? view.players[combat.attacker === seat ? combat.defender : combat.attacker] : undefined;
  const blow = combat?.blows.find((one) => one.key === key);
  const left = enemy && blow ? `${enemy.health} → ${blow.health}` : undefined;
  return { icon, text: [text, ...reductions(blow?.reduced ?? [], words)].join(" · "), right: left };
}

export function hints(input: Input): Hint[] {
  const found: Hint[] = [];
  const player = me(input.view, input.seat);
  if (isProgramming(input)) {
    found.push({ id: "tem.programme", text: tell("hint_programme"), clause: "TEM program.secret" });
    if (input.view.round > 1) found.push({ id: "tem.devices", text: tell("hint_devices"), clause: "TEM collect.zones" });
  }
  if (input.view.combat) found.push({ id: "tem.wheel", text: tell("hint_wheel"), clause: "TEM combat.counter" });
  if (input.question?.prompt.key === "prompt.power_up" && player?.status === "pilot")
    found.push({ id: "tem.armor", text: tell("hint_armor"), clause: "TEM power_up.upgrade" });
  if (input.question?.prompt.key === "prompt.tactical")
    found.push({ id: "tem.tactical", text: tell("hint_tactical"), clause: "TEM tactical.any_card" });
  return found;
}
