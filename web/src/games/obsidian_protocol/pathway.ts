/** How a drawn path lies on the board: its steps with what they have cost, who sees it where, the unit at its end. */
import { sideOf, type Point, type Scene } from "../../scene/scene";
import { baseAt, baseOf, gridAt, gridMiddle, gridName, middleOf, numberOf, type Input, type PathView, type UnitView } from "./model";
import { moverOf, pathOf, planOf } from "./paths";
import { tell } from "./words";

const MOST_RAILS = 3;

/** The handle one drags, and the grids that lie next to the end of the path. */
export function draughting(made: Scene, input: Input): PathView | null {
  const unit = moverOf(input);
  if (!unit?.place) return null;
  const path = pathOf(input);
  const end = path.at(-1) ?? unit.grid;
  const { column, row } = gridAt(end);
  const around = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ].map(([dx = 0, dy = 0]) => gridName(column + dx, row + dy));
  const there = new Set(made.cells.map((cell) => cell.id));
  made.highlights = [...(path.length ? [end] : []), ...around].flatMap((grid) =>
    there.has(`grid:${grid}`) ? [{ target: `grid:${grid}`, keys: ["path"], soft: grid !== end }] : [],
  );
  const plan = planOf(input);
  const points = [middleOf(baseOf(unit)), ...path.map((grid, n) => pointOf(plan, unit, grid, n))];
  const steps = plan?.steps ?? [];
  if (path.length) {
    const ticks = steps.map((step, n) => ({
      at: points[n + 1] as Point,
      text: String(step.cost),
      chosen: n === path.length - 1 && !plan?.clause,
    }));
    made.paths.push({ points, arrow: false, side: sideOf(unit.seat), ticks });
  }
  if (plan) {
    rails(made, input, plan, points);
    fault(made, plan, points);
  }
  made.handles.push({ id: "way", at: points.at(-1) as Point, name: tell("way_end", { place: end.toUpperCase() }) });
  return plan;
}

function pointOf(plan: PathView | null, unit: UnitView, grid: string, n: number): Point {
  const place = plan?.steps[n]?.place;
  return place ? middleOf(baseAt(place, unit.size)) : gridMiddle(grid);
}

/** Where a path stops being one, and why. */
function fault(made: Scene, plan: PathView, points: Point[]): void {
  const at = points[plan.fault + 1];
  if (plan.clause && at)
    made.tags.push({
      at,
      dy: -18,
      text: plan.clause === "OP 4.3.1.range" ? tell("cost_of", { n: plan.cost, all: plan.reach }) : tell("no_way"),
      rank: 3,
    });
}

/** Beside the path, in the colour of whoever sees it, from where its sight opens. */
function rails(made: Scene, input: Input, plan: PathView, points: Point[]): void {
  const watchers = [...new Set(plan.steps.flatMap((step) => step.seen))].flatMap((key) =>
    input.view.units[key] ? [input.view.units[key] as UnitView] : [],
  );
  const mechs = watchers.filter((unit) => unit.kind === "mech").slice(0, MOST_RAILS);
  mechs.forEach((unit, lane) => {
    const by = (lane % 2 ? -13 : 13) * (1 + Math.floor(lane / 2));
    for (const stretch of stretches(plan, unit.key)) {
      const along = stretch.map((n) => aside(points, n + 1, by));
      const before = aside(points, (stretch[0] ?? 0) + 0.5, by);
      made.rails.push({
        points: [before, ...along],
        side: sideOf(unit.seat),
        label: numberOf(unit.key),
        dash: ["", "7 4", "2 4"][lane] || undefined,
      });
    }
  });
}

/** Runs of steps in which somebody sees the unit. */
function stretches(plan: PathView, key: string): number[][] {
  const runs: number[][] = [];
  plan.steps.forEach((step, n) => {
    if (!step.seen.includes(key)) return;
    const last = runs.at(-1);
    if (last?.at(-1) === n - 1) last.push(n);
    else runs.push([n]);
  });
  return runs;
}

/** A point of the path, or half-way between two, moved to its left. */
function aside(points: Point[], n: number, by: number): Point {
  const a = points[Math.floor(n)] as Point;
  const b = points[Math.ceil(n)] as Point;
  const before = points[Math.max(0, Math.ceil(n) - 1)] as Point;
  const after = points[Math.max(1, Math.ceil(n))] as Point;
  const far = Math.hypot(after.x - before.x, after.y - before.y) || 1;
  return { x: (a.x + b.x) / 2 + ((after.y - before.y) / far) * by, y: (a.y + b.y) / 2 - ((after.x - before.x) / far) * by };
}
