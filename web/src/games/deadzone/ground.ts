/** The city of dust: streets where nothing is built, floors under roofs by tone, stairs, and things to take cover behind. */
import { at, keeping, merged, placed, round, seeded, seedOf, type Art, type Light } from "../../scene/art";
import type { Point } from "../../scene/scene";
import { columnOf, levelOf, type CubeView } from "./model";
import { C, corner, middle } from "./places";

export const LIGHT: Light = { x: 0.2, y: 0.1, r: 1.15, strength: 0.15, shade: 0.14 };

const SIDE = 8;
const LONG = SIDE * C;
const FAINT = 0.5;
const square = ({ x, y }: Point, w = C, h = C): string => `M${at(x, y)}h${w}v${h}h${-w}z`;

const kept = keeping<Art[]>(12);

/** What one level looks like, with the street `below` it or without; `roofs` is the number of levels above a cube. */
export function ground(cubes: CubeView[], shown: number, roofs: (cube: CubeView) => number, below = false): Art[] {
  const key = `${shown}${below};${cubes.map((one) => `${one.name}${one.floor}${one.cover}${one.ramp}`).join()}`;
  return kept(key, () => {
    const here = cubes.filter((cube) => levelOf(cube.name) === shown && cube.floor !== "open");
    const roofed = new Map(here.map((cube) => [columnOf(cube.name), roofs(cube)]));
    return [
      ...(shown === 1 ? streets(roofed) : below ? beneath(cubes, roofs) : []),
      ...(shown === 1 ? [{ layer: "floor" as const, d: shadows(here, roofs), fill: "cast" as const }] : []),
      ...floors(here, shown, roofed),
      ...stairs(cubes, shown),
      ...merged(here.filter((cube) => cube.cover).flatMap(cover)),
    ];
  });
}

/** Rows and columns without a building are streets, with kerbs, lanes and a crossing; the rest is dust and cracks. */
function streets(roofed: Map<string, number>): Art[] {
  const built = (column: number, row: number) => (roofed.get(`${"abcdefgh"[column]}${row + 1}`) ?? 0) > 0;
  const line = [0, 1, 2, 3, 4, 5, 6, 7];
  const near = (a: number, b: number) => Math.abs(a - 3.5) - Math.abs(b - 3.5);
  const [column] = line.filter((c) => line.every((r) => !built(c, r))).sort(near);
  const [row] = line.filter((r) => line.every((c) => !built(c, r))).sort(near);
  let [asphalt, kerb, lane, zebra] = ["", "", "", ""];
  const band = C - 14;
  if (column !== undefined) {
    const x = column * C + 7;
    asphalt += `M${x} 0h${band}v${LONG}h${-band}z`;
    kerb += `M${x} 0v${LONG}M${x + band} 0v${LONG}`;
    lane += `M${x + band / 2} 0v${LONG}`;
  }
  if (row !== undefined) {
    const y = row * C + 7;
    asphalt += `M0 ${y}h${LONG}v${band}h${-LONG}z`;
    kerb += `M0 ${y}h${LONG}M0 ${y + band}h${LONG}`;
    lane += `M0 ${y + band / 2}h${LONG}`;
    if (column !== undefined) for (let n = 0; n < 5; n += 1) zebra += `M${round(column * C + 9 + n * 10)} ${y + band + 3}h6v18h-6z`;
  }
  const chance = seeded(seedOf([...roofed.keys()].join("")));
  let [cracks, rubble, lids] = ["", "", ""];
  for (let n = 0; n < 26; n += 1) {
    let [x, y] = [20 + chance() * (LONG - 40), 20 + chance() * (LONG - 40)];
    cracks += `M${at(x, y)}`;
    for (let step = 0; step < 3; step += 1) {
      x = Math.min(LONG - 2, Math.max(2, x + (chance() - 0.4) * 22));
      y = Math.min(LONG - 2, Math.max(2, y + (chance() - 0.5) * 20));
      cracks += `L${at(x, y)}`;
    }
  }
  for (let n = 0; n < 64; n += 1) {
    const size = 1.5 + chance() * 2.5;
    rubble += `M${at(4 + chance() * (LONG - 12), 6 + chance() * (LONG - 12))}l${round(size)} ${round(-size)}l${round(size)} ${round(size * 0.6)}l${round(-size * 0.6)} ${round(size)}z`;
  }
  for (let n = 0; n < 3; n += 1) {
    const [x, y] = [(Math.floor(chance() * SIDE) + 0.5) * C, (Math.floor(chance() * SIDE) + 0.5) * C];
    lids += `M${x - 8} ${y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM${x - 5} ${y - 3}h10M${x - 6} ${y + 1}h12M${x - 4} ${y + 5}h8`;
  }
  return [
    { layer: "apron", d: `M4 6h${LONG}v${LONG}h${-LONG}z`, fill: "cast" },
    { layer: "floor", d: asphalt, fill: "street" },
    { layer: "floor", d: kerb, stroke: "art", width: 1.3, opacity: 0.6 },
    { layer: "floor", d: lane, stroke: "art", width: 2, opacity: 0.5, dash: "16 13" },
    { layer: "floor", d: zebra, fill: "art", opacity: 0.32 },
    { layer: "floor", d: cracks, stroke: "art", opacity: 0.32 },
    { layer: "floor", d: rubble, fill: "art", opacity: 0.3 },
    { layer: "floor", d: lids, stroke: "art", opacity: 0.5 },
  ];
}

