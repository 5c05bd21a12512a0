/** Small questions about a view of Deadzone: who is who, which option means what, what is asked. */
import type {
  BattleCardView,
  CardView,
  CubeView,
  DiceRolled,
  Glance,
  GoalView,
  ModelView,
  SideView,
  SightView,
  TableView as View,
  TestView,
  Watch,
} from "../../../../src/muster/server/protocol/views/deadzone";
import type { Choice } from "../../net/protocol";
import type { Gaps } from "../../words/gaps";
import type { GameWords } from "../../words/words.svelte";
import type { DieFace, SceneInput } from "../game";
import { tell } from "./words";

export { factionArt, glyphOf } from "./figures";

export type { BattleCardView, CardView, CubeView, DiceRolled, Glance, ModelView, SideView, SightView, TestView, Watch };

/** How the dice of a test fell, and what they came to. */
export interface Rolled extends DiceRolled {
  scored: number;
  resisted: number;
}

/** The view, and during the playback the test that was just rolled. */
export interface TableView extends View {
  rolled?: Rolled | null;
}
export type Input = SceneInput<TableView>;

/** `c4.2` is column c, row 4, level 2. */
export function placeOf(cube: string): { column: number; row: number; level: number } {
  const [flat = "", level = "1"] = cube.split(".");
  return { column: flat.charCodeAt(0) - 97, row: Number(flat.slice(1)) - 1, level: Number(level) };
}
export const levelOf = (cube: string): number => placeOf(cube).level;
/** The same column and row, without the level. */
export const columnOf = (cube: string): string => cube.split(".")[0] ?? "";
/** A cube as sentences name it. */
export const spotOf = (cube: string): string => tell("spot", { square: columnOf(cube), level: levelOf(cube) });

export const modelOf = (view: TableView, tag: string): ModelView | undefined => view.models.find((model) => model.tag === tag);
export const cardOf = (view: TableView, model: ModelView): CardView | undefined => view.cards.find((card) => card.id === model.card);
export const battleCard = (view: TableView, id: string): BattleCardView | undefined => view.battle_cards.find((card) => card.id === id);
/** The gaps in the sentence of a mission's goal: three figures go by cost. */
export const goalGaps = ({ points, objectives }: GoalView): Gaps => ({
  points: points.length === 1 ? (points[0] ?? 0) : points.join("/"),
  count: objectives.length,
  objectives: objectives.join(", "),
});
export const sideView = (view: TableView, seat: number | null): SideView | undefined => view.sides.find((side) => side.seat === seat);
export const standing = (model: ModelView): boolean => model.cube !== "" && !model.dead;
/** The number on the plate. */
export const numberOf = (tag: string): string => tag.slice(1);

const CUBE = /\b([a-h][1-8]\.\d)\b/;
const MODEL = /[:@>]([A-D]\d+)\b/;
export const cubeIn = (key: string): string => CUBE.exec(key)?.[1] ?? "";
export const modelIn = (key: string): string => MODEL.exec(key)?.[1] ?? "";
export const verbOf = (key: string): string => key.split(":")[0] ?? "";
/** `shoot:rifle@B2+ap_ammo` is fired with the rifle. */
export const weaponIn = (key: string): string => /:([a-z_]+)@/.exec(key)?.[1] ?? /^fight:[A-D]\d+:([a-z_]+)/.exec(key)?.[1] ?? "bare";

export const asked = (input: Input): string => input.question?.prompt.key.replace("prompt.", "") ?? "";
export const promptTag = (input: Input, name = "tag"): string => String(input.question?.prompt.params[name] ?? "");

