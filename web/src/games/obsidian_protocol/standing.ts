/**
 * Where a unit will stand, in one gesture: the grid, the corner of it that was touched, and the way it will face, which a mouse drawn
 * away from the place says (or `R`, or the compass of the panel). Playing the place then answers all three questions.
 */
import type { Question } from "../../net/protocol";
import type { Point } from "../../scene/scene";
import type { Table } from "../../table/table.svelte";
import { baseAt, gridAt, moveOf, promptOf, type Input, type UnitView } from "./model";

export const FACINGS = ["n", "e", "s", "w"] as const;
const PLACE = /^(?:move|grid|path):(?:.*,)?([a-p]\d+)$/;

/** The question is about a place, and the facing there comes next. */
export const turns = (input: Input): boolean => ["prompt.move", "prompt.deploy_where"].includes(promptOf(input));

export const isDeploying = (input: Input): boolean => promptOf(input) === "prompt.deploy_where";

/** The way the unit will face: as drawn, or else as it faces now; when it comes to the board, away from its edge. */
export function facingAt(input: Input, key: string): string {
  const drawn = input.selection.draft.facing as string | undefined;
  if (drawn) return drawn;
  const unit = moving(input);
  if (unit?.place) return unit.facing;
  const grid = PLACE.exec(key)?.[1];
  return grid && gridAt(grid).row >= input.view.size / 2 ? "n" : "s";
}

function moving(input: Input): UnitView | undefined {
  return input.view.units[moveOf(input)?.unit ?? ""];
}

export function face(table: Table, facing: string): void {
  table.draft({ facing });
}

/** Turn clockwise what is about to be placed. */
export function turnKey(table: Table, event: KeyboardEvent): boolean {
  const input = table.input as Input;
  if (event.key.toLowerCase() !== "r" || !turns(input) || !table.aimed) return false;
  const now = FACINGS.findIndex((one) => one === facingAt(input, table.aimed?.key ?? ""));
  face(table, FACINGS[(now + (event.shiftKey ? 3 : 1)) % 4] as string);
  return true;
}

/** The pointer was pressed on a place and drawn away from it: it says the facing, and takes the place in hand. */
export function drawnAway(table: Table, target: string, at: Point): void {
  const input = table.input as Input;
  const [key] = table.keysOf(target);
  if (!key || !turns(input)) return;
  if (input.selection.option !== key) {
    table.aim(key, target);
    table.draft({ at, facing: undefined });
    return;
  }
  const from = (table.selection.draft.at as Point | null | undefined) ?? at;
  if (!table.selection.draft.at) table.draft({ at });
  const [dx, dy] = [at.x - from.x, at.y - from.y];
  if (Math.hypot(dx, dy) < 6) return;
  face(table, Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "e" : "w") : dy > 0 ? "s" : "n");
}

/** The corner and the facing that go with a place. A corner that nobody pointed at is asked. */
export function follow(input: Input, key: string): (question: Question) => string | undefined {
  if (!turns(input) || !PLACE.test(key)) return () => undefined;
  const facing = facingAt(input, key);
  const at = (input.selection.draft.at as Point | null | undefined) ?? null;
  return ({ prompt, options }) => {
    if (prompt.key === "prompt.facing") return `face:${facing}`;
    return prompt.key === "prompt.place" && at
      ? nearest(
          options.map((one) => one.key),
          at,
        )
      : undefined;
  };
}

/** The corner nearest to a point; drones, which are asked, cover two small grids each way. */
function nearest(keys: string[], at: Point): string | undefined {
  const away = (key: string) => {
    const box = baseAt(key.slice(key.indexOf(":") + 1), 2);
    return Math.hypot(box.x + box.w / 2 - at.x, box.y + box.h / 2 - at.y);
  };
  return keys.filter((key) => key.startsWith("place:")).sort((a, b) => away(a) - away(b))[0];
}

/** The unit that is deployed next, unless another is touched: the first of those left. */
export function begin(input: Input): string | undefined {
  return promptOf(input) === "prompt.deploy" ? input.question?.options[0]?.key : undefined;
}
