/** Colours and drawings of the flat board for the 3D view: tokens as numbers, silhouettes and plates as billboards. */
import * as THREE from "three";
import type { Piece } from "../scene/scene";

const SIZE = 128;

/** A token's colour in the theme in force. */
export function colour(token: string): THREE.Color {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
  return new THREE.Color(value.startsWith("#") ? value : "#888888");
}

function symbol(id: string): string {
  const found = document.getElementById(id);
  if (!found) return "";
  const inner = found.innerHTML.replace(
    /<use href="#([\w-]+)"\s*\/?>(?:<\/use>)?/g,
    (_all, part: string) => document.getElementById(part)?.innerHTML ?? "",
  );
  return `<svg viewBox="${found.getAttribute("viewBox") ?? "0 0 48 48"}" width="100%" height="100%">${inner}</svg>`;
}

/** Silhouette and plate on an upright card that always faces the eye and stands before everything. */
export function billboard(piece: Piece, unit: number): THREE.Sprite {
  const side = `#${colour(`side-${piece.side}`).getHexString()}`;
  const ink = `#${colour("on-side").getHexString()}`;
  const plate =
    piece.label === undefined
      ? ""
      : `<g transform="translate(74 78) scale(2)"><g fill="${side}">${symbolInner(`plate-${piece.side}`)}</g><text x="12" y="16.500" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="13" fill="${ink}">${piece.label}</text></g>`;
  const body = piece.hidden ? "" : `<g fill="${side}"><svg x="14" y="4" width="100" height="100">${symbol(piece.glyph)}</svg></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">${body}${plate}</svg>`;
  const texture = new THREE.Texture();
  texture.colorSpace = THREE.SRGBColorSpace;
  const image = new Image(SIZE, SIZE);
  image.onload = () => {
    texture.image = image;
    texture.needsUpdate = true;
    document.dispatchEvent(new Event("muster:painted"));
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const sprite = new THREE.Sprite(
    new THREE.SpriteMaterial({ map: texture, depthTest: false, transparent: true, opacity: piece.state === "ghost" ? 0.45 : 1 }),
  );
  const scale = Math.max(piece.size, unit * 0.35) * 1.15;
  sprite.scale.set(scale, scale, 1);
  sprite.position.y = scale * 0.55;
  sprite.renderOrder = 10;
  return sprite;
}

function symbolInner(id: string): string {
  return document.getElementById(id)?.innerHTML ?? "";
}
