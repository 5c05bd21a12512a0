/** The arena of Tiny Epic Mechs as a scene: zone cards, pilots, mines and turrets, and the programme as arrows. */
import { emptyScene, letterOf, sideOf, type Highlight, type Piece, type Point, type Rect, type Scene } from "../../scene/scene";
import { CROWD, fanned } from "../../scene/crowd";
import { say } from "../../words/words.svelte";
import { ground, LIGHT, sceneOf, STANDS } from "./ground";
import {
  figureOf,
  isProgramming,
  isTactical,
  kindOf,
  leads,
  me,
  programme,
  waysOf,
  zoneOf,
  type Input,
  type PlayerView,
  type TableView,
  type ZoneView,
} from "./model";
import { tell } from "./words";

const W = 124;
const H = 94;
const GAP = 6;

export const boxOf = (zone: Pick<ZoneView, "column" | "row">): Rect => ({
  x: zone.column * (W + GAP),
  y: zone.row * (H + GAP),
  w: W,
  h: H,
});
export const middle = (zone: ZoneView): Point => ({ x: zone.column * (W + GAP) + W / 2, y: zone.row * (H + GAP) + H / 2 });

function bounds(view: TableView): Rect {
  const places = [...view.zones, ...view.outline];
  if (!places.length) return { x: 0, y: 0, w: 5 * (W + GAP), h: 5 * (H + GAP) };
  const columns = Math.max(...places.map((place) => place.column)) + 1;
  const rows = Math.max(...places.map((place) => place.row)) + 1;
  const edge = STANDS + 2;
  return { x: -edge, y: -edge, w: columns * (W + GAP) - GAP + 2 * edge, h: rows * (H + GAP) - GAP + 2 * edge };
}

export function scene(input: Input): Scene {
  const { view, words } = input;
  const made = emptyScene(words.text("game.title"), bounds(view));
  made.game = "tiny_epic_mechs";
  made.light = LIGHT;
  made.art = ground(view.zones, boxOf);
  made.cells = view.zones.length ? view.zones.map((zone) => cell(zone, input)) : view.outline.map(unlaid);
  made.pieces = [
    ...view.zones.flatMap((zone) => device(zone, input)),
    ...mech(input),
    ...view.players.flatMap((player) => pilot(player, input)),
  ];
  crowds(made, view);
  if (isProgramming(input)) arrows(made, input);
  made.highlights = highlights(input);
  const { combat } = view;
  if (combat) {
    const at = zoneOf(view, view.players[combat.attacker]?.zone ?? "");
    if (at) {
      const mid = middle(at);
      made.frame = { x: mid.x - 2.6 * W, y: mid.y - H, w: 5.2 * W, h: 2 * H };
    }
  }
  return made;
}

/** A zone in which many stand: a fan with one badge. */
function crowds(made: Scene, view: TableView): void {
  for (const zone of view.zones) {
    const here = made.pieces.filter((piece) => piece.id !== `device:${zone.name}` && zone.name === standsIn(piece, view));
    if (here.length < CROWD) continue;
    const fan = fanned(here, middle(zone), H - 4, say("crowd", { n: here.length }));
    made.pieces = [...made.pieces.filter((piece) => !here.includes(piece)), ...fan.pieces];
    made.crowds.push(fan.crowd);
  }
}

const standsIn = ({ id }: Piece, view: TableView): string =>
  id === "mech" ? view.mech_zone : (view.players.find((player) => id === `pilot:${player.seat}`)?.zone ?? "");

const UNLAID = { base: "scene_base", mech: "scene_bay", resource: "unlaid" } as const;

/** A place whose zone is not laid yet: its card lies face down while pilots are chosen. */
function unlaid(place: TableView["outline"][number]): Scene["cells"][number] {
  const box = boxOf(place);
  const at = { x: box.x + W / 2, y: box.y + H / 2 };
  const text = tell(UNLAID[place.use as keyof typeof UNLAID]);
  const glyph = place.use === "mech" ? "tem-troy_3000" : "i-layers";
  return {
    id: `place:${place.column}-${place.row}`,
    shape: { kind: "rect", ...box, r: 4 },
    at,
    name: text,
    tone: place.use === "mech" ? "t1" : "board",
    marks: [
      { at, dx: 0, dy: place.use === "mech" ? -8 : -9, glyph, size: place.use === "mech" ? 54 : 22, tone: "ink-2" },
      {
        at,
        dx: 0,
        dy: place.use === "mech" ? 34 : 18,
        rank: 1,
        text,
        size: 12,
        weight: place.use === "resource" ? 400 : 600,
        tone: "ink-2",
      },
    ],
  };
}

