/** Where the board is looked at. */
import { beforeEach, expect, test } from "vitest";
import { Camera } from "../../src/board/camera.svelte";

let camera: Camera;
beforeEach(() => {
  camera = new Camera();
  Object.assign(camera, { width: 428, height: 228, margin: 14, frame: { x: 100, y: 50, w: 200, h: 200 } });
});

const onScreen = (x: number, y: number) => ({ x: x * camera.k + camera.x, y: y * camera.k + camera.y });

test("the frame fits, in the middle", () => {
  expect(camera.k).toBe(1);
  expect(onScreen(200, 150)).toEqual({ x: 214, y: 114 });
  expect(camera.moved).toBe(false);
});

test("a sliced frame fills the screen", () => {
  camera.slice = true;
  expect(camera.k).toBe(2);
});

test("what is under the pointer stays there while one zooms", () => {
  const at = { x: 300, y: 40 };
  const before = camera.toScene(at);
  camera.zoomAt(at, 2.5);
  expect(camera.k).toBe(2.5);
  expect(onScreen(before.x, before.y).x).toBeCloseTo(at.x);
  expect(onScreen(before.x, before.y).y).toBeCloseTo(at.y);
  expect(camera.moved).toBe(true);
});

test("zoom has limits, and comes to rest at the whole board", () => {
  camera.zoomAt({ x: 0, y: 0 }, 100);
  expect(camera.zoom).toBe(8);
  camera.zoomAt({ x: 0, y: 0 }, 0.001);
  expect(camera.zoom).toBe(0.6);
  camera.zoomAt({ x: 50, y: 50 }, 1.67);
  expect(camera.moved).toBe(false);
});

test("the board cannot be dragged out of sight", () => {
  camera.pan(1000, -1000);
  expect(onScreen(200, 150)).toEqual({ x: 314, y: 14 });
  camera.home();
  expect(camera.moved).toBe(false);
});

test("a point at the edge is brought to the middle, one in sight is left alone", () => {
  camera.show({ x: 200, y: 150 });
  expect(camera.moved).toBe(false);
  camera.zoomAt({ x: 214, y: 114 }, 4);
  camera.show({ x: 260, y: 150 });
  expect(onScreen(260, 150).x).toBeCloseTo(214);
});
