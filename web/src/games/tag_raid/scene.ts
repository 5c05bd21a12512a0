/** The mine of TAG Raid as a scene: hexagonal tiles, scenery, access points, containers, loot, TAGs and the MegaBeast. */
import {
  emptyScene,
  letterOf,
  sideOf,
  type Cell,
  type Highlight,
  type Piece,
  type Point,
  type Refused,
  type Scene,
} from "../../scene/scene";
import { hexagon, hull } from "../../scene/shapes";
import { at, BEAST, isAttack, isMove, modeOf, pathOf, seatOf, whoIs, type Input, type TableView } from "./model";
import { aimOf, armOf, reachable } from "./drafting";
import { ground, LIGHT } from "./ground";
import { laying } from "./laying";
import { piece } from "./pieces";
import { drawAttack, drawPlan, drawTrail } from "./overlays";
import { beastVision, frontArc, noteSpot } from "./shapes";
import { tell } from "./words";

export type { TableView };

const SIDES = ["ne", "e", "se", "sw", "w", "nw"];
const EDGE = 26;

export function scene(input: Input): Scene {
  const { view, words } = input;
  const made = emptyScene(words.text("game.title"), bounds(input));
  made.cells = [...tiles(input), ...voids(input), ...posts(input), ...places(input)];
  made.blocks = view.scenery.map(({ corners, height }, n) => ({
    id: `scenery:${n}`,
    shape: { kind: "polygon", points: corners.map(([x, y]) => at(x, y)) },
    height: height >= 800 ? 3 : height >= 500 ? 2 : 1,
    name: tell("height", { n: height / 10 }),
    numeral: String(height / 10),
  }));
  made.game = "tag_raid";
  made.light = LIGHT;
  const size = view.measures.hexagon / 10;
  made.art = ground(
    view.tiles.map((tile) => ({ name: tile.name, at: at(tile.x, tile.y), special: tile.special })),
    view.voids.filter(([, x, y]) => within(view, x, y)).map(([, x, y]) => at(x, y)),
    size,
    view.access.map(({ x, y, facing }) => ({ at: at(x, y), facing })),
    made.blocks,
  );
  made.pieces = [...containers(input), ...loot(input), ...beast(input), ...miners(input)];
  made.threats = threats(input);
  beastLair(input, made);
  arcs(input, made);
  made.highlights = highlights(input);
  made.refused = refused(input);
  laying(input, made);
  drawTrail(input, made);
  if (isMove(input)) drawPlan(input, made);
  else if (isAttack(input)) {
    drawAttack(input, made);
    beastTag(input, made);
  }
  return made;
}

/** Whether the MegaBeast may be put into a hexagon without a tile, or a tile laid there. */
const isWanted = (question: Input["question"], name: string): boolean =>
  question?.options.some(({ key }) => key === `hex:${name}` || key.startsWith(`beast:${name}@`)) ?? false;

function bounds({ view, question }: Input) {
  const size = view.measures.hexagon / 10;
  const wanted = view.voids.filter(([name]) => name === view.beast.hexagon || isWanted(question, name));
  const points = [...view.tiles.map(({ x, y }) => at(x, y)), ...wanted.map(([, x, y]) => at(x, y))].flatMap((p) => [
    { x: p.x - size * 0.87, y: p.y - size },
    { x: p.x + size * 0.87, y: p.y + size },
  ]);
  const box = hull(points);
  return { x: box.x - EDGE, y: box.y - EDGE, w: box.w + 2 * EDGE, h: box.h + 2 * EDGE };
}

// The surface

function tiles({ view, words }: Input): Cell[] {
  const size = view.measures.hexagon / 10;
  const ports = view.access.map(portOf);
  return view.tiles.map((tile, n) => {
    const here = at(tile.x, tile.y);
    const special = tile.special ? words.name("special", tile.special) : "";
    const foot = { x: here.x, y: here.y + size * 0.78 };
    return {
      id: `tile:${tile.name}`,
      shape: hexagon(here, size - 1.5, true),
      at: here,
      name: `${tile.name}, ${words.name("terrain", tile.terrain)}${special ? `, ${special}` : ""}`,
      terms: [`terrain.${tile.terrain}`, ...(tile.special ? [`special.${tile.special}`] : [])],
      tone: n % 3 === 0 ? ("board-alt" as const) : undefined,
      marks: [
        { at: foot, glyph: `i-${tile.terrain}`, size: 14, tone: "ink-3" as const, rank: 1 },
        ...(special
          ? [
              {
                at: noteSpot(here, size, ports),
                text: special,
                size: 12,
                tone: "ink-2" as const,
                ground: true,
                rank: 2,
              },
            ]
          : []),
      ],
    };
  });
}