function cell(zone: ZoneView, { words, view }: Input): Scene["cells"][number] {
  const box = boxOf(zone);
  const corner = { x: box.x, y: box.y };
  const low = { x: box.x, y: box.y + H };
  const base = zone.base_of !== null;
  const marks: Scene["marks"] = base
    ? [
        { at: corner, dx: 17, dy: 16, glyph: `plate-${sideOf(zone.base_of)}`, size: 16, side: sideOf(zone.base_of) },
        { at: corner, dx: 17, dy: 16.5, text: letterOf(zone.base_of), size: 10, weight: 600, tone: "on-side" },
        { at: low, dx: 9, dy: -10, rank: 1, text: words.name("zone_card", zone.card), size: 12, weight: 600, anchor: "start", tone: "ink" },
      ]
    : [{ at: corner, dx: 9, dy: 17, text: String(zone.value), size: 20, weight: 600, tone: "ink", anchor: "start" }];
  const gains = [
    ...(zone.energy ? [{ glyph: "i-energy", n: zone.energy }] : []),
    ...(zone.credits ? [{ glyph: "i-credit", n: zone.credits }] : []),
  ];
  const both = gains.length > 1;
  const edge = both ? { x: box.x + W, y: box.y + H } : low;
  gains.forEach(({ glyph, n }, k) => {
    const dx = both ? -22 - k * 28 : 14;
    marks.push({ at: edge, dx, dy: -10, rank: 3, glyph, size: 13, tone: "ink" });
    if (n > 1 || both) marks.push({ at: edge, dx: dx + 12, dy: -9.5, rank: 3, text: String(n), size: 12, weight: 600, tone: "ink-2" });
    if (!both && n === 1)
      marks.push({
        at: edge,
        dx: dx + 12,
        dy: -9.5,
        rank: 1,
        text: tell(`scene_${sceneOf(zone)}`),
        size: 12,
        anchor: "start",
        tone: "ink-2",
      });
  });
  const owner = base ? ` ${letterOf(zone.base_of)}` : "";
  return {
    id: `zone:${zone.name}`,
    shape: { kind: "rect", ...box, r: 4 },
    at: middle(zone),
    name: `${zone.name}, ${words.name("zone_card", zone.card)}${owner}, ${zone.value}`,
    tone: zone.name === view.mech_zone ? "t1" : "board",
    side: base ? sideOf(zone.base_of) : undefined,
    marks,
    terms: [`zone_card.${zone.card}`, "sign.value"],
  };
}

function device(zone: ZoneView, { words, view }: Input): Piece[] {
  const found = zone.device;
  if (!found) return [];
  const box = boxOf(zone);
  const own = found.owner === view.viewer;
  const number = found.kind === "mine" ? (found.number ? String(found.number) : "?") : undefined;
  return [
    {
      id: `device:${zone.name}`,
      side: sideOf(found.owner),
      at: { x: box.x + W - 20, y: box.y + 20 },
      size: 27,
      glyph: `tem-${found.kind}`,
      badge: number,
      name: `${letterOf(found.owner)} ${words.name("device", found.kind)} ${number ?? ""} ${zone.name}`,
      marks: own ? [] : undefined,
      terms: [`device.${found.kind}`, ...(number === "?" ? ["sign.hidden_mine"] : [])],
    },
  ];
}

function mech({ view, words }: Input): Piece[] {
  const zone = zoneOf(view, view.mech_zone);
  if (!zone || view.mech_owner !== null) return [];
  const at = middle(zone);
  return [
    {
      id: "mech",
      side: "n",
      at,
      size: 54,
      base: "round",
      glyph: `tem-${view.mech_side || "troy_3000"}`,
      name: `${words.name("status", "mech")}, ${zone.name}`,
      terms: ["zone_card.mech", "status.mech"],
    },
  ];
}

/** Where a pilot stands in its zone: aside when somebody else is there too. */
function standing(player: PlayerView, view: TableView, zone: ZoneView): Point {
  const here = view.players.filter((other) => other.zone === player.zone);
  const free = view.mech_owner === null && view.mech_zone === player.zone ? 1 : 0;
  const n = here.indexOf(player) + free;
  const all = here.length + free;
  const mid = middle(zone);
  return { x: mid.x + (n - (all - 1) / 2) * 50 + (all > 1 ? 0 : 0), y: mid.y + 2 };
}

