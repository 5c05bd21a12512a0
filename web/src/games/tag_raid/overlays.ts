/** Drawings over the table while a path is dragged or an attack is chosen, made from what the rules say about it. */
import { sideOf, type Point, type Scene } from "../../scene/scene";
import {
  along,
  armsOf,
  at,
  bearing,
  BEAST,
  facingOf,
  hexagonAt,
  inSegments,
  isReaction,
  lengthOf,
  me,
  pathOf,
  planOf,
  seatOf,
  sideWho,
  whoIs,
  type Input,
  type Plan,
} from "./model";
import { aimOf, armOf } from "./drafting";
import { beside } from "./shapes";
import { piece } from "./pieces";
import { tell, tellOf } from "./words";

const DASH: Record<string, string | undefined> = { a: undefined, b: undefined, c: "12 4", d: "3 3", n: "9 4" };

// A path being drawn

export function drawPlan(input: Input, made: Scene): void {
  const miner = me(input);
  if (!miner || miner.x < 0) return;
  const path = pathOf(input);
  const points = [at(miner.x, miner.y), ...path.map(({ x, y }) => at(x, y))];
  const plan = planOf(input);
  const fresh = plan && plan.spots.length === points.length ? plan : undefined;
  const end = points.at(-1) as Point;
  const base = input.view.measures.base / 10;
  if (path.length) {
    made.washes.push({ side: sideOf(miner.seat), shapes: [], swept: { points, width: base * 2 } });
    made.paths.push({ points, bars: rulerBars(input, points, fresh) });
    made.pieces.push({
      ...piece(input, miner),
      id: "planned",
      at: end,
      facing: facingOf(input),
      state: "planned",
      name: `${tell("path_title")}: ${hexagonAt(input.view, end.x * 10, end.y * 10)}`,
    });
  } else made.pieces = made.pieces.map((one) => (one.id === `miner:${miner.seat}` ? { ...one, facing: facingOf(input) } : one));
  if (fresh) {
    rails(input, made, points, fresh);
    rings(input, made, end, fresh);
    fault(made, points, fresh);
  }
  handles(input, made, points);
  made.legend = legend(input, path.length > 0, fresh);
}

/** A cross-tick where each ruler segment is used up, as long as the path is. A climb is a segment of its own. */
function rulerBars({ view }: Input, points: Point[], plan: Plan | undefined) {
  const segment = view.measures.segment / 10;
  const climbs = plan?.pieces.some((one) => one.climb);
  const bars: { at: Point; angle: number; text?: string }[] = [];
  if (climbs) {
    plan?.pieces.forEach((one, n) => {
      const here = points[n + 1] as Point;
      const before = points[n] as Point;
      bars.push({ at: here, angle: (Math.atan2(here.y - before.y, here.x - before.x) * 180) / Math.PI, text: inSegments(view, one.spent) });
    });
    return bars;
  }
  const all = lengthOf(points);
  for (let n = 1; n * segment <= all + 0.5; n += 1) {
    const here = along(points, n * segment);
    bars.push({ at: here, angle: here.angle, text: String(n) });
  }
  return bars;
}

function rails(input: Input, made: Scene, points: Point[], plan: Plan): void {
  const base = input.view.measures.base / 10;
  let lane = 0;
  for (const watcher of plan.watchers) {
    if (!watcher.right || !watcher.stretches.length) continue;
    const off = base + 7 + 8 * lane;
    lane += 1;
    for (const [from, to] of watcher.stretches) {
      const side = sideWho(watcher.who);
      const line = points.length > 1 ? beside(points, from / 10, Math.max(to / 10, from / 10 + 4), off) : [];
      if (line.length) made.rails.push({ points: line, side, label: watcher.who, dash: DASH[side] });
    }
  }
}

