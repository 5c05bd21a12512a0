/** The view after an event: models walk, fall and change their mood one by one, and a test stays until the next event. */
import type { Told } from "../../net/protocol";
import type { DiceRolled, ModelView, TableView } from "./model";

const change = (view: TableView, tag: unknown, by: Partial<ModelView>): TableView => ({
  ...view,
  models: view.models.map((model) => (model.tag === tag ? { ...model, ...by } : model)),
});

export function after(before: TableView, { key, params, data }: Told): TableView {
  const view: TableView = { ...before, trial: null, rolled: null };
  const { tag, cube } = params;
  switch (key) {
    case "activated":
      return { ...view, active: String(tag), spent: 0 };
    case "moved":
    case "thrown":
    case "fell":
    case "deployed":
      return change(view, tag, { cube: String(cube) });
    case "aggression_changed":
      return change(view, tag, { aggression: String(params.aggression) });
    case "injured":
      return change(view, tag, { injured: true });
    case "killed":
      return change(view, tag, { dead: true, cube: "" });
    case "left_board":
      return change(view, tag, { cube: "" });
    case "on_overwatch":
      return change(view, tag, { overwatch: true });
    case "overwatch_fails":
    case "overwatch_after":
      return change(view, tag, { overwatch: false });
    case "marked_activated":
      return change(view, tag, { activated: true });
    case "crate_dropped":
    case "crate_placed":
      return { ...view, crates: [...view.crates, String(cube)] };
    case "opposed":
      return tested(view, before, params, data as DiceRolled);
    default:
      return view;
  }
}

/** The dice of both sides, as they fell. */
function tested(view: TableView, before: TableView, params: Told["params"], data: DiceRolled): TableView {
  const known =
    before.trial?.actor === params.tag
      ? before.trial
      : before.tests.find((test) => test.actor === params.tag && test.target === params.target && test.test === params.test);
  return {
    ...view,
    trial: {
      test: String(params.test),
      actor: String(params.tag),
      weapon: known?.weapon ?? "",
      target: String(params.target),
      dice: data.rolled[0]?.length ?? 0,
      stat: data.stat,
      terms: known?.terms ?? [],
      resist_test: known?.resist_test ?? "survive",
      resist: data.held[0]?.length ?? 0,
      resist_stat: data.held_stat,
      resist_terms: known?.resist_terms ?? [],
      armour: known?.armour ?? 0,
    },
    rolled: { ...data, scored: Number(params.scored), resisted: Number(params.resisted) },
  };
}
