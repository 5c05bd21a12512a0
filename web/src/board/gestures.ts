/**
 * Pointers on the board: drag pans, two fingers or the wheel zoom, and neither ever chooses anything. Where a place turns what is put
 * there, a mouse that is pressed on it and drawn away says which way (with Shift it pans as ever).
 */
import type { Camera } from "./camera.svelte";

const SLACK = 6;

export interface Gestures {
  /** Whether the last press was a movement, so that its click does not count. */
  wasDrag(): boolean;
}

export function gestures(
  node: SVGSVGElement,
  camera: Camera,
  onmove?: (id: string, event: PointerEvent, end: boolean) => void,
): Gestures & { destroy(): void } {
  const down = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let dragged = false;
  let handle = "";

  const local = (event: PointerEvent | WheelEvent) => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const here = local(event);
    down.set(event.pointerId, here);
    if (down.size > 1) return;
    start = here;
    dragged = false;
    const at = (event.target as Element).closest("[data-handle], [data-turn]");
    const turn = event.pointerType === "mouse" && !event.shiftKey ? at?.getAttribute("data-turn") : undefined;
    handle = at?.getAttribute("data-handle") ?? (turn ? `turn:${turn}` : "");
  }

  function move(event: PointerEvent): void {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (!event.buttons) return release(event); // let go where nobody saw it, such as outside the window
    const at = local(event);
    if (Math.hypot(at.x - start.x, at.y - start.y) > SLACK && !dragged) {
      dragged = true;
      node.setPointerCapture(event.pointerId);
    }
    if (handle && dragged) onmove?.(handle, event, false);
    else if (down.size === 2) pinch(event.pointerId, at);
    else if (dragged) camera.pan(at.x - before.x, at.y - before.y);
    down.set(event.pointerId, at);
  }

  function pinch(moving: number, at: { x: number; y: number }): void {
    const [still] = [...down].filter(([id]) => id !== moving).map(([, point]) => point);
    const before = down.get(moving);
    if (!still || !before) return;
    const was = Math.hypot(before.x - still.x, before.y - still.y);
    const now = Math.hypot(at.x - still.x, at.y - still.y);
    dragged = true;
    if (was > 0) camera.zoomAt({ x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 }, now / was);
  }

  function release(event: PointerEvent): void {
    if (handle && dragged) onmove?.(handle, event, true);
    down.delete(event.pointerId);
    handle = "";
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    camera.zoomAt(local(event), Math.exp(-event.deltaY * 0.0016));
  }

  node.addEventListener("pointerdown", press);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", release);
  node.addEventListener("wheel", wheel, { passive: false });
  return {
    wasDrag: () => dragged,
    destroy() {
      node.removeEventListener("pointerdown", press);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", release);
      node.removeEventListener("pointercancel", release);
      node.removeEventListener("wheel", wheel);
    },
  };
}