/** Range rings from the planned place, with the modifiers of the first ranged weapon in hand. */
function rings(input: Input, made: Scene, end: Point, plan: Plan): void {
  const { view, selection } = input;
  if (selection.tools.rings === "") return;
  const tool = plan.shots[0]?.tool;
  const card = tool ? view.cards[tool] : undefined;
  if (!card) return;
  const { base, short, mid, long } = view.measures;
  [short, mid, long].forEach((far, band) => {
    const mod = card.ranges[band];
    if (mod === null || mod === undefined) return;
    const radius = (base + far) / 10;
    made.rings.push({ at: end, radius });
    const spot = labelSpot(made, end, radius);
    if (spot) made.tags.push({ at: spot, text: `${tellOf(`band_${band}`)} ${signed(mod)}`, kind: "quiet", rank: 1 });
  });
  const best = [...plan.shots]
    .filter((shot) => shot.tool === tool && shot.value !== null)
    .sort((a, b) => Number(a.who === BEAST) - Number(b.who === BEAST) || a.away - b.away)[0];
  if (!best) return;
  const to = placeOf(input, best.who);
  if (to) {
    made.sights.push({ from: end, to });
    const near = Math.hypot(to.x - end.x, to.y - end.y) < 130;
    made.tags.push({
      at: { x: (end.x + to.x) / 2, y: near ? Math.max(end.y, to.y) : (end.y + to.y) / 2 },
      dy: near ? 50 : 0,
      text: `${tellOf(`band_${best.band}`)} · ${tell("sv", { n: best.value ?? 0 })}`,
      rank: 3,
    });
  }
}

/** Where on a ring its label stands: inside the table, away from pieces and from the numbers of the access points. */
function labelSpot({ bounds, pieces, cells }: Scene, at: Point, radius: number): Point | undefined {
  const things = [...pieces, ...cells.filter((cell) => cell.marks?.some(({ post }) => post))];
  let best: Point | undefined;
  let most = 0;
  for (let angle = 20; angle < 380; angle += 15) {
    const a = (angle * Math.PI) / 180;
    const spot = { x: at.x + radius * Math.cos(a), y: at.y + radius * Math.sin(a) };
    if (spot.x < bounds.x + 40 || spot.y < bounds.y + 14 || spot.x > bounds.x + bounds.w - 40 || spot.y > bounds.y + bounds.h - 14)
      continue;
    const room = Math.min(90, ...things.map((thing) => Math.hypot(thing.at.x - spot.x, thing.at.y - spot.y)));
    if (room > most) [best, most] = [spot, room];
  }
  return best;
}

/** What is wrong, on the piece of the path that is at fault. */
function fault(made: Scene, points: Point[], plan: Plan): void {
  if (!plan.refusal || plan.refusal.piece < 0) return;
  const [a, b] = [points[plan.refusal.piece], points[plan.refusal.piece + 1]];
  if (!a || !b) return;
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  made.sights.push({ from: a, to: b, stop: { x: a.x + ((b.x - a.x) * (far - 1)) / far, y: a.y + ((b.y - a.y) * (far - 1)) / far } });
  made.tags.push({ at: b, dy: -46, text: plan.refusal.clause, kind: "ink", rank: 9 });
}

function handles(input: Input, made: Scene, points: Point[]): void {
  const end = points.at(-1) as Point;
  const base = input.view.measures.base / 10;
  points.slice(1, -1).forEach((here, n) => made.handles.push({ id: `bend:${n}`, at: here, name: tell("bend", { n: n + 1 }) }));
  const a = (facingOf(input) * Math.PI) / 180;
  made.handles.push({ id: "end", at: end, r: base, name: tell("end_handle") });
  made.handles.push({
    id: "facing",
    kind: "facing",
    at: { x: end.x + (base + 13) * Math.sin(a), y: end.y - (base + 13) * Math.cos(a) },
    name: tell("facing_handle"),
  });
}

function legend(input: Input, moving: boolean, plan: Plan | undefined): Scene["legend"] {
  const found: Scene["legend"] = [];
  const miner = me(input);
  if (moving && miner) found.push({ text: tell("base_sweeps"), wash: sideOf(miner.seat) });
  for (const watcher of plan?.watchers ?? []) {
    if (!watcher.right || !watcher.stretches.length) continue;
    if (watcher.who === BEAST) found.push({ text: tell("seen_by_beast"), line: "dashed" });
    else found.push({ text: tell("seen_by", { who: whoIs(input, watcher.who) }), line: sideWho(watcher.who) });
  }
  return found;
}

