/** Ground that is drawn once and stays, and crowds that can be read. */
import { expect, test } from "vitest";
import { keeping, markup, placed, seeded, seedOf, type Art } from "../../src/scene/art";
import { fanned } from "../../src/scene/crowd";
import type { Piece } from "../../src/scene/scene";
import { ground as city } from "../../src/games/deadzone/ground";
import { ground as yard } from "../../src/games/obsidian_protocol/ground";
import { ground as mine } from "../../src/games/tag_raid/ground";

test("a drawing is moved and scaled, whatever its commands", () => {
  expect(placed("M10 20H30V40h-5v-5l1 -2z", 100, 200, 2)).toBe("M120 240H160V280h-10v-10l2 -4z");
  expect(placed("M0 0a10 5 0 0 1 20 0", 1, 1, 0.5), "flags of an arc are no lengths").toBe("M1 1a5 2.5 0 0 1 10 0");
});

test("chance from a seed is the same every time, and differs between seeds", () => {
  const some = (seed: number) => Array.from({ length: 5 }, seeded(seed));
  expect(some(4)).toEqual(some(4));
  expect(some(4)).not.toEqual(some(5));
  expect(some(1).every((one) => one >= 0 && one < 1)).toBe(true);
  expect(seedOf("c3")).not.toBe(seedOf("d3"));
});

test("what is kept is made once, and the oldest goes when there are too many", () => {
  const keep = keeping<object>(2);
  const one = keep("a", () => ({}));
  expect(keep("a", () => ({}))).toBe(one);
  keep("b", () => ({}));
  keep("c", () => ({}));
  expect(keep("a", () => ({}))).not.toBe(one);
});

test("art is paths in the tones of the theme, one layer at a time", () => {
  const art: Art[] = [
    { layer: "floor", d: "M0 0h1", stroke: "art", opacity: 0.5 },
    { layer: "roof", d: "M0 0h1v1z", fill: "t1" },
  ];
  expect(markup(art, "floor")).toBe(
    '<path d="M0 0h1" fill="none" stroke="var(--g-art)" stroke-width="1" stroke-linejoin="round" opacity="0.5"/>',
  );
  expect(markup(art, "roof")).toContain('fill="var(--g-t1)"');
});

test("no ground of any game holds a number that is none", () => {
  const cubes = ["a1", "a2", "b1"].map((name) => ({
    name: `${name}.1`,
    floor: "partial",
    cover: true,
    ramp: "b1.2",
    east: "wall",
    south: "open",
  }));
  const drawn = [
    ...city(cubes as never, 1, () => 1),
    ...yard(12, [["a1", "b1"], ["l12"]], [{ id: "t", shape: { kind: "rect", x: 0, y: 0, w: 108, h: 54 }, height: 3, name: "" }]),
    ...mine(
      [{ name: "a", at: { x: 0, y: 0 }, special: "difficult" }],
      [{ x: 200, y: 0 }],
      100,
      [{ at: { x: 0, y: 100 }, facing: 30 }],
      [
        {
          id: "s",
          shape: {
            kind: "polygon",
            points: [
              { x: 0, y: 0 },
              { x: 9, y: 0 },
              { x: 9, y: 9 },
            ],
          },
          height: 2,
          name: "",
        },
      ],
    ),
  ];
  expect(drawn.length).toBeGreaterThan(20);
  for (const { d } of drawn) expect(d).not.toMatch(/NaN|undefined|Infinity/);
});

test("three in one place fan out, none covers another's plate, and one badge says how they are", () => {
  const piece = (id: string, marks: string[]): Piece => ({ id, side: "a", at: { x: 0, y: 0 }, size: 46, glyph: "x", name: id, marks });
  const { pieces, crowd } = fanned(
    [piece("1", ["i-pinned"]), piece("2", []), piece("3", ["i-pinned", "i-eye"])],
    { x: 100, y: 100 },
    60,
    "3 here",
  );
  expect(new Set(pieces.map(({ at }) => `${at.x.toFixed()},${at.y.toFixed()}`)).size).toBe(3);
  for (const { at, size } of pieces) {
    expect(Math.abs(at.x - 100) + size / 2).toBeLessThanOrEqual(30.01);
    expect(size).toBeLessThan(46);
  }
  const plates = pieces.map(({ at, plate }) => ({ x: at.x + (plate?.x ?? 0), y: at.y + (plate?.y ?? 0) }));
  for (const [n, a] of plates.entries()) for (const b of plates.slice(n + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(15);
  expect(crowd).toMatchObject({ text: "3 here", marks: ["i-pinned", "i-eye"] });
  expect(pieces.every((one) => one.marks === undefined)).toBe(true);
});
