/** The battlefield of Deadzone as a scene: one level large, the others small beside it; walls, floors, cover, models. */
import {
  emptyScene,
  sideOf,
  type Cell,
  type Highlight,
  type Inset,
  type Mark,
  type Piece,
  type Point,
  type Refused,
  type Scene,
  type Wall,
} from "../../scene/scene";
import { say } from "../../words/words.svelte";
import { CROWD, fanned } from "../../scene/crowd";
import { ground, LIGHT } from "./ground";
import { laying } from "./laying";
import { plan, sight } from "./sight";
import { C, corner, middle } from "./places";
import {
  asked,
  cardOf,
  columnOf,
  cubeIn,
  families,
  familyOf,
  familyShown,
  glyphOf,
  levelOf,
  modelIn,
  modelOf,
  numberOf,
  promptTag,
  spotOf,
  standing,
  type CubeView,
  type Input,
  type ModelView,
} from "./model";
import { tell } from "./words";

/** The shape of the part of the board that stays above a test. */
const WIDE = 1.8;

/** The level shown: chosen by hand, or that of whoever the question is about. */
export function levelShown(input: Input): number {
  const { view, selection } = input;
  if (selection.tools.level) return Number(selection.tools.level);
  const about = modelOf(view, promptTag(input, "target") || promptTag(input)) ?? modelOf(view, view.active);
  return about?.cube ? levelOf(about.cube) : 1;
}

export function scene(input: Input): Scene {
  const shown = levelShown(input);
  const made = level(input, shown, false);
  made.legend = [
    { text: tell("cover"), line: "cover" },
    { text: tell("roof"), tone: "t1" },
    { text: tell("wall"), line: "wall" },
    { text: tell("legend_climb"), line: "climb" },
  ];
  const lights = choices(input);
  made.highlights = highlights(input, made, lights, shown);
  made.refused = refusals(input, made);
  plan(input, made, shown);
  laying(input, made, shown);
  sight(input, made, shown);
  if (input.view.trial) frame(input, made);
  made.insets = insets(input, lights, shown);
  return made;
}

/** All levels small, the topmost first; none while the board is cropped. */
function insets(input: Input, lights: Map<string, string[]>, shown: number): Inset[] {
  if (input.view.trial) return [];
  return Array.from({ length: input.view.levels }, (_, n) => input.view.levels - n).map((one): Inset => {
    const small = level(input, one, true);
    small.highlights = [...lights]
      .filter(([target]) => small.cells.some((cell) => cell.id === target))
      .map(([target, keys]) => ({ target, keys }));
    return {
      id: String(one),
      title: say("level_n", { n: one }),
      short: `L${one}`,
      key: one === shown + 1 ? "PgUp" : one === shown - 1 ? "PgDn" : undefined,
      scene: small,
      active: one === shown,
    };
  });
}

/** While a test is on, the board is cropped to the two of them. */
function frame({ view }: Input, made: Scene): void {
  const cubes = [view.trial?.actor, view.trial?.target].map((tag) => modelOf(view, tag ?? "")?.cube).filter((cube) => cube);
  if (!cubes.length) return;
  const at = cubes.map((cube) => middle(cube as string));
  const xs = at.map((one) => one.x);
  const ys = at.map((one) => one.y);
  const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const h = Math.max(3.2 * C, low - top + 1.6 * C, (right - left + 1.6 * C) / WIDE);
  const w = h * WIDE;
  made.frame = { x: (left + right - w) / 2, y: (top + low - h) / 2, w, h };
}

// The ground

