/** The threat map over a board, asked of the rules for one unit and drawn as heat with its figures, and what enemies could answer. It knows no game. */
import type { GameClient, SceneInput, ThreatClient } from "../games/game";
import type { Choice } from "../net/protocol";
import type { Scene } from "../scene/scene";
import { around, centre } from "../scene/shapes";
import { say } from "../words/words.svelte";

export interface Danger {
  place: string;
  chance: number;
  by: string;
  how: string;
}

export interface ThreatMap {
  kind: "threats";
  unit: string;
  at: string;
  safe: boolean;
  dangers: Danger[];
}

/** What each enemy could do to a unit at a place, the worst first. */
export interface Reply {
  kind: "reply";
  unit: string;
  at: string;
  dangers: Danger[];
}

export type Mode = "" | "threats" | "safe";

/** What is asked: the map of a unit where it stands or is planned to go, or the other way round. Empty if there is no unit. */
export function wanted(mode: Mode, client: ThreatClient, input: SceneInput<unknown>): string {
  const unit = client.unit(input);
  if (!mode || !unit) return "";
  const at = client.planned?.(input, unit) ?? "";
  return mode === "safe" ? `safe:${unit}` : `threats:${unit}${at && `@${at}`}`;
}

/** What is asked about the answer in hand: the reply to the unit that acts, where it would stand. Empty if nothing is risked. */
export function replyWanted(client: GameClient | null, input: SceneInput<unknown>, aimed: Choice | undefined): string {
  const unit = client?.threats?.acting(input) ?? "";
  if (!unit || !input.question) return "";
  const at = client?.threats?.planned?.(input, unit) ?? "";
  return at || aimed?.odds ? `reply:${unit}${at && `@${at}`}` : "";
}

export const percent = (chance: number) => (chance > 0 && chance < 0.005 ? "<1" : String(Math.round(100 * chance)));
const HOW = { shot: "threat_shot", fight: "threat_fight", mine: "threat_mine", turret: "threat_turret", seen: "threat_seen" } as const;

/** How an enemy would do it. */
export const wayOf = (how: string): string => say(HOW[how as keyof typeof HOW] ?? "threat_seen");

/** A unit as the board calls it. */
const called = ({ pieces }: Scene, unit: string) => pieces.find(({ id }) => id.endsWith(`:${unit}`))?.name.split(",")[0] ?? unit;

/** One danger in words. */
export function told(scene: Scene, { place, chance, by, how }: Danger): string {
  const what = wayOf(how);
  return say(chance ? "threat_told" : "threat_told_seen", { place, what, by: by && called(scene, by), n: percent(chance) });
}

/** The scene with the dangers over it. */
export function heated(scene: Scene, map: ThreatMap, client: ThreatClient, input: SceneInput<unknown>): Scene {
  const heat = map.dangers.flatMap((danger) => {
    const shape = client.shape(danger.place, input);
    return shape
      ? [
          {
            shape,
            at: centre(around(shape)),
            value: danger.chance,
            text: danger.chance ? percent(danger.chance) : "",
            name: told(scene, danger),
          },
        ]
      : [];
  });
  const mine = [
    { text: say(map.safe ? "threat_legend_safe" : "threat_legend", { unit: called(scene, map.unit) }), heat: 0.8 },
    { text: say("threat_seen"), heat: 0 },
  ];
  return { ...scene, heat, legend: mine };
}