/** The street far below, faint: whoever stands on a roof sees where they look down. */
function beneath(cubes: CubeView[], roofs: (cube: CubeView) => number): Art[] {
  const here = cubes.filter((cube) => levelOf(cube.name) === 1 && cube.floor !== "open");
  const drawn = [
    ...streets(new Map(here.map((cube) => [columnOf(cube.name), roofs(cube)]))),
    ...merged(here.filter((cube) => cube.cover).flatMap(cover)),
  ];
  return [
    { layer: "floor", d: square({ x: 0, y: 0 }, LONG, LONG), fill: "ground" },
    ...drawn
      .filter((one) => one.fill !== "cast" && one.layer !== "apron")
      .map((one): Art => ({ ...one, layer: "floor", opacity: FAINT * (one.opacity ?? 1) })),
  ];
}

/** Buildings throw a shadow to the south east, twice as far with two levels. */
function shadows(here: CubeView[], roofs: (cube: CubeView) => number): string {
  return here
    .filter((cube) => roofs(cube) > 0)
    .map((cube) => {
      const far = 14 * Math.min(2, roofs(cube));
      const { x, y } = corner(cube.name);
      const [w, h] = [Math.min(C, LONG - x - far), Math.min(C, LONG - y - far * 0.8)];
      return w > 0 && h > 0 ? square({ x: x + far, y: y + far * 0.8 }, w, h) : "";
    })
    .join("");
}

/** Tile joints, and a bright rim where a roof or a floor ends; what is left of a broken floor. */
function floors(here: CubeView[], shown: number, roofed: Map<string, number>): Art[] {
  let [joints, rims, holes] = ["", "", ""];
  const up = (column: number, row: number): number => {
    const found = roofed.get(`${"abcdefgh"[column] ?? ""}${row + 1}`);
    return found === undefined ? -1 : found + (shown > 1 ? 1 : 0);
  };
  for (const cube of here) {
    const { x, y } = corner(cube.name);
    const [column, row] = [Math.round(x / C), Math.round(y / C)];
    const mine = up(column, row);
    if (mine < 1) continue;
    const q = C / 4;
    for (const n of [1, 2, 3]) joints += `M${at(x + n * q, y)}v${C}M${at(x, y + n * q)}h${C}`;
    if (up(column - 1, row) < mine) rims += `M${at(x + 2.5, y)}v${C}`;
    if (up(column + 1, row) < mine) rims += `M${at(x + C - 2.5, y)}v${C}`;
    if (up(column, row - 1) < mine) rims += `M${at(x, y + 2.5)}h${C}`;
    if (up(column, row + 1) < mine) rims += `M${at(x, y + C - 2.5)}h${C}`;
    if (cube.floor === "partial")
      holes += `M${at(x + 8, y + 12)}l12 -6 9 7 -4 9 5 8 -13 2 -9 -9zM${at(x + 34, y + 36)}l9 -7 12 5 -3 13 -10 6 -10 -8z`;
  }
  return [
    { layer: "print", d: joints, stroke: "board", opacity: 0.45 },
    { layer: "print", d: rims, stroke: "lit", width: 1.4, opacity: 0.5 },
    { layer: "print", d: holes, fill: "ground", stroke: "edge" },
  ];
}

