/** Lines over the ground in the 3D view: paths with their steps, rails of watchers, and lines of sight from eye to body. */
import * as THREE from "three";
import type { Path, Point, Rail, Scene, Sight } from "../scene/scene";
import { colour, label } from "./paint";

/** How high an eye is, as a share of a storey; a path lies just above the ground. */
const EYE = 0.45;
const GROUND = 0.05;
/** Dashes of a line, as shares of the unit. */
const DASH = 0.16;

type Spot = THREE.Vector3;

export function overlays(scene: Scene, unit: number, storey: number): THREE.Object3D[] {
  return [
    ...scene.paths.map((path) => tube(onGround(path, unit), unit * 0.025, path.side ? `side-${path.side}` : "ink")),
    ...scene.paths.flatMap((path) => steps(path, unit)),
    ...scene.rails.map((rail) => tube(onGround(rail, unit), unit * 0.03, `side-${rail.side}`)),
    ...scene.sights.map((sight) => line(sight, unit, storey)),
  ];
}

/** The numbers along a path, and the inches of a ruler. */
function steps(path: Path, unit: number): THREE.Object3D[] {
  const told = [
    ...(path.ticks ?? []),
    ...(path.bars ?? []).flatMap((one) => (one.text ? [{ at: one.at, text: one.text, chosen: false }] : [])),
  ];
  return told.map(({ at, text, chosen }) => {
    const sprite = label(text, unit * 0.22, chosen ? "choice" : "ink");
    sprite.position.set(at.x, unit * 0.16, at.y);
    return sprite;
  });
}

const onGround = ({ points }: Path | Rail, unit: number): Spot[] => points.map((p) => new THREE.Vector3(p.x, unit * GROUND, p.y));

/** Solid as far as it is clear, dashed beyond; a ball where it is stopped. */
function line(sight: Sight, unit: number, storey: number): THREE.Group {
  const [low = 0, high = 0] = sight.levels ?? [];
  const [from, to] = [spot(sight.from, (low + EYE) * storey), spot(sight.to, (high + EYE) * storey)];
  const far = Math.hypot(sight.to.x - sight.from.x, sight.to.y - sight.from.y) || 1;
  const along = (p: Point): Spot => from.clone().lerp(to, Math.min(1, Math.hypot(p.x - sight.from.x, p.y - sight.from.y) / far));
  const turn = sight.stop ?? sight.obstructed;
  const group = new THREE.Group();
  const clear = turn ? along(turn) : to;
  group.add(tube([from, clear], unit * 0.022, "ink"));
  if (turn) for (const dash of dashes(clear, to, unit * DASH)) group.add(tube(dash, unit * 0.018, sight.stop ? "ink-3" : "ink"));
  if (sight.stop) {
    const ball = new THREE.Mesh(new THREE.SphereGeometry(unit * 0.07), over("ink"));
    ball.position.copy(clear);
    ball.renderOrder = 9;
    group.add(ball);
  }
  return group;
}

const spot = (p: Point, up: number): Spot => new THREE.Vector3(p.x, up, p.y);

function dashes(from: Spot, to: Spot, length: number): [Spot, Spot][] {
  const count = Math.max(1, Math.floor(from.distanceTo(to) / (2 * length)));
  return Array.from({ length: count }, (_, n) => [from.clone().lerp(to, (n + 0.3) / count), from.clone().lerp(to, (n + 0.8) / count)]);
}

/** Lines have no width in WebGL: a thin rod for each piece, in front of everything. */
function tube(points: Spot[], radius: number, token: string): THREE.Group {
  const group = new THREE.Group();
  points.slice(1).forEach((to, n) => {
    const from = points[n] as Spot;
    const rod = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, from.distanceTo(to), 6), over(token));
    rod.position.copy(from).lerp(to, 0.5);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().sub(from).normalize());
    rod.renderOrder = 9;
    group.add(rod);
  });
  return group;
}

const over = (token: string): THREE.MeshBasicMaterial =>
  new THREE.MeshBasicMaterial({ color: colour(token), depthTest: false, transparent: true });
