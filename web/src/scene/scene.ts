/**
 * The scene: everything on the table at this moment, as plain data.
 *
 * A game fills it (`games/<game>/scene.ts`), the SVG board and the 3D view draw it. It knows no rules and no game. Lengths
 * are in units of the game's choosing; `Mark`, plates and tags keep their size on the screen and sit at an anchor point
 * with an offset in screen pixels. The lists are in the order of the layers, from below (see web/README.md).
 */
import type { Art, Light } from "./art";

export type Side = "a" | "b" | "c" | "d" | "n";
export const SIDES: readonly Side[] = ["a", "b", "c", "d"];
export const sideOf = (seat: number | null | undefined): Side => (seat == null ? "n" : (SIDES[seat] ?? "n"));
export const letterOf = (seat: number | null | undefined): string => (seat == null ? "" : "ABCDEFGH".charAt(seat));

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  w: number;
  h: number;
}

export type Shape =
  ({ kind: "rect"; r?: number } & Rect) | { kind: "circle"; x: number; y: number; r: number } | { kind: "polygon"; points: Point[] };

export type Ink = "on-side" | "ink" | "ink-2" | "ink-3" | "hatch" | "choice";
export type Tone = "ground" | "board" | "board-alt" | "t1" | "t2" | "t3" | "none";
/** Hatch means sight and nothing else: it lies over what cannot be seen. Height and roofs are tone. */
export type Hatch = "no-sight";

/** A text or a glyph at a fixed size on the screen. */
export interface Mark {
  at: Point;
  /** Offset from the anchor, in screen pixels. */
  dx?: number;
  dy?: number;
  text?: string;
  glyph?: string;
  size?: number;
  weight?: 400 | 500 | 600;
  tone?: Ink;
  side?: Side;
  anchor?: "start" | "middle" | "end";
  /** Marks with a rank give way when the board is small, 1 first; those without stay. */
  rank?: number;
  /** On a door in the rock, as a number at the edge of the table. */
  post?: boolean;
  /** On a small sheet of its own, where the ground beneath is drawn. */
  ground?: boolean;
}

// 1 surface

/** A place: a zone card, a cube, a hexagon, a square. Arrow keys move to places with an id. */
export interface Cell {
  id: string;
  shape: Shape;
  at: Point;
  /** The words of a screen reader. */
  name: string;
  tone?: Tone;
  hatch?: Hatch;
  side?: Side;
  /** Dashed outline on the ground: there is no tile here. */
  empty?: boolean;
  /** Height of the floor, for the 3D view. */
  z?: number;
  level?: number;
  marks?: Mark[];
  /** The terms of the glossary for everything that lies here. */
  terms?: string[];
}

/** A ruled area: `step` is the side of a square, `fine` divides each once more. */
export interface Grid extends Rect {
  step: number;
  fine?: number;
  columns?: string[];
  rows?: string[];
}

// 2 zones and tile marks

export interface Zone {
  id: string;
  shape: Shape;
  name: string;
  side?: Side;
}

/** Something to stand behind in a place; the flat board draws it as art, the 3D view as a low box. */
export type Cover = Rect;

// 3 washes, 4 no sight

/** Cells under one wash with one edge: a reach, an arc, a swept base. */
export interface Wash {
  side: Side;
  shapes: Shape[];
  outline?: Point[][];
  dashed?: boolean;
  /** The ground that a base of this width sweeps along a line. */
  swept?: { points: Point[]; width: number };
}

export interface Ring {
  at: Point;
  radius: number;
  label?: string;
}

/** A place of a threat map: how dangerous it is, from 0 to 1, as a figure and in words. */
export interface Heat {
  shape: Shape;
  at: Point;
  value: number;
  text: string;
  name: string;
}

// 5 terrain

export interface Block {
  id: string;
  shape: Shape;
  height: 1 | 2 | 3;
  name: string;
  numeral?: string;
  /** It can be destroyed: a broken outline. */
  brittle?: boolean;
  /** It obstructs or blocks the line that is shown. */
  marked?: boolean;
}

export interface Wall {
  from: Point;
  to: Point;
  height?: number;
  thin?: boolean;
  /** A way through it, or only a view. */
  opening?: "door" | "window";
  /** The storey it stands on, for the 3D view. */
  z?: number;
}

// 6 trails, 7 lines

export interface Trail {
  points: Point[];
  side: Side;
}

/** A line of sight: solid as far as `clear`, dashed after it, a bar at `stop`; both are points on the line. */
export interface Sight {
  from: Point;
  to: Point;
  obstructed?: Point;
  stop?: Point;
  /** The storeys of its two ends, for the 3D view. */
  levels?: [number, number];
  faint?: boolean;
}

/** A path with its steps, numbered or measured; an arrow at the end. */
export interface Path {
  points: Point[];
  ticks?: { at: Point; text: string; chosen?: boolean }[];
  /** Cross-ticks of a ruler laid along it; `angle` is the direction of the path there, in degrees. */
  bars?: { at: Point; angle: number; text?: string }[];
  arrow?: boolean;
  side?: Side;
  /** Screen pixels kept free at both ends. */
  gap?: number;
}

/** Who sees a stretch of a path: beside it, in the colour and dash of the watcher. */
export interface Rail {
  points: Point[];
  side: Side;
  label: string;
  dashed?: boolean;
  /** The watcher's own dash, in screen pixels. */
  dash?: string;
}

// 8 pieces, 9 plates and state marks

