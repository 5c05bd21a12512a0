/**
 * Attacks as they were told, step by step: what the log says about one attack, put together so that it can be walked
 * through. The rules said which icon met which; nothing is worked out here.
 */
import type {
  AttackResolved,
  DiceRolled,
  Met,
  Rerolled,
  TermView,
  Die as ToldDie,
} from "../../../../src/muster/server/protocol/views/obsidian_protocol";
import type { Told } from "../../net/protocol";
import type { DieFace } from "../game";
import { tellOf } from "./words";

export interface Die extends DieFace {
  /** The icons that count after stances and exchanges, one letter each. */
  icons: string;
}

export type Step = "target" | "part" | "attack" | "defence" | "focus" | "resolution";
export const STEPS: Step[] = ["target", "part", "attack", "defence", "focus", "resolution"];

export interface Walk {
  /** Where in the log it begins and ends, and the clause of its outcome. */
  start: number;
  end: number;
  attacker: string;
  target: string;
  action: string;
  part: string;
  attack: Die[];
  defence: Die[];
  attackTerms: TermView[];
  defenceTerms: TermView[];
  focus: { unit: string; link: number }[];
  resolved: boolean;
  pairs: Met[];
  through: [number, number][];
  left: { heavy: number; light: number; lightning: number };
  /** What it came to, as the log says it. */
  outcome: { key: string; text: string; clause: string; part: string }[];
  surplus: boolean;
}

const FACES: Record<string, string> = { o: "dodge", e: "eye", "-": "" };
const OUTCOMES = new Set([
  "damaged",
  "part_destroyed",
  "destroyed",
  "integrity_loss",
  "link_lost",
  "shut_down",
  "token_gained",
  "group_thinned",
]);
const BETWEEN = new Set([
  "focused",
  "rerolled",
  "command_spent",
  "stance_forced",
  "scored",
  "points_lost",
  "box_dropped",
  "removed",
  ...OUTCOMES,
]);

export const facesOf = (dice: readonly ToldDie[]): Die[] =>
  dice.map(({ color, face, icons }) => {
    const shown = FACES[face] ?? face;
    return {
      kind: color as DieFace["kind"],
      face: shown,
      name: tellOf(`face.${shown || "blank"}`),
      icons,
      terms: termsOf(color, face),
    };
  });

const HOLLOW = new Set(["h", "l", "d"]);
const COUNTS = new Set(["H", "L", "D", "o"]);
const ICON_TERMS: Record<string, string> = {
  H: "heavy",
  h: "heavy",
  L: "light",
  l: "light",
  z: "lightning",
  e: "eye",
  D: "defence",
  d: "defence",
  o: "dodge",
};

/** What the glossary says about a die: its icon, whether it is hollow, its colour. */
function termsOf(color: string, face: string): string[] {
  const letter = face.charAt(0);
  const icon = ICON_TERMS[letter];
  return [...(icon ? [`icon.${icon}`] : []), ...(HOLLOW.has(letter) ? ["icon.hollow"] : []), `color.${color}`];
}

/** Dice of which it is known what counts: the others are dim. */
const counted = (dice: readonly ToldDie[]): Die[] =>
  facesOf(dice).map((die) => ({ ...die, dim: ![...die.icons].some((icon) => COUNTS.has(icon)) }));

function begin(told: Told, data: DiceRolled, at: number): Walk {
  const p = told.params;
  return {
    start: at,
    end: at,
    attacker: String(p.unit),
    target: String(p.target),
    action: String(p.action ?? ""),
    part: String(p.part ?? ""),
    attack: facesOf(data.attack),
    defence: facesOf(data.defence),
    attackTerms: data.attack_terms,
    defenceTerms: data.defence_terms,
    focus: [],
    resolved: false,
    pairs: [],
    through: [],
    left: { heavy: 0, light: 0, lightning: 0 },
    outcome: [],
    surplus: false,
  };
}

