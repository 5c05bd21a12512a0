/** The battlefield as a scene: the board and what lies on it; `overlays.ts` adds what the pending question is about. */
import { emptyScene, sideOf, type Block, type Cell, type Piece, type Scene, type Shape, type Zone } from "../../scene/scene";
import {
  ANGLES,
  baseAt,
  baseOf,
  G,
  glyphOf,
  gridAt,
  gridBox,
  gridMiddle,
  gridName,
  middleOf,
  nameOf,
  numberOf,
  onBoard,
  placeCorner,
  S,
  TOKEN_ICONS,
  tokensOf,
  type Input,
  type UnitView,
} from "./model";
import { started } from "./order";
import { ground, LIGHT } from "./ground";
import { overlay } from "./overlays";
import { tell } from "./words";

const MARGIN = 20;

export function scene(input: Input): Scene {
  const { view, words } = input;
  const side = view.size * G;
  const made = emptyScene(tell("board_name", { title: words.text("game.title"), n: view.size }), {
    x: -MARGIN,
    y: -MARGIN,
    w: side + MARGIN + 8,
    h: side + MARGIN + 8,
  });
  const columns = Array.from({ length: view.size }, (_, n) => gridName(n, 0).charAt(0).toUpperCase());
  made.grids = [{ x: 0, y: 0, w: side, h: side, step: G, fine: 3, columns, rows: columns.map((_, n) => String(n + 1)) }];
  made.game = "obsidian_protocol";
  made.light = LIGHT;
  made.cells = cells(input);
  made.zones = zones(input);
  made.blocks = blocks(input);
  made.art = ground(view.size, view.areas, made.blocks);
  made.pieces = [...boxes(input), ...onBoard(view).map((unit) => piece(unit, input))];
  smoke(made, input);
  environments(made, input);
  areas(made, input);
  overlay(made, input);
  made.legend.push({ text: tell("legend_covers") }, { text: tell("legend_hides") });
  return made;
}

/** What lies in each grid, in the words of the glossary. */
function groundTerms({ view }: Input): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (grid: string, term: string) => found.set(grid, [...new Set([...(found.get(grid) ?? []), term])]);
  for (const {
    box: [x1, y1, x2, y2],
    height,
    destructible,
    standing,
  } of view.terrain) {
    if (!standing) continue;
    for (let row = Math.floor(y1 / 3); row * 3 < y2; row += 1)
      for (let column = Math.floor(x1 / 3); column * 3 < x2; column += 1) {
        add(gridName(column, row), `sign.terrain_${Math.max(1, Math.min(3, height))}`);
        if (destructible) add(gridName(column, row), "sign.destructible");
      }
  }
  for (const screen of view.smoke) add(screen.grid, "sign.smoke");
  for (const [grid, card] of Object.entries(view.environments)) add(grid, `environment.${card}`);
  for (const zone of Object.keys(view.owners)) for (const grid of view.zones[zone] ?? []) add(grid, "sign.zone");
  return found;
}

function cells(input: Input): Cell[] {
  const { view } = input;
  const terms = groundTerms(input);
  const found: Cell[] = [];
  for (let row = 0; row < view.size; row += 1)
    for (let column = 0; column < view.size; column += 1) {
      const name = gridName(column, row);
      found.push({
        id: `grid:${name}`,
        shape: { kind: "rect", ...gridBox(name) },
        at: gridMiddle(name),
        name: name.toUpperCase(),
        tone: "none",
        terms: terms.get(name),
      });
    }
  return found;
}

/** The shape of an area: one rectangle where its grids fill one, else each grid for itself. */
export function areaShapes(grids: string[]): Shape[] {
  const spots = grids.map(gridAt);
  const left = Math.min(...spots.map((one) => one.column));
  const top = Math.min(...spots.map((one) => one.row));
  const w = Math.max(...spots.map((one) => one.column)) - left + 1;
  const h = Math.max(...spots.map((one) => one.row)) - top + 1;
  if (w * h === grids.length) return [{ kind: "rect", x: left * G, y: top * G, w: w * G, h: h * G }];
  return grids.map((name) => ({ kind: "rect", ...gridBox(name) }));
}

/** The areas that count: those of the main task, and the one a secondary task names; in the set-up all of them. */
function zones({ view, words }: Input): Zone[] {
  const counted = Object.keys(view.owners);
  const wanted = counted.length
    ? [...counted, ...view.named.filter((name) => name in view.zones)]
    : started(view.stage)
      ? []
      : Object.keys(view.zones);
  return [...new Set(wanted)].flatMap((zone) => {
    const owner = view.owners[zone] ?? -1;
    const name = words.name("zone", zone);
    const shapes = areaShapes(view.zones[zone] ?? []);
    return shapes.map((shape, n) => ({
      id: `zone:${zone}:${n}`,
      shape,
      name: n === shapes.length - 1 ? name : "",
      side: owner >= 0 ? sideOf(owner) : undefined,
    }));
  });
}

