/** What the pending question draws over the board: options to touch, arcs, ways, sight lines with what obstructs them. */
import { sideOf, type Block, type Highlight, type Point, type Rect, type Scene, type Shape, type Sight } from "../../scene/scene";
import { around } from "../../scene/shapes";
import {
  actOf,
  aimedKey,
  aimOf,
  ANGLES,
  baseAt,
  baseOf,
  facingOf,
  G,
  glyphOf,
  gridBox,
  middleOf,
  moveOf,
  numberOf,
  percent,
  S,
  type ActionView,
  type AimView,
  type Input,
  type SightView,
  type UnitView,
} from "./model";
import { areaShapes } from "./scene";
import { drawing, mayDraw } from "./paths";
import { draughting } from "./pathway";
import { shown } from "./walk";
import { facingAt, isDeploying, turns } from "./standing";
import { tell, tellOf } from "./words";

export function overlay(made: Scene, input: Input): void {
  places(made, input);
  made.highlights = highlights(made, input);
  made.refused = refused(input);
  const aim = aimOf(input);
  const act = actOf(input);
  if (aim) aiming(made, input, aim);
  else if (act) acting(made, input, act.actions[`act:${aimedKey(input, "act:")}`], act.unit);
  else if (moveOf(input)) moving(made, input);
  else if (isDeploying(input)) coming(made, input);
  else if (facingOf(input)) turning(made, input);
  if (!input.question || !aim) resolving(made, input);
  if (!made.frame && matchMedia("(max-width: 699px)").matches) near(made, input);
}

// What may be touched

const ON_UNIT = /^(?:target|unit|command|by|supply):([ab]\d+)/;
const ON_GRID = /^(?:grid|move|deploy):([a-p]\d+)$/;
const ON_PLACE = /^(?:place|drop):([a-p]\d+-\d)$/;

/** Options that need a place of their own: corners of a grid, facings, terrain, areas. */
function places(made: Scene, input: Input): void {
  const { question, view } = input;
  const facing = facingOf(input);
  const mover = moverOf(input);
  for (const { key, text } of question?.options ?? []) {
    const place = ON_PLACE.exec(key)?.[1];
    const terrain = /^target:t(\d+)$/.exec(key)?.[1];
    const zone = /^zone:(\w+)$/.exec(key)?.[1];
    if (place) {
      const box = baseAt(place, key.startsWith("drop") ? 1 : Math.min(2, mover?.size ?? 1));
      const inset = { x: box.x + 1, y: box.y + 1, w: S - 2, h: S - 2 };
      made.cells.push({ id: `place:${place}`, shape: { kind: "rect", ...inset }, at: middleOf(inset), name: text, tone: "none" });
    } else if (terrain) {
      const block = made.blocks.find((one) => one.id === `terrain:${terrain}`);
      if (block) made.cells.push({ id: block.id, shape: block.shape, at: middleOf(around(block.shape)), name: block.name, tone: "none" });
    } else if (zone) {
      const box = around(areaShapes(view.zones[zone] ?? ["a1"])[0] as Shape);
      made.cells.push({ id: `zone:${zone}`, shape: { kind: "rect", ...box }, at: middleOf(box), name: text, tone: "none" });
    } else if (key.startsWith("face:") && facing) {
      const unit = view.units[facing.unit];
      if (unit?.place)
        made.cells.push({
          id: key,
          shape: wedge(baseOf(unit), key.slice(5)),
          at: wedgeMiddle(baseOf(unit), key.slice(5)),
          name: text,
          tone: "none",
        });
    }
  }
}

/** The unit whose movement the last questions were about. */
function moverOf(input: Input): UnitView | undefined {
  const move = moveOf(input);
  return input.view.units[move?.unit ?? input.view.active];
}

const TURN: Record<string, Point> = { n: { x: 0, y: -1 }, e: { x: 1, y: 0 }, s: { x: 0, y: 1 }, w: { x: -1, y: 0 } };

function wedgeMiddle(box: Rect, facing: string): Point {
  const mid = middleOf(box);
  const way = TURN[facing] ?? { x: 0, y: -1 };
  const out = box.w / 2 + S;
  return { x: mid.x + way.x * out, y: mid.y + way.y * out };
}

