/** Pieces with volume: the silhouette of the flat board pulled into depth, its drawing on the front, on a base with an edge. */
import * as THREE from "three";
import { SVGLoader } from "three/examples/jsm/loaders/SVGLoader.js";
import type { Piece } from "../scene/scene";
import { badge, colour, css, dark, plate } from "./paint";

/** How deep a figure is, how high it stands, and how thick its base is, as shares of the base. */
const DEPTH = 0.14;
const TALL = 1.25;
const BASE = 0.14;
/** Pixels of the drawing on a front. */
const FINE = 256;

const bodies = new Map<string, THREE.BufferGeometry | null>();
const fronts = new Map<string, THREE.Texture>();

/** A piece, and the part of it that turns towards the eye. */
export interface Figure {
  group: THREE.Group;
  upright: THREE.Group;
}

function symbols(glyph: string): { box: number; inner: string } {
  const found = glyph.split(" ").flatMap((id) => document.getElementById(id) ?? []);
  const box = Number((found[0]?.getAttribute("viewBox") ?? "0 0 48 48").split(" ")[2] ?? 48);
  return { box, inner: found.map((one) => one.innerHTML).join("") };
}

/** The silhouette as a body one unit high and wide, standing on the ground; null while the sprite is not there yet. */
function body(glyph: string): THREE.BufferGeometry | null {
  const known = bodies.get(glyph);
  if (known !== undefined) return known;
  const { box, inner } = symbols(glyph);
  if (!inner) return null;
  const plain = inner.replace(/<mask[\s\S]*?<\/mask>/g, "");
  const paths = new SVGLoader().parse(`<svg xmlns="http://www.w3.org/2000/svg">${plain}</svg>`).paths;
  const shapes = paths.flatMap((path) => path.toShapes());
  if (!shapes.length) return null;
  const geometry = new THREE.ExtrudeGeometry(shapes, { depth: DEPTH * box, bevelEnabled: false, curveSegments: 4 });
  geometry.scale(1 / box, -1 / box, 1 / box).translate(-0.5, 1, -DEPTH);
  // Mirrored in one direction: the faces look the other way.
  const index = geometry.getIndex();
  if (!index) flip(geometry);
  bodies.set(glyph, geometry);
  return geometry;
}

function flip(geometry: THREE.BufferGeometry): void {
  const at = geometry.getAttribute("position");
  for (let n = 0; n < at.count; n += 3) {
    const [x, y, z] = [at.getX(n), at.getY(n), at.getZ(n)];
    at.setXYZ(n, at.getX(n + 1), at.getY(n + 1), at.getZ(n + 1));
    at.setXYZ(n + 1, x, y, z);
  }
  geometry.computeVertexNormals();
}

