/** The lessons of a game as this browser knows them: where one stopped in each, and which comes next. */
import type { LessonInfo } from "../net/protocol";

/** The step one stopped at in each lesson; `true` once it was taken to its end. */
export type Progress = Record<string, number | true>;

const KEY = "muster.lessons";
const FOLDER = "lesson/";

/** The name of the table at which a lesson is taught, from a step on. */
export const tableOf = (game: string, name: string, step: number): string => `${FOLDER}${game}/${name}/${step}`;

/** The game and name of a lesson, by its table; null for other tables. */
export function lessonAt(table: string): { game: string; name: string } | null {
  if (!table.startsWith(FOLDER)) return null;
  const [game = "", name = ""] = table.slice(FOLDER.length).split("/");
  return { game, name };
}

function kept(): Record<string, Progress> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}

export function progressOf(game: string): Progress {
  return kept()[game] ?? {};
}

/** Keep how far one has come. A lesson that was taken to its end stays taken. */
export function keepStep(game: string, name: string, step: number, steps: number): Progress {
  const all = kept();
  const progress = { ...all[game] };
  if (progress[name] !== true) progress[name] = step >= steps ? true : step;
  localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: progress }));
  return progress;
}

/** The step at which to go on in a lesson; one that was taken begins again. */
export function stepOf(progress: Progress, name: string): number {
  const step = progress[name];
  return typeof step === "number" ? step : 0;
}

export const takenCount = (lessons: LessonInfo[], progress: Progress): number =>
  lessons.filter(({ name }) => progress[name] === true).length;

/** The first lesson that was not taken to its end, after this one if one is named. */
export function nextLesson(lessons: LessonInfo[], progress: Progress, after = ""): LessonInfo | undefined {
  const at = lessons.findIndex(({ name }) => name === after);
  return lessons.slice(at + 1).find(({ name }) => progress[name] !== true);
}