function level(input: Input, shown: number, small: boolean): Scene {
  const { view, words } = input;
  const here = view.cubes.filter((cube) => levelOf(cube.name) === shown);
  const bounds = small ? { x: -2, y: -2, w: 8 * C + 4, h: 8 * C + 4 } : { x: -20, y: -18, w: 8 * C + 26, h: 8 * C + 22 };
  const made = emptyScene(`${words.text("game.title")}, ${say("level_n", { n: shown })}`, bounds);
  if (shown === 1 || !small)
    made.grids = [{ x: 0, y: 0, w: 8 * C, h: 8 * C, step: C, columns: small ? [] : [..."abcdefgh"], rows: small ? [] : [..."12345678"] }];
  for (const cube of here) {
    made.cells.push(cell(cube, input, shown, small));
    made.walls.push(...walls(cube, shown));
    if (cube.cover) made.covers.push({ x: corner(cube.name).x + 8, y: corner(cube.name).y + C * 0.62, w: C - 16, h: C * 0.24 });
  }
  if (shown > 1 && !small) void_(made, here);
  made.game = "deadzone";
  made.art = ground(view.cubes, shown, (cube) => roofs(input, cube), !small);
  if (!small) {
    made.light = LIGHT;
    things(made, input, shown);
    zones(made, input, shown);
  }
  made.pieces = pieces(input, shown, small);
  if (!small) crowds(made, input, shown);
  return made;
}

/** Above the ground there is nothing but what is built: the street shines through the rest. */
function void_(made: Scene, here: CubeView[]): void {
  made.grids = made.grids.map((grid) => ({ ...grid }));
  const built = new Set(here.map((cube) => columnOf(cube.name)));
  for (const column of "abcdefgh") {
    for (let row = 1; row <= 8; row += 1) {
      const name = `${column}${row}.0`;
      if (!built.has(`${column}${row}`))
        made.cells.push({
          id: `none:${column}${row}`,
          shape: { kind: "rect", ...corner(name), w: C, h: C },
          at: middle(name),
          name: tell("no_floor"),
          tone: "none",
        });
    }
  }
}

/** How many floors lie above a cube. */
const roofs = ({ view }: Input, cube: CubeView): number =>
  view.cubes.filter((one) => columnOf(one.name) === columnOf(cube.name) && levelOf(one.name) > levelOf(cube.name) && one.floor !== "open")
    .length;

function cell(cube: CubeView, input: Input, shown: number, small: boolean): Cell {
  const at = corner(cube.name);
  const open = cube.floor === "open";
  const above = roofs(input, cube);
  const marks: Mark[] = [];
  if (above && !small)
    marks.push({
      at: { x: at.x + C, y: at.y },
      dx: -10,
      dy: 11,
      text: String(above),
      size: 12,
      weight: 600,
      tone: "ink",
      ground: true,
      rank: 1,
    });
  if (small && worth(input.view, cube.name)) marks.push({ at: middle(cube.name), text: "◆", size: 10, tone: "ink" });
  if (cube.climb && !small) marks.push({ at, dx: 8, dy: 9, text: "▴", size: 12, tone: "ink-2", rank: 1 });
  const floor = shown > 1 ? [tell(`floor_${cube.floor}` as "floor_solid")] : [];
  const facts = [
    ...floor,
    cube.cover ? tell("cover") : "",
    cube.climb ? tell("handholds") : "",
    cube.ramp ? tell("ramp_to", { cube: spotOf(cube.ramp) }) : "",
    above ? tell("roofs", { n: above }) : "",
    ...contents(input, cube.name),
  ];
  const half = cube.floor === "half";
  return {
    id: `cube:${cube.name}`,
    shape: { kind: "rect", x: at.x, y: at.y + (half ? C * 0.2 : 0), w: C, h: half ? C * 0.6 : C },
    at: middle(cube.name),
    name: [spotOf(cube.name), ...facts].filter(Boolean).join(", "),
    tone: open ? "ground" : above ? (above > 1 ? "t2" : "t1") : shown > 1 ? "board" : small ? "board" : "none",
    z: shown - 1,
    level: shown,
    marks,
    terms: small ? undefined : terms(input, cube, above > 0),
  };
}

/** Whether something lies in a cube for which one would go there. */
const worth = ({ crates, items, objectives }: Input["view"], cube: string): boolean =>
  crates.includes(cube) || [...items, ...objectives].some((one) => one.cube === cube);