/** An arrow head beside the base, pointing the way it would face. */
function wedge(box: Rect, facing: string): Shape {
  const at = wedgeMiddle(box, facing);
  const way = TURN[facing] ?? { x: 0, y: -1 };
  const a = S * 0.75;
  const side = { x: -way.y, y: way.x };
  const point = (along: number, across: number): Point => ({
    x: at.x + way.x * along + side.x * across,
    y: at.y + way.y * along + side.y * across,
  });
  return { kind: "polygon", points: [point(a, 0), point(-a * 0.4, a * 1.3), point(-a * 0.4, -a * 1.3)] };
}

function targetOf(key: string): string {
  const unit = ON_UNIT.exec(key)?.[1];
  if (unit) return `unit:${unit}`;
  const grid = ON_GRID.exec(key)?.[1];
  if (grid) return `grid:${grid}`;
  const place = ON_PLACE.exec(key)?.[1];
  if (place) return `place:${place}`;
  const terrain = /^target:t(\d+)$/.exec(key)?.[1];
  if (terrain) return `terrain:${terrain}`;
  return /^(zone|face):/.test(key) ? key : "";
}

function highlights(made: Scene, input: Input): Highlight[] {
  const found = new Map<string, string[]>();
  const there = new Set([...made.cells, ...made.pieces].map((one) => one.id));
  const aim = aimOf(input);
  const act = actOf(input);
  for (const { key } of input.question?.options ?? []) {
    const target = targetOf(key);
    if (there.has(target)) found.set(target, [...(found.get(target) ?? []), key]);
  }
  if (act) for (const [target, keys] of byTarget(act.actions, input)) found.set(target, keys);
  return [...found].map(([target, keys]) => {
    const chance = aim?.targets[target.slice(5)]?.chance;
    const grid = target.startsWith("grid:");
    return { target, keys, soft: grid, turns: grid && turns(input), tag: chance === undefined ? undefined : percent(chance) };
  });
}

/** While a mech chooses what to do, an enemy leads to the actions that can be used on it. */
function byTarget(actions: Record<string, ActionView>, { question }: Input): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { key } of question?.options ?? [])
    for (const unit of actions[key]?.targets ?? []) found.set(`unit:${unit}`, [...(found.get(`unit:${unit}`) ?? []), key]);
  return found;
}

/** Enemies that cannot be aimed at, with the reason on them. */
function refused(input: Input): Scene["refused"] {
  const { blocked, question } = input;
  const aim = aimOf(input);
  if (question?.prompt.key !== "prompt.target") return [];
  return blocked.flatMap((no) => {
    const unit = ON_UNIT.exec(no.key)?.[1];
    return unit
      ? [
          {
            target: `unit:${unit}`,
            key: no.key,
            clause: no.clause,
            text: no.text,
            tag: reasonTag(no.clause, aim?.others[unit], aim?.reach),
          },
        ]
      : [];
  });
}

/** A refusal in two or three words, with the figures where there are some. */
export function reasonTag(clause: string, line?: SightView, reach = 0): string {
  if (clause === "OP 4.5.target" && !reach) return tell("not_adjacent");
  if (clause === "OP 4.5.target" && line) return tell("reach_of", { n: line.distance, all: reach });
  return tellOf(`why.${clause.replace("OP ", "").replaceAll(".", "_")}`);
}

// Sight

const boxOf = (made: Scene, id: string): Rect | null => {
  const block = made.blocks.find((one) => one.id === id);
  if (block) return around(block.shape);
  const piece = made.pieces.find((one) => one.id === id);
  return piece ? { x: piece.at.x - piece.size / 2, y: piece.at.y - piece.size / 2, w: piece.size, h: piece.size } : null;
};

const idOf = (cover: string): string => (cover.startsWith("t") ? `terrain:${cover.slice(1)}` : `unit:${cover}`);

