/**
 * How the focus came to where it is: walked there by key, or left behind by a click.
 *
 * Whoever walks to a control with Tab or an arrow presses it with Enter. Whoever clicked or typed a digit last means the
 * table: Enter commits, and never presses again what happened to be clicked.
 */
const WALKING = new Set(["Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);
const PRESSING = new Set(["Enter", " ", "Escape", "Shift", "Control", "Alt", "Meta"]);
let last = "";
let by = false;

addEventListener("pointerdown", () => ((last = ""), (by = false)), true);
addEventListener("focusin", () => (by = WALKING.has(last)), true);
addEventListener(
  "keydown",
  (event) => {
    if (PRESSING.has(event.key)) return;
    last = event.key;
    if (!WALKING.has(event.key)) by = false;
  },
  true,
);

/** Whether the focus was walked to what has it, and nothing else was done since. */
export const walked = (): boolean => by;

/** Whether a text is being written: keys are letters there. */
export function typing(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  return !!at?.closest("input:not([type=search], [type=checkbox], [type=radio]), textarea, [contenteditable]");
}
