/** The floodlit arena: an octagon of stands with lamps in its corners, and a small scene in every zone, told by what it gives and is worth. */
import { at, keeping, placed, seedOf, type Art, type Light } from "../../scene/art";
import type { Rect } from "../../scene/scene";
import type { ZoneView } from "./model";

export const LIGHT: Light = { x: 0.5, y: 0.46, r: 0.72, strength: 0.15, shade: 0 };

/** Tone, outline and detail of a scene, on a card of 128 by 116 whose floor is at 92. */
interface Drawing {
  tone: string;
  outline: string;
  detail: string;
}

const SCENES = {
  reactor: {
    tone: "M50 92V70a26 26 0 0 1 52 0v22zM67 68a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
    outline: "M50 92V70a26 26 0 0 1 52 0v22M50 72h52M63 48v44M89 48v44M76 44v48M67 68a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
    detail: "M40 92h74M76 30v14M70 30h12M106 92V62h9v30M106 70h9M106 78h9M76 62v12M70 65l12 6M82 65l-12 6",
  },
  market: {
    tone: "M40 60h34v32H40zM80 54h36v38H80z",
    outline: "M37 60l5 -13h30l5 13zM77 54l6 -14h31l6 14z",
    detail:
      "M47 47l-2 13M57 47v13M67 47l2 13M92 40l-2 14M105 40l2 14M40 92h78M40 60v32M74 60v32M80 54v38M116 54v38M45 78h24M45 78v14M69 78v14M86 74h24v18H86zM86 83h24M98 74v18M48 78v-5h6v5M57 78v-7h8v7M60 30q18 14 42 0M68 34v5M81 37v6M94 34v5",
  },
  ruins: {
    tone: "M44 92V52l8 -6 5 7 9 -14 4 9v44zM84 92V66l7 -5 6 6 8 -10 6 5v30z",
    outline: "M44 92V52l8 -6 5 7 9 -14 4 9v44M84 92V66l7 -5 6 6 8 -10 6 5v30",
    detail:
      "M51 60h6v8h-6zM59 60h6v8h-6zM51 75h6v8h-6zM91 73h6v8h-6zM101 73h5v8h-5zM36 92h84M70 92l4 -6 6 1 3 5M74 86l-3 -3M38 92l3 -4 4 4M62 39l3 -9M105 57l-2 -10",
  },
  depot: {
    tone: "M44 72h28v20H44zM74 72h28v20H74zM58 50h30v20H58zM104 78h14v14h-14z",
    outline: "M44 72h28v20H44zM74 72h28v20H74zM58 50h30v20H58z",
    detail:
      "M50 72v20M55 72v20M60 72v20M66 72v20M80 72v20M85 72v20M91 72v20M96 72v20M64 50v20M70 50v20M76 50v20M82 50v20M38 92h82M104 78h14v14h-14zM104 78l14 14M118 78l-14 14M73 30v14M66 44h14l2 6H64zM40 30h72M40 34h72",
  },
  relay: {
    tone: "M64 92l7 -34h6l7 34z",
    outline: "M60 92l13 -50 13 50M56 40a19 19 0 0 1 33 -15z",
    detail:
      "M70 54h7M67 64h13M64 76h19M70 54l10 10M77 54L67 64M67 64l16 12M80 64L64 76M64 76l21 14M83 76L62 90M72 33l10 -15M82 18l3 2M92 18a15 15 0 0 1 6 12M97 12a23 23 0 0 1 9 18M40 92h76M98 74h16v18H98zM98 80h16",
  },
  foundry: {
    tone: "M42 92V66l18 -10v10l18 -10v10l18 -10v36z",
    outline: "M42 92V66l18 -10v10l18 -10v10l18 -10v36M100 92l3 -58h8l3 58",
    detail: "M36 92h84M102 46h10M102 52h11M50 76h8v16h-8zM66 76h8v8h-8zM80 76h8v8h-8zM107 30q-6 -6 0 -11q3 -2 2 -4M98 26q-5 -4 -1 -9",
  },
  silo: {
    tone: "M44 92V52h20v40zM70 92V42h20v50zM96 92V60h18v32z",
    outline: "M44 92V52a10 6 0 0 1 20 0v40M70 92V42a10 6 0 0 1 20 0v50M96 92V60a9 5 0 0 1 18 0v32",
    detail:
      "M44 62h20M44 74h20M70 54h20M70 68h20M70 80h20M96 70h18M96 80h18M64 58h6M90 66h6M36 92h84M85 42v50M88 42v50M85 48h3M85 60h3M85 74h3M85 86h3",
  },
  crane: {
    tone: "M84 66h26v26H84z",
    outline: "M50 92V28M58 92V28M44 34h72M50 28l4 -10 4 10M84 66h26v26H84z",
    detail:
      "M50 40l8 8 -8 8 8 8 -8 8 8 8 -8 8M54 18l60 16M58 28h50M66 34l6 -6 8 6 8 -6 8 6 8 -6M97 34v22M91 56h12M91 56l-5 10M103 56l5 10M84 79h26M97 66v26M36 92h84",
  },
  bay: {
    tone: "M32 92V36l14 -12h50l14 12v56z",
    outline: "M32 92V36l14 -12h50l14 12v56M42 92V40h58v52",
    detail: "M22 92h98M42 50h-10M42 64h-10M42 78h-10M100 50h10M100 64h10M100 78h10M46 24v16M96 24v16M71 24v10M65 34h12M46 92l8 -8h34l8 8",
  },
  base: {
    tone: "M44 92V58h60v34z",
    outline: "M44 92V58h60v34M38 58h72l-8 -14H46zM62 92V70h24v22",
    detail: "M36 92h80M62 76h24M62 82h24M74 44V24M74 25h16l-4 5 4 5H74M50 66h6v8h-6zM92 66h6v8h-6z",
  },
} satisfies Record<string, Drawing>;

