/** A scene as meshes: the same tones, heights, figures and words as the flat board, and nothing that it does not show. */
import * as THREE from "three";
import type { Block, Cell, Piece, Scene, Shape, Wall } from "../scene/scene";
import { around, centre } from "../scene/shapes";
import { figure } from "./figures";
import { floor, sizeOf } from "./floor";
import { overlays } from "./overlays";
import { badge, colour, label, printed } from "./paint";

/** Height of a storey, of an inch of terrain, and of cover, as shares of a place. */
const STOREY = 0.9;
const INCH = 0.3;
const LOW = 0.24;
/** How thick the board is beneath its surface. */
const SLAB = 0.22;

export interface Built {
  group: THREE.Group;
  /** The things that can be touched, each with its target in `userData.target`. */
  targets: THREE.Object3D[];
  /** What turns towards the eye. */
  upright: THREE.Object3D[];
  unit: number;
}

/** All levels of a scene: the storeys of its insets, as far up as the cut goes, the lowest first. */
function storeys(scene: Scene, cut: number): Scene[] {
  if (!scene.insets.length) return [scene];
  return scene.insets
    .filter((inset) => !cut || Number(inset.id) <= cut)
    .map((inset) => inset.scene)
    .reverse();
}

/** `cut` is the highest level that is shown; those above are gone. */
export function build(whole: Scene, cut: number): Built {
  const levels = storeys(whole, cut);
  const group = new THREE.Group();
  const targets: THREE.Object3D[] = [];
  const upright: THREE.Object3D[] = [];
  const unit = sizeOf(whole);
  const size = unit > 100 ? unit * 0.4 : unit;
  const storey = STOREY * unit;
  const lit = new Set([whole, ...levels].flatMap((one) => one.highlights.map((light) => light.target)));
  const flat = new Set(levels.map((one) => one.cells[0]?.z ?? 0));
  for (const [n, level] of levels.entries()) {
    const up = (level.cells[0]?.z ?? 0) * storey;
    const shown = whole.insets.length ? dressed(level, whole, n) : level;
    const ground = floor(shown, n > 0);
    ground.position.y = up + (n ? unit * 0.012 : 0);
    for (const one of [ground, ...bodies(level, n > 0, up, unit)]) group.add(one);
    for (const cell of level.cells) {
      const mesh = touchable(cell, up);
      mesh.userData.target = cell.id;
      targets.push(mesh);
      group.add(mesh);
    }
    for (const wall of level.walls.filter((one) => !one.thin)) group.add(walled(wall, unit, storey));
    for (const box of level.covers) group.add(solid({ kind: "rect", ...box }, LOW * unit, "g-left", up));
  }
  for (const block of whole.blocks.filter((one) => !one.marked || one.numeral)) for (const one of hill(block, size)) group.add(one);
  const pieces = whole.insets.length
    ? levels.flatMap((level) => level.pieces.map((one) => whole.pieces.find((two) => two.id === one.id && !two.elsewhere) ?? one))
    : whole.pieces;
  for (const piece of [...pieces, ...whole.pieces.filter((one) => one.state === "ghost" || one.state === "planned")].filter(once())) {
    const made = figure({ ...piece, plain: false }, lit.has(piece.id), size);
    made.group.position.set(piece.at.x, heightOf(piece, whole, storey, size), piece.at.y);
    made.group.traverse((part) => (part.userData.target = piece.id));
    targets.push(made.group);
    upright.push(made.upright);
    group.add(made.group);
  }
  for (const one of words(whole, size, flat.size > 1 ? storey : 0)) group.add(one);
  for (const one of overlays(whole, unit > 100 ? unit * 0.5 : unit, storey)) group.add(one);
  return { group, targets, upright, unit };
}

const once = (): ((piece: Piece) => boolean) => {
  const seen = new Set<string>();
  return ({ id }) => !seen.has(id) && Boolean(seen.add(id));
};

/** A storey with what the whole scene says on the level that is shown: washes, hatches, marks, zones. */
function dressed(level: Scene, whole: Scene, n: number): Scene {
  const active = whole.insets.find((inset) => inset.active)?.scene === level;
  const first = n === 0 ? { grids: whole.grids, light: whole.light } : {};
  if (!active) return { ...level, ...first };
  const { washes, unseen, rings, trails, zones, marks, heat, cells } = whole;
  return {
    ...level,
    ...first,
    washes,
    unseen,
    rings,
    trails,
    zones,
    marks,
    heat,
    cells: level.cells.map((cell) => cells.find((one) => one.id === cell.id) ?? cell),
  };
}

const heightOf = (piece: Piece, scene: Scene, storey: number, size: number): number =>
  (scene.insets.length ? (piece.z ?? 0) * storey : roofUnder(piece, scene, size)) + (piece.flying ? size * 0.45 : 0) + 0.4;

