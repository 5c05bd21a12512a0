/** The battlefield of Deadzone as a scene: one level large, the others small beside it; walls, floors, cover, models. */
import type { CubeView, ModelView, TableView } from "../../../../src/muster/server/views/deadzone";
import { emptyScene, sideOf, type Highlight, type Inset, type Piece, type Point, type Scene } from "../../scene/scene";
import { say } from "../../words/words.svelte";
import type { SceneInput } from "../game";

export type { CubeView, ModelView, TableView };
export type Input = SceneInput<TableView>;

/** The side of a cube, in units of the scene. */
const C = 63;

/** `c4.2` is column c, row 4, level 2. */
export function placeOf(cube: string): { column: number; row: number; level: number } {
  const [flat = "", level = "1"] = cube.split(".");
  return { column: flat.charCodeAt(0) - 97, row: Number(flat.slice(1)) - 1, level: Number(level) };
}
const cornerOf = (cube: string): Point => ({ x: placeOf(cube).column * C, y: placeOf(cube).row * C });

/** The level shown: chosen by hand, or that of the model that acts. */
export function levelShown({ view, selection }: Input): number {
  const active = view.models.find((model) => model.tag === view.active);
  return Number(selection.tools.level ?? (active?.cube ? placeOf(active.cube).level : 1));
}

export function scene(input: Input): Scene {
  const shown = levelShown(input);
  const made = level(input, shown);
  made.highlights = highlights(input);
  made.insets = Array.from({ length: input.view.levels }, (_, n) => input.view.levels - n).map((one): Inset => ({ id: String(one), title: say("level_n", { n: one }), key: String(one), scene: alone(level(input, one)), active: one === shown }));
  return made;
}

/** A small picture shows its own level and nothing of the others. */
function alone(made: Scene): Scene {
  return { ...made, pieces: made.pieces.filter((piece) => !piece.elsewhere).map((piece) => ({ ...piece, marks: [] })), brackets: [] };
}

function level(input: Input, shown: number): Scene {
  const { view, words } = input;
  const here = view.cubes.filter((cube) => placeOf(cube.name).level === shown);
  const width = Math.max(...view.cubes.map((cube) => placeOf(cube.name).column)) + 1;
  const depth = Math.max(...view.cubes.map((cube) => placeOf(cube.name).row)) + 1;
  const made = emptyScene(words.text("game.title"), { x: -14, y: -14, w: width * C + 18, h: depth * C + 18 });
  for (const cube of here) {
    const corner = cornerOf(cube.name);
    const open = cube.floor === "open" || cube.floor === "none";
    made.cells.push({ id: `cube:${cube.name}`, shape: { kind: "rect", ...corner, w: C, h: C }, at: { x: corner.x + C / 2, y: corner.y + C / 2 }, name: cube.name, tone: shown > 1 && open ? "ground" : "board", z: shown - 1, level: shown });
    if (cube.east === "solid") made.walls.push({ from: { x: corner.x + C, y: corner.y }, to: { x: corner.x + C, y: corner.y + C } });
    if (cube.south === "solid") made.walls.push({ from: { x: corner.x, y: corner.y + C }, to: { x: corner.x + C, y: corner.y + C } });
    if (cube.cover) made.brackets.push({ x: corner.x + 6, y: corner.y + 6, w: C - 12, h: C - 12 });
  }
  made.pieces = view.models.filter((model) => model.cube && !model.dead).map((model) => piece(model, input, shown));
  return made;
}

const MARKS: Record<string, string> = { enraged: "i-enraged", pinned: "i-pinned", suppressed: "i-suppressed" };

function piece(model: ModelView, { view, words }: Input, shown: number): Piece {
  const corner = cornerOf(model.cube);
  const together = view.models.filter((other) => other.cube === model.cube && !other.dead);
  const n = together.indexOf(model);
  const spread = together.length > 1 ? C / 4 : 0;
  const standing = placeOf(model.cube).level;
  return {
    id: `model:${model.tag}`,
    side: sideOf(model.owner),
    label: model.tag.slice(1),
    at: { x: corner.x + C / 2 + (n % 2 ? spread : -spread), y: corner.y + C / 2 + (n > 1 ? spread : together.length > 2 ? -spread : 0) },
    size: together.length > 1 ? 30 : 46,
    base: "round",
    glyph: "trooper",
    state: model.tag === view.active ? "acting" : "idle",
    marks: [MARKS[model.aggression], model.overwatch ? "i-overwatch" : undefined].filter((one) => one !== undefined),
    elsewhere: standing === shown ? undefined : `L${standing}`,
    name: `${model.tag} ${words.name("model", model.card)}, ${model.cube}`,
  };
}

/** Options that name a model or a cube lie on the board. */
function highlights({ question, view }: Input): Highlight[] {
  const found = new Map<string, string[]>();
  for (const { key } of question?.options ?? []) {
    const cube = /[:@]([a-h]\d\.\d)\b/.exec(key)?.[1];
    const model = /[:@>]([A-D]\d+)\b/.exec(key)?.[1];
    const target = model && view.models.some((one) => one.tag === model) ? `model:${model}` : cube ? `cube:${cube}` : "";
    if (target) found.set(target, [...(found.get(target) ?? []), key]);
  }
  return [...found].map(([target, keys]) => ({ target, keys }));
}
