/** Tags keep their size on the screen; if two would cover each other, the less important one moves up or is left out. */
import type { Piece, Point, Scene } from "../scene/scene";

export interface TagView {
  at: Point;
  dx: number;
  dy: number;
  w: number;
  text: string;
  kind: "ink" | "choice" | "quiet";
}

const HEIGHT = 18;
/** How far a tag moves up to make room, in screen pixels. */
const STEP = 20;
/** The rank of tags without one: they stay, whatever they cover. */
const STAYS = 100;
/** The rank of tags of things picked or pointed at. */
const FIRST = 200;

interface Wish extends TagView {
  rank: number;
}

/** The space a tag takes on the screen. The letters are condensed: about six pixels each. */
export const widthOf = (text: string): number => text.length * 6.2 + 12;

/** The tags that are drawn, for a board at `k` pixels a unit; `first` are the pieces whose tags matter most. */
export function placeTags(scene: Scene, k: number, first: string[]): TagView[] {
  const taken: { x: number; y: number; w: number }[] = [];
  const free = (x: number, y: number, w: number) =>
    taken.every((one) => Math.abs(one.x - x) >= (one.w + w) / 2 || Math.abs(one.y - y) >= HEIGHT);
  const drawn: TagView[] = [];
  for (const wish of wishes(scene, k, first).sort((a, b) => b.rank - a.rank)) {
    const { at, dx, w } = wish;
    const x = at.x * k + dx;
    const dy = [0, -STEP, STEP].map((by) => wish.dy + by).find((by) => free(x, at.y * k + by, w));
    if (dy === undefined && wish.rank < STAYS) continue;
    drawn.push({ ...wish, dy: dy ?? wish.dy });
    taken.push({ x, y: at.y * k + (dy ?? wish.dy), w });
  }
  return drawn.reverse();
}

function wishes(scene: Scene, k: number, first: string[]): Wish[] {
  const lit = new Map(scene.highlights.map((light) => [light.target, light]));
  const refused = new Map(scene.refused.map((no) => [no.target, no]));
  const above = (piece: Piece, by: number) => (piece.elsewhere ? -by - 4 : (-piece.size / 2) * k - by);
  const ofPieces = scene.pieces.flatMap((piece): Wish[] => {
    const text = lit.get(piece.id)?.tag ?? refused.get(piece.id)?.tag;
    if (!text) return [];
    const offered = lit.get(piece.id)?.tag !== undefined;
    return [
      {
        at: piece.at,
        dx: 0,
        dy: above(piece, offered ? 15 : 13),
        w: widthOf(text),
        text,
        kind: offered ? "choice" : "quiet",
        rank: first.includes(piece.id) ? FIRST : offered ? 50 : 40,
      },
    ];
  });
  const others = scene.tags.map(({ at, dx = 0, dy = 0, text, kind = "ink", rank = STAYS }): Wish => ({
    at,
    dx,
    dy,
    w: widthOf(text),
    text,
    kind,
    rank,
  }));
  return [...others, ...ofPieces];
}
