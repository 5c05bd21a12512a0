/** A scene as meshes: the same tones, heights and plates as the flat board, and nothing that it does not show. */
import * as THREE from "three";
import type { Cell, Piece, Scene, Shape, Wall, Wash } from "../scene/scene";
import { around } from "../scene/shapes";
import { overlays } from "./overlays";
import { billboard, colour } from "./paint";

/** Height of a storey and of an inch of terrain, as a share of the widest cell. */
const STOREY = 0.9;
const INCH = 0.3;

export interface Built {
  group: THREE.Group;
  /** The things that can be touched, each with its target in `userData.target`. */
  targets: THREE.Object3D[];
  unit: number;
}

/** All levels of a scene at once: the storeys of its insets, as far up as the cut goes. */
function storeys(scene: Scene, cut: number): Scene {
  if (!scene.insets.length) return scene;
  const shown = scene.insets.filter((inset) => !cut || Number(inset.id) <= cut).map((inset) => inset.scene);
  return {
    ...scene,
    cells: shown.flatMap((one) => one.cells),
    walls: shown.flatMap((one) => one.walls),
    pieces: shown.flatMap((one) => one.pieces),
  };
}

/** `cut` is the highest level that is shown; those below are translucent storeys, those above are gone. */
export function build(whole: Scene, cut: number): Built {
  const scene = storeys(whole, cut);
  const group = new THREE.Group();
  const targets: THREE.Object3D[] = [];
  const unit = unitOf(scene);
  const lit = new Set(scene.highlights.map((light) => light.target));
  for (const grid of scene.grids) group.add(plane(grid.x, grid.y, grid.w, grid.h, 0, "board"), lines(scene, grid.step));
  for (const cell of scene.cells) {
    if ((cell.level ?? 0) > cut && cut > 0) continue;
    const mesh = floor(cell, unit, lit.has(cell.id));
    mesh.userData.target = cell.id;
    targets.push(mesh);
    group.add(mesh);
  }
  for (const block of scene.blocks) group.add(solid(block.shape, block.height * INCH * unit, `t${block.height}`));
  for (const wall of scene.walls.filter((one) => !one.thin)) {
    const long = Math.hypot(wall.to.x - wall.from.x, wall.to.y - wall.from.y);
    const along = new THREE.Group();
    along.position.set((wall.from.x + wall.to.x) / 2, (wall.z ?? 0) * STOREY * unit, (wall.from.y + wall.to.y) / 2);
    along.rotation.y = -Math.atan2(wall.to.y - wall.from.y, wall.to.x - wall.from.x);
    for (const [at, wide, low, high] of panels(wall))
      along.add(panel(at * long, wide * long, low * STOREY * unit * 0.9, high * STOREY * unit * 0.9, unit));
    group.add(along);
  }
  for (const piece of scene.pieces) {
    const made = figure(piece, unit, lit.has(piece.id));
    made.traverse((part) => (part.userData.target = piece.id));
    targets.push(made);
    group.add(made);
  }
  for (const one of overlays(scene, unit, STOREY * unit, outlinesOf)) group.add(one);
  return { group, targets, unit };
}

/** The areas of a wash: its outline if it has one, else its shapes. */
function outlinesOf({ shapes, outline }: Wash): THREE.Shape[] {
  return outline ? outline.map((points) => outlineOf({ kind: "polygon", points })) : shapes.map(outlineOf);
}

/** A wall as panels: where along it and how wide, from which height to which, as shares. Openings leave gaps. */
function panels(wall: Wall): [number, number, number, number][] {
  if (!wall.opening) return [[0, 1, 0, 1]];
  const lintel: [number, number, number, number] = [0, 0.46, 0.8, 1];
  const sides: [number, number, number, number][] = [
    [-0.365, 0.27, 0, 1],
    [0.365, 0.27, 0, 1],
  ];
  return wall.opening === "door" ? [...sides, lintel] : [...sides, lintel, [0, 0.46, 0, 0.4]];
}

function panel(at: number, wide: number, low: number, high: number, unit: number): THREE.Mesh {
  const mesh = new THREE.Mesh(
    new THREE.BoxGeometry(wide, high - low, unit * 0.05),
    new THREE.MeshLambertMaterial({ color: colour("side-n"), transparent: true, opacity: 0.42, depthWrite: false }),
  );
  mesh.position.set(at, (low + high) / 2, 0);
  return mesh;
}

