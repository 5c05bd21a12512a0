/** Colours and small drawings for the 3D view: tokens as numbers, plates, badges and tags as cards that face the eye. */
import * as THREE from "three";
import type { Piece, Side } from "../scene/scene";
import { outline } from "../scene/shapes";

let scope: HTMLElement = document.documentElement;
const known = new Map<string, string>();

/** Tokens are read where the board stands, with the look of its game and the theme in force. */
export function scopeTo(element: HTMLElement): void {
  scope = element;
  known.clear();
}

/** What a colour of the style sheet comes to, whatever it is mixed from. */
export function css(value: string): string {
  const found = known.get(value);
  if (found) return found;
  const probe = document.createElement("i");
  probe.style.color = value;
  scope.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const numbers = (computed.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const share = computed.startsWith("color(") ? 255 : 1;
  const [r = 136, g = 136, b = 136, a = 1] = [...numbers.slice(0, 3).map((one) => Math.round(one * share)), ...numbers.slice(3)];
  const made = `rgba(${r}, ${g}, ${b}, ${a})`;
  known.set(value, made);
  return made;
}

export const token = (name: string): string => css(`var(--${name})`);

/** A token as a colour of the scene; it has no transparency here. */
export function colour(name: string): THREE.Color {
  return new THREE.Color(token(name).replace(/rgba\((.*), [^,]+\)/, "rgb($1)"));
}

/** The side's colour for what lies away from the light. */
export const dark = (side: Side): THREE.Color => colour(`side-${side}`).lerp(new THREE.Color("#0a0a0a"), 0.58);

function pathOf(element: Element): string {
  const of = (name: string) => Number(element.getAttribute(name) ?? 0);
  if (element.tagName === "circle") return outline({ kind: "circle", x: of("cx"), y: of("cy"), r: of("r") });
  if (element.tagName === "rect") return outline({ kind: "rect", x: of("x"), y: of("y"), w: of("width"), h: of("height"), r: of("rx") });
  return element.getAttribute("d") ?? "";
}

/** A symbol of the sprite, one colour, without its masks. */
export function stamp(ctx: CanvasRenderingContext2D, id: string, x: number, y: number, size: number, ink: string): void {
  const symbol = document.getElementById(id);
  if (!symbol) return;
  const [, , wide = 16] = (symbol.getAttribute("viewBox") ?? "0 0 16 16").split(" ").map(Number);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / wide, size / wide);
  ctx.fillStyle = ctx.strokeStyle = ink;
  for (const path of symbol.querySelectorAll("path, circle, rect")) {
    if (path.closest("mask")) continue;
    const drawn = new Path2D(pathOf(path));
    if (path.getAttribute("stroke")) {
      ctx.lineWidth = Number(path.getAttribute("stroke-width") ?? 1);
      ctx.stroke(drawn);
    }
    if (path.getAttribute("fill") !== "none") ctx.fill(drawn, path.getAttribute("fill-rule") === "evenodd" ? "evenodd" : "nonzero");
  }
  ctx.restore();
}

/** Pixels of a card for each pixel it should have on the screen. */
const FINE = 3;

/** A drawing that always faces the eye and stands before everything, `height` units of the scene high. */
function card(wide: number, high: number, height: number, draw: (ctx: CanvasRenderingContext2D) => void): THREE.Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = wide * FINE;
  canvas.height = high * FINE;
  const ctx = canvas.getContext("2d");
  if (ctx) {
    ctx.scale(FINE, FINE);
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    draw(ctx);
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, depthTest: false, transparent: true }));
  sprite.scale.set((height * wide) / high, height, 1);
  sprite.renderOrder = 10;
  return sprite;
}

const font = (size: number): string =>
  `600 ${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--font-board") || "sans-serif"}`;

/** The plate of a piece: its side by shape and colour, its number. */
export function plate({ side, label, hidden }: Piece, height: number): THREE.Sprite {
  return card(26, 26, height, (ctx) => {
    ctx.translate(1, 1);
    stamp(ctx, `plate-${side}`, 0, 0, 24, token(`side-${side}`));
    ctx.font = font(15);
    ctx.fillStyle = token("on-side");
    ctx.fillText(hidden ? "?" : (label ?? ""), 12, 13);
  });
}

/** States and counts of a piece in one badge. */
export function badge(marks: string[], text: string, height: number): THREE.Sprite {
  const wide = marks.length * 16 + (text ? 8 + text.length * 8 : 0) + 4;
  return card(wide, 20, height, (ctx) => {
    ctx.fillStyle = token("ink");
    ctx.fillRect(0, 0, wide, 20);
    marks.forEach((mark, n) => stamp(ctx, mark, 4 + n * 16, 4, 12, token("ink-inv")));
    if (!text) return;
    ctx.font = font(14);
    ctx.fillStyle = token("ink-inv");
    ctx.fillText(text, wide - 6 - text.length * 4, 11);
  });
}

/** Words on a small sheet. */
export function label(text: string, height: number, kind: "ink" | "choice" | "quiet" = "ink"): THREE.Sprite {
  const wide = text.length * 7.2 + 12;
  return card(wide, 20, height, (ctx) => {
    ctx.fillStyle = token(kind === "ink" ? "ink" : kind === "choice" ? "choice" : "sheet");
    ctx.fillRect(0, 0, wide, 20);
    ctx.font = font(13);
    ctx.fillStyle = kind === "choice" ? "#16181a" : token(kind === "ink" ? "ink-inv" : "ink");
    ctx.fillText(text, wide / 2, 11);
  });
}

/** A numeral lying flat on what it belongs to. */
export function printed(text: string, size: number): THREE.Mesh {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  const ctx = canvas.getContext("2d");
  if (ctx) {
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = font(text.length > 2 ? 56 : 76);
    ctx.lineWidth = 14;
    ctx.lineJoin = "round";
    ctx.strokeStyle = token("g-top");
    ctx.strokeText(text, 64, 68);
    ctx.fillStyle = token("ink");
    ctx.fillText(text, 64, 68);
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const mesh = new THREE.Mesh(
    new THREE.PlaneGeometry(size, size),
    new THREE.MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false }),
  );
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}
