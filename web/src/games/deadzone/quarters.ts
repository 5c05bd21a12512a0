/**
 * Fewer touches: a move with the quarter of the cube that was touched and with the crate in it, the next model as soon as this one is done, and cards
 * that are held for a round.
 */
import type { Question } from "../../net/protocol";
import type { Point } from "../../scene/scene";
import type { Table } from "../../table/table.svelte";
import { asked, cubeIn, familyOf, isCards, modelOf, placeOf, standing, verbOf, type Input } from "./model";
import { C, corner, onLoot } from "./places";

const MOVES = ["move", "sprint", "climb", "to", "at"];

/** Who acts is picked with a touch: that leads on to what it does, and can be taken back. */
export const light = (input: Input, key: string): boolean => asked(input) === "turn" && verbOf(key) === "activate";

/** Whoever comes to a crate opens it and takes what is in it; what was carried before goes. A shield is held towards the nearest enemy. */
export function usual({ prompt, options }: Question, input: Input): string | undefined {
  if (prompt.key === "prompt.shield") return facing(input, String(prompt.params.tag));
  return ["prompt.pick_up", "prompt.let_go"].includes(prompt.key) ? options[0]?.key : undefined;
}

function facing({ view }: Input, tag: string): string | undefined {
  const bearer = modelOf(view, tag);
  if (!bearer?.cube) return undefined;
  const from = placeOf(bearer.cube);
  const [nearest] = view.models
    .filter((one) => one.owner !== bearer.owner && standing(one))
    .map(({ cube }) => ({ east: placeOf(cube).column - from.column, south: placeOf(cube).row - from.row }))
    .sort((a, b) => Math.hypot(a.east, a.south) - Math.hypot(b.east, b.south));
  if (!nearest) return undefined;
  const along = Math.abs(nearest.east) > Math.abs(nearest.south);
  return `side:${along ? (nearest.east > 0 ? "east" : "west") : nearest.south > 0 ? "south" : "north"}`;
}

/** Cards that are held are not asked about until the round ends; what fits is known to nobody. */
const heldBy = (seat: number): string => `hold${seat}`;
export const holds = ({ view, seat, selection }: Input): boolean => seat !== null && selection.tools[heldBy(seat)] === String(view.round);
export function hold(table: Table, on: boolean): void {
  const { view, seat } = table.input as Input;
  if (seat !== null) table.tool(heldBy(seat), on ? String(view.round) : "");
  if (on && isCards(table.input as Input)) void table.commit(NO_CARD);
}
const NO_CARD = "no-card";
/** The answer about cards that are held, where an opponent's turn asks for it; in one's own turn `follow` gives it. */
export const begin = (input: Input): string | undefined => (isCards(input) && holds(input) ? NO_CARD : undefined);

/** The answer about what lies in the cube that was touched, if it was touched there: open the crate, take the item. */
export function looted(input: Input, key: string): boolean {
  const at = (input.selection.draft.at as Point | null | undefined) ?? null;
  const cube = cubeIn(key);
  if (!at || !cube || !MOVES.includes(verbOf(key)) || !onLoot(cube, at)) return false;
  return input.view.crates.includes(cube) || input.view.items.some((one) => one.cube === cube);
}

/** Of several ways into a cube the simplest is in hand; a model that is still to act takes over from one that has nothing left. */
export function touch(table: Table, target: string): boolean {
  const input = table.input as Input;
  const keys = table.keysOf(target);
  const way = keys.every((key) => familyOf(key) === "move") ? MOVES.flatMap((verb) => keys.filter((key) => verbOf(key) === verb))[0] : "";
  if (keys.length > 1 && way) {
    const held = table.selection.option;
    table.aim(keys.includes(held) ? held : way, target);
    return true;
  }
  if (keys.length || !mayTakeOver(input, target)) return false;
  void table.commit("end");
  return true;
}

function mayTakeOver(input: Input, target: string): boolean {
  const model = modelOf(input.view, target.startsWith("model:") ? target.slice(6) : "");
  const idle = asked(input) === "action" && Number(input.question?.prompt.params.left) === 0;
  return (
    idle && model !== undefined && model.owner === input.seat && !model.activated && model.cube !== "" && model.tag !== input.view.active
  );
}

/** Where in its cube the model stands, as far as somebody pointed at it; among those offered, the nearest. */
export function follow(input: Input, key: string): (question: Question) => string | undefined {
  const next = String(input.selection.draft.touched ?? "");
  if (key === "end" && mayTakeOver(input, next)) {
    return ({ prompt }) => (prompt.key === "prompt.turn" ? `activate:${next.slice(6)}` : undefined);
  }
  const at = (input.selection.draft.at as Point | null | undefined) ?? null;
  const cube = cubeIn(key);
  const holding = ({ options }: Question) => (holds(input) && options.some((one) => one.key === NO_CARD) ? NO_CARD : undefined);
  if (!at || !cube || !MOVES.includes(verbOf(key))) return holding;
  const from = corner(cube);
  const [x, y] = [at.x - from.x, at.y - from.y];
  const away = (place: string) => {
    const n = Number(place.slice(place.indexOf(":") + 1));
    return Math.hypot((n % 2 ? 0.73 : 0.27) * C - x, (n > 1 ? 0.73 : 0.27) * C - y);
  };
  const loots = looted(input, key);
  return (question) => {
    const { prompt, options } = question;
    const finds = options.map((one) => one.key).filter((one) => ["open", "take"].includes(verbOf(one)));
    if (prompt.key === "prompt.pick_up") return loots && finds.length === 1 ? finds[0] : undefined;
    if (prompt.key !== "prompt.place") return holding(question);
    return options.map((one) => one.key).sort((a, b) => away(a) - away(b))[0];
  };
}