export type SceneKind = keyof typeof SCENES;

/** Drawings for each value, by turns, so that neighbours differ. */
const KINDS: Record<string, SceneKind[][]> = {
  energy: [["silo", "ruins", "relay"], ["relay", "silo", "ruins"], ["reactor"]],
  credits: [["depot", "crane", "market"], ["market", "depot", "crane"], ["foundry"]],
};

export function sceneOf({ card, base_of, value, energy, name }: ZoneView): SceneKind {
  if (base_of !== null) return "base";
  if (card === "mech") return "bay";
  const pairs = KINDS[energy ? "energy" : "credits"] ?? [];
  const turns = pairs[Math.max(0, Math.min(pairs.length, value) - 1)] ?? ["ruins"];
  const turn = Number(/\d+$/.exec(card)?.[0] ?? seedOf(name));
  return turns[turn % turns.length] ?? "ruins";
}

const kept = keeping<Art[]>();

/** Everything drawn beneath the pieces; `boxOf` is where a zone lies. */
export function ground(zones: ZoneView[], boxOf: (zone: ZoneView) => Rect): Art[] {
  const key = zones.map((zone) => `${zone.name}${zone.card}${zone.base_of}`).join();
  return kept(key, () => [...arena(zones.map(boxOf)), ...cards(zones, boxOf)]);
}

/** How far the stands reach beyond the zones. */
export const STANDS = 14;

function arena(boxes: Rect[]): Art[] {
  if (!boxes.length) return [];
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const low = Math.max(...boxes.map((box) => box.y + box.h));
  const cut = !boxes.some((box) => box.x === left && box.y === top);
  const corner = cut ? 88 : 16;
  const octagon = (by: number) => {
    const c = corner + by * (cut ? 0.3 : 0.6);
    const [l, t, r, b] = [left - by, top - by, right + by, low + by];
    return `M${at(l + c, t)}H${r - c}L${at(r, t + c)}V${b - c}L${at(r - c, b)}H${l + c}L${at(l, b - c)}V${t + c}z`;
  };
  const stands: Art[] = [
    { layer: "apron", d: octagon(STANDS), fill: "board", stroke: "line", width: 2.5, opacity: 0.55 },
    { layer: "apron", d: octagon(6), fill: "street", stroke: "line" },
  ];
  if (!cut) return stands;
  const lamps = [
    [left + 40, top + 40, 1, 1],
    [right - 40, top + 40, -1, 1],
    [left + 40, low - 40, 1, -1],
    [right - 40, low - 40, -1, -1],
  ] as const;
  const beam = lamps.map(([x, y, h, v]) => `M${at(x, y)}l${150 * h} ${20 * v}L${at(x + 20 * h, y + 150 * v)}z`).join("");
  const lamp = lamps
    .map(([x, y, h, v]) => `M${at(x - 16 * h, y + 8 * v)}L${at(x + 8 * h, y - 16 * v)}l${8 * h} ${8 * v}L${at(x - 8 * h, y + 16 * v)}z`)
    .join("");
  const bulbs = lamps
    .map(([x, y]) =>
      [-8, 0, 8].map((by) => `M${at(x + by - 2, y - by * Math.sign((x - (left + right) / 2) * (y - (top + low) / 2)) * -1)}h4`).join(""),
    )
    .join("");
  return [
    ...stands,
    { layer: "apron", d: beam, fill: "lit", opacity: 0.06 },
    { layer: "apron", d: lamp, fill: "t2", stroke: "art", width: 1.5 },
    { layer: "apron", d: bulbs, stroke: "lit", width: 4 },
  ];
}

function cards(zones: ZoneView[], boxOf: (zone: ZoneView) => Rect): Art[] {
  let [shadow, strip, hills, lit, tone, outline, detail, corners] = ["", "", "", "", "", "", "", ""];
  for (const zone of zones) {
    const { x, y, w, h } = boxOf(zone);
    const scale = h / 116;
    const dx = x + w - 128 * scale;
    const floor = y + 92 * scale;
    const drawing: Drawing = SCENES[sceneOf(zone)];
    shadow += `M${at(x + 3, y + 5)}h${w}v${h}h${-w}z`;
    strip += `M${at(x + 1, floor)}h${w - 2}V${y + h - 1}h${2 - w}z`;
    hills += `M${at(x + 1, y + h * 0.64)}l14 -3 9 -10h12l5 6 15 -4 11 5 17 -11 12 7 10 -2 ${w - 107} 4V${floor}H${x + 1}z`;
    lit += `M${at(x + 4, y + 1.5)}h${w - 8}`;
    tone += placed(drawing.tone, dx, y, scale);
    outline += placed(drawing.outline, dx, y, scale);
    detail += placed(drawing.detail, dx, y, scale);
    if (zone.base_of === null) corners += `M${at(x + 1, y + 1)}h28l-8 28h-20z`;
  }
  return [
    { layer: "floor", d: shadow, fill: "cast" },
    { layer: "print", d: hills, fill: "t1", opacity: 0.6 },
    { layer: "print", d: strip, fill: "ground", opacity: 0.28 },
    { layer: "print", d: tone, fill: "scene" },
    { layer: "print", d: outline, stroke: "edge", width: 1.4, opacity: 0.75 },
    { layer: "print", d: detail, stroke: "art", opacity: 0.9 },
    { layer: "print", d: lit, stroke: "lit", opacity: 0.28 },
    { layer: "print", d: corners, fill: "ground", opacity: 0.55 },
  ];
}
