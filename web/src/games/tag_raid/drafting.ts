/**
 * Drawing a move and choosing an attack: what is drafted here becomes a key; what the rules say to it comes from the server.
 * Nothing here knows a rule.
 */
import { walked } from "../../ui/walked";
import type { Point } from "../../scene/scene";
import { preview as ask } from "../../table/previews";
import type { Table } from "../../table/table.svelte";
import {
  bearing,
  endOf,
  facingOf,
  inside,
  isAttack,
  isMove,
  isReaction,
  isSecond,
  me,
  modeOf,
  moveKey,
  pathOf,
  readKey,
  type Arm,
  type Arms,
  type Bend,
  type Chance,
  type Input,
  type Mark,
  type Plan,
} from "./model";
import { tell } from "./words";

export const inputOf = (table: Table): Input => table.input as Input;

// Asking

type Answer = Plan | Arms | Chance;

/** Ask the rules about what is drafted; the answer is kept with it. */
export function preview(table: Table, about: string): void {
  const path = about.startsWith("move") || about.startsWith("stay");
  ask(
    table,
    about,
    (data) => table.draft({ [(data as Answer).kind]: data, ...(path ? { no: null } : {}) }),
    (no) => table.draft({ no }),
  );
}

// The path

function put(table: Table, path: Bend[], facing = lookFrom(inputOf(table), path)): void {
  table.draft({ path, facing, no: null });
  preview(table, moveKey(path, facing));
}

/** Unless the person has turned the TAG it looks at the nearest enemy. */
function lookFrom(input: Input, path: Bend[]): number {
  const miner = me(input);
  if (!miner || input.selection.draft.turned) return facingOf(input);
  const end = path.at(-1);
  if (!end) return miner.facing;
  const others = input.view.miners.filter((one) => one.seat !== miner.seat && one.x >= 0);
  others.sort((a, b) => Math.hypot(a.x - end.x, a.y - end.y) - Math.hypot(b.x - end.x, b.y - end.y));
  return others[0] ? bearing(end, others[0]) : miner.facing;
}

/** On which piece of scenery a point lies, or -1: a bend on another level than the one before is a climb. */
function levelAt({ view }: Input, x: number, y: number): number {
  return view.scenery.findIndex(({ corners }) => inside(corners, x, y));
}

/** Bends as the keys want them: where the level changes, up or down. */
function climbed(input: Input, path: Bend[]): Bend[] {
  let level = me(input)?.level ?? -1;
  return path.map(({ x, y }) => {
    const here = levelAt(input, x, y);
    const climb = here === level ? undefined : here < 0 ? "v" : "^";
    level = here;
    return { x, y, climb };
  });
}

const tenths = ({ x, y }: Point): Bend => ({ x: Math.max(0, Math.round(x * 10)), y: Math.max(0, Math.round(y * 10)) });

/** Take the end of the path elsewhere; the first drag of a turn begins the path. */
export function moveEnd(table: Table, to: Bend): void {
  const input = inputOf(table);
  const path = pathOf(input);
  put(table, climbed(input, [...path.slice(0, -1), to]));
}

export function moveBend(table: Table, n: number, to: Bend): void {
  const input = inputOf(table);
  put(
    table,
    climbed(
      input,
      pathOf(input).map((bend, m) => (m === n ? to : bend)),
    ),
  );
}

export function addBend(table: Table, to: Bend): void {
  const input = inputOf(table);
  put(table, climbed(input, [...pathOf(input), to]));
}

export function dotBack(table: Table): void {
  put(table, pathOf(inputOf(table)).slice(0, -1));
}

export function startOver(table: Table): void {
  table.draft({ turned: false });
  put(table, [], me(inputOf(table))?.facing);
}

export function turn(table: Table, facing: number): void {
  table.draft({ turned: true });
  put(table, pathOf(inputOf(table)), ((Math.round(facing) % 360) + 360) % 360);
}

/** The draft behind a move, if the key is one. */
export function draft(_: Input, key: string): Record<string, unknown> | undefined {
  const read = readKey(key);
  return read ? { mode: "move", turned: true, path: read.path, facing: read.facing } : undefined;
}

/** A move that was proposed, taken in hand to be changed; whether it is one. */
export function take(table: Table, key: string): boolean {
  const read = readKey(key);
  if (!read) return false;
  table.draft({ mode: "move", turned: true });
  put(table, read.path, read.facing);
  return true;
}

// What the pointer and the keys do

