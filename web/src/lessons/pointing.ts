/** Where a lesson points: rings around pieces and places of the board. */
import { around, centre, grown, inside } from "../scene/shapes";
import type { Group } from "../games/game";
import type { Scene, Shape } from "../scene/scene";

const OPTION = "option:";

/** The ring around a piece or place of a scene. */
function ringOf(scene: Scene, id: string): Shape | undefined {
  const piece = scene.pieces.find((one) => one.id === id);
  // A small plate for something on another level would be hidden by a ring: its place has the ring.
  const place = piece?.elsewhere && scene.cells.find((one) => inside(one.shape, piece.at));
  if (place) return grown(place.shape, 0);
  if (piece) return { kind: "circle", x: piece.at.x, y: piece.at.y, r: 0.8 * piece.size };
  const found = [...scene.cells, ...scene.blocks].find((one) => one.id === id);
  return found && grown(found.shape, 0);
}

const ringsOf = (scene: Scene, point: string[]): Shape[] => point.flatMap((id) => ringOf(scene, id) ?? []);

/**
 * The scene with a ring around everything the step points at; the whole board, if a part of it would leave that out. A place on a level
 * that is not shown has its ring there, and here above or below it.
 */
export function pointed(scene: Scene, point: string[]): Scene {
  const insets = scene.insets.map((inset) => ({ ...inset, scene: { ...inset.scene, pointers: ringsOf(inset.scene, point) } }));
  const pointers = point.flatMap((id): Shape[] => {
    const levels = [scene, ...insets.map((inset) => inset.scene)];
    return levels.flatMap((level) => ringOf(level, id) ?? []).slice(0, 1);
  });
  const frame = scene.frame;
  const cut = frame && pointers.some((shape) => !inside({ kind: "rect", ...frame }, centre(around(shape))));
  return pointers.length ? { ...scene, pointers, insets, ...(cut ? { frame: undefined } : {}) } : scene;
}

/** Whether the step points at an answer of the list, or at a card or a dial in a panel of the game. */
export const pointsAt = (point: string[], key: string): boolean => point.includes(OPTION + key);

/** As many answers are in sight without scrolling. */
const IN_SIGHT = 5;

/** The answers that the step points at in a group of their own at the top, if the list is too long to see them at once. */
export function foremost(groups: Group[], point: string[], title: string): Group[] {
  const all = groups.flatMap((group) => group.choices);
  const wanted = all.filter(({ key }) => pointsAt(point, key));
  if (!wanted.length || wanted.every((one) => all.indexOf(one) < IN_SIGHT)) return groups;
  const rest = groups.map((group) => ({ ...group, choices: group.choices.filter((one) => !wanted.includes(one)) }));
  return [{ title, choices: wanted }, ...rest.filter((group) => group.choices.length)];
}
