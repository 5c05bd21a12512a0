/** The lamp-lit mine: tiles are slabs of rock with strata of their own, scree where it is hard to walk, rails at the doors, terraces on boulders. */
import { at, keeping, line, merged, round, seeded, seedOf, type Art, type Light } from "../../scene/art";
import type { Block, Point } from "../../scene/scene";
import { centre, hull, inside, outline } from "../../scene/shapes";
import { hexagon } from "../../scene/shapes";

export const LIGHT: Light = { x: 0.52, y: 0.42, r: 0.62, strength: 0.18, shade: 0 };
/** How thick a slab is, in units of the scene. */
const SLAB = 7;

export interface Slab {
  name: string;
  at: Point;
  special: string;
}

export interface Door {
  at: Point;
  /** The way in, in degrees of the compass. */
  facing: number;
}

const kept = keeping<Art[]>();

export function ground(slabs: Slab[], holes: Point[], radius: number, doors: Door[], blocks: Block[]): Art[] {
  const key = `${slabs.map((one) => one.name + one.special).join()};${line(holes)};${JSON.stringify(doors)};${blocks.map((one) => one.id + outline(one.shape)).join()}`;
  return kept(key, () => [
    ...rock(slabs, radius),
    ...merged(slabs.flatMap((slab) => surface(slab, radius))),
    ...pits(holes, radius),
    ...rails(doors),
    ...merged(blocks.flatMap(terraces)),
  ]);
}

const tile = (p: Point, radius: number, dx = 0, dy = 0): string => outline(hexagon({ x: p.x + dx, y: p.y + dy }, radius, true));

/** Shadow and edge of every slab, beneath the tiles themselves. */
function rock(slabs: Slab[], radius: number): Art[] {
  const all = (dx: number, dy: number) => slabs.map((slab) => tile(slab.at, radius - 1.5, dx, dy)).join("");
  return [
    { layer: "apron", d: all(5, SLAB + 5), fill: "cast" },
    { layer: "apron", d: all(0, SLAB), fill: "side", stroke: "art" },
    { layer: "apron", d: all(0, SLAB / 2), stroke: "art", opacity: 0.7 },
  ];
}

/** A wavy line within a hexagon, cut exactly at its edges. */
function within(points: Point[], holds: (p: Point) => boolean): string {
  let drawn = "";
  let last: Point | undefined;
  for (const p of points) {
    const now = holds(p);
    if (last && now !== holds(last)) {
      let [a, b] = [last, p];
      for (let n = 0; n < 6; n += 1) {
        const mid = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        if (holds(mid) === holds(a)) a = mid;
        else b = mid;
      }
      drawn += now ? `M${at(b.x, b.y)}L${at(p.x, p.y)}` : `L${at(a.x, a.y)}`;
    } else if (now) drawn += drawn && last && holds(last) ? `L${at(p.x, p.y)}` : `M${at(p.x, p.y)}`;
    last = p;
  }
  return drawn;
}

function surface({ name, at: mid, special }: Slab, radius: number): Art[] {
  const chance = seeded(seedOf(name));
  const shape = hexagon(mid, radius - 2.5, true);
  const holds = (p: Point) => inside(shape, p);
  const [turn, wave, phase] = [(chance() - 0.5) * 1.3, (0.03 + chance() * 0.02) * (85 / radius), chance() * 6];
  let [thin, thick] = ["", ""];
  for (let row = -radius, n = 0; row < radius; row += radius * (0.11 + chance() * 0.15), n += 1) {
    const points: Point[] = [];
    for (let u = -radius; u <= radius; u += radius / 8) {
      const v = row + Math.sin(u * wave + phase + n * 0.35) * radius * 0.08;
      points.push({ x: mid.x + u * Math.cos(turn) - v * Math.sin(turn), y: mid.y + u * Math.sin(turn) + v * Math.cos(turn) });
    }
    if (n % 4) thin += within(points, holds);
    else thick += within(points, holds);
  }
  const corners = shape.kind === "polygon" ? shape.points : [];
  const lit = corners.length ? line([3, 4, 5].map((n) => corners[n] as Point)) : "";
  const made: Art[] = [
    { layer: "print", d: thin, stroke: "art", opacity: 0.34 },
    { layer: "print", d: thick, stroke: "art", width: 1.6, opacity: 0.5 },
    { layer: "print", d: lit, stroke: "lit", width: 1.2, opacity: 0.5 },
  ];
  if (special === "difficult") made.push({ layer: "print", d: stones(40, 4, 6), fill: "t2", stroke: "edge" });
  if (special === "impassable") made.push({ layer: "print", d: stones(26, 14, 14), fill: "t3", stroke: "edge", width: 1.3 });
  return made;

  function stones(count: number, least: number, more: number): string {
    let drawn = "";
    for (let n = 0; n < count; n += 1) {
      const p = { x: mid.x + (chance() - 0.5) * radius * 1.6, y: mid.y + (chance() - 0.5) * radius * 1.6 };
      const size = ((least + chance() * more) * radius) / 85;
      if (inside(hexagon(mid, radius - size - 4, true), p))
        drawn += `M${at(p.x - size / 2, p.y)}l${round(size * 0.6)} ${round(-size)}l${round(size * 0.8)} ${round(size * 0.9)}z`;
    }
    return drawn;
  }
}

