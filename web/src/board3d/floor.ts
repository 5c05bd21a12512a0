/**
 * The floor of the 3D view: everything that lies flat on the board, painted on it as on the 2D board. Ground and print, places,
 * zones, washes, hatches of sight, rings, trails, coordinates, values and names.
 */
import * as THREE from "three";
import type { Art, ArtLayer } from "../scene/art";
import type { Grid, Mark, Point, Scene, Shape } from "../scene/scene";
import { around, edgeOf, grown, outline } from "../scene/shapes";
import { css, stamp, token } from "./paint";

/** The longer side of the painting, in pixels. */
const FINE = 1792;

type Pen = CanvasRenderingContext2D;

/** A floor at a height; an upper one is there only where it is built. */
export function floor(scene: Scene, upper: boolean): THREE.Mesh {
  const { x, y, w, h } = scene.bounds;
  const scale = FINE / Math.max(w, h);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(w * scale);
  canvas.height = Math.round(h * scale);
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    paint(pen, scene, upper);
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 4;
  const mesh = new THREE.Mesh(
    new THREE.PlaneGeometry(w, h).rotateX(-Math.PI / 2),
    new THREE.MeshLambertMaterial({ map: texture, transparent: true, alphaTest: 0.02 }),
  );
  mesh.position.set(x + w / 2, 0, y + h / 2);
  mesh.receiveShadow = true;
  return mesh;
}

function paint(pen: Pen, scene: Scene, upper: boolean): void {
  const unit = sizeOf(scene);
  if (!upper) for (const grid of scene.grids) fill(pen, { kind: "rect", ...grid }, "board");
  layer(pen, scene.art, "floor");
  for (const cell of scene.cells) {
    if (cell.empty || (cell.tone === "none" && !cell.side) || (upper && cell.tone === "ground")) continue;
    if (cell.side) pen.fillStyle = css(`color-mix(in srgb, var(--side-${cell.side}) 16%, var(--board))`);
    else pen.fillStyle = token(cell.tone ?? "board");
    pen.fill(new Path2D(outline(cell.shape)));
    stroke(pen, outline(cell.shape), cell.side ? `side-${cell.side}` : "grid", cell.side ? 2 : 1);
  }
  layer(pen, scene.art, "print");
  if (!upper) for (const grid of scene.grids) ruled(pen, grid);
  if (scene.light && !upper) shine(pen, scene);
  for (const zone of scene.zones) {
    stroke(pen, outline(grown(zone.shape, -3)), zone.side ? `side-${zone.side}` : "ink-2", 1.8, [1.5, 4]);
    const box = around(zone.shape);
    write(pen, { at: { x: box.x + box.w - 6, y: box.y + box.h - 9 }, text: zone.name, size: unit * 0.2, anchor: "end", tone: "ink" });
  }
  for (const wash of scene.washes) {
    const area = wash.shapes.map(outline).join("");
    const edge = wash.outline
      ? wash.outline.map((one) => lined(one, true)).join("")
      : wash.shapes.every((one) => one.kind === "rect")
        ? edgeOf(wash.shapes.map(around))
        : area;
    pen.fillStyle = token(wash.side === "n" ? "veil" : `side-${wash.side}-wash`);
    pen.fill(new Path2D(area || edge));
    if (wash.swept) {
      pen.globalAlpha = 0.25;
      stroke(pen, lined(wash.swept.points), `side-${wash.side}`, wash.swept.width);
      pen.globalAlpha = 1;
    }
    stroke(pen, edge, `side-${wash.side}`, 1.8, wash.dashed ? [5, 4] : []);
  }
  for (const shape of scene.unseen) hatched(pen, shape);
  for (const one of scene.heat ?? []) {
    pen.globalAlpha = 0.12 + 0.6 * one.value;
    fill(pen, one.shape, "side-b");
    pen.globalAlpha = 1;
    write(pen, { at: one.at, text: one.text, size: unit * 0.2, tone: "ink" });
  }
  for (const ring of scene.rings) {
    stroke(pen, outline({ kind: "circle", ...ring.at, r: ring.radius }), "ink", 1.6, [1.6, 5]);
    if (ring.label)
      write(pen, {
        at: { x: ring.at.x + ring.radius * 0.7, y: ring.at.y + ring.radius * 0.72 },
        text: ring.label,
        size: unit * 0.16,
        tone: "ink",
      });
  }
  for (const trail of scene.trails) {
    pen.globalAlpha = 0.3;
    stroke(pen, lined(trail.points), `side-${trail.side}`, unit * 0.2);
    pen.globalAlpha = 1;
    stroke(pen, lined(trail.points), `side-${trail.side}`, 2.5, [8, 6]);
  }
  for (const { target, soft } of scene.highlights) {
    const cell = scene.cells.find((one) => one.id === target);
    if (!cell) continue;
    pen.fillStyle = token("choice-wash");
    pen.fill(new Path2D(outline(cell.shape)));
    stroke(pen, outline(grown(cell.shape, -1.5)), "choice-line", 3, soft ? [6, 5] : []);
  }
  for (const shape of scene.pointers) stroke(pen, outline(shape), "choice", 4);
  for (const cell of scene.cells)
    for (const mark of cell.marks ?? []) write(pen, { ...mark, size: ((mark.size ?? 12) * unit) / sized(scene) });
  for (const mark of scene.marks) write(pen, { ...mark, size: ((mark.size ?? 12) * unit) / sized(scene) });
}