export function drag(table: Table, handle: string, to: Point, end: boolean): void {
  const input = inputOf(table);
  if (!isMove(input)) return;
  if (handle === "facing") turn(table, bearing(endOf(input), { x: to.x * 10, y: to.y * 10 }));
  else if (handle === "end") moveEnd(table, tenths(to));
  else if (handle.startsWith("bend:")) moveBend(table, Number(handle.slice(5)), tenths(to));
  if (end) table.draft({});
}

export function point(table: Table, to: Point): void {
  if (table.question && isMove(inputOf(table))) addBend(table, tenths(to));
}

export function touch(table: Table, target: string): boolean {
  const input = inputOf(table);
  if (target.startsWith("place:")) take(table, target.slice(6));
  else if (target.startsWith("spot:")) chooseSpot(table, target.slice(5));
  else if (isAttack(input) && modeOf(input) !== "move" && target.startsWith("miner:")) aimAt(table, "ABCD".charAt(Number(target.slice(6))));
  else if (isAttack(input) && modeOf(input) !== "move" && target === "beast") aimAt(table, "M");
  else return isMove(input) && target.startsWith("tile:");
  return true;
}

const STEP = 100;
const FINE = 20;
const WAYS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function key(table: Table, event: KeyboardEvent): boolean {
  const input = inputOf(table);
  if (!isMove(input)) return isReaction(input) || isSecond(input) ? weaponKey(table, event) : false;
  const held = (event.target as Element | null)?.closest("[data-handle]");
  const handle = held?.getAttribute("data-handle") ?? "end";
  const way = WAYS[event.key];
  if (way) {
    const by = event.shiftKey ? FINE : STEP;
    if (handle === "facing") turn(table, facingOf(input) + 15 * (way[0] || way[1]));
    else nudge(table, handle, way[0] * by, way[1] * by);
  } else if (event.key === "r" || event.key === "R") turn(table, facingOf(input) + (event.shiftKey ? -15 : 15));
  else if (event.key === "p" || event.key === "P" || (event.key === "Enter" && held && walked())) addBend(table, { ...endOf(input) });
  else if (event.key === "Backspace" || event.key === "Delete") dotBack(table);
  else return false;
  return true;
}

function nudge(table: Table, handle: string, dx: number, dy: number): void {
  const input = inputOf(table);
  const n = handle.startsWith("bend:") ? Number(handle.slice(5)) : -1;
  const from = n >= 0 ? (pathOf(input)[n] ?? endOf(input)) : endOf(input);
  const to = { x: Math.max(0, from.x + dx), y: Math.max(0, from.y + dy) };
  if (n >= 0) moveBend(table, n, to);
  else moveEnd(table, to);
}

// Attacks

export interface Aim {
  /** Dice for each target, by its letter. */
  split: Record<string, number>;
  /** The chosen spot, as the key writes it; empty for the best. */
  place: string;
}

export const aimOf = ({ selection }: Input): Aim => (selection.draft.aim as Aim | undefined) ?? { split: {}, place: "" };

export const armOf = (input: Input): Arm | undefined =>
  (input.selection.draft.arms as Arms | undefined)?.arms.find((arm) => arm.key === modeOf(input));

/** Choose a weapon, an evade, a move or nothing. */
export function choose(table: Table, mode: string): void {
  const input = inputOf(table);
  const arm = (input.selection.draft.arms as Arms | undefined)?.arms.find((one) => one.key === mode);
  const first = arm && easiest(arm);
  table.draft({
    mode,
    chance: null,
    no: null,
    aim: { split: arm && first ? { [first.who]: arm.dice } : {}, place: arm && first ? bestPlace(arm, [first.who]) : "" },
  });
  if (mode === "move") put(table, pathOf(inputOf(table)));
  else reckon(table);
}

/** Whether an attack on somebody can succeed from anywhere on the path. */
export const reachable = (mark: Mark): boolean => mark.spots.some((spot) => spot.value !== null);

/** The target that is easiest to hit. */
function easiest(arm: Arm): Mark | undefined {
  const best = (mark: Mark) => Math.max(...mark.spots.map((spot) => spot.value ?? -Infinity));
  return arm.marks.filter(reachable).sort((a, b) => best(b) - best(a))[0];
}

/** The spot with the best success values for all these targets. */
export function bestPlace(arm: Arm, marks: string[]): string {
  const lists = arm.marks.filter((mark) => marks.includes(mark.who)).map((mark) => mark.spots);
  let best = "";
  let most = -Infinity;
  for (const spot of lists[0] ?? []) {
    const same = lists.map((list) => list.find((one) => one.place === spot.place));
    if (same.some((one) => !one)) continue;
    const worth = same.reduce((sum, one) => sum + (one?.value ?? -50) * 2 - (one?.cover ? 1 : 0), 0);
    if (worth > most) [best, most] = [spot.place, worth];
  }
  return best;
}

