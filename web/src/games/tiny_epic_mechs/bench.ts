/** Tiny Epic Mechs on the workbench: pilots, mines and turrets, and the Mighty Mech in the zones of the arena. */
import { get, put, type Position } from "../../bench/positions";
import type { BenchClient, Drop } from "../bench";
import type { TableView } from "./model";

const FACINGS = ["north", "east", "south", "west"];
const zoneIn = ({ place }: Drop) => (place.startsWith("zone:") ? place.slice(5) : "");

interface Player {
  mines?: Record<string, number>;
  turrets?: string[];
}

/** The path of the device in a zone: a mine by its zone, a turret by its number. */
function deviceIn(position: Position, zone: string): string {
  for (const [seat, player] of Object.entries((position.player ?? {}) as Record<string, Player>)) {
    if (player.mines?.[zone] !== undefined) return `player.${seat}.mines.${zone}`;
    const turret = player.turrets?.indexOf(zone) ?? -1;
    if (turret >= 0) return `player.${seat}.turrets.${turret}`;
  }
  return "";
}

export const bench: BenchClient<TableView> = {
  pathOf(position, target) {
    const pilot = /^pilot:(\d)$/.exec(target)?.[1];
    if (pilot !== undefined) return `player.${"ABCD".charAt(Number(pilot))}`;
    if (target === "mech") return "mech";
    return target.startsWith("device:") ? deviceIn(position, target.slice(7)) : "";
  },
  targetOf(position, path) {
    const [list, seat = "A", kind, name] = path.split(".");
    if (list === "mech") return "mech";
    if (kind === "mines") return `device:${name ?? ""}`;
    if (kind === "turrets") return `device:${String(get(position, path))}`;
    return `pilot:${"ABCD".indexOf(seat)}`;
  },
  drop(position, path, drop) {
    const zone = zoneIn(drop);
    const [, , kind] = path.split(".");
    if (!zone) return position;
    if (path === "mech") return put(position, "mech", zone);
    if (kind === "turrets") return put(position, path, zone);
    if (kind !== "mines") return put(position, `${path}.zone`, zone);
    const mines = path.slice(0, path.lastIndexOf("."));
    return put(put(position, path, undefined), `${mines}.${zone}`, get(position, path));
  },
  turn(position, path, way) {
    if (!/^player\.[A-D]$/.test(path)) return position;
    const now = FACINGS.indexOf(String(get(position, `${path}.facing`) ?? "north"));
    return put(position, `${path}.facing`, FACINGS[(now + way + 4) % 4]);
  },
  marks(path, position) {
    const [attacker, defender] = ["attacker", "defender"].map((one) => get(position, `combat.${one}`));
    return path.startsWith("combat.") && typeof attacker === "string" && typeof defender === "string" ? [attacker, defender] : [];
  },
  kinds: [
    {
      field: "player",
      made: (position, side, drop) => ({ ...(get(position, `player.${side}`) as Position), zone: zoneIn(drop) }),
    },
  ],
};
