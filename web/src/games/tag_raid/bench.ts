/** TAG Raid on the workbench: TAGs to the millimetre, their loot, and the MegaBeast in hexagons without a tile. */
import { get, put, type Position } from "../../bench/positions";
import { inside } from "../../scene/shapes";
import type { BenchClient, Drop } from "../bench";
import type { TableView } from "./model";

const BEASTS = ["ne", "e", "se", "sw", "w", "nw"];
const STEP = 30;
const round = (value: number) => Math.round(value * 10) / 10;
const onRoof = ({ at, scene }: Drop) => scene.blocks.some(({ shape }) => inside(shape, at));

function placed(position: Position, path: string, drop: Drop): Position {
  const there = put(position, `${path}.at`, [round(drop.at.x), round(drop.at.y)]);
  return put(there, `${path}.roof`, onRoof(drop) || undefined);
}

export const bench: BenchClient<TableView> = {
  pathOf(_, target) {
    const miner = /^miner:(\d)$/.exec(target)?.[1];
    if (miner !== undefined) return `miner.${"ABCD".charAt(Number(miner))}`;
    const loot = /^loot:([A-D])$/.exec(target)?.[1];
    return loot ? `miner.${loot}.loot` : target === "beast" ? "beast" : "";
  },
  targetOf(_, path) {
    const [list, seat = "A", part] = path.split(".");
    return list === "beast" ? "beast" : part === "loot" ? `loot:${seat}` : `miner:${"ABCD".indexOf(seat)}`;
  },
  drop(position, path, drop) {
    if (path === "beast") return drop.place.startsWith("void:") ? put(position, "beast.hexagon", drop.place.slice(5)) : position;
    const there = placed(position, path, drop);
    return path.endsWith(".loot") ? there : put(there, `${path}.off_table`, undefined);
  },
  turn(position, path, way) {
    if (path === "beast") {
      const now = BEASTS.indexOf(String(get(position, "beast.facing") ?? "e"));
      return put(position, "beast.facing", BEASTS[(now + way + 6) % 6]);
    }
    const now = Number(get(position, `${path}.facing`) ?? 0);
    return put(position, `${path}.facing`, (Math.round(now / STEP) * STEP + way * STEP + 360) % 360);
  },
  marks: (path) => (path.endsWith(".at") ? ["x", "y"] : []),
  kinds: [
    {
      field: "miner",
      made: (position, side, drop) => ({ ...(get(position, `miner.${side}`) as Position), at: [round(drop.at.x), round(drop.at.y)] }),
    },
  ],
};