/** Where a line first meets a rectangle; if it passes beside it, the point nearest to its middle. */
function meets(from: Point, to: Point, box: Rect): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  let low = 0;
  let high = 1;
  for (const [p, q] of [
    [-dx, from.x - box.x],
    [dx, box.x + box.w - from.x],
    [-dy, from.y - box.y],
    [dy, box.y + box.h - from.y],
  ] as const) {
    if (Math.abs(p) < 1e-9) {
      if (q < 0) low = 2;
    } else if (p < 0) low = Math.max(low, q / p);
    else high = Math.min(high, q / p);
  }
  if (low < high) return low;
  const mid = middleOf(box);
  return Math.max(0.1, Math.min(0.9, ((mid.x - from.x) * dx + (mid.y - from.y) * dy) / (dx * dx + dy * dy || 1)));
}

/** Draw a line of sight with what lies in it: solid, dashed after what obstructs, a bar where it stops. */
export function drawSight(made: Scene, from: Rect, to: Rect, line: SightView, faint = false): void {
  const a = edge(middleOf(from), middleOf(to), from.w / 2);
  const b = edge(middleOf(to), middleOf(from), to.w / 2);
  const at = (share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
  const first = (ids: string[]): { share: number; box: Rect } | null => {
    const met = ids.flatMap((id) => {
      const box = boxOf(made, id);
      return box ? [{ share: meets(a, b, box), box }] : [];
    });
    return met.sort((one, other) => one.share - other.share)[0] ?? null;
  };
  const drawn: Sight = { from: a, to: b, faint };
  if (line.seen) {
    const cover = first(line.covers.map(idOf));
    if (cover) drawn.obstructed = at(cover.share);
    if (!faint) mark(made, line.covers.map(idOf));
    if (cover && line.white && !faint)
      made.tags.push({
        at: { x: cover.box.x + cover.box.w, y: cover.box.y + cover.box.h / 2 },
        dx: 34,
        text: tell("plus_white", { n: line.white }),
        rank: 3,
      });
  } else {
    const wall = first(line.blocks.map((number) => `terrain:${number}`));
    drawn.stop = at(wall?.share ?? 0.6);
    drawn.faint = true;
    mark(
      made,
      line.blocks.map((number) => `terrain:${number}`),
    );
  }
  made.sights.push(drawn);
}

function edge(from: Point, to: Point, by: number): Point {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / far) * by, y: from.y + ((to.y - from.y) / far) * by };
}

function mark(made: Scene, ids: string[]): void {
  made.blocks = made.blocks.map((block): Block => (ids.includes(block.id) ? { ...block, marked: true } : block));
}

// The questions

function wash(made: Scene, side: UnitView, grids: string[], unseen: string[]): void {
  made.washes.push({ side: sideOf(side.seat), shapes: grids.map((name) => ({ kind: "rect", ...gridBox(name) })) });
  made.unseen.push(...unseen.map((name): Shape => ({ kind: "rect", ...gridBox(name) })));
  made.legend.push({ text: tell("legend_arc"), wash: sideOf(side.seat) });
  if (unseen.length) made.legend.push({ text: tell("legend_unseen"), hatch: "no-sight" });
}

const legendSight = (made: Scene): void => {
  if (made.sights.some((one) => one.obstructed)) made.legend.push({ text: tell("legend_obstructed"), line: "dashed" });
};

/** A target is chosen: arc and reach, the line to whom one aims at, and why the others are out of it. */
function aiming(made: Scene, input: Input, aim: AimView): void {
  const unit = input.view.units[aim.unit];
  if (!unit) return;
  wash(made, unit, aim.grids, aim.unseen);
  const key = aimedKey(input, "target:");
  const hovered = input.selection.hover.replace("unit:", "");
  const asked = aim.targets[key]?.sight ?? aim.others[hovered];
  const lines = asked ? [asked] : Object.values(aim.targets).map((one) => one.sight);
  for (const line of lines) {
    const enemy = input.view.units[line.unit];
    if (enemy?.place) drawSight(made, baseOf(unit), baseOf(enemy), line, !asked && lines.length > 1);
  }
  made.pieces = made.pieces.map((piece) => {
    if (piece.id === `unit:${aim.unit}`) return { ...piece, state: "acting" };
    const enemy = piece.id.replace("unit:", "");
    return enemy in aim.others ? { ...piece, state: "dim" } : piece;
  });
  legendSight(made);
}

