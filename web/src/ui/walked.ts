/**
 * How the focus came to where it is: moved there by key, or left behind by a click.
 *
 * If you moved to a control with Tab or an arrow, Enter presses it. If you clicked or typed a digit last, you mean the
 * table: Enter commits, and never presses again whatever happened to be clicked.
 */
const PRESSING = new Set(["Enter", " ", "Escape", "Shift", "Control", "Alt", "Meta"]);
let pointed = false;
let by = false;

function point(): void {
  pointed = true;
  by = false;
}

function press(event: KeyboardEvent): void {
  pointed = false;
  if (!PRESSING.has(event.key)) by = false; // if it moves the focus, that is heard next
}

addEventListener("pointerdown", point, true);
addEventListener("keydown", press, true);
addEventListener("focusin", () => (by = !pointed), true);

/** Whether the focus was moved to its place by key, and nothing else was done since. */
export const walked = (): boolean => by;

/** Put the focus somewhere for the person, and leave it as it was whether they walk by key. */
export function carry(node: HTMLElement, walking: boolean): void {
  node.focus({ preventScroll: true });
  by = walking;
}

/** Whether the person is writing text: there keys are letters. */
export function typing(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  return !!at?.closest("input:not([type=search], [type=checkbox], [type=radio]), textarea, [contenteditable]");
}

/** Whether Enter means the way on of a screen, and neither a control to which the focus was moved by key, nor a text or a dialog. */
export function onward(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  if (event.key !== "Enter" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  return (
    !at?.closest("textarea, [role=dialog]") &&
    !(walked() && at?.closest("button, a, summary, select, [role=button], [role=option], [role=radio]"))
  );
}
