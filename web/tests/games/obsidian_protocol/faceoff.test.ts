/** Where the dice of a face-off lie, and the lines between them. */
import { expect, test } from "vitest";
import { layout, lines, throughs } from "../../../src/games/obsidian_protocol/faceoff";
import type { Walk } from "../../../src/games/obsidian_protocol/walk";

const dice = (...icons: string[]) => icons.map((one) => ({ kind: "y", face: one, icons: one }));
const walk = (change: object) => ({ attack: [], defence: [], pairs: [], through: [], outcome: [], ...change }) as unknown as Walk;

test("dice are as big as the row allows, and stand apart evenly", () => {
  const some = layout(walk({ attack: dice("H", "L"), defence: dice("D") }), 400);
  expect(some.die).toBe(48);
  expect(some.attack).toEqual([13, 87]);
  expect(some.defence).toEqual([13]);
  const many = layout(walk({ attack: dice(..."HHHHHHHHHHHHHHHHHHHH") }), 400);
  expect(many.die, "never smaller than this").toBe(18);
  expect(Math.max(...many.attack)).toBeGreaterThan(300);
});

test("on a phone thirteen dice lie side by side, and a short row has the room of its own", () => {
  const plan = layout(walk({ attack: dice("H", "L", "z"), defence: dice(..."DDDDDDDDDDDDD") }), 374);
  for (const row of [plan.attack, plan.defence])
    row.forEach((spot, n) => n && expect(spot - (row[n - 1] ?? 0)).toBeGreaterThanOrEqual(plan.die + (row === plan.attack ? 20 : 2)));
  expect(Math.max(...plan.defence) + plan.die).toBeLessThanOrEqual(374);
});

test("a line joins the icon of a hit with the icon that met it; a step aside without a die has none", () => {
  const met = walk({
    attack: dice("H", "LL"),
    defence: dice("Do"),
    pairs: [
      { hit: [1, 1], by: [0, 0] },
      { hit: [1, 0], by: [0, 1] },
      { hit: [0, 0], by: null },
    ],
  });
  const plan = layout(met, 400);
  const [first, second, ...none] = lines(met, plan, 300);
  expect(none).toEqual([]);
  expect([first?.kind, second?.kind]).toEqual(["offset", "dodged"]);
  expect(first?.a.x).toBeCloseTo(87 + 24 + 48 * 0.23);
  expect(first?.b.x).toBeCloseTo(13 + 24 - 48 * 0.23);
  expect([first?.a.y, first?.b.y]).toEqual([82, 218]);
  expect(first?.d).toMatch(/^M\S+ 82C/);
});

test("what got through is labelled once where labels would overlap; lightning only when it did something", () => {
  const through = [
    [0, 0],
    [1, 0],
    [3, 0],
  ];
  const some = walk({ attack: dice("H", "L", "", "z"), through });
  expect(throughs(some, layout(some, 400)).map((one) => one.points.length)).toEqual([2]);
  const struck = walk({ attack: dice("H", "L", "", "z"), through, outcome: [{ key: "link_lost" }] });
  const found = throughs(struck, layout(struck, 400));
  expect(found.map((one) => one.points.length)).toEqual([2, 1]);
  expect(found[0]?.at.x).toBe((37 + 111) / 2);
});