// The order being spent

/** Where the active TAG went in this order: the trail stays until the next one. */
export function drawTrail({ view }: Input, made: Scene): void {
  const spots = view.order?.spots ?? [];
  if (spots.length > 1) made.trails.push({ points: spots.map(([x, y]) => at(x, y)), side: sideOf(view.active) });
}

/** The chosen line of fire, with the bands as ticks along it, and the spots of the path that can be chosen. */
export function drawAttack(input: Input, made: Scene): void {
  const arms = armsOf(input);
  const arm = armOf(input);
  if (!arms || !arm || !input.view.order) return;
  const { split, place } = aimOf(input);
  const marks = isReaction(input) ? arm.marks.map((mark) => mark.who) : Object.keys(split);
  const spots = arm.marks.find((mark) => marks.includes(mark.who))?.spots ?? [];
  const points = input.view.order.spots.map(([x, y]) => at(x, y));
  if (isReaction(input) && spots.length && points.length > 1) {
    const off = input.view.measures.base / 10 + 8;
    const [first, last] = [spots[0], spots.at(-1)];
    if (first && last)
      made.rails.push({
        points: beside(points, first.along / 10, Math.max(last.along / 10, first.along / 10 + 4), off),
        side: sideOf(input.seat),
        label: "ABCD".charAt(input.seat ?? 0),
      });
  }
  for (const spot of spots.filter((one) => one.place !== place)) {
    made.cells.push({
      id: `spot:${spot.place}`,
      shape: { kind: "circle", ...at(spot.x, spot.y), r: 5 },
      at: at(spot.x, spot.y),
      name: tell("at_spot", { along: inSegments(input.view, spot.along), value: spot.value ?? 0 }),
      tone: "none",
    });
    made.highlights.push({ target: `spot:${spot.place}`, keys: [], soft: true });
  }
  const chosen = spots.find((spot) => spot.place === place);
  if (!chosen) return;
  made.paths.push({ points: [], ticks: [{ at: at(chosen.x, chosen.y), text: "", chosen: true }] });
  for (const who of marks) {
    const from = isReaction(input) ? placeOf(input, "ABCD".charAt(input.seat ?? 0)) : at(chosen.x, chosen.y);
    const to = isReaction(input) ? at(chosen.x, chosen.y) : placeOf(input, who);
    if (from && to) drawLine(input, made, from, to, arm.tool);
  }
}

function drawLine(input: Input, made: Scene, from: Point, to: Point, tool: string): void {
  const { base, short, mid, long } = input.view.measures;
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = bearing(from, to) - 90;
  const card = input.view.cards[tool];
  const ends = [short, mid, long].map((one) => (one + base) / 10);
  const bars = ends
    .filter((one) => one < far)
    .map((one) => ({ at: { x: from.x + ((to.x - from.x) * one) / far, y: from.y + ((to.y - from.y) * one) / far }, angle }));
  made.paths.push({ points: [from, to], bars, gap: 0 });
  if (!card || card.kind !== "ranged") return;
  let start = base / 10;
  ends.forEach((stop, band) => {
    const mod = card.ranges[band];
    const middle = (Math.max(start, 30) + Math.min(stop, far)) / 2;
    if (start < far - 10 && mod !== null && mod !== undefined)
      made.tags.push({
        at: { x: from.x + ((to.x - from.x) * middle) / far, y: from.y + ((to.y - from.y) * middle) / far },
        text: `${tellOf(`band_${band}`)} ${signed(mod)}`,
        kind: "quiet",
        dy: -14,
      });
    start = stop;
  });
}

export function placeOf({ view }: Input, who: string): Point | undefined {
  if (who === BEAST) return view.beast.hexagon ? at(view.beast.x, view.beast.y) : undefined;
  const miner = view.miners[seatOf(who)];
  return miner && miner.x >= 0 ? at(miner.x, miner.y) : undefined;
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
