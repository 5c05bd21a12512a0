/**
 * The figures of a view. A game names the fields that are worth showing in its own words, under `view`:
 *
 *     [view]
 *     scores = "Points"
 *
 * A list with an entry for each seat stands beside the seats; a single figure, or word, stands below them.
 */
import type { DieFace } from "../games/game";
import type { Told } from "../net/protocol";
import type { GameWords } from "../words/words.svelte";

export interface Figures {
  seats: { name: string; values: string[] }[];
  table: { name: string; value: string }[];
}

const isFigure = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

export function figuresOf(view: unknown, seats: number, words: GameWords): Figures {
  const found: Figures = { seats: [], table: [] };
  if (typeof view !== "object" || view === null) return found;
  for (const [field, value] of Object.entries(view)) {
    if (!words.has(`view.${field}`)) continue;
    const name = words.text(`view.${field}`);
    if (isFigure(value)) found.table.push({ name, value: String(value) });
    else if (Array.isArray(value) && value.length === seats && value.every(isFigure)) found.seats.push({ name, values: value.map(String) });
  }
  return found;
}

/** The die that an event tells of: its gap `face`. */
export function diceOf({ params }: Told): DieFace[] {
  const { face } = params;
  if (typeof face !== "number") return [];
  return [{ kind: face >= 1 && face <= 6 ? "d6" : "d20", face: String(face), hit: true }];
}

/** How many letters wide and lines high a picture is. */
export function sizeOf(picture: string): { columns: number; lines: number } {
  const lines = picture.split("\n");
  return { columns: Math.max(...lines.map((line) => [...line].length)), lines: lines.length };
}
