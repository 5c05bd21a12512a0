/**
 * Line art of a board, as plain data: what makes a place look like an arena, a works yard, a city, a mine.
 *
 * A game draws it from its data (`games/<game>/ground.ts`); the board paints it beneath everything that means something, and
 * the 3D view lays it on the floor. Strokes of one kind are one path, so that a whole city is a few dozen elements. It says
 * nothing that is not said by a cell, a block, a wall or a numeral too.
 */
import type { Point } from "./scene";

/** Names of `--g-…` in theme/identity.css. */
export type ArtTone =
  | "ground"
  | "board"
  | "board-2"
  | "line"
  | "art"
  | "lit"
  | "cast"
  | "t1"
  | "t2"
  | "t3"
  | "scene"
  | "street"
  | "side"
  | "edge"
  | "vein"
  | "top"
  | "left";

/** From below: the apron round the table, the floor beneath the places, the print on them, what is on top of terrain, things that stand about. */
export type ArtLayer = "apron" | "floor" | "print" | "roof" | "thing";

export interface Art {
  layer: ArtLayer;
  d: string;
  fill?: ArtTone;
  stroke?: ArtTone;
  width?: number;
  opacity?: number;
  dash?: string;
}

/** A light over the board, in shares of its bounds: where it hangs, how far it reaches, how strong it is, how dark the rest. */
export interface Light {
  x: number;
  y: number;
  r: number;
  strength: number;
  shade: number;
}

export const round = (value: number): string => String(Math.round(value * 10) / 10);
export const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;
export const line = (points: Point[]): string => `M${points.map((p) => at(p.x, p.y)).join("L")}`;

/** Chance from a seed: the same table always has the same cracks. */
export function seeded(seed: number): () => number {
  let s = (Math.imul(seed, 2654435761) + 97) | 1;
  return () => {
    s = Math.imul(s ^ (s >>> 15), 1 | s);
    s ^= s + Math.imul(s ^ (s >>> 7), 61 | s);
    return ((s ^ (s >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number from a word, as a seed. */
export function seedOf(word: string): number {
  let found = 7;
  for (const letter of word) found = Math.imul(found, 31) + letter.charCodeAt(0);
  return found >>> 0;
}

/** Paths as a game draws them, in scene units, moved to a place and scaled. Understands absolute and relative commands. */
export function placed(d: string, x: number, y: number, scale = 1): string {
  return d.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_all, command: string, rest: string) => {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const moved = numbers.map((value, n) => {
      switch (command) {
        case "H":
          return round(x + value * scale);
        case "V":
          return round(y + value * scale);
        case "a":
        case "A":
          if (n % 7 === 2 || n % 7 === 3 || n % 7 === 4) return String(value);
          return command === "A" && n % 7 > 4 ? round((n % 7 === 5 ? x : y) + value * scale) : round(value * scale);
        default:
          return command === command.toLowerCase() ? round(value * scale) : round((n % 2 ? y : x) + value * scale);
      }
    });
    return command + moved.join(" ");
  });
}

/** Draw once and keep: scenes are made anew with every touch, their ground is not. */
export function keeping<T>(size = 8): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (key, make) => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= size) kept.delete(kept.keys().next().value as string);
    const made = make();
    kept.set(key, made);
    return made;
  };
}

/** Paths of one kind that follow each other become one. */
export function merged(art: Art[]): Art[] {
  const kinds = new Map<string, Art>();
  for (const one of art) {
    if (!one.d) continue;
    const key = JSON.stringify({ ...one, d: "" });
    const before = kinds.get(key);
    if (before) before.d += one.d;
    else kinds.set(key, { ...one });
  }
  return [...kinds.values()];
}

/** One layer as SVG; colours are custom properties, so that it follows the theme. */
export function markup(art: Art[], layer: ArtLayer): string {
  return art
    .filter((one) => one.layer === layer)
    .map(({ d, fill, stroke, width = 1, opacity, dash }) => {
      const ink = stroke ? ` stroke="var(--g-${stroke})" stroke-width="${width}" stroke-linejoin="round"` : "";
      const more = (opacity === undefined ? "" : ` opacity="${opacity}"`) + (dash ? ` stroke-dasharray="${dash}"` : "");
      return `<path d="${d}" fill="${fill ? `var(--g-${fill})` : "none"}"${ink}${more}/>`;
    })
    .join("");
}