/** What the glossary says about a cube: cover, handholds, what lies there. */
function terms({ view }: Input, cube: CubeView, roofed: boolean): string[] {
  const here = (found: boolean, term: string): string[] => (found ? [term] : []);
  return [
    ...here(cube.cover, "sign.cover"),
    ...here(cube.climb, "sign.climb"),
    ...here(Boolean(cube.ramp), "sign.ramp"),
    ...here(roofed, "sign.level"),
    ...here(view.crates.includes(cube.name), "sign.crate"),
    ...view.items.filter((item) => item.cube === cube.name).map((item) => `item.${item.item}`),
    ...here(
      view.objectives.some((one) => one.cube === cube.name),
      "sign.objective",
    ),
    ...here(view.smoke.includes(cube.name), "sign.smoke"),
    ...here(view.wrecks.includes(cube.name), "sign.wreck"),
  ];
}

/** What lies in a cube besides models, for whoever cannot see it. */
function contents({ view, words }: Input, cube: string): string[] {
  const objective = view.objectives.find((one) => one.cube === cube);
  return [
    ...(view.crates.includes(cube) ? [tell("crate")] : []),
    ...view.items.filter((item) => item.cube === cube).map((item) => words.name("item", item.item)),
    ...(objective ? [tell("objective", { name: objective.which || "?" })] : []),
    ...(view.smoke.includes(cube) ? [tell("smoke")] : []),
  ];
}

function walls(cube: CubeView, shown: number): Wall[] {
  const { x, y } = corner(cube.name);
  const made: Wall[] = [];
  const add = (face: string, from: Point, to: Point) => {
    if (face === "open") return;
    made.push({ from, to, z: shown - 1, opening: face === "door" || face === "window" ? face : undefined });
  };
  add(cube.east, { x: x + C, y }, { x: x + C, y: y + C });
  add(cube.south, { x, y: y + C }, { x: x + C, y: y + C });
  return made;
}

/** Crates face down, items, objectives, smoke, wrecks. */
function things(made: Scene, { view }: Input, shown: number): void {
  const count = new Map<string, number>();
  const put = (cube: string, glyph: string, text = ""): void => {
    if (levelOf(cube) !== shown) return;
    const n = count.get(cube) ?? 0;
    count.set(cube, n + 1);
    const at = { x: corner(cube).x + C, y: corner(cube).y + C };
    made.marks.push({ at, dx: -11 - 17 * n, dy: -11, glyph, size: 17, tone: "ink-2" });
    if (text) made.marks.push({ at, dx: -11 - 17 * n, dy: -24, text, size: 11, weight: 600, tone: "ink-2", rank: 1 });
  };
  for (const cube of view.crates) put(cube, "crate");
  for (const item of view.items) if (item.cube) put(item.cube, "loot");
  for (const cube of view.wrecks) put(cube, "i-off");
  for (const { cube, which } of view.objectives) {
    if (levelOf(cube) !== shown) continue;
    const at = middle(cube);
    made.marks.push({ at, text: which || "?", size: 14, weight: 600, tone: "ink-2" });
    const points = [
      { x: at.x, y: at.y - 16 },
      { x: at.x + 16, y: at.y },
      { x: at.x, y: at.y + 16 },
      { x: at.x - 16, y: at.y },
    ];
    points.forEach((from, n) => made.walls.push({ from, to: points[(n + 1) % 4] as Point, thin: true, z: shown - 1 }));
  }
  for (const cube of view.smoke) if (levelOf(cube) === shown) made.unseen.push({ kind: "rect", ...corner(cube), w: C, h: C });
}

/** While models are set up, the two deployment zones. */
function zones(made: Scene, { view, seat }: Input, shown: number): void {
  if (shown !== 1 || !["place_crates", "drop_crates", "deploy"].includes(view.stage)) return;
  for (const side of view.sides) {
    const letter = side.zone === "red" ? "R" : "B";
    const shapes = view.cubes
      .filter((cube) => levelOf(cube.name) === 1 && cube.area === letter)
      .map((cube) => ({ kind: "rect" as const, ...corner(cube.name), w: C, h: C }));
    if (shapes.length) made.washes.push({ side: sideOf(side.seat), shapes, dashed: side.seat !== seat });
  }
}