/** A ramp is a flight of steps, its arrow pointing up. */
function stairs(cubes: CubeView[], shown: number): Art[] {
  let [flight, lines] = ["", ""];
  for (const cube of cubes) {
    if (!cube.ramp || (levelOf(cube.name) !== shown && levelOf(cube.ramp) !== shown)) continue;
    const [from, to] = [middle(cube.name), middle(cube.ramp)];
    const [ux, uy] = [(to.x - from.x) / C, (to.y - from.y) / C];
    const spot = (share: number, off: number) =>
      at(from.x + share * (to.x - from.x) - uy * off, from.y + share * (to.y - from.y) + ux * off);
    flight += `M${spot(0.24, -10)}L${spot(0.76, -10)}L${spot(0.76, 10)}L${spot(0.24, 10)}z`;
    for (const share of [0.32, 0.4, 0.48, 0.56, 0.64, 0.72]) lines += `M${spot(share, -10)}L${spot(share, 10)}`;
    lines += `M${spot(0.3, 0)}L${spot(0.72, 0)}M${spot(0.62, -5)}L${spot(0.73, 0)}L${spot(0.62, 5)}`;
  }
  return [
    { layer: "thing", d: flight, fill: "board", stroke: "edge", width: 1.4 },
    { layer: "thing", d: lines, stroke: "edge", width: 1.3 },
  ];
}

/** Drawn in a cube of 80: a barrier, bags, rubble, a wreck of a car. Each is shadow, body, dark face and detail. */
const COVERS: { cast: string; body: string; face: string; detail: string }[] = [
  {
    cast: "M8 62h64l4 8H12z",
    body: "M6 56l5 -9h26l5 9zM40 56l5 -9h26l5 9z",
    face: "M6 56h36v7H6zM40 56h36v7H40z",
    detail: "",
  },
  {
    cast: "M6 72h62l6 4H12z",
    body: "M11 60h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11zM26 60h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11zM41 60h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11zM56 60h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11zM18 50h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11zM33 50h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11zM48 50h5a5 5 0 0 1 0 11h-5a5 5 0 0 1 0 -11z",
    face: "",
    detail: "",
  },
  {
    cast: "M15 74l6 -16 12 -6 8 8 12 -12 14 8 8 18z",
    body: "M10 70l6 -16 12 -6 8 8 12 -12 14 8 8 18z",
    face: "",
    detail: "M28 48l4 12 -10 10M36 56l14 2 4 12M50 58l12 -6M54 44l9 -14M60 48l3 -12",
  },
  {
    cast: "M20 42h48a6 6 0 0 1 6 6v20a6 6 0 0 1 -6 6H20a6 6 0 0 1 -6 -6V48a6 6 0 0 1 6 -6z",
    body: "M16 38h48a6 6 0 0 1 6 6v20a6 6 0 0 1 -6 6H16a6 6 0 0 1 -6 -6V44a6 6 0 0 1 6 -6z",
    face: "",
    detail: "M24 40v28M56 40v28M24 42l6 5h20l6 -5M24 66l6 -5h20l6 5M30 47v14M50 47v14M14 36h9M56 36h9M14 72h9M56 72h9",
  },
];

function cover(cube: CubeView): Art[] {
  const { x, y } = corner(cube.name);
  const drawing = COVERS[seedOf(`cover ${columnOf(cube.name)}`) % COVERS.length];
  if (!drawing) return [];
  const put = (d: string) => placed(d, x, y, C / 80);
  return [
    { layer: "thing", d: put(drawing.cast), fill: "cast" },
    { layer: "thing", d: put(drawing.body), fill: "t2", stroke: "edge", width: 1.3 },
    ...(drawing.face
      ? [{ layer: "thing" as const, d: put(drawing.face), fill: "side" as const, stroke: "edge" as const, width: 1.3 }]
      : []),
    ...(drawing.detail ? [{ layer: "thing" as const, d: put(drawing.detail), stroke: "edge" as const, opacity: 0.85 }] : []),
  ];
}
