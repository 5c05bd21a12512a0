/** A still picture for the lobby. */
import { emptyScene, type Rect, type Scene } from "../../scene/scene";
import { ground, LIGHT } from "./ground";
import type { ZoneView } from "./model";

const W = 124;
const H = 94;
const values = ["2e", "4M", "3c", "2c", "3e", "1c", "1c", "2e", "2c"];
const boxOf = ({ column, row }: ZoneView): Rect => ({ x: column * (W + 6), y: row * (H + 6), w: W, h: H });
const zones = values.map((value, n): ZoneView => ({
  name: `art ${n}`,
  column: n % 3,
  row: Math.floor(n / 3),
  card: value[1] === "M" ? "mech" : "",
  value: Number(value[0]),
  energy: value[1] === "e" ? 1 : 0,
  credits: value[1] === "c" ? 1 : 0,
  base_of: null,
  device: null,
  harvest: null,
  leads: {},
}));

export const art: Scene = emptyScene("", { x: 0, y: 0, w: 384, h: 294 });
art.frame = { x: 10, y: 20, w: 360, h: 250 };
art.game = "tiny_epic_mechs";
art.light = LIGHT;
art.art = ground(zones, boxOf);
art.cells = zones.map((zone) => {
  const box = boxOf(zone);
  const icon = zone.energy ? "i-energy" : zone.credits ? "i-credit" : "";
  return {
    id: zone.name,
    shape: { kind: "rect", ...box, r: 4 },
    at: { x: box.x, y: box.y },
    name: "",
    tone: icon ? "board" : "t1",
    marks: [
      { at: { x: box.x, y: box.y }, dx: 9, dy: 17, text: String(zone.value), size: 20, weight: 600, tone: "ink", anchor: "start" },
      ...(icon ? [{ at: { x: box.x, y: box.y + H }, dx: 16, dy: -11, glyph: icon, size: 15, tone: "ink" as const }] : []),
    ],
  };
});
art.pieces = [
  { id: "m", side: "n", at: { x: 192, y: 50 }, size: 58, base: "round", glyph: "tem-troy_3000", name: "" },
  { id: "a", side: "a", label: "A", at: { x: 56, y: 149 }, size: 50, base: "round", glyph: "tem-comet-fig", name: "" },
  { id: "b", side: "b", label: "B", at: { x: 322, y: 149 }, size: 50, base: "round", glyph: "tem-armor", name: "" },
  { id: "t", side: "a", at: { x: 235, y: 122 }, size: 27, glyph: "tem-turret", name: "" },
];
