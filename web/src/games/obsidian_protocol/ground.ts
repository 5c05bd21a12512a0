/** The cold works yard: slabs, a rail, a lane, drains, hazard kerbs where squads come in; blocks show their height by panels and roofs. */
import { at, keeping, merged, round, seeded, type Art, type Light } from "../../scene/art";
import type { Block, Rect } from "../../scene/scene";
import { G, gridAt } from "./model";

export const LIGHT: Light = { x: 0, y: 0, r: 1.45, strength: 0.13, shade: 0.16 };

const kept = keeping<Art[]>();

/** The yard of `size` by `size` grids; squads come in from `areas`. */
export function ground(size: number, areas: string[][], blocks: Block[]): Art[] {
  const seed = blocks.map(({ id, shape, height }) => `${id}${JSON.stringify(shape)}${height}`).join();
  return kept(`${size};${areas.map((area) => area.join(" ")).join(";")};${seed}`, () => [
    ...yard(size),
    { layer: "floor", d: kerbs(size, areas), fill: "art", opacity: 0.5 },
    ...merged(blocks.flatMap(roof)),
  ]);
}

function yard(size: number): Art[] {
  const long = size * G;
  const chance = seeded(size);
  let [slabs, ties, drains, cracks] = ["", "", "", ""];
  for (let row = 0; row * 3 < size; row += 1)
    for (let column = 0; column * 3 < size; column += 1) {
      const w = Math.min(3 * G, long - column * 3 * G);
      const h = Math.min(3 * G, long - row * 3 * G);
      if ((row + column) % 2) slabs += `M${column * 3 * G} ${row * 3 * G}h${w}v${h}h${-w}z`;
    }
  const rail = Math.floor(size * 0.39) * G + G * 0.68;
  for (let x = 3; x < long; x += 11) ties += `M${x} ${rail - 6}v18`;
  for (let n = 0; n < size / 2; n += 1) {
    const [x, y] = [(Math.floor(chance() * size) + 0.5) * G, (Math.floor(chance() * size) + 0.5) * G];
    drains += `M${x - 9} ${y - 6}h18v12h-18zM${x - 5} ${y - 6}v12M${x - 1} ${y - 6}v12M${x + 3} ${y - 6}v12`;
  }
  for (let n = 0; n < size * 1.4; n += 1) {
    let [x, y] = [30 + chance() * (long - 60), 30 + chance() * (long - 60)];
    cracks += `M${at(x, y)}`;
    for (let step = 0; step < 4; step += 1) {
      x = Math.max(2, Math.min(long - 2, x + (chance() - 0.4) * 26));
      y = Math.max(2, Math.min(long - 2, y + (chance() - 0.5) * 24));
      cracks += `L${at(x, y)}`;
    }
  }
  const lane = Math.floor(size * 0.66) * G;
  return [
    { layer: "apron", d: `M4 6h${long}v${long}h${-long}z`, fill: "cast" },
    { layer: "floor", d: slabs, fill: "board-2" },
    { layer: "floor", d: ties, stroke: "art", width: 2, opacity: 0.26 },
    { layer: "floor", d: `M0 ${rail - 1}h${long}M0 ${rail + 7}h${long}`, stroke: "art", width: 1.5, opacity: 0.5 },
    { layer: "floor", d: `M${lane} 0v${long}`, stroke: "art", width: 9, opacity: 0.13 },
    { layer: "floor", d: `M${lane} 0v${long}`, stroke: "art", width: 1.5, opacity: 0.6, dash: "18 14" },
    { layer: "floor", d: drains, stroke: "art", opacity: 0.5 },
    { layer: "floor", d: cracks, stroke: "art", opacity: 0.3 },
  ];
}