/** The width of a place. */
export function sizeOf(scene: Scene): number {
  const first = scene.cells.find((cell) => cell.shape.kind !== "circle");
  return first ? Math.max(around(first.shape).w, 1) : (scene.grids[0]?.step ?? 50);
}

/** How many pixels of a mark fill a place: a hexagon has more room than a square. */
const sized = (scene: Scene): number => (sizeOf(scene) > 100 ? 118 : 62);

const lined = (points: Point[], closed = false): string => `M${points.map((p) => `${p.x} ${p.y}`).join("L")}${closed ? "z" : ""}`;

function fill(pen: Pen, shape: Shape, tone: string): void {
  pen.fillStyle = token(tone);
  pen.fill(new Path2D(outline(shape)));
}

function stroke(pen: Pen, d: string, tone: string, width: number, dash: number[] = []): void {
  pen.strokeStyle = token(tone);
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.lineCap = dash.length && (dash[0] ?? 9) < 2 ? "round" : "butt";
  pen.setLineDash(dash);
  pen.stroke(new Path2D(d));
  pen.setLineDash([]);
}

function layer(pen: Pen, art: Art[], wanted: ArtLayer): void {
  for (const one of art.filter(({ layer: found }) => found === wanted)) {
    pen.globalAlpha = one.opacity ?? 1;
    if (one.fill) {
      pen.fillStyle = token(`g-${one.fill}`);
      pen.fill(new Path2D(one.d));
    }
    if (one.stroke) stroke(pen, one.d, `g-${one.stroke}`, one.width ?? 1, (one.dash ?? "").split(" ").filter(Boolean).map(Number));
    pen.globalAlpha = 1;
  }
}

function ruled(pen: Pen, grid: Grid): void {
  let d = "";
  for (let x = 0; x <= grid.w + 1e-6; x += grid.step) d += `M${grid.x + x} ${grid.y}v${grid.h}`;
  for (let y = 0; y <= grid.h + 1e-6; y += grid.step) d += `M${grid.x} ${grid.y + y}h${grid.w}`;
  stroke(pen, d, "grid", 1);
  const size = Math.min(15, grid.step * 0.26);
  (grid.columns ?? []).forEach((text, n) =>
    write(pen, { at: { x: grid.x + (n + 0.5) * grid.step, y: grid.y - 9 }, text, size, tone: "ink" }),
  );
  (grid.rows ?? []).forEach((text, n) =>
    write(pen, { at: { x: grid.x - 10, y: grid.y + (n + 0.5) * grid.step }, text, size, tone: "ink" }),
  );
  const names = (grid.columns ?? []).flatMap((column, c) => (grid.rows ?? []).map((row, r) => ({ text: `${column}${row}`, c, r })));
  for (const { text, c, r } of names)
    write(pen, {
      at: { x: grid.x + c * grid.step + 4, y: grid.y + (r + 1) * grid.step - grid.step * 0.12 },
      text,
      size: grid.step * 0.16,
      anchor: "start",
      tone: "ink-2",
    });
}

function shine(pen: Pen, scene: Scene): void {
  const light = scene.light;
  const { x, y, w, h } = scene.grids[0] ?? scene.bounds;
  if (!light) return;
  const [cx, cy, r] = [x + w * light.x, y + h * light.y, Math.max(w, h) * light.r];
  const glow = pen.createRadialGradient(cx, cy, 0, cx, cy, r);
  const lit = token("g-lit").replace(/, [^,]+\)$/, "");
  glow.addColorStop(0, `${lit}, ${light.strength})`);
  glow.addColorStop(0.6, `${lit}, ${light.strength / 6})`);
  glow.addColorStop(1, `rgba(0, 0, 0, ${light.shade})`);
  pen.fillStyle = glow;
  pen.globalCompositeOperation = "source-atop";
  pen.fillRect(x, y, w, h);
  pen.globalCompositeOperation = "source-over";
}

function hatched(pen: Pen, shape: Shape): void {
  const { x, y, w, h } = around(shape);
  pen.save();
  pen.clip(new Path2D(outline(shape)));
  let d = "";
  for (let by = -h; by < w; by += 7) d += `M${x + by} ${y}l${h} ${h}`;
  pen.globalAlpha = 0.6;
  stroke(pen, d, "ink-2", 1.4);
  pen.restore();
}

/** A text or a glyph flat on the floor; where 2D moves it by pixels of the screen, it moves here by as much of its size. */
function write(pen: Pen, mark: Mark): void {
  const size = mark.size ?? 12;
  const x = mark.at.x + (mark.dx ?? 0);
  const y = mark.at.y + (mark.dy ?? 0);
  const ink = mark.side ? token(`side-${mark.side}`) : token(mark.tone ?? "ink-2");
  if (mark.glyph) return stamp(pen, mark.glyph, x - size / 2, y - size / 2, size, ink);
  pen.font = `600 ${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--font-board") || "sans-serif"}`;
  pen.textAlign = mark.anchor === "start" ? "left" : mark.anchor === "end" ? "right" : "center";
  pen.textBaseline = "middle";
  if (mark.ground || mark.post) {
    const wide = pen.measureText(mark.text ?? "").width + 6;
    const left = pen.textAlign === "left" ? x - 3 : pen.textAlign === "right" ? x + 3 - wide : x - wide / 2;
    pen.fillStyle = token("sheet");
    pen.fillRect(left, y - size * 0.65, wide, size * 1.3);
  }
  pen.fillStyle = ink;
  pen.fillText(mark.text ?? "", x, y);
}