/** Hexagons without a tile: those within the table, and those the MegaBeast may be put into. */
function voids({ view, question, words }: Input): Cell[] {
  const size = view.measures.hexagon / 10;
  return view.voids
    .filter(([name, x, y]) => within(view, x, y) || isWanted(question, name))
    .map(([name, x, y]) => ({
      id: `void:${name}`,
      shape: hexagon(at(x, y), size - 4, true),
      at: at(x, y),
      name: tell("void", { hex: words.name("hexagon", name) }),
      empty: true,
    }));
}

/** Whether a hexagon lies in the midst of the table, not at its corners. */
function within({ measures, width, depth }: TableView, x: number, y: number): boolean {
  const edge = measures.hexagon * 1.1;
  return x > edge && y > edge && x < width - edge && y < depth - edge;
}

/** Where proposed moves end: dots that can be taken in hand, and changed. */
function places(input: Input): Cell[] {
  if (!isMove(input) || input.selection.tools.dots === "") return [];
  const seen = new Set<string>();
  const found: Cell[] = [];
  for (const { key, text } of input.question?.options ?? []) {
    const last = /(?:[:;])[\^v]?([\d.]+),([\d.]+)@\d+$/.exec(key);
    if (!last || seen.has(`${last[1]},${last[2]}`)) continue;
    seen.add(`${last[1]},${last[2]}`);
    const here = { x: Number(last[1]), y: Number(last[2]) };
    found.push({ id: `place:${key}`, shape: { kind: "circle", ...here, r: 9 }, at: here, name: text, tone: "none" });
  }
  return found;
}

/** The door of an access point, just outside the edge. */
function portOf({ x, y, facing }: TableView["access"][number]): Point {
  const a = (facing * Math.PI) / 180;
  return { x: x / 10 - 15 * Math.sin(a), y: y / 10 + 15 * Math.cos(a) };
}

/** Access points, with the faces of the d20 that lead there. */
function posts({ view }: Input): Cell[] {
  return view.access.map((one) => {
    const { low, high } = one;
    const here = portOf(one);
    const text = low === high ? String(low) : `${low}–${high}`;
    return {
      id: `access:${low}`,
      shape: { kind: "circle", ...here, r: 10 },
      at: here,
      name: tell("access", { n: text }),
      terms: ["sign.access"],
      tone: "none",
      marks: [{ at: here, text, size: 12, weight: 600, tone: "ink", post: true, rank: 2 }],
    };
  });
}

// The pieces

function containers({ view }: Input): Piece[] {
  return view.containers.map(([x, y], n) => ({
    id: `container:${n + 1}`,
    side: "n",
    at: at(x, y),
    size: (view.measures.token / 10) * 2,
    glyph: "crate",
    name: tell("container", { n: n + 1 }),
    terms: ["sign.container"],
  }));
}

function loot(input: Input): Piece[] {
  const { view } = input;
  return view.miners.flatMap(({ seat, loot: one }) => {
    if (!one) return [];
    const units = tell("units", { n: one.teseum + one.bezoar });
    return [
      {
        id: `loot:${letterOf(seat)}`,
        side: sideOf(seat),
        at: at(one.x, one.y),
        size: (view.measures.token / 10) * 2,
        base: "round" as const,
        glyph: "loot",
        badge: String(one.teseum + one.bezoar),
        terms: ["sign.loot"],
        name: `${tell("loot_of", { who: whoIs(input, letterOf(seat)) })}, ${units}`,
      },
    ];
  });
}

function beast(input: Input): Piece[] {
  const { view, words } = input;
  const one = view.beast;
  if (!one.hexagon) return [];
  const name = `${words.name("beast", one.id)}, ${words.name("hexagon", one.hexagon)}, ${words.name("side", one.facing)}, ${tell("wounds_left", { n: one.wounds, all: one.most })}, ${tell("threat")} ${one.threats.join(" ")}`;
  return [
    {
      id: "beast",
      side: "n",
      at: at(one.x, one.y),
      size: 96,
      base: "round",
      glyph: `tag-${one.id}`,
      life: one.wounds,
      label: "M",
      facing: 30 + 60 * SIDES.indexOf(one.facing),
      terms: [`beast.${one.id}`, "sign.threat"],
      name,
    },
  ];
}

