/** Scenery or a container in hand, where it would stand while the players lay out the table. */
import { sideOf, type Point, type Scene, type Shape } from "../../scene/scene";
import { rectangle } from "../../scene/shapes";
import { at, type Input } from "./model";

/** How far from the middle of its tile something stands, in millimetres. */
const SHIFT = 45;
const WAYS: Record<string, Point> = { "": { x: 0, y: 0 }, n: { x: 0, y: -1 }, e: { x: 1, y: 0 }, s: { x: 0, y: 1 }, w: { x: -1, y: 0 } };
const CONTAINER = 14;

/** Its outline: of the place in hand, or of the usual one until a tile is chosen. */
export function laying(input: Input, made: Scene): void {
  const { question, selection, seat, view } = input;
  const kind = question?.prompt.key;
  if (!question || (kind !== "prompt.scenery_at" && kind !== "prompt.container")) return;
  const [, tile, way = ""] =
    /^at:(\w+)(?:@(\w))?$/.exec(selection.option || (selection.target ? "" : (question.options[0]?.key ?? ""))) ?? [];
  const found = view.tiles.find(({ name }) => name === tile);
  const shift = WAYS[way];
  if (!found || !shift) return;
  const middle = at(found.x, found.y);
  const spot = { x: middle.x + SHIFT * shift.x, y: middle.y + SHIFT * shift.y };
  const { wide, deep, turn } = question.prompt.params;
  const shape: Shape =
    kind === "prompt.container" ? { kind: "circle", ...spot, r: CONTAINER } : rectangle(spot, Number(wide), Number(deep), Number(turn));
  made.washes.push({ side: sideOf(seat), shapes: [shape], dashed: !selection.option });
}
