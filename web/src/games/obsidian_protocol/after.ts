/** The view after an event, roughly: so that what came all at once is shown step by step. The true view follows. */
import type { Told } from "../../net/protocol";
import type { TableView, UnitView } from "./model";

const MOVES = new Set(["moved", "forced", "flew", "launched", "deployed", "deployed_unit"]);

export function after(view: TableView, told: Told): TableView {
  const unit = view.units[String(told.params.unit ?? "")];
  if (!unit) return view;
  const change = changed(unit, told);
  return change ? { ...view, units: { ...view.units, [unit.key]: { ...unit, ...change } } } : view;
}

function changed(unit: UnitView, told: Told): Partial<UnitView> | null {
  const { grid, stance, link, part } = told.params;
  if (MOVES.has(told.key) && typeof grid === "string") {
    return { grid, place: unit.grid === grid && unit.place ? unit.place : `${grid}-1`, deployed: true };
  }
  if (/^(stance_taken|stance_forced|rebooted)$/.test(told.key)) return { stance: String(stance) };
  if (typeof link === "number") return { link };
  if (told.key === "shut_down") return { stance: "shutdown" };
  if (told.key === "destroyed" || told.key === "removed") return { alive: false };
  const hit = unit.parts[String(part)];
  if (!hit || (told.key !== "damaged" && told.key !== "part_destroyed")) return null;
  return { parts: { ...unit.parts, [String(part)]: { ...hit, damaged: true, destroyed: told.key === "part_destroyed" } } };
}
