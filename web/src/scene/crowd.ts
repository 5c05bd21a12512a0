/** Three or more in one place fan out on an arc, so that all are seen and named; one badge counts them and says how they are. */
import type { Crowd, Piece, Point } from "./scene";

/** The arc, in degrees. */
const SPREAD = 150;
/** From so many on, pieces of one place are a crowd. */
export const CROWD = 3;
/** So many states stand in the badge. */
const STATES = 3;

/** The pieces of one place around its middle, in a space of this width; their plates stand outside the arc. */
export function fanned(pieces: Piece[], mid: Point, width: number, text: string): { pieces: Piece[]; crowd: Crowd } {
  const size = Math.min(width * 0.44, (width * 1.5) / pieces.length);
  const reach = (width - size) / 2;
  const last = Math.max(1, pieces.length - 1);
  const placed = pieces.map((piece, n): Piece => {
    const angle = ((-90 - SPREAD / 2 + (SPREAD * n) / last) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      ...piece,
      at: { x: mid.x + reach * cos, y: mid.y + width * 0.14 + reach * 0.72 * sin },
      size,
      facing: undefined,
      plate: { x: cos * size * 0.5, y: sin * size * 0.5 },
      marks: undefined,
    };
  });
  const marks = [...new Set(pieces.flatMap((piece) => piece.marks ?? []))].slice(0, STATES);
  const crowd = { id: pieces[0]?.id ?? "", at: { x: mid.x, y: mid.y + width * 0.32 }, text, marks };
  return { pieces: placed.sort((a, b) => a.at.y - b.at.y), crowd };
}