function resolve(walk: Walk, told: Told, data: AttackResolved): void {
  const p = told.params;
  walk.attack = counted(data.attack);
  walk.defence = counted(data.defence);
  walk.pairs = data.pairs;
  walk.through = data.through;
  walk.left = { heavy: Number(p.heavy), light: Number(p.light), lightning: Number(p.lightning) };
  walk.resolved = true;
}

/** What is left of an attack, defended against once more: the icons themselves stand in for dice. */
function again(before: Walk, told: Told, data: AttackResolved, at: number): Walk {
  const rolled = { attack: [], defence: data.defence, attack_terms: [], defence_terms: data.defence_terms };
  const walk = begin({ ...told, params: { ...told.params, target: String(told.params.unit) } }, rolled, at);
  resolve(walk, told, data);
  return { ...walk, attacker: before.attacker, action: before.action, surplus: true };
}

const known = new WeakMap<readonly Told[], Walk[]>();

/** Every attack of a log, in order. */
export function walks(log: readonly Told[]): Walk[] {
  const found = known.get(log);
  if (found) return found;
  const made: Walk[] = [];
  let open: Walk | null = null;
  log.forEach((told, at) => {
    if (told.key === "dice_rolled") made.push((open = begin(told, told.data as DiceRolled, at)));
    else if (told.key === "attack_resolved") {
      const data = told.data as AttackResolved;
      if (open && !open.resolved) resolve(open, told, data);
      else if (made.length) made.push((open = again(made[made.length - 1] as Walk, told, data, at)));
      if (open) open.end = at;
    } else if (open) {
      if (!BETWEEN.has(told.key)) open = open.resolved ? null : open;
      else follow(open, told, at);
    }
  });
  known.set(log, made);
  return made;
}

function follow(walk: Walk, told: Told, at: number): void {
  walk.end = at;
  if (told.key === "focused") walk.focus.push({ unit: String(told.params.unit), link: Number(told.params.link) });
  else if (told.key === "rerolled" && !walk.resolved) {
    const dice = facesOf((told.data as Rerolled).dice);
    if (told.params.purpose === "focus_defence") walk.defence = dice;
    else walk.attack = dice;
  } else if (walk.resolved && OUTCOMES.has(told.key)) {
    walk.outcome.push({ key: told.key, text: told.text, clause: told.clause, part: String(told.params.part ?? "") });
  }
}

/** The step of the procedure that a pending question belongs to, for an attack that is not over. */
export function stepOf(prompt: string): Step | null {
  if (prompt === "prompt.target" || prompt === "prompt.more_targets" || prompt === "prompt.share") return "target";
  if (/^prompt\.(part|focus_part|designate)$/.test(prompt)) return "part";
  if (prompt === "prompt.designate_die") return "defence";
  if (/^prompt\.(focus_attack|focus_defence|reroll_eyes)$/.test(prompt)) return "focus";
  if (/^prompt\.(offset|kc_armor|dense_armor|strike_true|surplus|cleave|evade|dodge_whole)$/.test(prompt)) return "resolution";
  return null;
}

const remembered = new WeakMap<Told, { length: number; since: number; from: number }>();

/**
 * Where the news begin, what one's own last answer did included: the server counts from after that. So the length of the
 * log is remembered, and when the count moves on the news begin where the log ended before.
 */
export function newsFrom(log: readonly Told[], since: number): number {
  const first = log[0];
  if (!first) return 0;
  const before = remembered.get(first);
  if (before && since >= before.since && log.length < before.length) return since;
  const from = before && since > before.since ? before.length : before && since === before.since ? before.from : since;
  remembered.set(first, { length: log.length, since, from });
  return from;
}

/**
 * The attack to be shown: one that is not over, or the first of the news that was not put aside. `seen` is where in the
 * log the last one put aside began.
 */
export function shown(log: readonly Told[], since: number, seen: number): Walk | null {
  const from = newsFrom(log, since);
  const all = walks(log);
  const last = all[all.length - 1];
  if (last && !last.resolved) return last;
  return all.find((walk) => walk.end >= from && walk.start > seen) ?? null;
}