/** Where there is no tile: hachures inwards from the edge. */
function pits(holes: Point[], radius: number): Art[] {
  let lines = "";
  const chance = seeded(holes.length + 5);
  for (const mid of holes) {
    const shape = hexagon(mid, radius - 4, true);
    const points = shape.kind === "polygon" ? shape.points : [];
    points.forEach((a, n) => {
      const b = points[(n + 1) % points.length] as Point;
      for (let share = 0.04; share < 1; share += 0.085) {
        const p = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
        const depth = 0.1 + 0.1 * chance();
        lines += `M${at(p.x, p.y)}L${at(p.x + (mid.x - p.x) * depth, p.y + (mid.y - p.y) * depth)}`;
      }
    });
  }
  return [
    { layer: "floor", d: holes.map((mid) => tile(mid, radius - 4)).join(""), fill: "ground", stroke: "edge", width: 1.2, opacity: 0.7 },
    { layer: "print", d: lines, stroke: "art", opacity: 0.75 },
  ];
}

/** Rails lead in from every door; they mean nothing. */
function rails(doors: Door[]): Art[] {
  let [ties, bars] = ["", ""];
  for (const { at: mid, facing } of doors) {
    const a = (facing * Math.PI) / 180;
    const spot = (far: number, off: number) =>
      at(mid.x + Math.sin(a) * far + Math.cos(a) * off, mid.y - Math.cos(a) * far + Math.sin(a) * off);
    for (let far = 2; far < 46; far += 7) ties += `M${spot(far, -7)}L${spot(far, 7)}`;
    bars += `M${spot(0, -4)}L${spot(48, -4)}M${spot(0, 4)}L${spot(48, 4)}`;
  }
  return [
    { layer: "print", d: ties, stroke: "art", width: 2.4, opacity: 0.4 },
    { layer: "print", d: bars, stroke: "edge", width: 1.3, opacity: 0.6 },
  ];
}

/** One terrace for every step of height, each smaller and a little higher. */
function terraces({ shape, height }: Block): Art[] {
  if (shape.kind !== "polygon") return [];
  const mid = centre(hull(shape.points));
  const step = (n: number): Point[] =>
    shape.points.map((p) => ({ x: mid.x + (p.x - mid.x) * (1 - 0.13 * n), y: mid.y + (p.y - mid.y) * (1 - 0.13 * n) - n * 1.6 }));
  const made: Art[] = [{ layer: "roof", d: `${line(shape.points)}z`, fill: "side", stroke: "edge", width: 1.2 }];
  for (let n = 1; n <= height; n += 1)
    made.push({
      layer: "roof",
      d: `${line(step(n))}z`,
      fill: (["t1", "t2", "t3"] as const)[Math.min(2, n - 1 + (height > 1 ? 1 : 0))],
      stroke: "edge",
      width: 1.1,
    });
  const top = step(height);
  made.push({ layer: "roof", d: shape.points.map((p, n) => line([p, top[n] as Point])).join(""), stroke: "edge", opacity: 0.6 });
  return made;
}
