/** What a lesson points at is on the screen. */
import { expect, test } from "vitest";
import { pointed } from "../../src/lessons/pointing";
import { emptyScene, type Piece } from "../../src/scene/scene";

const bounds = { x: 0, y: 0, w: 100, h: 100 };
const piece = (id: string, x: number, y: number) => ({ id, at: { x, y }, size: 10 }) as Piece;

test("a close view gives way where it would leave out what the step points at", () => {
  const scene = { ...emptyScene("", bounds), frame: { x: 0, y: 0, w: 40, h: 40 }, pieces: [piece("near", 20, 20), piece("far", 80, 80)] };
  expect(pointed(scene, ["near"]).frame).toEqual(scene.frame);
  expect(pointed(scene, ["near", "far"]).frame).toBeUndefined();
  expect(pointed(scene, []).frame).toEqual(scene.frame);
});