/** An action is in hand: where it reaches, and whom. */
function acting(made: Scene, input: Input, action: ActionView | undefined, key: string): void {
  const unit = input.view.units[key];
  if (!action || !unit || !action.grids.length) return;
  wash(made, unit, action.grids, action.unseen);
}

/** A place is chosen: the way there, the unit as it would stand, and what it would see. */
function moving(made: Scene, input: Input): void {
  const move = moveOf(input);
  const unit = move ? input.view.units[move.unit] : undefined;
  const key = aimedKey(input, "move:");
  const way = move?.ways[key];
  if (!move || !unit) return;
  if (drawing(input)) {
    const plan = draughting(made, input);
    const last = plan?.steps.at(-1);
    if (plan && last && !plan.clause) planned(made, input, unit, last.place, plan.sights);
    return;
  }
  if (mayDraw(input) && (!key || (key === unit.grid && !input.selection.option)))
    made.handles.push({ id: "way", at: middleOf(baseOf(unit)), name: tell("way_begin"), target: `grid:${unit.grid}` });
  made.highlights = made.highlights.map((light) => ({ ...light, tag: undefined }));
  if (!way || key === unit.grid) return;
  const steps = [unit.place, ...way.path];
  const last = steps[steps.length - 1] ?? unit.place;
  const box = baseAt(last, unit.size);
  made.paths.push({ points: steps.map((place) => middleOf(baseAt(place, unit.size))), arrow: false, side: sideOf(unit.seat) });
  made.highlights.push({ target: `plan:${last}`, keys: [`move:${key}`], turns: true });
  made.tags.push({ at: { x: box.x + box.w / 2, y: box.y + box.h }, dy: 12, text: tell("cost", { n: way.cost }), rank: 2 });
  planned(made, input, unit, last, way.sights);
}

/** The unit as it would stand, where it was, and the lines of sight from there. */
function planned(made: Scene, input: Input, unit: UnitView, place: string, sights: SightView[]): void {
  const box = baseAt(place, unit.size);
  made.pieces = made.pieces.map((piece) => (piece.id === `unit:${unit.key}` ? { ...piece, state: "ghost" } : piece));
  made.pieces.push({
    id: `plan:${place}`,
    side: sideOf(unit.seat),
    label: numberOf(unit.key),
    at: middleOf(box),
    size: box.w - 4,
    base: unit.level === "aerial" ? "round" : "square",
    glyph: glyphOf(unit),
    facing: ANGLES[facingAt(input, input.selection.option)],
    through: !input.selection.option,
    state: "planned",
    flying: unit.level !== "ground",
    name: tell("planned_name", { place: place.toUpperCase() }),
  });
  for (const line of sights) {
    const enemy = input.view.units[line.unit];
    if (!enemy?.place) continue;
    if (line.seen) drawSight(made, box, baseOf(enemy), line, true);
    const text = line.seen
      ? line.white
        ? tell("plus_white", { n: line.white })
        : tell("clear")
      : line.smoke
        ? tell("smoke")
        : tell("why.4_2_4_sight");
    made.tags.push({ at: { x: middleOf(baseOf(enemy)).x, y: baseOf(enemy).y }, dy: -12, text, kind: "quiet", rank: 1 });
  }
  legendSight(made);
}

/** A unit comes to the board: where it would stand, and which way it would face. */
function coming(made: Scene, input: Input): void {
  const grid = /^grid:(.+)$/.exec(input.selection.option)?.[1];
  const unit = input.view.units[String(input.question?.prompt.params.unit ?? "")];
  if (!grid || !unit) return;
  made.pieces.push({
    id: `plan:${grid}`,
    side: sideOf(unit.seat),
    label: numberOf(unit.key),
    at: middleOf(gridBox(grid)),
    size: Math.min(3, unit.size) * S - 4,
    base: unit.level === "aerial" ? "round" : "square",
    glyph: glyphOf(unit),
    flying: unit.level !== "ground",
    facing: ANGLES[facingAt(input, `grid:${grid}`)],
    state: "planned",
    name: tell("planned_name", { place: grid.toUpperCase() }),
  });
  made.highlights.push({ target: `plan:${grid}`, keys: [`grid:${grid}`], turns: true });
}

