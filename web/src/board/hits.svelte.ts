/**
 * What was struck a moment ago: a piece that has less left than in the scene before, or that is gone.
 *
 * The blow is seen for a short while (the figure all ink on a star, the loss on a tag), at the pace of the person; with
 * reduced motion only the tag stays for a while. It knows no rules: a game says what a piece has left (`Piece.life`).
 */
import { tempo } from "../settings.svelte";
import { play } from "../ui/sound";
import type { Piece, Point, Scene } from "../scene/scene";

export interface Hit {
  id: string;
  at: Point;
  size: number;
  /** What was lost; empty when the piece itself is gone. */
  text: string;
  fallen: boolean;
}

/** How long the blow is seen, and how long its tag stays, in milliseconds at normal pace. */
const BLOW = 360;
const TAG = 1400;

export class Hits {
  /** Struck just now: drawn in ink on a star. */
  struck = $state.raw<Hit[]>([]);
  /** Their tags. */
  told = $state.raw<Hit[]>([]);
  #before: Map<string, Piece> | undefined;
  #name = "";
  #timers = new Set<ReturnType<typeof setTimeout>>();

  /** Another scene of the same board: what has become less? */
  see(scene: Scene): void {
    const now = new Map(
      scene.pieces.filter((piece) => piece.state !== "ghost" && piece.state !== "planned").map((piece) => [piece.id, piece]),
    );
    const before = this.#name === scene.name ? this.#before : undefined;
    this.#before = now;
    this.#name = scene.name;
    if (!before) return;
    const found = [...before.values()].flatMap((old): Hit[] => {
      if (old.life === undefined) return [];
      const piece = now.get(old.id);
      if (!piece) return scene.pieces.some((one) => one.id === old.id) ? [] : [{ ...spot(old), text: "", fallen: true }];
      const lost = old.life - (piece.life ?? old.life);
      return lost > 0 ? [{ ...spot(piece), text: `−${lost}`, fallen: false }] : [];
    });
    // A board that changes altogether (another match, another moment of a replay) is no massacre.
    if (!found.length || found.length > 4) return this.#moves(before, now);
    play(found.some((hit) => hit.fallen) ? "fall" : "hit");
    this.told = found.filter((hit) => hit.text);
    this.#after(TAG, () => (this.told = []));
    if (!tempo()) return;
    this.struck = found;
    this.#after(BLOW * tempo(), () => (this.struck = []));
  }

  #moves(before: Map<string, Piece>, now: Map<string, Piece>): void {
    const moved = [...now.values()].filter((piece) => {
      const old = before.get(piece.id);
      return old && piece.life !== undefined && Math.hypot(old.at.x - piece.at.x, old.at.y - piece.at.y) > piece.size * 0.6;
    });
    if (moved.length && moved.length <= 2) play("step");
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

const spot = ({ id, at, size }: Piece): { id: string; at: Point; size: number } => ({ id, at, size });

/** A jagged star around a middle, the same every time. */
export function star(r: number, depth: number, seed: number): string {
  let drawn = "";
  for (let n = 0; n < 28; n += 1) {
    const far = (n % 2 ? depth : 1) * r * (0.86 + 0.28 * Math.abs(Math.sin(n * 12.9898 + seed)));
    const a = (n * Math.PI) / 14;
    drawn += `${n ? "L" : "M"}${(far * Math.cos(a)).toFixed(1)} ${(far * Math.sin(a)).toFixed(1)}`;
  }
  return `${drawn}z`;
}
