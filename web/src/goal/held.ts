/** Places that somebody holds, on the board: a plate in the corner where no piece of theirs says it already. */
import type { Goal } from "../net/protocol";
import { letterOf, sideOf, type Mark, type Scene, type Shape } from "../scene/scene";
import { around, inside } from "../scene/shapes";

export function held(scene: Scene, marks: Goal["marks"]): Scene {
  const shapes = new Map<string, Shape>([...scene.cells, ...scene.zones].map((place) => [place.id, place.shape]));
  const plates = marks.flatMap(({ target, owner }): Mark[] => {
    const shape = shapes.get(target);
    if (!shape || owner === null) return [];
    const box = around(shape);
    const side = sideOf(owner);
    if (scene.pieces.some((piece) => piece.side === side && inside(shape, piece.at))) return [];
    const at = { x: box.x + box.w, y: box.y };
    return [
      { at, dx: -13, dy: 13, glyph: `plate-${side}`, size: 18, side },
      { at, dx: -13, dy: 13, text: letterOf(owner), size: 11, weight: 600, tone: "on-side", anchor: "middle" },
    ];
  });
  return plates.length ? { ...scene, marks: [...scene.marks, ...plates] } : scene;
}