function threats({ view }: Input): Scene["threats"] {
  const one = view.beast;
  const sorted = [...new Set(one.threats)].sort((a, b) => a - b);
  return one.threats.map((value, side) => {
    const a = ((30 + 60 * side) * Math.PI) / 180;
    const rank = sorted.indexOf(value);
    return {
      at: { x: one.x / 10 + 74 * Math.sin(a), y: one.y / 10 - 74 * Math.cos(a) },
      text: String(value),
      weight: rank === sorted.length - 1 && sorted.length > 1 ? 2 : rank > 0 ? 1 : 0,
    };
  });
}

function beastLair({ view }: Input, made: Scene): void {
  if (!view.beast.hexagon) return;
  const lair = hexagon(at(view.beast.x, view.beast.y), view.measures.hexagon / 10 - 4, true);
  if (lair.kind === "polygon") made.washes.push({ side: "n", shapes: [], outline: [lair.points] });
}

function miners(input: Input): Piece[] {
  const { view } = input;
  const planned = isMove(input) && pathOf(input).length > 0;
  return view.miners
    .filter((miner) => miner.x >= 0)
    .map((miner) =>
      planned && miner.seat === input.seat
        ? { ...piece(input, miner), id: "origin", state: "ghost" as const, facing: undefined }
        : piece(input, miner),
    );
}

// What they see

function arcs(input: Input, made: Scene): void {
  const { view, selection } = input;
  if (selection.tools.arcs === "") return;
  for (const miner of view.miners) {
    const mine = miner.seat === input.seat;
    if (miner.x < 0 || (mine && isMove(input))) continue;
    made.washes.push(frontArc(at(miner.x, miner.y), miner.facing, 92, sideOf(miner.seat)));
  }
  const one = view.beast;
  if (one.hexagon && one.vision < 6)
    made.washes.push(beastVision(at(one.x, one.y), 30 + 60 * SIDES.indexOf(one.facing), one.vision * 60, 190));
}

// What may be touched

function highlights(input: Input): Highlight[] {
  const found = new Map<string, string[]>();
  const put = (target: string, key: string) => found.set(target, [...(found.get(target) ?? []), key]);
  const soft = new Set<string>();
  for (const { key } of input.question?.options ?? []) {
    const hex = /^beast:([^@]+)@/.exec(key)?.[1];
    const laid = /^(hex|at):([^@]+)/.exec(key);
    if (hex) put(`void:${hex}`, key);
    else if (laid) put(`${laid[1] === "hex" ? "void" : "tile"}:${laid[2]}`, key);
    else if (key.startsWith("draw:")) put(`container:${key.slice(5)}`, key);
    else if (key.startsWith("loot:")) put(key, key);
  }
  for (const cell of places(input)) {
    put(cell.id, cell.id.slice(6));
    soft.add(cell.id);
  }
  if (isAttack(input) && modeOf(input) !== "move") return attackable(input);
  return [...found].map(([target, keys]) => ({ target, keys, soft: soft.has(target) }));
}

const targetOf = (who: string): string => (who === "M" ? "beast" : `miner:${seatOf(who)}`);

/** Whom the weapon in hand can be turned against, each with the success value from the chosen spot. */
function attackable(input: Input): Highlight[] {
  const arm = armOf(input);
  const { place } = aimOf(input);
  return (arm?.marks ?? []).filter(reachable).map((mark) => {
    const value = (mark.spots.find((spot) => spot.place === place) ?? mark.spots[0])?.value;
    const said = value === null || value === undefined ? tell("out") : tell("sv", { n: value });
    return { target: targetOf(mark.who), keys: [arm?.key ?? ""], tag: mark.who === BEAST ? undefined : said };
  });
}

/** The success value against the MegaBeast stands on it: its sides carry the threat. */
function beastTag(input: Input, made: Scene): void {
  const mark = armOf(input)?.marks.find((one) => one.who === BEAST && one.spots.length);
  if (!mark) return;
  const value = (mark.spots.find((spot) => spot.place === aimOf(input).place) ?? mark.spots[0])?.value;
  made.tags.push({
    at: at(input.view.beast.x, input.view.beast.y),
    dy: 16,
    text: value === null || value === undefined ? tell("out") : tell("sv", { n: value }),
    kind: "choice",
  });
}

function refused(input: Input): Refused[] {
  if (!isAttack(input) || modeOf(input) === "move") return [];
  return (armOf(input)?.marks ?? [])
    .filter((mark) => mark.refusal)
    .map((mark) => ({
      target: targetOf(mark.who),
      clause: mark.refusal?.clause,
      text: mark.refusal?.text ?? "",
      tag: mark.who === BEAST ? undefined : tell("no_sight"),
    }));
}