/** Cubes in which three or more stand: a fan, its badge says how many there are and how they fare. */
function crowds(made: Scene, { view }: Input, shown: number): void {
  const found = new Map<string, Piece[]>();
  for (const model of view.models.filter((one) => standing(one) && levelOf(one.cube) === shown)) {
    const body = made.pieces.find((one) => one.id === `model:${model.tag}`);
    if (body) found.set(model.cube, [...(found.get(model.cube) ?? []), body]);
  }
  for (const [cube, pieces] of found) {
    if (pieces.length < CROWD) continue;
    const fan = fanned(pieces, middle(cube), C - 2, say("crowd", { n: pieces.length }));
    made.pieces = [...made.pieces.filter((one) => !pieces.includes(one)), ...fan.pieces];
    made.crowds.push(fan.crowd);
  }
}

// The models

const MARKS: Record<string, string> = { enraged: "i-enraged", pinned: "i-pinned", suppressed: "i-suppressed" };

function pieces(input: Input, shown: number, small: boolean): Piece[] {
  const { view } = input;
  const there = view.models.filter(standing);
  const flat = there.filter((model) => !small || levelOf(model.cube) === shown);
  return flat.map((model) =>
    piece(
      model,
      input,
      shown,
      small,
      flat.filter(
        (other) =>
          other.cube === model.cube ||
          (!small && levelOf(other.cube) !== shown && levelOf(model.cube) !== shown && columnOf(other.cube) === columnOf(model.cube)),
      ),
    ),
  );
}

/** Where a model stands among those in its cube: one fills it, two share it; more are fanned out afterwards. */
function spot(model: ModelView, together: ModelView[], size: number): { at: Point; size: number } {
  const mid = middle(model.cube);
  if (together.length === 1) return { at: mid, size: size > 1 ? C - 9 : C - 17 };
  if (together.length >= CROWD) return { at: mid, size: C - 17 };
  const second = together.indexOf(model) === 1;
  return { at: { x: mid.x + (second ? C / 4.4 : -C / 4.4), y: mid.y + (second ? 7 : -7) }, size: 30 };
}

/** Plates of those on other levels stand one below the other at the edge of the column. */
function aside(model: ModelView, together: ModelView[], taken: boolean): Point {
  const n = together.indexOf(model);
  const mid = middle(model.cube);
  if (taken) return { x: mid.x, y: mid.y - C / 2 + 4 + n * 18 };
  return { x: mid.x, y: mid.y + (n - (together.length - 1) / 2) * Math.min(24, 56 / together.length) };
}

function piece(model: ModelView, input: Input, shown: number, small: boolean, together: ModelView[]): Piece {
  const { view, question } = input;
  const card = cardOf(view, model);
  const elsewhere = levelOf(model.cube) !== shown;
  const placed = elsewhere
    ? {
        at: aside(
          model,
          together,
          view.models.some((one) => standing(one) && levelOf(one.cube) === shown && columnOf(one.cube) === columnOf(model.cube)),
        ),
        size: 20,
      }
    : spot(model, together, card?.size ?? 1);
  const marks = [
    MARKS[model.aggression],
    model.overwatch ? "i-overwatch" : undefined,
    model.injured || model.damage ? "i-health" : undefined,
    model.burning ? "i-lightning" : undefined,
  ].filter((one) => one !== undefined);
  const acting = model.tag === view.active || (question !== null && model.tag === promptTag(input));
  return {
    id: `model:${model.tag}`,
    side: sideOf(model.owner),
    label: numberOf(model.tag),
    ...placed,
    size: small ? Math.max(placed.size, 26) : placed.size,
    plain: small,
    base: "round",
    glyph: glyphOf(card),
    state: acting ? "acting" : "idle",
    marks: small ? [] : marks,
    life: 4 - (model.injured ? 1 : 0) - model.damage,
    elsewhere: elsewhere ? `L${levelOf(model.cube)}` : undefined,
    place: beneath(input, model.cube, shown),
    z: levelOf(model.cube) - 1,
    name: spoken(model, input),
    terms: [
      `aggression.${model.aggression}`,
      ...(model.overwatch ? ["sign.overwatch"] : []),
      ...(model.injured ? ["sign.injured"] : []),
      ...(model.damage ? ["sign.damage"] : []),
      ...(model.burning ? ["sign.burning"] : []),
      ...(model.activated ? ["sign.activated"] : []),
    ],
  };
}

