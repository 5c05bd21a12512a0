/** The keys of the match screen. None of them acts while a text field has the focus. */
import { read } from "../rules/reading.svelte";
import { typing, walked } from "../ui/walked";
import type { Table } from "./table.svelte";

const CONTROL = "button, a, summary, select, input, [role=slider], [role=radio], [role=button], [data-handle], [data-lit], [data-no]";
/** Elements with keys of their own: they have the focus because somebody opened them. */
const APART = "[role=dialog], .menu, .curtain, .scrub";

/**
 * Enter commits and Space passes, whatever was clicked last; they press a control only if the focus was moved there by key.
 * Handled before anything else, because the thing that was clicked still has the focus.
 */
export function committing(event: KeyboardEvent, table: Table): void {
  const space = event.key === " ";
  if ((event.key !== "Enter" && !space) || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
  const at = event.target as HTMLElement | null;
  if (!space && table.learning?.waits) return; // the lesson reads on
  if (!table.question || at?.closest(APART) || (space && at?.closest("input, select"))) return;
  const control = at?.closest(CONTROL);
  const again = !space && enteredAgain(control, table);
  if (control && walked() && !again && (space || !control.matches(".opt[aria-pressed=true]"))) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat || ownKey(event, table)) return;
  if (!space) void table.commit();
  else if (table.passKey) void table.commit(table.passKey);
}

let entered = "";

/** Whether Enter was pressed on this place of the board before, which has taken in hand what it means: then it is played now. */
function enteredAgain(control: Element | null | undefined, table: Table): boolean {
  const place = control?.matches("[data-lit]:not(.handle)") ? `${table.question?.number} ${control.getAttribute("data-target")}` : "";
  const again = place !== "" && place === entered && table.aimed !== undefined;
  entered = place;
  return again;
}

export function tableKeys(event: KeyboardEvent, table: Table, escape: () => void, goal: () => void): void {
  const at = event.target as HTMLElement | null;
  if (at?.closest("input, textarea, select, [contenteditable]") && event.key !== "Escape") return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
    event.preventDefault();
    return void table.undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const control = at?.closest("button, a, [role=slider], [role=radio], summary");
  if (table.question && !(control && (event.key === "Enter" || event.key === " ")) && ownKey(event, table)) {
    event.preventDefault();
    return;
  }
  if (table.film.on && !table.past && filmKey(event, table)) return event.preventDefault();
  switch (event.key) {
    case "PageUp":
    case "PageDown":
      if (!table.scene.insets.length) return;
      event.preventDefault();
      level(table, event.key === "PageUp" ? -1 : 1);
      return;
    case "g":
    case "G":
      if (table.ready && !table.solving) goal();
      return;
    case "t":
    case "T":
      threats(table, event.shiftKey ? "safe" : "threats");
      return;
    case "z":
    case "Z":
      void table.undo();
      return;
    case "h":
    case "H":
      if (table.question && !table.solving) void table.coach.ask();
      return;
    case "a":
    case "A":
      if (table.me.outcome) void table.coach.analyse();
      return;
    case "n":
    case "N":
      if (table.coach.analysis) void table.coach.next(event.shiftKey ? -1 : 1);
      return;
    case "b":
    case "B":
      event.preventDefault();
      read(table.words.game);
      return;
    case "?":
      if (table.question) void table.askWhy(table.question.prompt.text, { x: innerWidth / 2 - 160, y: 120 });
      return;
    case "Escape":
      if (table.why) table.why = null;
      else if (table.past) table.now();
      else if (table.selection.tools.sheet) table.tool("sheet", "");
      else if (!table.stepBack()) table.drop();
      escape();
      return;
    default:
      return digit(event, table);
  }
}

/** While a film runs: hold or go on, to the end, again, step by step. */
function filmKey({ key, target }: KeyboardEvent, { film }: Table): boolean {
  if ((target as Element | null)?.closest("button, [role=radio]") && walked()) return false;
  if (key === " ") film.toggle();
  else if ((key === "Enter" || key === "Escape") && !film.reel) film.finish();
  else if (key === "r" || key === "R") film.repeat();
  else if (key === "ArrowLeft") void (film.reel ? film.back(film.reel.eyes) : film.step(-1));
  else if (key === "ArrowRight") void film.step(1);
  else return false;
  return true;
}

/** The keys of the game, where its own way of putting answers together is on the screen. */
function ownKey(event: KeyboardEvent, table: Table): boolean {
  return !table.listed && (table.client?.key?.(table, event) ?? false);
}

/** The next level up or down; the first of the insets is on top. */
function level(table: Table, by: number): void {
  const { insets } = table.scene;
  const to = insets[insets.findIndex((inset) => inset.active) + by];
  if (to) table.tool("level", to.id);
}

/** Digits pick options, in the order in which they are listed. */
function digit(event: KeyboardEvent, table: Table): void {
  const n = Number(event.key);
  if (!Number.isInteger(n) || n < 1) return;
  const choice = table.groups.flatMap((group) => group.choices)[n - 1];
  if (choice) table.aim(choice.key);
}

/** The threat map on or off, this way round or the other. */
function threats(table: Table, mode: string): void {
  if (table.client?.threats) table.tool("threats", table.selection.tools.threats === mode ? "" : mode);
}
