/** The scene of an editor: the bare table as the game draws it, and on it pieces to take in hand, breaches, what is seen and reached. */
import type { GameClient, SceneInput, Selection } from "../games/game";
import type { Kit, PlanBreach, Vista } from "../net/protocol";
import type { Handle, Path, Point, Rect, Scene, Shape } from "../scene/scene";
import { around } from "../scene/shapes";
import type { GameWords } from "../words/words.svelte";
import { footprint, grip, kindOf, onLevel, type Laid } from "./plans";

const NOTHING: Selection = { option: "", target: "", hover: "", draft: {}, tools: {} };

/** The table without anybody on it, as a spectator sees it. */
export function bareScene(client: GameClient, view: unknown, words: GameWords, level: number): Scene {
  const input: SceneInput<unknown> = {
    view,
    question: null,
    blocked: [],
    selection: { ...NOTHING, tools: { level: String(level) } },
    words,
    places: [],
    nameOf: () => "",
    waiting: [],
    seat: null,
    log: [],
    since: 0,
  };
  return client.scene(input);
}

export interface Hand {
  pieces: Laid[];
  level: number;
  /** The piece in hand, and its twin. */
  held: number[];
  /** Where a piece is being dragged to. */
  ghosts: Laid[];
  /** Pieces can be taken in hand; not while new ones are laid. */
  free: boolean;
  nameOf: (piece: Laid) => string;
}

function joined(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** The board, and so much of the sheet around the pieces that a table can grow. */
function bounds(kit: Kit, pieces: Laid[], unit: number, shown: Rect): Rect {
  const sheet = { x: 0, y: 0, w: kit.width * unit, h: kit.depth * unit };
  if (!pieces.length) return sheet;
  const edge = 0.1 * sheet.w;
  const box = pieces.map((one) => around(footprint(kit, one, unit))).reduce(joined);
  const x = Math.max(sheet.x, box.x - edge);
  const y = Math.max(sheet.y, box.y - edge);
  const grown = { x, y, w: Math.min(sheet.w, box.x + box.w + edge) - x, h: Math.min(sheet.h, box.y + box.h + edge) - y };
  return Number.isFinite(shown.x + shown.w) ? joined(shown, grown) : grown;
}

const polygon = (points: [number, number][], unit: number): Shape => ({
  kind: "polygon",
  points: points.map(([x, y]): Point => ({ x: x * unit, y: y * unit })),
});

export function editing(kit: Kit, bare: Scene, unit: number, hand: Hand, breaches: PlanBreach[], vista: Vista | null): Scene {
  const made: Scene = { ...bare, insets: [], highlights: [], refused: [] };
  made.bounds = bounds(kit, hand.pieces, unit, bare.bounds);
  const shown = hand.pieces.map((piece, n) => ({ piece, n })).filter(({ piece }) => onLevel(kit, piece, hand.level));
  const over = (piece: Laid) => kindOf(kit, piece.kind)?.over ?? 0;
  if (hand.free)
    made.handles = [...shown]
      .sort((a, b) => over(a.piece) - over(b.piece))
      .map(({ piece, n }): Handle => ({
        id: `piece:${n}`,
        at: { x: piece.x * unit, y: piece.y * unit },
        name: hand.nameOf(piece),
        r: grip(kit, piece, unit),
      }));
  const washes = [...bare.washes];
  if (vista) {
    made.unseen = [...bare.unseen, ...(vista.hidden[hand.level] ?? []).map((one) => polygon(one, unit))];
    const reached = (vista.reached[hand.level] ?? []).map((one) => polygon(one, unit));
    if (reached.length) washes.push({ side: "a", shapes: reached, outline: [] });
    if (vista.level === hand.level)
      made.marks = [...bare.marks, { at: { x: vista.x * unit, y: vista.y * unit }, glyph: "i-eye", size: 24, tone: "ink" }];
  }
  const line = (one: Laid): Path => {
    const points = lineOf(footprint(kit, one, unit));
    return { points: [...points, ...points.slice(0, 1)], side: "c" };
  };
  const outlined = hand.ghosts.length ? hand.ghosts : hand.held.flatMap((n) => hand.pieces[n] ?? []);
  made.paths = [...bare.paths, ...outlined.map(line)];
  for (const ghost of hand.ghosts) washes.push({ side: "c", shapes: [footprint(kit, ghost, unit)], outline: [], dashed: true });
  made.washes = washes;
  made.tags = [
    ...bare.tags,
    ...breaches.flatMap((one, n) =>
      one.level === hand.level && !one.advice
        ? [{ at: { x: one.x * unit, y: one.y * unit }, text: String(n + 1), kind: "choice" as const }]
        : [],
    ),
  ];
  return made;
}

function lineOf(shape: Shape): Point[] {
  if (shape.kind === "polygon") return shape.points;
  if (shape.kind === "circle")
    return Array.from({ length: 24 }, (_, n) => ({
      x: shape.x + shape.r * Math.cos((n * Math.PI) / 12),
      y: shape.y + shape.r * Math.sin((n * Math.PI) / 12),
    }));
  const { x, y, w, h } = shape;
  return [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ];
}