/** The drawing of the front, lit from above, as on the flat board. */
function front(piece: Piece): THREE.Texture {
  const side = css(`var(--side-${piece.side})`);
  const key = `${piece.glyph} ${side}`;
  const known = fronts.get(key);
  if (known) return known;
  const { box, inner } = symbols(piece.glyph);
  const light = css(`color-mix(in srgb, var(--side-${piece.side}) 74%, var(--g-lit))`);
  const low = css(`color-mix(in srgb, var(--side-${piece.side}) 70%, #000)`);
  const line = css(`color-mix(in srgb, var(--side-${piece.side}) 18%, #0c0e0f)`);
  const gradient = `<linearGradient id="vol" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${side}"/><stop offset="1" stop-color="${low}"/></linearGradient>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${FINE}" height="${FINE}" viewBox="0 0 ${box} ${box}"><defs>${gradient}</defs><g fill="url(#vol)" stroke="${line}" stroke-width="${box * 0.022}" paint-order="stroke" stroke-linejoin="round" color="${side}">${inner}</g></svg>`;
  const texture = new THREE.Texture();
  texture.colorSpace = THREE.SRGBColorSpace;
  if (inner) {
    fronts.set(key, texture);
    const image = new Image(FINE, FINE);
    image.onload = () => {
      texture.image = image;
      texture.needsUpdate = true;
      document.dispatchEvent(new Event("muster:painted"));
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  }
  return texture;
}

/** The base: an edge in the dark of its side, a top in its light. */
function base(piece: Piece, opacity: number): THREE.Mesh {
  const high = piece.size * BASE;
  const side = colour(`side-${piece.side}`);
  const edge = new THREE.MeshLambertMaterial({ color: dark(piece.side).lerp(side, 0.25), transparent: opacity < 1, opacity });
  const top = new THREE.MeshLambertMaterial({ color: colour("sheet").lerp(side, 0.34), transparent: opacity < 1, opacity });
  const geometry =
    piece.base === "round"
      ? new THREE.CylinderGeometry(piece.size / 2, piece.size / 2, high, 40)
      : new THREE.BoxGeometry(piece.size, high, piece.size);
  const mesh = new THREE.Mesh(geometry, piece.base === "round" ? [edge, top, edge] : [edge, edge, top, edge, edge, edge]);
  mesh.position.y = high / 2;
  mesh.castShadow = mesh.receiveShadow = opacity === 1;
  mesh.add(
    new THREE.LineSegments(
      new THREE.EdgesGeometry(geometry, 40),
      new THREE.LineBasicMaterial({ color: side, transparent: opacity < 1, opacity }),
    ),
  );
  return mesh;
}

/** A ring round the base: yellow for what may be chosen, ink for what acts. */
function ring(piece: Piece, tone: string): THREE.Mesh {
  const wide = piece.size / 2 + piece.size * 0.1;
  const geometry = piece.base === "round" ? new THREE.CylinderGeometry(wide, wide, 1, 40) : new THREE.BoxGeometry(2 * wide, 1, 2 * wide);
  const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ color: colour(tone) }));
  mesh.position.y = 0.8;
  return mesh;
}

function beak(piece: Piece, facing: number): THREE.Mesh {
  const far = piece.size * 0.6;
  const mesh = new THREE.Mesh(
    new THREE.ConeGeometry(piece.size * 0.18, piece.size * 0.26, 3),
    new THREE.MeshLambertMaterial({ color: colour(`side-${piece.side}`) }),
  );
  const turn = (facing * Math.PI) / 180;
  mesh.position.set(Math.sin(turn) * far, piece.size * BASE * 0.6, -Math.cos(turn) * far);
  mesh.rotation.set(-Math.PI / 2, 0, -turn);
  return mesh;
}

export function figure(piece: Piece, lit: boolean, unit: number): Figure {
  const group = new THREE.Group();
  const upright = new THREE.Group();
  const opacity = piece.state === "ghost" ? 0.4 : piece.state === "dim" ? 0.6 : 1;
  if (lit) group.add(ring(piece, "choice-line"));
  else if (piece.state === "acting" || piece.state === "planned") group.add(ring(piece, "ink"));
  group.add(base(piece, opacity));
  if (piece.facing !== undefined) group.add(beak(piece, piece.facing));
  const solid = piece.hidden ? null : body(piece.glyph);
  const tall = piece.size * TALL;
  upright.position.y = piece.size * BASE;
  if (solid) {
    const material = new THREE.MeshLambertMaterial({ color: dark(piece.side), side: THREE.DoubleSide, transparent: opacity < 1, opacity });
    const mesh = new THREE.Mesh(solid, material);
    mesh.scale.setScalar(tall);
    mesh.castShadow = opacity === 1;
    upright.add(mesh);
    const face = new THREE.Mesh(
      new THREE.PlaneGeometry(tall, tall),
      new THREE.MeshBasicMaterial({ map: front(piece), transparent: true, opacity, alphaTest: 0.3 }),
    );
    face.position.set(0, tall / 2, tall * 0.004);
    upright.add(face);
  }
  group.add(upright);
  const small = Math.max(piece.size * 0.42, unit * 0.16);
  if (piece.label !== undefined) {
    const made = plate(piece, small);
    made.position.set(piece.size * 0.42, piece.size * 0.12, piece.size * 0.2);
    upright.add(made);
  }
  const marks = piece.marks ?? [];
  if (marks.length || piece.badge) {
    const made = badge(marks, piece.badge ?? "", small);
    made.position.set(-piece.size * 0.36, solid ? tall * 0.92 : small, piece.size * 0.2);
    upright.add(made);
  }
  return { group, upright };
}
