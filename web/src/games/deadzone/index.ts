/** Deadzone at the table. */
import type { GameClient } from "../game";
import { bench } from "./bench";
import { after } from "./after";
import Decision from "./Decision.svelte";
import { commit, detail, group, hints, pass, title } from "./detail";
import { log } from "./log";
import Mine from "./Mine.svelte";
import { glyphOf, asked, isOverwatch, isTrial, levelOf, modelOf, shownModel, type Input, type TableView } from "./model";
import { order } from "./order";
import { commitWatch, watchers } from "./overwatch";
import { C, corner } from "./places";
import { begin, follow, light, touch, usual } from "./quarters";
import { levelShown, scene } from "./scene";
import Sheet from "./Sheet.svelte";
import Strip from "./Strip.svelte";
import Tray from "./Tray.svelte";
import Trial from "./Trial.svelte";
import { tell } from "./words";

export const client: GameClient<TableView> = {
  game: "deadzone",
  dice: [8],
  scene,
  unit: C,
  bench,
  order,
  portrait: ({ view }, card) => glyphOf(view.cards.find(({ id }) => id === card)),
  mine: Mine,
  strip: Strip,
  sheet: Sheet,
  sheetWanted: (input) => input.selection.tools.sheet === "on" && shownModel(input) !== undefined,
  tray: Tray,
  trayWanted: ({ view, seat }) => seat !== null && view.sides.some((side) => side.seat === seat && side.hand_count > 0),
  resolution: Trial,
  resolutionWanted: isTrial,
  decision: Decision,
  title,
  commit,
  detail,
  group,
  pass,
  hints,
  log,
  after,
  touch,
  light,
  usual,
  begin,
  follow,
  threats: {
    /** The model pointed at or acting, or else the first one that is mine. */
    unit: (input) => shownModel(input)?.tag ?? input.view.models.find((one) => one.owner === (input.seat ?? 0) && one.cube)?.tag ?? "",
    acting: ({ view, seat }) => (modelOf(view, view.active)?.owner === seat ? view.active : ""),
    planned: ({ selection, view }, unit) =>
      (unit === view.active && /^(?:move|sprint|climb):([a-h]\d\.\d)/.exec(selection.option)?.[1]) || "",
    shape: (place, input) => (levelOf(place) === levelShown(input) ? { kind: "rect", ...corner(place), w: C, h: C } : undefined),
  },
  tools: ({ selection }) => [
    { id: "sight", icon: "i-eye", text: tell("sight"), on: selection.tools.sight === "on" },
    { id: "sheet", icon: "i-person", text: tell("stat_cards"), on: selection.tools.sheet === "on" },
  ],
  key(table, event) {
    if (event.key === "s" || event.key === "S") {
      table.tool("sight", table.selection.tools.sight === "on" ? "" : "on");
      return true;
    }
    if (event.key === " " && asked(table.input as Input) === "action" && !table.aimed) {
      void table.commit("end");
      return true;
    }
    if (event.key !== "Enter" || !isOverwatch(table.input as Input) || !watchers(table).length) return false;
    commitWatch(table);
    return true;
  },
};
