/** The camera over the board: it fits the board to the frame by itself; the person may zoom and pan. */
import type { Point, Rect } from "../scene/scene";

const MOST = 8;

export class Camera {
  width = $state(0);
  height = $state(0);
  frame = $state.raw<Rect>({ x: 0, y: 0, w: 1, h: 1 });
  slice = $state(false);
  /** Screen pixels left free around the board. */
  margin = $state(14);
  zoom = $state(1);
  private offset = $state.raw<Point>({ x: 0, y: 0 });

  /** Screen pixels for one unit of the scene. */
  get k(): number {
    return this.fit * this.zoom;
  }

  get x(): number {
    return this.width / 2 - (this.frame.x + this.frame.w / 2) * this.k + this.offset.x;
  }

  get y(): number {
    return this.height / 2 - (this.frame.y + this.frame.h / 2) * this.k + this.offset.y;
  }

  get moved(): boolean {
    return this.zoom !== 1 || this.offset.x !== 0 || this.offset.y !== 0;
  }

  private get fit(): number {
    const across = Math.max(this.width - 2 * this.margin, 1) / this.frame.w;
    const down = Math.max(this.height - 2 * this.margin, 1) / this.frame.h;
    return this.slice ? Math.max(across, down) : Math.min(across, down);
  }

  home(): void {
    this.zoom = 1;
    this.offset = { x: 0, y: 0 };
  }

  pan(dx: number, dy: number): void {
    const limit = { x: (this.frame.w * this.k) / 2, y: (this.frame.h * this.k) / 2 };
    const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
    this.offset = { x: clamp(this.offset.x + dx, limit.x), y: clamp(this.offset.y + dy, limit.y) };
  }

  /** Zoom and keep the point under `at` (screen pixels) where it is. */
  zoomAt(at: Point, factor: number): void {
    const before = { x: (at.x - this.x) / this.k, y: (at.y - this.y) / this.k };
    this.zoom = Math.max(0.6, Math.min(MOST, this.zoom * factor));
    if (Math.abs(this.zoom - 1) < 0.02) this.zoom = 1;
    this.offset = {
      x: this.offset.x + at.x - (before.x * this.k + this.x),
      y: this.offset.y + at.y - (before.y * this.k + this.y),
    };
    if (this.zoom === 1) this.offset = { x: 0, y: 0 };
  }

  toScene(at: Point): Point {
    return { x: (at.x - this.x) / this.k, y: (at.y - this.y) / this.k };
  }

  /** Bring a point of the scene into the middle part of the screen, if it is not there. */
  show(at: Point): void {
    const x = at.x * this.k + this.x;
    const y = at.y * this.k + this.y;
    const inside = x > 24 && y > 24 && x < this.width - 24 && y < this.height - 24;
    if (!inside) this.pan(this.width / 2 - x, this.height / 2 - y);
  }
}