/** The place of the level shown over which a model is drawn. */
function beneath({ view }: Input, cube: string, shown: number): string {
  const column = columnOf(cube);
  return view.cubes.some((one) => one.name === `${column}.${shown}`) ? `cube:${column}.${shown}` : `none:${column}`;
}

/** Side, number, name, place, size, state: what a screen reader says. */
export function spoken(model: ModelView, { view, words }: Input): string {
  const card = cardOf(view, model);
  const parts = [
    `${model.tag} ${words.name("model", model.card)}`,
    spotOf(model.cube),
    tell("size", { n: card?.size ?? 1 }),
    words.name("aggression", model.aggression),
  ];
  if (model.injured) parts.push(words.text("picture.injured"));
  if (model.damage) parts.push(words.text("picture.damage", { count: model.damage }));
  if (model.overwatch) parts.push(words.text("picture.overwatch"));
  if (model.burning) parts.push(words.text("picture.burning"));
  if (model.activated) parts.push(words.text("picture.activated"));
  parts.push(...model.items.map((item) => words.name("item", item)));
  return parts.join(", ");
}

// What may be touched

/** Families that the board shows before one is chosen: where to go and whom to attack. Fire at cubes would cover both. */
const AT_FIRST = new Set(["move", "shoot", "fight"]);

/** Options by the model or cube they name: of the family in hand, of that of the option in hand, or those shown at first. */
function choices(input: Input): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const options = input.question?.options ?? [];
  const divided = families(input).length > 0;
  const family = familyShown(input) || (input.selection.option && divided ? familyOf(input.selection.option) : "");
  for (const { key } of options) {
    if (family ? familyOf(key) !== family : divided && !AT_FIRST.has(familyOf(key))) continue;
    const model = modelIn(key);
    const cube = cubeIn(key);
    const target = model && modelOf(input.view, model) ? `model:${model}` : cube ? `cube:${cube}` : "";
    if (target) found.set(target, [...(found.get(target) ?? []), key]);
  }
  return found;
}

/** A cube on another level is touched at its column; the tag says which level. */
function highlights(input: Input, made: Scene, lights: Map<string, string[]>, shown: number): Highlight[] {
  const found = new Map<string, string[]>(lights);
  if (input.selection.tools.three !== "on") {
    for (const [target, keys] of lights) {
      if (!target.startsWith("cube:") || levelOf(target.slice(5)) === shown) continue;
      const column = columnOf(target.slice(5));
      const own = made.cells.find((one) => one.id === `cube:${column}.${shown}` || one.id === `none:${column}`);
      if (!own) continue;
      found.set(own.id, [...(found.get(own.id) ?? []), ...keys]);
      made.tags.push({
        at: { x: own.at.x - C / 2, y: own.at.y + C / 2 },
        dx: 13,
        dy: -10,
        text: `L${levelOf(target.slice(5))}`,
        kind: "choice",
        rank: 1,
      });
    }
  }
  const soft = ["crate", "deploy"].includes(asked(input));
  return [...found].map(([target, keys]) => ({ target, keys, soft, tag: tagOf(input, target, keys) }));
}

/** On a target of a shot or a fight, the dice of the best of them; once one is in hand, on that one alone. */
function tagOf({ view, selection }: Input, target: string, keys: string[]): string | undefined {
  if (!target.startsWith("model:") || !keys.some((key) => /^(shoot|fight):/.test(key))) return undefined;
  if (selection.option && modelIn(selection.option) !== target.slice(6)) return undefined;
  const dice = view.tests.filter((test) => test.actor === view.active && test.target === target.slice(6)).map((test) => test.dice);
  return dice.length ? tell("dice", { n: Math.max(...dice) }) : undefined;
}

/** What was asked about and is not to be had: on the cube or model it names. */
function refusals({ blocked }: Input, made: Scene): Refused[] {
  const lit = new Set(made.highlights.map((light) => light.target));
  const found = new Map<string, Refused>();
  for (const { key, clause, text } of blocked) {
    const target = modelIn(key) ? `model:${modelIn(key)}` : cubeIn(key) ? `cube:${cubeIn(key)}` : "";
    if (target && !lit.has(target) && !found.has(target)) found.set(target, { target, key, clause, text });
  }
  return [...found.values()];
}
