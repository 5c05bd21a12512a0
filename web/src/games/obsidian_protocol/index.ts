/** Obsidian Protocol at the table. */
import type { Table } from "../../table/table.svelte";
import type { GameClient } from "../game";
import { bench } from "./bench";
import { putAside } from "./aside";
import { after } from "./after";
import Decision from "./Decision.svelte";
import { dialKey, draft, take } from "./dials";
import { focusKey } from "./focus";
import { hints } from "./hints";
import { log } from "./log";
import { drag, made, pathKey, touch } from "./paths";
import Mine from "./Mine.svelte";
import {
  glyphOf,
  actOf,
  aimOf,
  gridBox,
  isDial,
  isFocus,
  isPlaces,
  nameOf,
  onBoard,
  partsOf,
  promptOf,
  S,
  type Input,
  type TableView,
} from "./model";
import { order } from "./order";
import Resolution from "./Resolution.svelte";
import { scene } from "./scene";
import Strip from "./Strip.svelte";
import Sheet from "./Sheet.svelte";
import { openSheet, toggleSheet } from "./sheets";
import { begin, drawnAway, follow, turnKey } from "./standing";
import { shown } from "./walk";
import { tell } from "./words";

const PASS = ["pass", "keep", "none", "done", "end", "surplus:none", "no"];

export const client: GameClient<TableView> = {
  game: "obsidian_protocol",
  dice: [8],
  scene,
  unit: S,
  bench,
  order,
  portrait({ view }, card) {
    const unit = view.units[card];
    return unit && glyphOf(unit);
  },
  mine: Mine,
  strip: Strip,
  sheet: Sheet,
  sheetWanted: (input) => openSheet(input) !== "",
  threats: {
    /** The unit pointed at or acting, or else the first one that is mine. */
    unit({ view, selection, seat }) {
      const held = [selection.target, selection.hover].find((one) => one.startsWith("unit:"))?.slice(5) ?? "";
      const mine = onBoard(view).find((one) => one.seat === (seat ?? 0))?.key ?? "";
      return [held, view.active, mine].find((key) => onBoard(view).some((one) => one.key === key)) ?? "";
    },
    acting: ({ view, seat }) => (onBoard(view).some((one) => one.key === view.active && one.seat === seat) ? view.active : ""),
    planned: ({ selection, view }, unit) => (unit === view.active && /^grid:([a-p]\d+)$/.exec(selection.target)?.[1]) || "",
    shape: (place) => ({ kind: "rect", ...gridBox(place) }),
  },
  resolution: Resolution,
  resolutionWanted: (input) =>
    input.view.stage !== "over" && shown(input.log, input.since, Number(input.selection.tools.seen ?? -1)) !== null && !aimOf(input),
  decision: Decision,
  decisionWanted: (input) =>
    aimOf(input) !== null || actOf(input) !== null || isDial(input) || isFocus(input) || partsOf(input) !== null || isPlaces(input),
  title,
  commit: (input, choice) =>
    choice.key.startsWith("target:") && aimOf(input) ? tell("roll_attack") : (actionName(input, choice.key) ?? choice.text),
  /** What a mech does stands before ending its opportunity. */
  group: (input, choices) => [
    { title: "", choices: actOf(input) ? [...choices].sort((a, b) => Number(a.key === "end") - Number(b.key === "end")) : choices },
  ],
  pass: (question) => PASS.find((key) => question.options.some((option) => option.key === key)),
  made,
  bar: () => false,
  touch: (table, target) => touch(table, target) || opened(table, target),
  drag: (table, handle, at) => (handle.startsWith("turn:") ? drawnAway(table, handle.slice(5), at) : drag(table, handle, at)),
  light,
  follow,
  begin,
  draft,
  take,
  key,
  after,
  log,
  hints,
};

const TITLES: Record<string, "title_move" | "title_stance" | "title_drone" | "title_share" | "title_act"> = {
  "prompt.move": "title_move",
  "prompt.stance": "title_stance",
  "prompt.drone": "title_drone",
  "prompt.share": "title_share",
  "prompt.act": "title_act",
};

function title(input: Input): string | undefined {
  const { question, view, words } = input;
  const aim = aimOf(input);
  if (aim) return tell("aim_title", { action: words.name("action", aim.action), who: nameOf(view.units[aim.unit], words) });
  const unit = view.units[String(question?.prompt.params.unit ?? "")];
  const own = unit && TITLES[question?.prompt.key ?? ""];
  if (own) return tell(own, { who: `${nameOf(unit, words)}${question?.prompt.params.twin ?? ""}` });
  if (isDial(input)) return tell("dials_title");
  if (isFocus(input)) return tell(question?.prompt.key === "prompt.focus_defence" ? "focus_defence" : "focus_attack");
  return undefined;
}

/** Who acts and with what: it leads on to where and whom, and can be taken back. */
function light(input: Input, key: string): boolean {
  const action = actOf(input)?.actions[key];
  if (action) return action.targets.length > 0 || action.type === "movement";
  switch (promptOf(input)) {
    case "prompt.act":
      return key === "maneuver";
    case "prompt.stance":
      return input.view.stage !== "deploy";
    case "prompt.command":
      return key.startsWith("command:");
    default:
      return /^prompt\.(issuer|drone|deploy)$/.test(promptOf(input));
  }
}

/** The name of an action alone: the part stands in its row. */
function actionName(input: Input, key: string): string | undefined {
  const action = actOf(input)?.actions[key];
  return action ? input.words.name("action", action.action) : undefined;
}

/** A unit that is no answer is looked at: its sheet is opened, or shut. */
function opened(table: Table, target: string): boolean {
  if (!target.startsWith("unit:") || table.keysOf(target).length || table.scene.refused.some((one) => one.target === target)) return false;
  toggleSheet(table, target.slice(5));
  return true;
}

function key(table: Table, event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === "c") return putAside(table);
  return dialKey(table, event) || focusKey(table, event) || turnKey(table, event) || pathKey(table, event);
}
