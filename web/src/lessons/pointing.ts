/** Where a lesson points: rings around pieces and places of the board. */
import { around, centre, grown, inside } from "../scene/shapes";
import type { Scene, Shape } from "../scene/scene";

const OPTION = "option:";

/** The scene with a ring around everything the step points at; the whole board, if a part of it would leave that out. */
export function pointed(scene: Scene, point: string[]): Scene {
  const pointers = point.flatMap((id): Shape[] => {
    const piece = scene.pieces.find((one) => one.id === id);
    if (piece) return [{ kind: "circle", x: piece.at.x, y: piece.at.y, r: 0.8 * piece.size }];
    const cell = scene.cells.find((one) => one.id === id);
    return cell ? [grown(cell.shape, 0)] : [];
  });
  const frame = scene.frame;
  const cut = frame && pointers.some((shape) => !inside({ kind: "rect", ...frame }, centre(around(shape))));
  return pointers.length ? { ...scene, pointers, ...(cut ? { frame: undefined } : {}) } : scene;
}

/** Whether the step points at an answer of the list. */
export const pointsAt = (point: string[], key: string): boolean => point.includes(OPTION + key);
