/** Drawings of the coach on the board: where suggested answers lead, and what was better than what was played. Knows no game. */
import type { Suggestion } from "../net/protocol";
import type { Path, Point, Scene, Tag } from "../scene/scene";
import { say } from "../words/words.svelte";

/** Two answers to one question, at the moment when the record had so many entries: what was played, and what was better. */
export interface Compared {
  entries: number;
  better: Suggestion;
  played: Suggestion;
  /** What is written where they lead, if it is something else than that one was better and one was played. */
  tags?: { better: string; played: string };
}

export const percent = (chance: number): number => Math.round(100 * chance);

/** Where an answer leads on the board, if it leads to a piece or place. */
function placeOf(scene: Scene, key: string): Point | undefined {
  const target = scene.highlights.find((light) => light.keys.includes(key))?.target;
  return [...scene.pieces, ...scene.cells].find((one) => one.id === target)?.at;
}

const from = (scene: Scene): Point | undefined => scene.pieces.find((piece) => piece.state === "acting")?.at;

/** Numbers where the suggested answers lead; an arrow to the one in hand. */
export function advised(scene: Scene, suggestions: Suggestion[], inHand: string): Scene {
  const tags: Tag[] = [];
  const paths = [...scene.paths];
  const seen = new Set<string>();
  for (const [n, { answer, chance }] of suggestions.entries()) {
    const at = placeOf(scene, answer.key);
    if (!at || seen.has(`${at.x},${at.y}`)) continue;
    seen.add(`${at.x},${at.y}`);
    tags.push({ at, dy: -26, text: `${n + 1} · ${percent(chance)} %`, kind: answer.key === inHand ? "ink" : "quiet" });
  }
  const held = suggestions.find(({ answer }) => answer.key === inHand);
  const [start, end] = [from(scene), held && placeOf(scene, held.answer.key)];
  if (start && end && (start.x !== end.x || start.y !== end.y) && !scene.paths.length)
    paths.push({ points: [start, end], arrow: true, gap: 26 });
  return { ...scene, tags: [...scene.tags, ...tags], paths };
}

/**
 * A scene with the better answer in hand, and both answers named where they lead. Nothing can be chosen any more, so nothing is lit.
 * `asked` is the same scene with nothing drafted: it knows where every answer leads.
 */
export function compared(scene: Scene, asked: Scene, { better, played, tags: named }: Compared): Scene {
  const [good, done] = [placeOf(asked, better.answer.key), placeOf(asked, played.answer.key)];
  const tags: Tag[] = [];
  const sights = [...scene.sights];
  const paths: Path[] = scene.paths.map((path) => ({ ...path, ticks: path.ticks?.map((tick) => ({ ...tick, chosen: false })) }));
  const start = from(asked);
  const same = good && done && good.x === done.x && good.y === done.y;
  if (good) tags.push({ at: good, dy: -30, text: named?.better ?? say("better_tag", { chance: percent(better.chance) }), kind: "ink" });
  if (done && !same)
    tags.push({ at: done, dy: 30, text: named?.played ?? say("played_tag", { chance: percent(played.chance) }), kind: "quiet" });
  if (start && good && (start.x !== good.x || start.y !== good.y) && !scene.paths.length)
    paths.push({ points: [start, good], arrow: true, gap: 26 });
  if (start && done && !same && (start.x !== done.x || start.y !== done.y)) sights.push({ from: start, to: done, faint: true });
  return { ...scene, tags: [...scene.tags, ...tags], sights, paths, highlights: [], refused: [], handles: [] };
}
