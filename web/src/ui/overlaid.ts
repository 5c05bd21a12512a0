/**
 * Where somebody is who has no pointer. What lies over the page has the focus while it is there; when it goes, one is where
 * one was, or at the question. Whoever comes to another screen is at its heading, and a screen reader says where that is.
 */
import { carry, walked } from "./walked";

const LATE = 4000;
const CONTROL = "a, button, input, select, summary, textarea, [tabindex='0'], [role=option]";

const nowhere = (): boolean => !document.activeElement || document.activeElement === document.body;

function heading(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>("[data-asked], main h1, h1")].find((one) => one.textContent?.trim()) ?? null;
}

/** Put the focus on a heading, so that it is read out and one reads on from there. */
export function arriveAt(node: HTMLElement, walking = walked()): void {
  if (!node.hasAttribute("tabindex")) node.tabIndex = -1;
  carry(node, walking);
}

/** Tab goes round in a dialog that must be answered first. */
export function goRound(event: KeyboardEvent, node: HTMLElement): void {
  const all = [...node.querySelectorAll<HTMLElement>("a[href], button:not(:disabled), input, summary")];
  const [first, last] = [all[0], all[all.length - 1]];
  const at = document.activeElement;
  if (event.key !== "Tab" || !first || !last) return;
  if (event.shiftKey ? at === first || at === node : at === last) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}

/** For a dialog that takes the focus itself: gives it back when it closes. */
export function overlaid(node: HTMLElement): { destroy: () => void } {
  const before = document.activeElement as HTMLElement | null;
  const walking = walked();
  if (node.ariaModal) node.addEventListener("keydown", (event) => goRound(event, node));
  return {
    destroy: () =>
      queueMicrotask(() => {
        if (!nowhere()) return;
        const back = before?.isConnected && before.matches(CONTROL) ? before : heading();
        if (back) arriveAt(back, walking);
      }),
  };
}

let looking: MutationObserver | undefined;

/** Go to the heading of a screen that is being built, unless something there takes the focus first. */
export function arrive(): void {
  looking?.disconnect();
  const old = heading();
  const look = (): void => {
    const found = heading();
    if (nowhere() && (!found || found === old)) return;
    looking?.disconnect();
    if (nowhere() && found) arriveAt(found);
  };
  const watch = (looking = new MutationObserver(look));
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), LATE);
}
