/** Small geometry for drawing and filling scenes. */
import type { Point, Rect, Shape } from "./scene";

/** The outline of a shape as the `d` of an SVG path. */
export function outline(shape: Shape): string {
  switch (shape.kind) {
    case "rect": {
      const { x, y, w, h } = shape;
      const r = Math.min(shape.r ?? 0, w / 2, h / 2);
      if (!r) return `M${x} ${y}h${w}v${h}h${-w}z`;
      const q = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      return `M${x + r} ${y}h${w - 2 * r}${q(r, r)}v${h - 2 * r}${q(-r, r)}h${2 * r - w}${q(-r, -r)}v${2 * r - h}${q(r, -r)}z`;
    }
    case "circle": {
      const { x, y, r } = shape;
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    case "polygon":
      return `M${shape.points.map((p) => `${p.x} ${p.y}`).join("L")}z`;
  }
}

/** The smallest upright rectangle around a shape. */
export function around(shape: Shape): Rect {
  if (shape.kind === "rect") return shape;
  if (shape.kind === "circle") return { x: shape.x - shape.r, y: shape.y - shape.r, w: 2 * shape.r, h: 2 * shape.r };
  return hull(shape.points);
}

/** Whether a point lies in a shape. */
export function inside(shape: Shape, { x, y }: Point): boolean {
  if (shape.kind === "circle") return Math.hypot(x - shape.x, y - shape.y) <= shape.r;
  if (shape.kind === "rect") return x >= shape.x && x <= shape.x + shape.w && y >= shape.y && y <= shape.y + shape.h;
  let odd = false;
  shape.points.forEach((a, n) => {
    const b = shape.points[(n + 1) % shape.points.length] ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  });
  return odd;
}

export function hull(points: Point[]): Rect {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export function centre(rect: Rect): Point {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
}

export function grown(shape: Shape, by: number): Shape {
  if (shape.kind === "rect") return { ...shape, x: shape.x - by, y: shape.y - by, w: shape.w + 2 * by, h: shape.h + 2 * by };
  if (shape.kind === "circle") return { ...shape, r: shape.r + by };
  const mid = centre(around(shape));
  const points = shape.points.map((p) => {
    const far = Math.hypot(p.x - mid.x, p.y - mid.y) || 1;
    return { x: p.x + ((p.x - mid.x) / far) * by, y: p.y + ((p.y - mid.y) / far) * by };
  });
  return { ...shape, points };
}

/** The edge around a set of squares of one size, as SVG path: every side that only one of them has. */
export function edgeOf(squares: Rect[]): string {
  const sides = new Map<string, string>();
  const put = (x1: number, y1: number, x2: number, y2: number) => {
    const key = [x1, y1, x2, y2].map((n) => n.toFixed(3)).join(",");
    if (sides.has(key)) sides.delete(key);
    else sides.set(key, `M${x1} ${y1}L${x2} ${y2}`);
  };
  for (const { x, y, w, h } of squares) {
    put(x, y, x + w, y);
    put(x, y + h, x + w, y + h);
    put(x, y, x, y + h);
    put(x + w, y, x + w, y + h);
  }
  return [...sides.values()].join("");
}

/** A rectangle around a point, turned clockwise by so many degrees. */
export function rectangle(at: Point, wide: number, deep: number, degrees: number): Shape {
  const a = (degrees * Math.PI) / 180;
  const [w, d] = [wide / 2, deep / 2];
  const corners: [number, number][] = [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
  const points = corners.map(([x, y]) => ({
    x: at.x + x * Math.cos(a) - y * Math.sin(a),
    y: at.y + x * Math.sin(a) + y * Math.cos(a),
  }));
  return { kind: "polygon", points };
}

/** A flat-topped or pointy hexagon around a point. */
export function hexagon(at: Point, radius: number, pointy = false): Shape {
  const turn = pointy ? 30 : 0;
  const points = [0, 60, 120, 180, 240, 300].map((angle) => {
    const a = ((angle + turn) * Math.PI) / 180;
    return { x: at.x + radius * Math.cos(a), y: at.y + radius * Math.sin(a) };
  });
  return { kind: "polygon", points };
}