/** Verbs that belong together, in the order in which they are offered. */
const FAMILIES: [string, string[]][] = [
  ["move", ["move", "sprint", "climb", "teleport", "reposition", "exit"]],
  ["shoot", ["aim", "shoot"]],
  ["blaze", ["blaze"]],
  ["fight", ["fight", "break-off"]],
  ["throw", ["throw", "lob", "explode"]],
  ["mean", ["get-mean", "calm-down"]],
  ["task", ["overwatch", "command", "reload", "heal", "swap", "deploy", "pack", "operate", "mind_storm", "blank", "clarity", "passion"]],
  ["card", ["card"]],
];
export const familyOf = (key: string): string => FAMILIES.find(([, verbs]) => verbs.includes(verbOf(key)))?.[0] ?? "other";
export const FAMILY_ORDER = [...FAMILIES.map(([name]) => name), "other"];
export const FAMILY_ICONS: Record<string, string> = {
  move: "i-move",
  shoot: "i-ranged",
  blaze: "i-area",
  fight: "i-melee",
  throw: "missile",
  mean: "i-enraged",
  task: "i-overwatch",
  card: "i-tactical",
  other: "i-check",
};

/** The families of what the active model can do; only its own question is divided so. */
export function families(input: Input): string[] {
  if (asked(input) !== "action" && asked(input) !== "spurred") return [];
  const found = new Set((input.question?.options ?? []).map((option) => familyOf(option.key)));
  return FAMILY_ORDER.filter((name) => found.has(name));
}

export const familyShown = (input: Input): string => (input.selection.draft.family as string | undefined) ?? "";

/** Options of the family in hand; all of them when none is. */
export function ofFamily(input: Input, choices: Choice[]): Choice[] {
  const family = familyShown(input);
  const some = family ? choices.filter((choice) => familyOf(choice.key) === family) : choices;
  return some.length ? some : choices;
}

/** The test behind an option, as the rules count it before cards and support. */
export function testOf(input: Input, key: string): TestView | undefined {
  const { view } = input;
  const verb = { shoot: "shoot", blaze: "blaze_away", fight: "fight" }[verbOf(key)];
  if (!verb) return undefined;
  const actor = asked(input) === "react" ? promptTag(input) : view.active;
  const target = modelIn(key) || cubeIn(key);
  return view.tests.find((test) => test.test === verb && test.actor === actor && test.target === target && test.weapon === weaponIn(key));
}

export function sightOf(view: TableView, viewer: string, target: string): SightView | undefined {
  return view.sights.find((sight) => sight.viewer === viewer && sight.target === target);
}

/** What a term of a sum is called, and its figure with a sign. */
export const termName = (words: GameWords, clause: string): string => words.name("term", clause.replace("DZ ", "").replaceAll(".", "_"));
export const signed = (dice: number): string => (dice > 0 ? `+${dice}` : String(dice).replace("-", "−"));

/** Whom the person aims at or points to, if it is a model. */
export function pointedAt({ selection, question }: Input): string {
  const aimed = question?.options.find((option) => option.key === selection.option);
  if (aimed && modelIn(aimed.key)) return modelIn(aimed.key);
  for (const target of [selection.hover, selection.target]) if (target.startsWith("model:")) return target.slice(6);
  return "";
}

/** The model whose stat card is laid open: the one pointed at, or the one that acts. */
export const shownModel = (input: Input): ModelView | undefined =>
  modelOf(input.view, pointedAt(input)) ?? modelOf(input.view, input.view.active);

export const isOverwatch = (input: Input): boolean => asked(input) === "overwatch";
export const isCards = (input: Input): boolean => ["card_attack", "card_resist", "booby_trap"].includes(asked(input));
/** The declared test, or the one just rolled. */
export const isTrial = ({ view }: Input): boolean => view.trial !== null;

/** The dice of one side, the throws of eights behind the word between. */
export function diceOf(throws: number[][], stat: number, again: string): (string | DieFace)[] {
  return throws.flatMap((faces, n) => [
    ...(n ? [again] : []),
    ...faces.map((face) => ({ kind: "d8" as const, face: String(face), hit: stat > 0 && face >= stat })),
  ]);
}
