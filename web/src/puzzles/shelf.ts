/** The puzzles of a game in the order they are listed, which of them this browser has solved, and which comes next. */
import type { PuzzleInfo } from "../net/protocol";

/** Right at the first try, right at a later one, or answered wrongly so far. */
export type Mark = "first" | "later" | "missed";
export type Marks = Record<string, Mark>;

const KEY = "muster.puzzles";
const FOLDER = "puzzle/";

/** The name of the table at which a puzzle stands. */
export const tableOf = (game: string, name: string): string => `${FOLDER}${game}/${name}`;

/** The game and name of a puzzle, by its table; null for other tables. */
export function puzzleAt(table: string): { game: string; name: string } | null {
  if (!table.startsWith(FOLDER)) return null;
  const [game = "", name = ""] = table.slice(FOLDER.length).split("/");
  return { game, name };
}

/** The easy ones first. */
export function ordered(puzzles: PuzzleInfo[]): PuzzleInfo[] {
  return [...puzzles].sort((a, b) => a.difficulty - b.difficulty || (a.name < b.name ? -1 : 1));
}

function kept(): Record<string, Marks> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Marks>) : {};
  } catch {
    return {};
  }
}

export function marksOf(game: string): Marks {
  return kept()[game] ?? {};
}

/** Keep that a puzzle was answered. What was solved once stays solved. */
export function keep(game: string, name: string, right: boolean): Marks {
  const all = kept();
  const marks = { ...all[game] };
  const before = marks[name];
  if (!before || before === "missed") marks[name] = right ? (before ? "later" : "first") : "missed";
  localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: marks }));
  return marks;
}

export const isSolved = (mark: Mark | undefined): boolean => mark === "first" || mark === "later";

export function solvedCount(puzzles: { name: string }[], marks: Marks): number {
  return puzzles.filter(({ name }) => isSolved(marks[name])).length;
}

/** The next one that is not solved, after the last round to the first again; undefined when no other is left. */
export function nextUnsolved(puzzles: PuzzleInfo[], marks: Marks, after = ""): PuzzleInfo | undefined {
  const at = puzzles.findIndex(({ name }) => name === after);
  return [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))].find(({ name }) => !isSolved(marks[name]));
}