function blocks({ view }: Input): Block[] {
  return view.terrain
    .filter((one) => one.standing)
    .map(({ number, box: [x1, y1, x2, y2], height, destructible }) => ({
      id: `terrain:${number}`,
      shape: { kind: "rect", x: x1 * S, y: y1 * S, w: (x2 - x1) * S, h: (y2 - y1) * S },
      height: Math.max(1, Math.min(3, height)) as 1 | 2 | 3,
      name: tell(destructible ? "crate_name" : Math.min(x2 - x1, y2 - y1) === 1 ? "wall_name" : "block_name", {
        height,
        place: gridName(Math.floor(x1 / 3), Math.floor(y1 / 3)).toUpperCase(),
      }),
      numeral: `${height}″`,
      brittle: destructible,
    }));
}

/** Deployment zones, until the battle begins. */
function areas(made: Scene, { view }: Input): void {
  if (started(view.stage)) return;
  view.edges.forEach((edge, seat) => {
    const grids = view.areas[edge === "black" ? 0 : 1] ?? [];
    if (grids.length)
      made.washes.push({ side: sideOf(seat), shapes: grids.map((name) => ({ kind: "rect", ...gridBox(name) })), dashed: true });
  });
}

function smoke(made: Scene, { view }: Input): void {
  for (const { seat, grid } of view.smoke) {
    const box = gridBox(grid);
    made.unseen.push({ kind: "rect", ...box });
    made.marks.push({
      at: { x: box.x, y: box.y },
      dx: 3,
      dy: -6,
      text: tell("smoke"),
      size: 11,
      side: sideOf(seat),
      anchor: "start",
      rank: 1,
    });
  }
}

/** Environment cards, by name in the grid they lie in. */
function environments(made: Scene, { view, words }: Input): void {
  for (const [grid, card] of Object.entries(view.environments)) {
    const box = gridBox(grid);
    made.zones.push({ id: `environment:${grid}`, shape: { kind: "rect", ...box }, name: words.name("environment", card) });
  }
}

function boxes({ view }: Input): Piece[] {
  return view.boxes.map((place, n) => {
    const at = middleOf(baseAt(place, 1));
    return {
      id: `box:${n}`,
      side: "n",
      at,
      size: S - 2,
      glyph: "crate",
      terms: ["sign.black_box"],
      name: tell("box_name", { place: place.toUpperCase() }),
    };
  });
}

function marksOf(unit: UnitView): string[] {
  const marks = tokensOf(unit).map((token) => TOKEN_ICONS[token.id] ?? "i-bar");
  if (unit.stance === "shutdown") marks.unshift("i-power");
  if (unit.damaged) marks.push("i-pinned");
  if (unit.boxes) marks.push("crate");
  return marks.slice(0, 3);
}

export function pieceName(unit: UnitView, { words }: Input): string {
  const parts = [
    `${unit.key.toUpperCase()} ${nameOf(unit, words)}`,
    unit.grid.toUpperCase(),
    tell("faces", { facing: words.name("facing", unit.facing) }),
  ];
  if (unit.kind === "mech") parts.push(words.name("stance", unit.stance), tell("link_of", { n: unit.link, all: unit.link_max }));
  for (const token of tokensOf(unit)) parts.push(words.name("token", token.id));
  if (unit.camouflaged) parts.push(tell("camouflaged"));
  if (unit.damaged) parts.push(tell("state_damaged"));
  if (unit.tether) parts.push(`${words.name("sign", "tether")} ${unit.tether.toUpperCase()}`);
  return parts.join(", ");
}

function piece(unit: UnitView, input: Input): Piece {
  const { view } = input;
  const box = baseOf(unit);
  return {
    id: `unit:${unit.key}`,
    side: sideOf(unit.seat),
    label: numberOf(unit.key),
    at: middleOf(box),
    size: box.w - 4,
    base: unit.level === "aerial" ? "round" : "square",
    glyph: glyphOf(unit),
    facing: ANGLES[unit.facing],
    state: view.active === unit.key ? "acting" : "idle",
    flying: unit.level !== "ground",
    hidden: unit.camouflaged,
    life: lifeOf(unit),
    marks: marksOf(unit),
    badge: unit.count > 1 ? String(unit.count) : undefined,
    name: pieceName(unit, input),
    terms: termsOf(unit),
  };
}

/** What is left of it: structure of its own, or parts that are whole, damaged, gone. */
function lifeOf(unit: UnitView): number {
  if (unit.kind !== "mech") return (unit.damaged ? 1 : 2) * Math.max(1, unit.count);
  return Object.values(unit.parts).reduce((sum, part) => sum + (part.destroyed ? 0 : part.damaged ? 1 : 2), 0);
}

/** What the glossary says about a unit: what it is, its stance, every token it bears. */
export function termsOf(unit: UnitView): string[] {
  return [
    ...(unit.kind === "mech" ? [`stance.${unit.stance}`] : [`sign.${unit.kind}`]),
    ...(unit.level === "ground" ? [] : [`sign.${unit.level}`]),
    ...tokensOf(unit).map((token) => `token.${token.id}`),
    ...(unit.damaged ? ["sign.damaged"] : []),
    ...(unit.camouflaged ? ["sign.camouflaged"] : []),
    ...(unit.boxes ? ["sign.black_box"] : []),
    ...(unit.tether ? ["sign.tether"] : []),
    ...(unit.count > 1 ? ["sign.group"] : []),
  ];
}

export const cornerOf = placeCorner;
