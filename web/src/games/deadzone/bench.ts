/** Deadzone on the workbench: models in cubes. */
import { get, put, type Position } from "../../bench/positions";
import type { BenchClient, Drop } from "../bench";
import type { TableView } from "./model";

interface Model {
  side: string;
  card: string;
  at?: string;
  facing?: string;
}
const FACINGS = ["north", "east", "south", "west"];
const models = (position: Position) => (position.model ?? []) as Model[];
const cubeOf = ({ place }: Drop) => (place.startsWith("cube:") ? place.slice(5) : "");

/** Models are numbered by side, in the order they are written. */
function tagOf(position: Position, n: number): string {
  const side = models(position)[n]?.side ?? "";
  return `${side}${
    models(position)
      .slice(0, n + 1)
      .filter((one) => one.side === side).length
  }`;
}

export const bench: BenchClient<TableView> = {
  pathOf(position, target) {
    const n = models(position).findIndex((_, k) => `model:${tagOf(position, k)}` === target);
    return n < 0 ? "" : `model.${n}`;
  },
  targetOf: (position, path) => `model:${tagOf(position, Number(path.split(".")[1]))}`,
  drop(position, path, drop) {
    const cube = cubeOf(drop);
    return cube ? put(put(position, `${path}.at`, cube), `${path}.place`, undefined) : position;
  },
  turn(position, path, way) {
    const now = FACINGS.indexOf(String(get(position, `${path}.facing`) ?? "north"));
    return put(position, `${path}.facing`, FACINGS[(now + way + 4) % 4]);
  },
  kinds: [
    {
      field: "model",
      made(position, side, drop) {
        const card = models(position).find((one) => one.side === side)?.card ?? "enforcer_sergeant";
        return { side, card, at: cubeOf(drop) || "a1" };
      },
    },
  ],
};