/** A facing is chosen: the arc of the one in hand, with the enemies in it. */
function turning(made: Scene, input: Input): void {
  const facing = facingOf(input);
  const unit = facing ? input.view.units[facing.unit] : undefined;
  const way = aimedKey(input, "face:");
  if (!facing || !unit?.place) return;
  const arc = facing.facings[way];
  made.pieces = made.pieces.map((piece) =>
    piece.id === `unit:${unit.key}` ? { ...piece, state: "planned", facing: ANGLES[way] ?? piece.facing } : piece,
  );
  if (!arc) return;
  wash(made, unit, arc.grids, arc.unseen);
  for (const line of arc.sights) {
    const enemy = input.view.units[line.unit];
    if (enemy?.place) drawSight(made, baseOf(unit), baseOf(enemy), line, true);
  }
  legendSight(made);
}

/** On a phone: the part of the board that the question is about, so that it can be read and touched. */
function near(made: Scene, input: Input): void {
  const aim = aimOf(input);
  const key = aim?.unit ?? moveOf(input)?.unit ?? facingOf(input)?.unit ?? actOf(input)?.unit;
  const unit = key ? input.view.units[key] : undefined;
  if (!unit?.place) return;
  const boxes = [
    baseOf(unit),
    ...Object.keys(aim?.targets ?? {}).flatMap((enemy) =>
      input.view.units[enemy]?.place ? [baseOf(input.view.units[enemy] as UnitView)] : [],
    ),
  ];
  const reach = aim ? 1.2 * G : 3 * G;
  const x = Math.max(-S, Math.min(...boxes.map((box) => box.x)) - reach);
  const y = Math.max(-S, Math.min(...boxes.map((box) => box.y)) - reach);
  const side = input.view.size * G + S;
  const w = Math.min(side, Math.max(...boxes.map((box) => box.x + box.w)) + reach) - x;
  const h = Math.min(side, Math.max(...boxes.map((box) => box.y + box.h)) + reach) - y;
  const most = Math.max(w, h, 6 * G);
  made.frame = { x: x + w / 2 - most / 2, y: y + h / 2 - most / 2, w: most, h: most };
}

/** A frame that is filled from side to side shows all of the box: wider than any stage, and tall enough for its width. */
function crop(box: Rect): Rect {
  const h = Math.max(box.h, box.w / 1.7, 3 * G);
  const mid = middleOf(box);
  return { x: mid.x - 2 * h, y: mid.y - h / 2, w: 4 * h, h };
}

/** An attack is walked through: the board is cropped to the two. */
function resolving(made: Scene, input: Input): void {
  const walk = shown(input.log, input.since, Number(input.selection.tools.seen ?? -1));
  if (!walk || input.view.stage === "over") return;
  const units = [input.view.units[walk.attacker], input.view.units[walk.target]];
  const boxes = units.flatMap((unit) => (unit?.place ? [baseOf(unit)] : []));
  if (!boxes.length) return;
  const x = Math.min(...boxes.map((box) => box.x)) - G;
  const y = Math.min(...boxes.map((box) => box.y)) - G * 0.6;
  const w = Math.max(...boxes.map((box) => box.x + box.w)) + G - x;
  const h = Math.max(...boxes.map((box) => box.y + box.h)) + G * 0.6 - y;
  made.frame = crop({ x, y, w, h });
  made.pieces = made.pieces.map((piece) =>
    piece.id === `unit:${walk.attacker}` || piece.id === `unit:${walk.target}` ? { ...piece, state: "acting" } : piece,
  );
  const fallen = units[1];
  if (fallen && !fallen.alive && fallen.place) {
    const box = baseOf(fallen);
    made.pieces.push({
      id: "fallen",
      side: sideOf(fallen.seat),
      at: middleOf(box),
      size: box.w - 4,
      glyph: glyphOf(fallen),
      state: "removed",
      name: tell("state_destroyed"),
    });
  }
  const [from, to] = boxes;
  if (from && to)
    made.sights.push({ from: edge(middleOf(from), middleOf(to), from.w / 2), to: edge(middleOf(to), middleOf(from), to.w / 2) });
}
