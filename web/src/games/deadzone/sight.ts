/** Who sees whom: the line to the one pointed at and what is in its way; the cubes that cannot be seen from a planned place. */
import { type Point, type Scene, type Wall } from "../../scene/scene";
import type { Table } from "../../table/table.svelte";
import { preview } from "../../table/previews";
import {
  asked,
  cubeIn,
  familyOf,
  levelOf,
  modelIn,
  modelOf,
  pointedAt,
  promptTag,
  sightOf,
  signed,
  spotOf,
  termName,
  type Glance,
  type Input,
  type SightView,
} from "./model";
import { C, corner, middle } from "./places";
import { tell, type Key } from "./words";

// Planned moves

/** The cube that the option in hand leads to, if it is a move. */
export function plannedCube({ selection, question }: Input): string {
  const key = question?.options.find((option) => option.key === selection.option)?.key ?? "";
  return key && familyOf(key) === "move" ? cubeIn(key) : "";
}

/** What to ask the rules about sight: from a planned cube, or, while that is switched on, from where the model stands. */
export function wanted(input: Input): string {
  const { view, selection } = input;
  const cube = plannedCube(input);
  if (cube && view.active) return `sight:${view.active}@${cube}`;
  if (selection.tools.sight !== "on") return "";
  const pointed = modelOf(view, pointedAt(input));
  const viewer = pointed?.owner === input.seat && pointed.cube ? pointed.tag : view.active;
  return viewer && modelOf(view, viewer)?.cube ? `sight:${viewer}` : "";
}

export const glanceOf = (input: Input): Glance | undefined => {
  const found = input.selection.draft.glance as (Glance & { about: string }) | undefined;
  return found?.about === wanted(input) ? found : undefined;
};

export function look(table: Table, about: string): void {
  if (about) preview(table, about, (data) => table.draft({ glance: { ...(data as Glance), about } }));
}

/** The model where it would go, the way there, and what it would not see from there. */
export function plan(input: Input, made: Scene, shown: number): void {
  const cube = plannedCube(input);
  const { view } = input;
  const body = made.pieces.find((one) => one.id === `model:${view.active}`);
  if (cube && body) {
    const to = middle(cube);
    made.paths.push({ points: [body.at, to], arrow: levelOf(cube) !== shown, gap: 6, side: body.side });
    if (levelOf(cube) === shown)
      made.pieces.push({
        ...body,
        id: "planned",
        at: to,
        size: Math.min(body.size, C - 17),
        elsewhere: undefined,
        marks: [],
        state: "planned",
        name: tell("planned", { cube: spotOf(cube) }),
      });
    made.pieces = made.pieces.map((one) => (one === body ? { ...one, state: "ghost" as const } : one));
  }
  const glance = glanceOf(input);
  if (!glance) return;
  const seen = new Set(glance.cubes);
  for (const one of view.cubes)
    if (levelOf(one.name) === shown && one.floor !== "open" && !seen.has(one.name))
      made.unseen.push({ kind: "rect", ...corner(one.name), w: C, h: C });
  made.legend.push({ text: tell("unseen_from", { cube: spotOf(glance.cube) }), hatch: "no-sight" });
}

// Lines

/** How somebody is seen, in words of the panel. */
export const SEES: Record<string, Key> = { clear: "sees_clear", partial: "sees_part", cube: "sees_cube", none: "unseen" };

/** The line from whoever acts (or might interrupt) to the one pointed at: solid when clear, dashed from what is in the way. */
export function sight(input: Input, made: Scene, shown: number): void {
  const { view } = input;
  if (asked(input) === "overwatch") {
    for (const { key } of input.question?.options ?? []) line(made, input, sightOf(view, modelIn(key), view.active), shown);
    return;
  }
  const at = pointedAt(input);
  const viewer = asked(input) === "react" ? promptTag(input) : view.active;
  if (view.trial) return line(made, input, sightOf(view, view.trial.actor, view.trial.target), shown);
  const glance = glanceOf(input);
  if (glance)
    return line(
      made,
      input,
      glance.sights.find((one) => one.target === at),
      shown,
      plannedCube(input) !== "",
    );
  if (asked(input) === "react") return line(made, input, sightOf(view, viewer, promptTag(input, "target")), shown);
  line(made, input, sightOf(view, viewer, at), shown);
}

const SEEN = { clear: "clear", partial: "partial", cube: "cube_only", none: "unseen" } as const;

const glanceCube = (input: Input): string => glanceOf(input)?.cube ?? "";

function line(made: Scene, input: Input, found: SightView | undefined, shown: number, planned = false): void {
  if (!found) return;
  const { view, words } = input;
  const [from, to] = [planned ? "planned" : `model:${found.viewer}`, `model:${found.target}`].map(
    (id) => made.pieces.find((one) => one.id === id)?.at,
  );
  if (!from || !to) return;
  const [x = 0, y = 0, z = 0] = found.stop;
  const stop = found.stop.length ? nearest(from, to, { x: x * C, y: y * C }) : undefined;
  const levels = [planned ? glanceCube(input) : found.viewer, found.target].map((one) => levelOf(modelOf(view, one)?.cube ?? one) - 1) as [
    number,
    number,
  ];
  made.sights.push({
    from,
    to,
    levels,
    obstructed: found.seen === "clear" ? undefined : (stop ?? from),
    stop: found.seen === "none" ? stop : undefined,
  });
  if (found.seen !== "clear" && stop && Math.floor(z) + 1 === shown) block(made, { x: x * C, y: y * C });
  const mid = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const test = planned
    ? undefined
    : view.tests.find((one) => one.actor === found.viewer && one.target === found.target && one.test === "shoot");
  const plus = (test?.terms ?? [])
    .slice(1)
    .filter(([clause]) => clause !== "DZ shoot.clear")
    .map(([clause, dice]) => `${termName(words, clause)} ${signed(dice)}`);
  const clear = test?.terms.find(([clause]) => clause === "DZ shoot.clear")?.[1];
  made.tags.push({
    at: mid,
    dy: -13,
    text: [`${tell(SEEN[found.seen as keyof typeof SEEN])}${clear ? ` ${signed(clear)}` : ""}`, ...plus].join(", "),
    kind: found.seen === "clear" ? "ink" : "quiet",
  });
}

/** The foot of a point on a line. */
function nearest(from: Point, to: Point, at: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.max(0.08, Math.min(0.95, ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1)));
  return { x: from.x + share * dx, y: from.y + share * dy };
}

/** The wall that is in the way gets an outline. */
function block(made: Scene, at: Point): void {
  const far = (wall: Wall) => Math.hypot((wall.from.x + wall.to.x) / 2 - at.x, (wall.from.y + wall.to.y) / 2 - at.y);
  const [nearby] = made.walls.filter((wall) => !wall.thin && far(wall) < C * 0.75).sort((a, b) => far(a) - far(b));
  if (!nearby) return;
  const flat = nearby.from.y === nearby.to.y;
  made.blocks.push({
    id: "blocker",
    name: tell("in_the_way"),
    height: 1,
    marked: true,
    shape: { kind: "rect", x: nearby.from.x - (flat ? 0 : 3), y: nearby.from.y - (flat ? 3 : 0), w: flat ? C : 6, h: flat ? 6 : C },
  });
}
