/** Small questions about a view of Obsidian Protocol: where things are, what they are called, which question is asked. */
import type {
  ActView,
  AimView,
  Die,
  FacingView,
  MoveView,
  PartsView,
  PathView,
  RerollView,
  TableView,
  UnitView,
} from "../../../../src/muster/server/protocol/views/obsidian_protocol";
import type { Point, Rect } from "../../scene/scene";
import type { GameWords } from "../../words/words.svelte";
import type { SceneInput } from "../game";
import { droneGlyph, mechGlyph, shotGlyph } from "./figures";

export type {
  ActionView,
  CardSheet,
  EffectView,
  PartView,
  SheetView,
  SightView,
  TargetView,
  TermView,
} from "../../../../src/muster/server/protocol/views/obsidian_protocol";
export type { ActView, AimView, FacingView, MoveView, PartsView, PathView, TableView, UnitView };
export type Input = SceneInput<TableView>;
export type Detail = AimView | ActView | MoveView | FacingView | PartsView | RerollView;

export const ROUNDS = 5;
/** A small grid, in units of the scene; a grid has three of them each way. */
export const S = 18;
export const G = 3 * S;
export const SLOTS = ["torso", "chassis", "left_arm", "right_arm", "backpack"] as const;
export const TIMINGS = ["swift", "melee", "projectile", "firing", "movement", "tactical"] as const;
export const ANGLES: Record<string, number> = { n: 0, e: 90, s: 180, w: 270 };
export const TIMING_ICONS: Record<string, string> = {
  swift: "swift",
  melee: "melee",
  projectile: "projectile",
  firing: "ranged",
  movement: "move",
  tactical: "tactical",
};
export const STANCE_ICONS: Record<string, string> = { offensive: "off", defensive: "def", mobility: "mob", shutdown: "power" };

const LETTERS = "abcdefghijklmnop";

export const gridName = (column: number, row: number): string => `${LETTERS[column]}${row + 1}`;

/** Column and row of a grid by its name. */
export function gridAt(name: string): { column: number; row: number } {
  return { column: LETTERS.indexOf(name.charAt(0)), row: Number(name.slice(1)) - 1 };
}

export function gridBox(name: string): Rect {
  const { column, row } = gridAt(name);
  return { x: column * G, y: row * G, w: G, h: G };
}

export function gridMiddle(name: string): Point {
  const { x, y } = gridBox(name);
  return { x: x + G / 2, y: y + G / 2 };
}

/** The upper left corner of a small grid: `f6-5` is the middle one of f6. */
export function placeCorner(place: string): Point {
  const [grid = "a1", n = "1"] = place.split("-");
  const box = gridBox(grid);
  const index = Number(n) - 1;
  return { x: box.x + (index % 3) * S, y: box.y + Math.floor(index / 3) * S };
}

export function baseAt(place: string, size: number): Rect {
  const corner = placeCorner(place);
  return { ...corner, w: size * S, h: size * S };
}

export const baseOf = (unit: UnitView): Rect => baseAt(unit.place, unit.size);
export const middleOf = (box: Rect): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** What a thing of a view is called: `pilot/misty`, `unit/raven`. */
export function nameOf(unit: UnitView | undefined, words: GameWords): string {
  return unit ? thing(unit.name, words) : "";
}

export function thing(id: string, words: GameWords): string {
  const [table = "", card = id] = id.split("/");
  return words.name(table, card);
}

export const numberOf = (key: string): string => key.slice(1);
export const placeText = (unit: UnitView): string => unit.grid.toUpperCase();

/** The drawing of a unit, by what its card says it is. */
export function glyphOf(unit: UnitView): string {
  if (unit.kind === "mech") return mechGlyph(unit.parts);
  if (unit.kind === "projectile") return shotGlyph(unit.name);
  if (unit.kind === "deployable") return /mine/.test(unit.name) ? "tem-mine" : "tem-turret";
  return droneGlyph(unit.name);
}

export const alive = (view: TableView): UnitView[] => Object.values(view.units).filter((unit) => unit.alive);
export const onBoard = (view: TableView): UnitView[] => alive(view).filter((unit) => unit.deployed);
export const mechsOf = (view: TableView, seat: number): UnitView[] => squad(view, seat).filter((unit) => unit.kind === "mech");
/** Units of a side that a player counts as theirs: mechs and drones, also those that are gone. */
export const squad = (view: TableView, seat: number): UnitView[] =>
  Object.values(view.units).filter((unit) => unit.seat === seat && (unit.kind === "mech" || unit.kind === "drone"));

export const promptOf = (input: Input): string => input.question?.prompt.key ?? "";
export const detailOf = (input: Input): Detail | null => (input.question?.preview as Detail | null) ?? null;
export const isDial = (input: Input): boolean => promptOf(input) === "prompt.dial";
export const isFocus = (input: Input): boolean => /^prompt\.focus_(attack|defence|electronic)$/.test(promptOf(input));
/** The dice that may be rolled again. */
export function rerollOf(input: Input): Die[] {
  const detail = detailOf(input);
  return detail?.kind === "reroll" ? detail.dice : [];
}
/** Every option is a place or a facing, apart from declining: the board is where one answers. */
export const isPlaces = (input: Input): boolean =>
  input.question !== null &&
  input.question.options.length > 1 &&
  input.question.options.every((one) => /^(move|grid|place|drop|face):|^(done|pass)$/.test(one.key));
export const aimOf = (input: Input): AimView | null => detail(input, "aim");
export const actOf = (input: Input): ActView | null => detail(input, "act");
export const moveOf = (input: Input): MoveView | null => detail(input, "move");
export const partsOf = (input: Input): PartsView | null => detail(input, "parts");
export const facingOf = (input: Input): FacingView | null => detail(input, "facing");

function detail<K extends Detail["kind"]>(input: Input, kind: K): Extract<Detail, { kind: K }> | null {
  const found = detailOf(input);
  return found?.kind === kind ? (found as Extract<Detail, { kind: K }>) : null;
}

/** The option that is aimed at, or the one the pointer rests on. */
export function aimedKey({ selection, question }: Input, prefix: string): string {
  if (selection.option.startsWith(prefix)) return selection.option.slice(prefix.length);
  const hovered = selection.hover.slice(selection.hover.indexOf(":") + 1);
  return question?.options.some((one) => one.key === prefix + hovered) ? hovered : "";
}

export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;

/** The parts of a mech that are hurt, gone or laid down. */
export function hurt(unit: UnitView): { slot: string; state: "damaged" | "destroyed" | "repaired" }[] {
  return SLOTS.flatMap((slot) => {
    const part = unit.parts[slot];
    const state = part?.repaired ? "repaired" : part?.destroyed ? "destroyed" : part?.damaged ? "damaged" : null;
    return state ? [{ slot, state } as const] : [];
  });
}

export interface TokenMark {
  id: string;
  count: number;
}

/** Every token on a unit, the hexagon first. */
export function tokensOf(unit: UnitView): TokenMark[] {
  const squares = Object.entries(unit.squares).flatMap(([id, count]) => (count ? [{ id, count }] : []));
  return unit.hexagon && unit.hexagon !== "none" ? [{ id: unit.hexagon, count: 1 }, ...squares] : squares;
}

export const TOKEN_ICONS: Record<string, string> = {
  highlight: "i-eye",
  low_profile: "i-suppressed",
  target_tracer: "i-ranged",
  fragile: "i-cross",
  fire_control_interference: "i-lightning",
  immobilized: "i-lock",
};