export function setDice(table: Table, who: string, dice: number): void {
  const input = inputOf(table);
  const arm = armOf(input);
  if (!arm) return;
  const split = { ...aimOf(input).split, [who]: dice };
  if (dice <= 0) delete split[who];
  const marks = Object.keys(split);
  const kept = marks.every((mark) => arm.marks.find((one) => one.who === mark)?.spots.some((spot) => spot.place === aimOf(input).place));
  table.draft({ aim: { split, place: kept ? aimOf(input).place : bestPlace(arm, marks) }, chance: null });
  reckon(table);
}

/** A target was touched: all dice at it, or one more if it has some already. */
function aimAt(table: Table, who: string): void {
  const input = inputOf(table);
  const arm = armOf(input);
  if (!arm || isReaction(input) || !arm.marks.some((mark) => mark.who === who && reachable(mark))) return;
  const { split } = aimOf(input);
  const used = Object.values(split).reduce((sum, dice) => sum + dice, 0);
  if (used < arm.dice) setDice(table, who, (split[who] ?? 0) + 1);
  else {
    table.draft({ aim: { split: { [who]: arm.dice }, place: bestPlace(arm, [who]) }, chance: null });
    reckon(table);
  }
}

export function chooseSpot(table: Table, place: string): void {
  table.draft({ aim: { ...aimOf(inputOf(table)), place }, chance: null });
  reckon(table);
}

/** The key of what is drafted, or nothing while something is missing. */
export function declaration(input: Input): string {
  const mode = modeOf(input);
  if (!mode || mode === "move") return "";
  if (!mode.includes(":") || mode.startsWith("evade")) return mode;
  const { split, place } = aimOf(input);
  const where = place ? `@${place}` : "";
  if (isReaction(input)) return `${mode}${where}`;
  const parts = Object.entries(split).filter(([, dice]) => dice > 0);
  return parts.length ? `${mode}>${parts.map(([who, dice]) => `${who}${dice}`).join("+")}${where}` : "";
}

/** Ask for the chances of what is drafted. */
function reckon(table: Table): void {
  const about = declaration(inputOf(table));
  if (about && !["idle", "pass"].includes(about)) preview(table, about);
}

function weaponKey(table: Table, event: KeyboardEvent): boolean {
  const input = inputOf(table);
  const n = Number(event.key);
  const modes = modesOf(input);
  if (n >= 1 && n <= modes.length) {
    choose(table, modes[n - 1]?.mode ?? "");
    return true;
  }
  const arm = armOf(input);
  if (arm && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const marks = isReaction(input) ? arm.marks.map((mark) => mark.who) : Object.keys(aimOf(input).split);
    const spots = arm.marks.find((mark) => mark.who === marks[0])?.spots ?? [];
    const here = spots.findIndex((spot) => spot.place === aimOf(input).place);
    const next = spots[Math.max(0, Math.min(spots.length - 1, here + (event.key === "ArrowRight" ? 1 : -1)))];
    if (next) chooseSpot(table, next.place);
    return true;
  }
  return false;
}

/** What can be declared: every weapon in hand, evades, and whatever else the question offers. */
export function modesOf(input: Input): { mode: string; no?: { clause: string; text: string } }[] {
  const arms = (input.selection.draft.arms as Arms | undefined)?.arms ?? [];
  const offered = (input.question?.options ?? []).map((option) => option.key);
  const weapons = arms.map((arm) => {
    if (arm.marks.some(reachable)) return { mode: arm.key };
    const refusal = arm.marks.some((mark) => mark.spots.length)
      ? { clause: "TR range.out", text: tell("out") }
      : arm.marks.find((mark) => mark.refusal)?.refusal;
    return { mode: arm.key, no: refusal ?? { clause: "", text: "" } };
  });
  const evades = offered.filter((one) => one.startsWith("evade")).map((mode) => ({ mode }));
  const rest = isSecond(input) ? ["move", "idle"] : ["idle", "pass"];
  return [...weapons, ...evades, ...rest.map((mode) => ({ mode }))];
}

/** A new question: ask what it needs, and take what is most likely wanted in hand. */
export function begin(table: Table): void {
  const input = inputOf(table);
  if (isAttack(input)) preview(table, "arms");
  else if (isMove(input)) put(table, [], me(input)?.facing);
}

/** The arms are known: the first weapon that can be used, else an evade. */
export function armed(table: Table): void {
  const input = inputOf(table);
  if (modeOf(input)) return;
  const first = modesOf(input).find((one) => !one.no);
  if (first) choose(table, first.mode);
}
