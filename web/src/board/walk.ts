/** Arrow keys: the nearest place in the direction of the key. */
import type { Point } from "../scene/scene";

const WAYS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export function isArrow(key: string): boolean {
  return key in WAYS;
}

/** The place to walk to; a place straight ahead beats a nearer one to the side. */
export function next<T extends { id: string; at: Point }>(places: T[], from: Point, key: string): T | undefined {
  const way = WAYS[key];
  if (!way) return undefined;
  let best: T | undefined;
  let least = Infinity;
  for (const place of places) {
    const dx = place.at.x - from.x;
    const dy = place.at.y - from.y;
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (ahead <= 1e-6 || aside > ahead * 2) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