function unitOf(scene: Scene): number {
  const [first] = scene.cells;
  return first ? Math.max(around(first.shape).w, 1) : (scene.grids[0]?.step ?? 50);
}

function plane(x: number, y: number, w: number, h: number, z: number, tone: string): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(w, h), new THREE.MeshLambertMaterial({ color: colour(tone) }));
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set(x + w / 2, z - 0.5, y + h / 2);
  return mesh;
}

function lines(scene: Scene, step: number): THREE.LineSegments {
  const points: number[] = [];
  for (const grid of scene.grids) {
    for (let x = 0; x <= grid.w + 1e-6; x += step) points.push(grid.x + x, 0.2, grid.y, grid.x + x, 0.2, grid.y + grid.h);
    for (let y = 0; y <= grid.h + 1e-6; y += step) points.push(grid.x, 0.2, grid.y + y, grid.x + grid.w, 0.2, grid.y + y);
  }
  const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: colour("grid") }));
}

function outlineOf(shape: Shape): THREE.Shape {
  const drawn = new THREE.Shape();
  if (shape.kind === "rect") {
    drawn
      .moveTo(shape.x, -shape.y)
      .lineTo(shape.x + shape.w, -shape.y)
      .lineTo(shape.x + shape.w, -shape.y - shape.h)
      .lineTo(shape.x, -shape.y - shape.h);
  } else if (shape.kind === "circle") drawn.absarc(shape.x, -shape.y, shape.r, 0, 2 * Math.PI, false);
  else shape.points.forEach((p, n) => (n ? drawn.lineTo(p.x, -p.y) : drawn.moveTo(p.x, -p.y)));
  drawn.closePath();
  return drawn;
}

/** A shape pulled up to a height; the flat board's y is the depth here. */
function solid(shape: Shape, height: number, tone: string, base = 0): THREE.Mesh {
  const geometry = new THREE.ExtrudeGeometry(outlineOf(shape), { depth: height, bevelEnabled: false });
  geometry.rotateX(-Math.PI / 2);
  const mesh = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: colour(tone) }));
  mesh.position.y = base;
  mesh.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial({ color: colour("hatch") })));
  return mesh;
}

function floor(cell: Cell, unit: number, lit: boolean): THREE.Mesh {
  const up = (cell.z ?? 0) * STOREY * unit;
  const invisible = cell.tone === "none" || cell.tone === "ground";
  const mesh = solid(cell.shape, unit * 0.03, cell.side ? `side-${cell.side}` : (cell.tone ?? "board"), up);
  const material = mesh.material as THREE.MeshLambertMaterial;
  material.transparent = true;
  material.opacity = invisible ? 0 : cell.side ? 0.35 : up > 0 ? 0.6 : 1;
  const [edge] = mesh.children as THREE.LineSegments[];
  if (edge) {
    (edge.material as THREE.LineBasicMaterial).color.set(colour(lit ? "choice-line" : "grid"));
    edge.visible = lit || !invisible;
  }
  return mesh;
}

function figure(piece: Piece, unit: number, lit: boolean): THREE.Group {
  const group = new THREE.Group();
  const up = (piece.z ?? 0) * STOREY * unit + (piece.flying ? unit * 0.5 : 0);
  group.position.set(piece.at.x, up, piece.at.y);
  const tint = lit ? colour("choice-line") : colour(`side-${piece.side}`);
  const geometry =
    piece.base === "round"
      ? new THREE.CylinderGeometry(piece.size / 2, piece.size / 2, unit * 0.07, 36)
      : new THREE.BoxGeometry(piece.size, unit * 0.07, piece.size);
  const opacity = piece.state === "ghost" ? 0.4 : 1;
  const fill = colour("sheet").lerp(colour(`side-${piece.side}`), 0.16);
  const base = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: fill, transparent: true, opacity }));
  base.add(
    new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial({ color: tint, transparent: true, opacity })),
  );
  base.position.y = unit * 0.07;
  group.add(base);
  if (piece.facing !== undefined) {
    const wedge = new THREE.Mesh(
      new THREE.ConeGeometry(piece.size * 0.16, piece.size * 0.22, 3),
      new THREE.MeshLambertMaterial({ color: tint }),
    );
    const turn = (piece.facing * Math.PI) / 180;
    wedge.position.set(Math.sin(turn) * piece.size * 0.58, unit * 0.07, -Math.cos(turn) * piece.size * 0.58);
    wedge.rotation.set(-Math.PI / 2, 0, -turn);
    group.add(wedge);
  }
  group.add(billboard(piece, unit));
  return group;
}
