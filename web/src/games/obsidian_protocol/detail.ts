/** What a card does, beside its name where it is chosen: environments, tactics and stances, as the rules say it. */
import type { Choice } from "../../net/protocol";
import type { Detail } from "../game";
import type { Input } from "./model";

const TABLES = new Set(["environment", "tactic", "stance"]);

export function detail({ words }: Input, { key }: Choice): Detail {
  const [table = "", id = ""] = key.split(":");
  if (!TABLES.has(table)) return {};
  const { clauses } = words.explain(`${table}.${id}`);
  return { text: words.clause(clauses[0] ?? "")?.summary };
}
