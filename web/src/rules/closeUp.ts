/** A square of the board in which an example takes place, the same for all its moments. */
import type { Rect, Scene } from "../scene/scene";

const ROOM = 1.35;
/** The smallest part of the board that is still recognised as one. */
const LEAST = 0.42;
/** From here on the whole board says as much. */
const MOST = 0.8;

/** The square around everything that belongs to a side; undefined if that is nearly the whole of it. */
export function closeUp(scenes: Scene[]): Rect | undefined {
  const bounds = scenes[0]?.bounds;
  const all = scenes.flatMap((scene) => scene.pieces).filter(({ at }) => bounds && inBounds(at.x, at.y, bounds));
  const ours = all.filter(({ side }) => side !== "n");
  const pieces = ours.length ? ours : all;
  if (!bounds || !pieces.length) return undefined;
  const [left, right] = [
    Math.min(...pieces.map(({ at, size }) => at.x - size / 2)),
    Math.max(...pieces.map(({ at, size }) => at.x + size / 2)),
  ];
  const [top, bottom] = [
    Math.min(...pieces.map(({ at, size }) => at.y - size / 2)),
    Math.max(...pieces.map(({ at, size }) => at.y + size / 2)),
  ];
  const whole = Math.max(bounds.w, bounds.h);
  const side = Math.max(ROOM * Math.max(right - left, bottom - top), LEAST * whole);
  if (side > MOST * whole) return undefined;
  return {
    x: within((left + right - side) / 2, bounds.x, bounds.x + bounds.w - side),
    y: within((top + bottom - side) / 2, bounds.y, bounds.y + bounds.h - side),
    w: side,
    h: side,
  };
}

const inBounds = (x: number, y: number, { x: left, y: top, w, h }: Rect): boolean => x >= left && x <= left + w && y >= top && y <= top + h;

/** A beginning between two others; in the middle of them if they have changed places, because the square is larger. */
const within = (at: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at));