/** Whoever stands on a roof stands as high as the roof. */
function roofUnder(piece: Piece, scene: Scene, size: number): number {
  if (!piece.z) return 0;
  const block = scene.blocks.find((one) => {
    const { x, y, w, h } = around(one.shape);
    return piece.at.x >= x && piece.at.x <= x + w && piece.at.y >= y && piece.at.y <= y + h;
  });
  return block ? block.height * INCH * size : 0;
}

/** What the board is made of beneath its surface: slabs of tiles, the table itself, the floors of a building. */
function bodies(scene: Scene, upper: boolean, up: number, unit: number): THREE.Object3D[] {
  const thick = (upper ? 0.06 : SLAB) * Math.min(unit, 90);
  if (scene.grids.length && !upper) return scene.grids.map((grid) => solid({ kind: "rect", ...grid }, thick, "g-side", up - thick - 0.3));
  return scene.cells
    .filter((cell) => cell.shape.kind !== "circle" && !cell.empty && cell.tone !== "ground" && cell.tone !== "none")
    .map((cell) => solid(cell.shape, thick, upper ? "g-left" : "g-side", up - thick - 0.3));
}

/** Tags, threats, crowds and refusals: small sheets that face the eye. */
function words(scene: Scene, size: number, storey: number): THREE.Object3D[] {
  const made: THREE.Object3D[] = [];
  const put = (sprite: THREE.Sprite, x: number, y: number, z: number) => {
    sprite.position.set(x, z, y);
    made.push(sprite);
  };
  const high = size * 0.26;
  for (const one of scene.threats) put(label(one.text, size * 0.3, one.weight === 2 ? "ink" : "quiet"), one.at.x, one.at.y, high);
  for (const crowd of scene.crowds) {
    const level = scene.pieces.find((piece) => piece.id === crowd.id)?.z ?? 0;
    put(badge(crowd.marks, crowd.text, high), crowd.at.x, crowd.at.y + size * 0.2, level * storey + high);
  }
  for (const tag of scene.tags) put(label(tag.text, high, tag.kind), tag.at.x, tag.at.y, size * 0.7);
  const said = new Map<string, [string | undefined, "quiet" | "choice"]>();
  for (const { target, tag } of scene.refused) said.set(target, [tag, "quiet"]);
  for (const { target, tag } of scene.highlights) said.set(target, [tag, "choice"]);
  for (const piece of scene.pieces) {
    const [text, kind] = said.get(piece.id) ?? [];
    if (text) put(label(text, high, kind), piece.at.x, piece.at.y, heightOf(piece, scene, storey, size) + piece.size * 1.75);
  }
  return made;
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

function walled(wall: Wall, unit: number, storey: number): THREE.Group {
  const long = Math.hypot(wall.to.x - wall.from.x, wall.to.y - wall.from.y);
  const along = new THREE.Group();
  along.position.set((wall.from.x + wall.to.x) / 2, (wall.z ?? 0) * storey, (wall.from.y + wall.to.y) / 2);
  along.rotation.y = -Math.atan2(wall.to.y - wall.from.y, wall.to.x - wall.from.x);
  for (const [at, wide, low, high] of panels(wall)) {
    const geometry = new THREE.BoxGeometry(wide * long, (high - low) * storey * 0.9, unit * 0.07);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: colour("g-left"), transparent: true, opacity: 0.62 }));
    mesh.position.set(at * long, ((low + high) / 2) * storey * 0.9, 0);
    mesh.castShadow = true;
    mesh.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial({ color: colour("g-edge") })));
    along.add(mesh);
  }
  return along;
}

/** Terrain: as high as it says, with its height printed on top. */
function hill(block: Block, size: number): THREE.Object3D[] {
  const high = block.height * INCH * size;
  const mesh = solid(block.shape, high, "g-top", 0);
  if (!block.numeral) return [mesh];
  const at = centre(around(block.shape));
  const text = printed(block.numeral, Math.min(size * 0.5, Math.max(around(block.shape).w, around(block.shape).h)));
  text.position.set(at.x, high + 0.6, at.y);
  return [mesh, text];
}

export function outlineOf(shape: Shape): THREE.Shape {
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
function solid(shape: Shape, height: number, tone: string, up: number): THREE.Mesh {
  const geometry = new THREE.ExtrudeGeometry(outlineOf(shape), { depth: height, bevelEnabled: false });
  geometry.rotateX(-Math.PI / 2);
  const mesh = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: colour(tone) }));
  mesh.position.y = up;
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial({ color: colour("g-edge") })));
  return mesh;
}

/** A place to touch: its outline flat on the floor, not drawn. */
function touchable(cell: Cell, up: number): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.ShapeGeometry(outlineOf(cell.shape)).rotateX(-Math.PI / 2), new THREE.MeshBasicMaterial());
  mesh.position.y = up + 0.2;
  mesh.visible = false;
  return mesh;
}
