/** Arcs, sectors and rails: drawings of what somebody sees. */
import type { Point, Side, Wash } from "../../scene/scene";
import { along } from "./model";

const ray = (from: Point, compass: number, far: number): Point => {
  const a = (compass * Math.PI) / 180;
  return { x: from.x + far * Math.sin(a), y: from.y - far * Math.cos(a) };
};

function sector(from: Point, middle: number, wide: number, far: number): Point[] {
  const count = Math.max(6, Math.round(wide / 8));
  return Array.from({ length: count + 1 }, (_, n) => ray(from, middle - wide / 2 + (wide * n) / count, far));
}

/** The front half of a TAG. */
export function frontArc(from: Point, facing: number, far: number, side: Side): Wash {
  const points = sector(from, facing, 180, far);
  return { side, shapes: [{ kind: "polygon", points }], outline: [points], dashed: true };
}

/** The angle of vision of the MegaBeast: its edge only. */
export function beastVision(from: Point, facing: number, wide: number, far: number): Wash {
  return { side: "n", shapes: [], outline: [[from, ...sector(from, facing, wide, far)]], dashed: true };
}

/** A stretch of a line, moved aside. */
export function beside(points: Point[], from: number, to: number, off: number): Point[] {
  const step = 6;
  const found: Point[] = [];
  const put = (far: number) => {
    const p = along(points, far);
    const a = (p.angle * Math.PI) / 180;
    found.push({ x: p.x - Math.sin(a) * off, y: p.y + Math.cos(a) * off });
  };
  for (let far = from; far < to; far += step) put(far);
  put(to);
  return found;
}

/** Where the note of a tile stands: at its top, or lower down where a door in the rock would lie on it. */
export function noteSpot(here: Point, size: number, doors: Point[]): Point {
  const top = { x: here.x, y: here.y - size * 0.72 };
  const hidden = doors.some((door) => Math.hypot(door.x - top.x, door.y - top.y) < size * 0.5);
  return hidden ? { x: here.x, y: here.y + size * 0.5 } : top;
}
