/** Where the dice of a face-off lie, and the lines between them: pure drawing. */
import type { Point } from "../../scene/scene";
import type { Die, Walk } from "./walk";

export interface Plan {
  /** Side of a die. */
  die: number;
  /** Left edge of each die. */
  attack: number[];
  defence: number[];
}

const TOP = 26;
/** What the words below an arrow take up. */
const LABEL = 84;

export function layout(walk: Walk, width: number): Plan {
  const most = Math.max(walk.attack.length, walk.defence.length, 1);
  const room = Math.floor(width / most);
  const die = Math.max(18, Math.min(48, room - (room > 40 ? 8 : 4)));
  const spots = (count: number): number[] => {
    const gap = Math.max(0, Math.min(26, width / Math.max(1, count) - die));
    return Array.from({ length: count }, (_, n) => gap / 2 + n * (die + gap));
  };
  return { die, attack: spots(walk.attack.length), defence: spots(walk.defence.length) };
}

/** Where an icon of a die is: two icons stand side by side. */
function node(dice: Die[], spots: number[], die: number, [n, k]: [number, number]): number {
  const count = dice[n]?.icons.length ?? 1;
  const across = count > 1 ? (k - (count - 1) / 2) * die * 0.46 : 0;
  return (spots[n] ?? 0) + die / 2 + across;
}

export interface Line {
  a: Point;
  b: Point;
  mid: Point;
  d: string;
  kind: "offset" | "dodged";
}

export function lines(walk: Walk, plan: Plan, height: number): Line[] {
  const top = TOP + plan.die + 8;
  const low = height - TOP - plan.die - 8;
  return walk.pairs.flatMap(({ hit, by }, n): Line[] => {
    if (!by) return [];
    const a = { x: node(walk.attack, plan.attack, plan.die, hit), y: top };
    const b = { x: node(walk.defence, plan.defence, plan.die, by), y: low };
    const bend = (low - top) * 0.5;
    const at = (t: number): Point => ({ x: a.x + (b.x - a.x) * (3 * t * t - 2 * t * t * t), y: a.y + (b.y - a.y) * t });
    const kind = walk.defence[by[0]]?.icons.charAt(by[1]) === "o" ? "dodged" : "offset";
    return [{ a, b, mid: at(0.26 + (n % 2) * 0.13), d: `M${a.x} ${a.y}C${a.x} ${a.y + bend} ${b.x} ${b.y - bend} ${b.x} ${b.y}`, kind }];
  });
}

const BY_LIGHTNING = new Set(["link_lost", "token_gained", "shut_down"]);

export interface Through {
  points: Point[];
  at: Point;
}

/** Below the icons that nothing met. Those whose labels would overlap share one. Lightning that did nothing is not drawn. */
export function throughs(walk: Walk, plan: Plan): Through[] {
  const struck = walk.outcome.some((one) => BY_LIGHTNING.has(one.key));
  const met = walk.through.filter(([n, k]) => walk.attack[n]?.icons.charAt(k) !== "z" || struck);
  const y = TOP + plan.die + 8;
  const spots = met.map((spot) => node(walk.attack, plan.attack, plan.die, spot)).sort((a, b) => a - b);
  const groups: number[][] = [];
  for (const x of spots) {
    const last = groups.at(-1);
    if (last && x - (last.at(-1) ?? x) < LABEL) last.push(x);
    else groups.push([x]);
  }
  return groups.map((xs) => ({ points: xs.map((x) => ({ x, y })), at: { x: xs.reduce((sum, x) => sum + x, 0) / xs.length, y } }));
}
