/** The keys of the match screen. None of them acts while a text field has the focus. */
import type { Table } from "./table.svelte";

export function typing(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  return !!at?.closest("input, textarea, select, [contenteditable]");
}

export function tableKeys(event: KeyboardEvent, table: Table, escape: () => void): void {
  if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const control = (event.target as HTMLElement | null)?.closest("button, a, [role=slider], [role=radio], summary");
  if (table.question && !(control && (event.key === "Enter" || event.key === " ")) && table.client?.key?.(table, event)) {
    event.preventDefault();
    return;
  }
  switch (event.key) {
    case "Enter":
      if (control && !control.matches(".opt[aria-pressed=true]")) return;
      if (!table.aimed) return;
      event.preventDefault();
      void table.commit();
      return;
    case " ":
      if (control || !table.passKey) return;
      event.preventDefault();
      void table.commit(table.passKey);
      return;
    case "PageUp":
    case "PageDown":
      if (!table.scene.insets.length) return;
      event.preventDefault();
      level(table, event.key === "PageUp" ? -1 : 1);
      return;
    case "z":
    case "Z":
      void table.undo();
      return;
    case "?":
      if (table.question) void table.askWhy(table.question.prompt.text, { x: innerWidth / 2 - 160, y: 120 });
      return;
    case "Escape":
      if (table.why) table.why = null;
      else if (table.past) table.now();
      else table.drop();
      escape();
      return;
    default:
      return digit(event, table);
  }
}

/** The next level up or down; the first of the insets is on top. */
function level(table: Table, by: number): void {
  const { insets } = table.scene;
  const to = insets[insets.findIndex((inset) => inset.active) + by];
  if (to) table.tool("level", to.id);
}

/** Digits take the options in hand, in the order in which they are listed. */
function digit(event: KeyboardEvent, table: Table): void {
  const n = Number(event.key);
  if (!Number.isInteger(n) || n < 1) return;
  const choice = table.groups.flatMap((group) => group.choices)[n - 1];
  if (choice) table.aim(choice.key);
}