function pilot(player: PlayerView, { view, words, seat, nameOf }: Input): Piece[] {
  const zone = zoneOf(view, player.zone);
  if (!zone) return [];
  const { combat } = view;
  const acting = combat ? combat.attacker === player.seat || combat.defender === player.seat : player.seat === seat && view.active === seat;
  const who = player.pilot ? words.name("pilot", player.pilot) : nameOf(player.seat);
  const facing = { north: 0, east: 90, south: 180, west: 270 }[player.facing];
  return [
    {
      id: `pilot:${player.seat}`,
      side: sideOf(player.seat),
      label: letterOf(player.seat),
      at: standing(player, view, zone),
      size: player.status === "mech" ? 54 : 46,
      base: "round",
      glyph: figureOf(player, view),
      life: player.health,
      facing,
      state: acting ? "acting" : "idle",
      name: `${letterOf(player.seat)} ${who}, ${words.name("status", player.status)}, ${zone.name}, ${player.health}/${player.full_health}`,
      terms: [`status.${player.status}`, ...(player.ability && player.ability !== "none" ? [`ability.${player.ability}`] : [])],
    },
  ];
}

/** A way that is trodden again lies beside the first time, so that every step can be read. */
function beside(a: Point, b: Point, lane: number): [Point, Point] {
  const shift = [0, 20, -20, 34][lane] ?? 0;
  const across = Math.abs(b.x - a.x) > Math.abs(b.y - a.y);
  const by = across ? { x: 0, y: shift } : { x: shift, y: 0 };
  return [
    { x: a.x + by.x, y: a.y + by.y },
    { x: b.x + by.x, y: b.y + by.y },
  ];
}

/** The programme drafted so far: an arrow for each card, ghosts where it leads, the next zones. */
function arrows(made: Scene, input: Input): void {
  const { view, seat } = input;
  const player = me(view, seat);
  let zone = player ? zoneOf(view, player.zone) : undefined;
  if (!player || !zone) return;
  const cards = programme(input);
  const trodden = new Map<string, number>();
  cards.forEach((card, n) => {
    if (!zone) return;
    const to = leads(view, zone, card);
    const way = [zone.name, to.name].sort().join();
    const lane = trodden.get(way) ?? 0;
    trodden.set(way, lane + 1);
    const [a, b] = beside(middle(zone), middle(to), lane);
    if (to !== zone) {
      const tick = { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, text: String(n + 1), chosen: n === cards.length - 1 };
      made.paths.push({ points: [a, b], arrow: true, gap: 27, ticks: [tick] });
      made.pieces.push({
        id: `ghost:${n}`,
        side: sideOf(seat),
        at: middle(to),
        size: 42,
        base: "round",
        glyph: figureOf(player, view),
        state: "ghost",
        name: "",
      });
    } else {
      made.tags.push({ at: a, dy: 36, text: `${n + 1} ■`, kind: "ink" });
    }
    zone = to;
  });
}

function highlights(input: Input): Highlight[] {
  const { question, view } = input;
  if (!question) return [];
  const found = new Map<string, string[]>();
  const add = (target: string, key: string) => found.set(target, [...(found.get(target) ?? []), key]);
  if (isProgramming(input)) return programming(input);
  const here = me(view, input.seat)?.zone ?? "";
  for (const { key } of question.options) {
    const zone = /^(?:zone|retreat|move|from):([a-e]\d)$/.exec(key)?.[1] ?? (/^[a-e]\d$/.test(key) ? key : undefined);
    if (zone) add(`zone:${zone}`, key);
    else if (isTactical(input)) {
      const from = zoneOf(view, here);
      if (from && key.includes("-")) add(`zone:${leads(view, from, key).name}`, key);
    } else if (/^(deploy|lay:)/.test(key)) add(`zone:${here}`, key);
  }
  return [...found].map(([target, keys]) => ({ target, keys }));
}

/** While programming, zones show where the chosen card could lead; touching one turns the card there. */
function programming(input: Input): Highlight[] {
  const sent = me(input.view, input.seat)?.program.length ?? 0;
  const draft = (input.selection.draft.programme as string[] | undefined) ?? [];
  const slot = Math.min((input.selection.draft.at as number | undefined) ?? -1, draft.length - 1);
  const card = draft[slot];
  let zone = zoneOf(input.view, me(input.view, input.seat)?.zone ?? "");
  for (const before of programme(input).slice(0, sent + slot)) if (zone) zone = leads(input.view, zone, before);
  if (!card || !zone) return [];
  const from = zone;
  const ways = waysOf(kindOf(card)).map((way) => ({
    key: `${kindOf(card)}-${way}`,
    to: leads(input.view, from, `${kindOf(card)}-${way}`),
  }));
  return ways.filter(({ to }) => to !== from).map(({ key, to }) => ({ target: `zone:${to.name}`, keys: [key], soft: key !== card }));
}
