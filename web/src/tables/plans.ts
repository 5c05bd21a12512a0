/** Changes of a plan, none of which knows a rule: lay, move, turn, size and lift pieces, each with its twin half a turn away. */
import type { Kit, Piece, PieceKind, Plan } from "../net/protocol";
import type { Point, Shape } from "../scene/scene";
import { rectangle } from "../scene/shapes";

export interface Laid extends Required<Piece> {}

export const piecesOf = (plan: Plan): Laid[] => (plan.pieces ?? []).map((one) => ({ ...BARE, ...one }));
const BARE = { level: 1, width: 1, depth: 1, height: 1, turn: 0 };

export const kindOf = (kit: Kit, id: string): PieceKind | undefined => kit.kinds.find((one) => one.id === id);

export function emptyPlan(kit: Kit): Plan {
  return { name: "", choices: Object.fromEntries(kit.choices.map((one) => [one.field, one.usual as number | string])), pieces: [] };
}

/** The piece on the other side of the table. */
export function halfTurned(kit: Kit, piece: Laid): Laid {
  const [x, y] = kit.middle;
  return { ...piece, x: 2 * x - piece.x, y: 2 * y - piece.y, turn: (piece.turn + 180) % 360 };
}

const near = (kit: Kit, a: Laid, b: Laid): boolean =>
  a.kind === b.kind && a.level === b.level && Math.hypot(a.x - b.x, a.y - b.y) < kit.step * 0.6;

/** The number of a piece like this one, or -1: the server may have put it in another place of the list. */
export function find(kit: Kit, plan: Plan, piece: Laid): number {
  const all = piecesOf(plan);
  let best = -1;
  let far = kit.step * 1.6;
  all.forEach((one, n) => {
    const away = Math.hypot(one.x - piece.x, one.y - piece.y) + (one.level === piece.level ? 0 : kit.step);
    if (one.kind === piece.kind && away < far) [best, far] = [n, away];
  });
  return best;
}

/** The twin of a piece, or -1 if it has none or is its own. */
export function twinOf(kit: Kit, plan: Plan, n: number): number {
  const all = piecesOf(plan);
  const piece = all[n];
  return piece ? all.findIndex((one, m) => m !== n && near(kit, one, halfTurned(kit, piece))) : -1;
}

/** Change a piece, and its twin in the same way. */
export function change(kit: Kit, plan: Plan, n: number, alter: (piece: Laid) => Laid, symmetry: boolean): Plan {
  const pieces = piecesOf(plan);
  const piece = pieces[n];
  if (!piece) return plan;
  const twin = symmetry ? twinOf(kit, plan, n) : -1;
  const altered = alter(piece);
  pieces[n] = altered;
  if (twin >= 0) pieces[twin] = halfTurned(kit, altered);
  return { ...plan, pieces };
}

export function lay(kit: Kit, plan: Plan, piece: Laid, symmetry: boolean): Plan {
  const twin = halfTurned(kit, piece);
  const both = symmetry && !near(kit, twin, piece) ? [piece, twin] : [piece];
  return { ...plan, pieces: [...piecesOf(plan), ...both] };
}

export function drop(kit: Kit, plan: Plan, n: number, symmetry: boolean): Plan {
  const twin = symmetry ? twinOf(kit, plan, n) : -1;
  return { ...plan, pieces: piecesOf(plan).filter((_, m) => m !== n && m !== twin) };
}

/** A new piece of a kind, of its usual size, on the level shown as far as it may stand there. */
export function fresh(kind: PieceKind, at: Point, level: number): Laid {
  const [low, high] = kind.levels ?? [1, 1];
  return {
    kind: kind.id,
    x: at.x,
    y: at.y,
    level: Math.min(Math.max(level, low), high),
    width: kind.width?.usual ?? 1,
    depth: kind.depth?.usual ?? 1,
    height: kind.height?.usual ?? 1,
    turn: 0,
  };
}

/** A piece of another size. One that is bound to a grid keeps its north-west corner, so that its twin stays its twin. */
export function sized(kind: PieceKind, piece: Laid, size: Partial<Laid>): Laid {
  const made = { ...piece, ...size };
  if (kind.turning !== "swap") return made;
  return { ...made, x: piece.x + (made.width - piece.width) / 2, y: piece.y + (made.depth - piece.depth) / 2 };
}

export function turned(kind: PieceKind, piece: Laid): Laid {
  if (kind.turning === "swap") return sized(kind, piece, { width: piece.depth, depth: piece.width });
  return typeof kind.turning === "number" && kind.turning ? { ...piece, turn: (piece.turn + kind.turning) % 360 } : piece;
}

/** The ground of a piece, in units of the scene. */
export function footprint(kit: Kit, piece: Laid, unit: number): Shape {
  const kind = kindOf(kit, piece.kind);
  const at = { x: piece.x * unit, y: piece.y * unit };
  if (kind?.radius) return { kind: "circle", ...at, r: kind.radius * unit };
  return rectangle(at, piece.width * unit, piece.depth * unit, piece.turn);
}

/** How far around its middle a piece can be taken in hand, in units of the scene. */
export function grip(kit: Kit, piece: Laid, unit: number): number {
  const radius = kindOf(kit, piece.kind)?.radius;
  return (radius ? radius * 0.9 : Math.max(0.35 * kit.step, Math.min(piece.width, piece.depth) * 0.48)) * unit;
}

/** Whether a piece is seen on a level: it begins there, or goes up so far. */
export function onLevel(kit: Kit, piece: Laid, level: number): boolean {
  if (kit.levels === 1) return true;
  const high = kindOf(kit, piece.kind)?.height?.most ?? 1;
  return piece.level <= level && level < piece.level + (high > 1 ? piece.height : 1);
}