/** Painted stripes along the edge that an area lies at. */
function kerbs(size: number, areas: string[][]): string {
  let drawn = "";
  const last = size - 1;
  for (const area of areas) {
    const spots = area.map(gridAt);
    for (const { column, row } of spots) {
      const [x, y] = [column * G, row * G];
      for (let by = 0; by < G; by += 18) {
        if (row === 0) drawn += `M${x + by} ${y + 7}l7 -7h9l-7 7z`;
        if (row === last) drawn += `M${x + by} ${y + G}l7 -7h9l-7 7z`;
        if (column === 0 && row !== 0 && row !== last) drawn += `M${x} ${y + by}l7 7v9l-7 -7z`;
        if (column === last && row !== 0 && row !== last) drawn += `M${x + G - 7} ${y + by}l7 7v9l-7 -7z`;
      }
    }
  }
  return drawn;
}

/** The south wall with a row of panels for every inch, the rim of the roof, and what stands on it: pipes, fans, tanks. */
function roof({ shape, height }: Block): Art[] {
  if (shape.kind !== "rect") return [];
  const { x, y, w, h }: Rect = shape;
  const row = Math.min(5.5, (h * 0.42) / 3);
  const high = row * height;
  const top = h - high;
  let [joints, panels, lights] = ["", "", ""];
  for (let n = 0; n < height; n += 1) {
    const line = y + top + n * row;
    joints += `M${x} ${round(line)}h${w}`;
    for (let along = x + 4 + (n % 2) * 4, count = 0; along < x + w - 6; along += 9, count += 1) {
      const panel = `M${round(along)} ${round(line + row * 0.32)}h4.5v${round(row * 0.38)}h-4.5z`;
      if ((count * 7 + n * 3) % 5 === 0) lights += panel;
      else panels += panel;
    }
  }
  const made: Art[] = [
    { layer: "roof", d: `M${x} ${round(y + top)}h${w}v${round(high)}h${-w}z`, fill: "side" },
    { layer: "roof", d: joints, stroke: "art", opacity: 0.9 },
    { layer: "roof", d: panels, fill: "art", opacity: 0.45 },
    { layer: "roof", d: lights, fill: "lit", opacity: 0.8 },
    { layer: "roof", d: `M${x + 1} ${round(y + top)}V${y + 1}H${x + w - 1}`, stroke: "lit", width: 1.5, opacity: 0.55 },
  ];
  return Math.min(w, top) < 22 ? made : [...made, ...furniture({ x, y, w, h: top }, height)];
}

const ring = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Beside the numeral in the middle, never under it. */
function furniture({ x, y, w, h }: Rect, height: 1 | 2 | 3): Art[] {
  const wide = w >= h;
  const ends = wide
    ? [
        { x: x + 13, y: y + h / 2 },
        { x: x + w - 13, y: y + h / 2 },
      ]
    : [
        { x: x + w / 2, y: y + 13 },
        { x: x + w / 2, y: y + h - 13 },
      ];
  if (height === 1) {
    const pipes = `M${x + 5} ${round(y + h * 0.3)}h${w - 10}M${x + 5} ${round(y + h * 0.72)}h${w - 10}M${round(x + w * 0.2)} ${y + 4}v${round(h - 8)}M${round(x + w * 0.8)} ${y + 4}v${round(h - 8)}`;
    return [{ layer: "roof", d: pipes, stroke: "ground", opacity: 0.5 }];
  }
  if (Math.max(w, h) < 54) return [];
  const r = height === 3 ? 8 : 6;
  const round2 = ends.map((p) => ring(p.x, p.y, r)).join("");
  const blades = ends.map((p) => `M${p.x - r} ${p.y}h${2 * r}M${p.x} ${p.y - r}v${2 * r}`).join("");
  if (height === 2)
    return [
      { layer: "roof", d: round2, fill: "board", stroke: "ground", width: 1.2, opacity: 0.75 },
      { layer: "roof", d: blades, stroke: "art" },
    ];
  return [
    { layer: "roof", d: ends.map((p) => ring(p.x + 5, p.y + 4, r)).join(""), fill: "cast" },
    { layer: "roof", d: round2, fill: "t2", stroke: "edge", width: 1.5 },
    { layer: "roof", d: ends.map((p) => ring(p.x - 1, p.y - 1, r / 2)).join(""), fill: "t3", stroke: "ground" },
  ];
}