export type PieceState = "idle" | "acting" | "dim" | "ghost" | "planned" | "removed";

export interface Piece {
  id: string;
  side: Side;
  at: Point;
  /** Side of the square base or diameter of the round one, in scene units. */
  size: number;
  base?: "square" | "round";
  /** The symbol that stands on the base; several with blanks between are drawn over each other, from behind: a mech of its parts. */
  glyph: string;
  /** What it has left to lose; when it becomes less the board shows the hit. */
  life?: number;
  /** Where its plate stands in a crowd, from its middle, in units of the scene; its state marks are in the crowd's badge. */
  plate?: Point;
  /** Letter or number on the plate; none for tokens that wear it elsewhere. */
  label?: string;
  facing?: number;
  state?: PieceState;
  /** State marks at the upper left: aggression, overwatch, damage. */
  marks?: string[];
  /** A small count beside the plate, such as the number of a mine; `?` when it is hidden. */
  badge?: string;
  /** The words of a screen reader: side, number, name, place, facing, height, state. */
  name: string;
  flying?: boolean;
  hidden?: boolean;
  /** Only thought of, as long as the pointer rests there: a touch goes through it to the place. */
  through?: boolean;
  /** Drawn as a dashed plate with the level when it stands on another one. */
  elsewhere?: string;
  /** The terms of the glossary for its kind and the marks it wears. */
  terms?: string[];
  z?: number;
  /** In a small picture: nothing but its plate. */
  plain?: boolean;
  /** The place beneath it, which a touch means instead if the place may be chosen and the piece may not. */
  place?: string;
}

/** Three or more in one place: how many, and which states they are in. */
export interface Crowd {
  id: string;
  at: Point;
  text: string;
  marks: string[];
}

// 10 tags, 11 handles

export interface Tag {
  at: Point;
  dy?: number;
  dx?: number;
  text: string;
  kind?: "ink" | "choice" | "quiet";
  /** Where tags would cover each other those with a rank give way, the lowest first; those without stay. */
  rank?: number;
}

export interface Handle {
  id: string;
  at: Point;
  name: string;
  kind?: "dot" | "facing";
  /** As large as this, in units of the scene, and not drawn: a piece that can be dragged. */
  r?: number;
  /** A touch of it that is no drag means this piece or place. */
  target?: string;
}

/** A numeral on a side of something: the threat of a beast, darkest where it is worst. */
export interface Threat {
  at: Point;
  text: string;
  weight: 0 | 1 | 2;
}

// What may be touched

/** A piece, place or handle that leads to options of the pending question. */
export interface Highlight {
  target: string;
  keys: string[];
  tag?: string;
  /** Draw it weaker: a place among many of the same kind. */
  soft?: boolean;
  /** What is put there is turned by drawing the pointer away from it. */
  turns?: boolean;
}

/** A piece or place that may not be chosen, and why, if that is known. */
export interface Refused {
  target: string;
  key?: string;
  clause?: string;
  text: string;
  tag?: string;
}

/** The target of a touch on a piece: the piece, or the place beneath it if only the place can be chosen. */
export function touched(scene: Scene, { id, place }: Piece): string {
  const asked = (target: string) => scene.highlights.some((light) => light.target === target);
  return place && asked(place) && !asked(id) && !scene.refused.some((no) => no.target === id) ? place : id;
}

/** A smaller scene beside the large one: another level. The 3D view shows them as storeys, the first on top. */
export interface Inset {
  id: string;
  title: string;
  /** Its name where there is little room. */
  short?: string;
  key?: string;
  scene: Scene;
  active?: boolean;
}

/** An entry of the legend under the board. */
export interface Legend {
  text: string;
  wash?: Side;
  hatch?: Hatch;
  /** A tone of the ground: one or two levels above. */
  tone?: Tone;
  heat?: number;
  line?: "solid" | "dashed" | "wall" | "cover" | "climb" | Side;
}

export interface Scene {
  /** The board's name for a screen reader. */
  name: string;
  bounds: Rect;
  /** The part to show, when a resolution crops the board. */
  frame?: Rect;
  /** Whose ground, light and lettering (theme/identity.css). */
  game?: string;
  light?: Light;
  art: Art[];
  cells: Cell[];
  grids: Grid[];
  zones: Zone[];
  covers: Cover[];
  washes: Wash[];
  rings: Ring[];
  unseen: Shape[];
  heat?: Heat[];
  blocks: Block[];
  walls: Wall[];
  trails: Trail[];
  sights: Sight[];
  paths: Path[];
  rails: Rail[];
  pieces: Piece[];
  crowds: Crowd[];
  threats: Threat[];
  marks: Mark[];
  tags: Tag[];
  handles: Handle[];
  /** Rings around what a lesson points at. */
  pointers: Shape[];
  highlights: Highlight[];
  refused: Refused[];
  insets: Inset[];
  legend: Legend[];
}

/** An empty scene; games fill what they have. */
export function emptyScene(name: string, bounds: Rect): Scene {
  return {
    name,
    bounds,
    art: [],
    cells: [],
    grids: [],
    zones: [],
    covers: [],
    washes: [],
    rings: [],
    unseen: [],
    blocks: [],
    walls: [],
    trails: [],
    sights: [],
    paths: [],
    rails: [],
    pieces: [],
    crowds: [],
    threats: [],
    marks: [],
    tags: [],
    handles: [],
    pointers: [],
    highlights: [],
    refused: [],
    insets: [],
    legend: [],
  };
}
