/** The view of TAG Raid in the words of its screens. Lengths of the view are tenths of a millimetre, of the scene millimetres. */
import type {
  Arm,
  Arms,
  Chance,
  DiceRolled,
  Mark,
  MinerView,
  Plan,
  TableView,
  ToolView,
  Watcher,
} from "../../../../src/muster/server/protocol/views/tag_raid";
import { letterOf, sideOf, type Point, type Side } from "../../scene/scene";
import type { SceneInput } from "../game";
import { tellOf } from "./words";

export type { Arm, Arms, Chance, DiceRolled, Mark, MinerView, Plan, TableView, ToolView, Watcher };
export type Input = SceneInput<TableView>;

export const BEAST = "M";
/** A place of the view on the scene. */
export const at = (x: number, y: number): Point => ({ x: x / 10, y: y / 10 });
export const seatOf = (who: string): number => "ABCD".indexOf(who);
export const sideWho = (who: string): Side => (who === BEAST ? "n" : sideOf(seatOf(who)));

export const me = ({ view, seat }: Input): MinerView | undefined => (seat === null ? undefined : view.miners[seat]);
export const prompt = ({ question }: Input): string => question?.prompt.key ?? "";
export const isMove = (input: Input): boolean =>
  ["prompt.turn", "prompt.evade_move"].includes(prompt(input)) || (isSecond(input) && modeOf(input) === "move");
export const isSecond = (input: Input): boolean => prompt(input) === "prompt.second";
export const isReaction = (input: Input): boolean => prompt(input) === "prompt.aro";
export const isAttack = (input: Input): boolean => isSecond(input) || isReaction(input);

/** The wish not to be asked for reactions again in this turn: which turn it is, and the question at which it was said. */
export const quietWish = ({ view, question }: Input): string => `${view.round}:${view.active}/${question?.number ?? 0}`;
export const isQuiet = (input: Input): boolean => (input.selection.tools.quiet ?? "").split("/")[0] === quietWish(input).split("/")[0];

/** What is being drafted: a move, an evade, nothing, or the key of a weapon. */
export const modeOf = ({ selection }: Input): string => (selection.draft.mode as string | undefined) ?? "";

/** A bend of a drafted path, in tenths of a millimetre; up a piece of scenery, or down from it. */
export interface Bend {
  x: number;
  y: number;
  climb?: "^" | "v";
}

export const pathOf = ({ selection }: Input): Bend[] => (selection.draft.path as Bend[] | undefined) ?? [];
export const planOf = ({ selection }: Input): Plan | undefined => selection.draft.plan as Plan | undefined;
export const armsOf = ({ selection }: Input): Arms | undefined => selection.draft.arms as Arms | undefined;
export const chanceOf = ({ selection }: Input): Chance | undefined => selection.draft.chance as Chance | undefined;
export const facingOf = (input: Input): number => (input.selection.draft.facing as number | undefined) ?? me(input)?.facing ?? 0;

/** Where a drafted path ends, or where the miner stands. */
export function endOf(input: Input): Bend {
  const last = pathOf(input).at(-1);
  const miner = me(input);
  return last ?? { x: miner?.x ?? 0, y: miner?.y ?? 0 };
}

/** Tenths of a millimetre as the keys write them. */
export const millimetres = (value: number): string => (value % 10 ? `${Math.floor(value / 10)}.${value % 10}` : String(value / 10));

export function moveKey(path: Bend[], facing: number): string {
  if (!path.length) return `stay@${facing}`;
  return `move:${path.map(({ x, y, climb }) => `${climb ?? ""}${millimetres(x)},${millimetres(y)}`).join(";")}@${facing}`;
}

/** The path and facing that a key of a move stands for. */
export function readKey(key: string): { path: Bend[]; facing: number } | null {
  const found = /^(?:move:([^@]+)|stay)@(\d+)$/.exec(key);
  if (!found) return null;
  const path = (found[1]?.split(";") ?? []).map((point): Bend => {
    const climb = point[0] === "^" || point[0] === "v" ? point[0] : undefined;
    const [x, y] = point
      .replace(/^[\^v]/, "")
      .split(",")
      .map((part) => Math.round(Number(part) * 10));
    return { x: x ?? 0, y: y ?? 0, climb };
  });
  return { path, facing: Number(found[2]) };
}

/** Ruler segments with one decimal. */
export const inSegments = (view: TableView, length: number): string => (length / view.measures.segment).toFixed(1);

/** The point so far along a line, and the direction of the line there in degrees. */
export function along(points: Point[], far: number): Point & { angle: number } {
  let left = far;
  for (let n = 1; n < points.length; n += 1) {
    const [a, b] = [points[n - 1] as Point, points[n] as Point];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length && (left <= length || n === points.length - 1)) {
      const share = Math.min(left, length) / length;
      return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
    }
    left -= length;
  }
  const only = points[0] ?? { x: 0, y: 0 };
  return { ...only, angle: 0 };
}

export const lengthOf = (points: Point[]): number =>
  points.slice(1).reduce((sum, p, n) => sum + Math.hypot(p.x - (points[n] as Point).x, p.y - (points[n] as Point).y), 0);

/** Compass degrees from one point to another. */
export const bearing = (from: Point, to: Point): number =>
  ((Math.round((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI) % 360) + 360) % 360;

export function inside(corners: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let odd = false;
  for (let n = 0, m = corners.length - 1; n < corners.length; m = n, n += 1) {
    const [ax, ay] = corners[n] as [number, number];
    const [bx, by] = corners[m] as [number, number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

export const labelOf = (who: string | number): string => (typeof who === "number" ? letterOf(who) : who);

/** The name of somebody: of the TAG, or of the MegaBeast. */
/** The orders a TAG has at the start of a round, before events and finds add any. */
const ORDERS = 2;

/** Which order of how many in this round my TAG is about to spend. */
export function orderNow({ view, log, seat }: Input): { n: number; all: number } {
  const left = seat === null ? 0 : (view.miners[seat]?.orders ?? 0);
  const events = view.in_force.filter(({ effect }) => effect === "orders").reduce((sum, { amount }) => sum + amount, 0);
  const round = log.slice(log.findLastIndex(({ key }) => key === "event_drawn") + 1);
  const found = round
    .filter(({ key, params }) => key === "orders_gained" && params.seat === seat)
    .reduce((sum, { params }) => sum + Number(params.count), 0);
  const all = Math.max(left, ORDERS + events + found);
  return { n: all - left + 1, all };
}

/** The hexagon that a place of the view is in, by name: the one whose middle is nearest. */
export function hexagonAt({ tiles, voids }: TableView, x: number, y: number): string {
  const middles: [string, number, number][] = [...tiles.map((tile): [string, number, number] => [tile.name, tile.x, tile.y]), ...voids];
  const away = ([, a, b]: [string, number, number]) => Math.hypot(a - x, b - y);
  return middles.reduce((best, one) => (away(one) < away(best) ? one : best), middles[0] ?? ["", 0, 0])[0];
}

const WAYS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** The word of the compass for a bearing. */
export const wayOf = (facing: number): string => tellOf(`way_${WAYS[Math.round(facing / 45) % 8]}`);

/** What somebody is called: by their TAG, or as the MegaBeast. */
export function whoIs({ view, words, nameOf }: Input, who: string): string {
  if (who === BEAST) return words.name("beast", view.beast.id);
  const tag = view.miners[seatOf(who)]?.tag;
  return tag ? words.name("tag", tag) : nameOf(seatOf(who));
}
