/** How the board of a game is edited on the workbench: which thing of a position a piece shows, and what dragging it changes. */
import type { Position } from "../bench/positions";
import type { Point, Scene } from "../scene/scene";

/** Where something is dropped: the point, the scene, and the place under it (empty if there is none). */
export interface Drop {
  at: Point;
  place: string;
  scene: Scene;
}

/** A kind of thing that can be put on the board: the list or map it goes into, and what a new one has. */
export interface Kind {
  field: string;
  made: (position: Position, side: string, drop: Drop) => Position;
}

export interface BenchClient<V = unknown> {
  /** The path of the thing that a piece shows, such as `unit.2`; empty if it shows none. */
  pathOf(position: Position, target: string, view: V): string;
  /** The piece that shows a thing. */
  targetOf(position: Position, path: string): string;
  /** A thing dropped somewhere. */
  drop(position: Position, path: string, drop: Drop, view: V): Position;
  /** A thing turned one step to the right, or to the left. */
  turn(position: Position, path: string, way: 1 | -1): Position;
  /** Whose the members of a row are, or what they measure, by the row's path; nothing if they need no mark. */
  marks?(path: string, position: Position): readonly string[];
  /** What can be added to a side. */
  kinds: Kind[];
}
