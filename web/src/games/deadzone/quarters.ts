/** Fewer touches: a move with the quarter of the cube that was touched, and the next model as soon as this one is done. */
import type { Question } from "../../net/protocol";
import type { Point } from "../../scene/scene";
import type { Table } from "../../table/table.svelte";
import { asked, cubeIn, familyOf, modelOf, verbOf, type Input } from "./model";
import { C, corner } from "./places";

const MOVES = ["move", "sprint", "climb", "to", "at"];

/** Who acts is picked with a touch: that leads on to what it does, and can be taken back. */
export const light = (input: Input, key: string): boolean => asked(input) === "turn" && verbOf(key) === "activate";

/** Whoever comes to a crate opens it and takes what is in it; what was carried before goes. */
export function usual({ prompt, options }: Question): string | undefined {
  return ["prompt.pick_up", "prompt.let_go"].includes(prompt.key) ? options[0]?.key : undefined;
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
  if (!at || !cube || !MOVES.includes(verbOf(key))) return () => undefined;
  const from = corner(cube);
  const [x, y] = [at.x - from.x, at.y - from.y];
  const away = (place: string) => {
    const n = Number(place.slice(place.indexOf(":") + 1));
    return Math.hypot((n % 2 ? 0.73 : 0.27) * C - x, (n > 1 ? 0.73 : 0.27) * C - y);
  };
  return ({ prompt, options }) => {
    if (prompt.key !== "prompt.place") return undefined;
    return options.map((one) => one.key).sort((a, b) => away(a) - away(b))[0];
  };
}
