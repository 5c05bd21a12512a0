/** A film in acts: which events are shown together, what moved meanwhile, and which part of the board that concerns. */
import type { DieFace, LogEntry } from "../games/game";
import type { Told } from "../net/protocol";
import { sideOf, type Piece, type Point, type Rect, type Scene, type Trail } from "../scene/scene";

/** Events that are one thing to look at, from one length of the log to another. */
export interface Act {
  from: number;
  to: number;
  events: Told[];
  /** The event that says it best. */
  lead: Told;
  dice: (DieFace | string)[];
  /** Something was rolled, or somebody was lost. */
  weighty: boolean;
}

type Entry = (told: Told) => LogEntry;

/** Cut a stretch of the log into acts. If it cannot be shown event by event, it is one. */
export function cut(log: Told[], from: number, to: number, entry: Entry, fine: boolean): Act[] {
  const starts: number[] = [];
  for (let n = from; n < to; n += 1) {
    const { fold, quiet, head } = entry(log[n] as Told);
    const detail = fold || quiet || head;
    if (!starts.length || (fine && !detail && !onlyHeads(log, starts.at(-1) as number, n, entry))) starts.push(n);
  }
  return starts.map((start, n) => act(log, start, starts[n + 1] ?? to, entry));
}

/** So far there is only a heading: what follows belongs to it. */
const onlyHeads = (log: Told[], from: number, to: number, entry: Entry): boolean =>
  log.slice(from, to).every((told) => entry(told).head || entry(told).quiet);

function act(log: Told[], from: number, to: number, entry: Entry): Act {
  const events = log.slice(from, to);
  const found = events.map((told) => ({ told, ...entry(told) }));
  const said = found.filter(({ fold, quiet, head }) => !fold && !quiet && !head);
  const [first, ...rest] = said.length ? said : found;
  const lead = rest.reduce((best, one) => ((one.weight ?? 1) > (best?.weight ?? 1) ? one : best), first);
  const dice = found.flatMap((one) => one.dice ?? []);
  const weighty = dice.length > 0 || found.some(({ death }) => death);
  return { from, to, events, lead: (lead?.told ?? log[from]) as Told, dice, weighty };
}

/** Whether others did something in this act, or dice fell: a person's own quiet doings need no film. */
export const worthwhile = (log: Told[], from: number, entry: Entry, mine: string | undefined): boolean =>
  log.slice(from).some((told) => {
    const { side, dice, head, quiet } = entry(told);
    if (head || quiet) return false;
    return (dice?.length ?? 0) > 0 || (side !== undefined && side !== mine);
  });

/** How long an act stays, in milliseconds at the usual pace: long enough to read it. */
export const lasts = ({ lead, dice }: Act): number => 650 + 16 * lead.text.length + (dice.length ? 900 : 0);

/** A piece that came from somewhere else. */
export interface Moved {
  piece: Piece;
  from: Point;
}

/** Pieces that stand elsewhere than before; making room for others in the same place is no move. */
export function moved(before: Scene, now: Scene): Moved[] {
  const stood = new Map(before.pieces.map((piece) => [piece.id, piece]));
  return now.pieces.flatMap((piece) => {
    const old = stood.get(piece.id);
    if (!old || piece.elsewhere !== old.elsewhere) return [];
    const far = Math.hypot(piece.at.x - old.at.x, piece.at.y - old.at.y);
    return far > piece.size * 0.75 ? [{ piece, from: old.at }] : [];
  });
}

/** The ways that were gone, except those of sides whose way the game itself draws. */
export function ways(scene: Scene, moves: Moved[]): Trail[] {
  const own = new Set(scene.trails.map(({ side }) => side));
  return moves.filter(({ piece }) => !own.has(piece.side)).map(({ piece, from }) => ({ points: [from, piece.at], side: piece.side }));
}

/** The scene with the ways that were gone so far, each with its number, and a ghost where it began. */
export function trailed(scene: Scene, moves: Moved[]): Scene {
  if (!moves.length) return scene;
  const recent = moves.slice(-8);
  const trails = ways(scene, recent);
  const ghosts: Piece[] = recent.map(({ piece, from }, n) => ({
    ...piece,
    id: `was:${n}:${piece.id}`,
    at: from,
    state: "ghost",
    plain: false,
    label: undefined,
    marks: [],
    badge: undefined,
    place: undefined,
  }));
  const first = moves.length - recent.length;
  const tags = recent.map(({ piece, from }, n) => ({
    at: { x: (from.x + piece.at.x) / 2, y: (from.y + piece.at.y) / 2 },
    text: String(first + n + 1),
    kind: "quiet" as const,
    rank: n,
  }));
  return { ...scene, trails: [...scene.trails, ...trails], pieces: [...ghosts, ...scene.pieces], tags: [...scene.tags, ...tags] };
}

/** The part of the board that a small picture of an act shows: all that moved or is named, and some of what is around. */
export function crop(scenes: Scene[], moves: Moved[], events: Told[]): Rect | undefined {
  const names = events.flatMap(({ params }) => [params.tag, params.unit, params.target]).filter((name) => typeof name === "string");
  const seats = events.flatMap(({ params }) => (typeof params.seat === "number" ? [sideOf(params.seat)] : []));
  const pieces = scenes.flatMap((scene) => scene.pieces);
  const named = pieces.filter((piece) => names.some((name) => piece.id.endsWith(`:${name}`)));
  // A side with one or two pieces is meant by its seat.
  const sides = pieces.filter((piece) => seats.includes(piece.side) && piece.label);
  const spots = moves.flatMap(({ piece, from }) => [from, piece.at]);
  spots.push(...(named.length ? named : sides.length <= 2 * scenes.length ? sides : []).map((piece) => piece.at));
  const bounds = scenes.at(-1)?.bounds;
  if (!spots.length || !bounds) return undefined;
  const pad = Math.max(bounds.w, bounds.h) / 9;
  const [left, right] = [Math.min(...spots.map(({ x }) => x)) - pad, Math.max(...spots.map(({ x }) => x)) + pad];
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)) - pad, Math.max(...spots.map(({ y }) => y)) + pad];
  return { x: left, y: top, w: right - left, h: bottom - top };
}
