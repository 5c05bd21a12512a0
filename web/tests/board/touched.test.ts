/** A piece that is no choice does not stand in the way of the place beneath it. */
import { expect, test } from "vitest";
import { scene as drawn } from "../../src/games/deadzone/scene";
import type { TableView } from "../../src/games/deadzone/model";
import { emptyScene, touched, type Piece, type Scene } from "../../src/scene/scene";
import { input, question } from "../sitting";

const piece = (change: Partial<Piece> = {}): Piece => ({ id: "model:A2", place: "cube:c4.1", ...change }) as Piece;
const scene = (change: Partial<Scene>): Scene => ({ ...emptyScene("", { x: 0, y: 0, w: 1, h: 1 }), ...change });
const lit = (...targets: string[]) => ({ highlights: targets.map((target) => ({ target, keys: [target] })) });

test("a touch means the place beneath only where there is something to choose, and only there", () => {
  expect(touched(scene(lit("cube:c4.1")), piece())).toBe("cube:c4.1");
  expect(touched(scene(lit("cube:c4.1", "model:A2")), piece())).toBe("model:A2");
  expect(touched(scene(lit("cube:h8.1")), piece())).toBe("model:A2");
  expect(touched(scene(lit("cube:c4.1")), piece({ place: undefined }))).toBe("model:A2");
  const refused = [{ target: "model:A2", text: "not in sight" }];
  expect(touched(scene({ ...lit("cube:c4.1"), refused }), piece())).toBe("model:A2");
});

test("models of Deadzone stand over the cube of the level shown", () => {
  const cube = (name: string) => ({ name, floor: "solid", east: "open", south: "open", cover: false, area: "g", climb: false, ramp: "" });
  const models = [
    { tag: "A1", owner: 0, cube: "c4.1" },
    { tag: "A2", owner: 0, cube: "d4.2" },
  ].map((one) => ({ ...one, card: "x", dead: false, aggression: "alert", items: [], injured: false, damage: 0, overwatch: false }));
  const rest = { cards: [], tests: [], sights: [], crates: [], items: [], wrecks: [], objectives: [], smoke: [], sides: [], trial: null };
  const view = { ...rest, models, levels: 2, active: "A1", stage: "action", cubes: ["c4.1", "d4.2"].map(cube) } as unknown as TableView;
  const made = drawn(input<TableView>(view, { question: question("action", ["move:c4.1"], { tag: "A1" }) }));
  expect(made.pieces.map((one) => [one.id, one.place])).toEqual([
    ["model:A1", "cube:c4.1"],
    ["model:A2", "none:d4"],
  ]);
});
