/** Small geometry of scenes. */
import { expect, test } from "vitest";
import { around, centre, edgeOf, grown, hexagon, hull, outline } from "../../src/scene/shapes";

const square = { kind: "rect", x: 2, y: 4, w: 6, h: 8 } as const;
const disc = { kind: "circle", x: 5, y: 5, r: 3 } as const;
const diamond = { kind: "polygon", points: [0, 1, 2, 3].map((n) => ({ x: [0, 4, 0, -4][n] ?? 0, y: [-4, 0, 4, 0][n] ?? 0 })) } as const;

test("outlines as SVG paths", () => {
  expect(outline(square)).toBe("M2 4h6v8h-6z");
  expect(outline({ ...square, r: 1 })).toBe("M3 4h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z");
  expect(outline({ ...square, r: 99 }), "no rounder than half a side").toContain("a3 3");
  expect(outline(disc)).toBe("M2 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z");
  expect(outline({ ...diamond, points: [...diamond.points] })).toBe("M0 -4L4 0L0 4L-4 0z");
});

test("boxes around shapes and their centres", () => {
  expect(around(disc)).toEqual({ x: 2, y: 2, w: 6, h: 6 });
  expect(around(square)).toMatchObject({ x: 2, y: 4, w: 6, h: 8 });
  expect(hull([...diamond.points])).toEqual({ x: -4, y: -4, w: 8, h: 8 });
  expect(centre(square)).toEqual({ x: 5, y: 8 });
});

test("shapes grow evenly", () => {
  expect(grown(square, 1)).toMatchObject({ x: 1, y: 3, w: 8, h: 10 });
  expect(grown(disc, 2)).toMatchObject({ r: 5, x: 5 });
  expect(around(grown({ ...diamond, points: [...diamond.points] }, 1))).toEqual({ x: -5, y: -5, w: 10, h: 10 });
});

test("the edge around squares leaves out what lies between them", () => {
  const at = (x: number, y: number) => ({ x, y, w: 1, h: 1 });
  const sides = (path: string) => path.split("M").length - 1;
  expect(sides(edgeOf([at(0, 0)]))).toBe(4);
  expect(sides(edgeOf([at(0, 0), at(1, 0)]))).toBe(6);
  expect(sides(edgeOf([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]))).toBe(8);
  expect(edgeOf([at(0, 0), at(1, 0)])).not.toContain("M1 0L1 1");
});

test("hexagons lie on an edge or stand on a corner", () => {
  const flat = around(hexagon({ x: 0, y: 0 }, 10));
  const pointy = around(hexagon({ x: 0, y: 0 }, 10, true));
  expect([flat.w, flat.h].map(Math.round)).toEqual([20, 17]);
  expect([pointy.w, pointy.h].map(Math.round)).toEqual([17, 20]);
});
