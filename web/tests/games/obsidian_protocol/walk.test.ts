/** Attacks put together from the log, so that they can be walked through. */
import { expect, test } from "vitest";
import { newsFrom, readDice, readTerms, shown, stepOf, walks } from "../../../src/games/obsidian_protocol/walk";
import type { Told } from "../../../src/net/protocol";
import { told } from "../../sitting";

const rolled = (params: Told["params"] = {}) =>
  told("dice_rolled", {
    unit: "a1",
    target: "b2",
    action: "rifle",
    part: "torso",
    attack: "rH+yl+y-",
    defence: "wD+bo",
    attack_terms: "base=2r@OP_4.4.1 stance=-1y@OP_3.2",
    ...params,
  });
const resolved = (params: Told["params"] = {}) =>
  told("attack_resolved", {
    attack_icons: "H - -",
    defence_icons: "D o",
    pairs: "0.0>1.0 2.1>-",
    through: "0.1 1.0",
    heavy: 1,
    light: 0,
    lightning: 2,
    ...params,
  });

test("dice are read with their colour, their face, and what the glossary says of them", () => {
  expect(readDice("none")).toEqual([]);
  expect(readDice("")).toEqual([]);
  expect(readDice("rH+bo+ye+w-").map(({ kind, face }) => [kind, face])).toEqual([
    ["r", "H"],
    ["b", "dodge"],
    ["y", "eye"],
    ["w", ""],
  ]);
  expect(readDice("yh")[0]?.terms).toEqual(["icon.heavy", "icon.hollow", "color.y"]);
  expect(readDice("w-")[0]?.terms).toEqual(["color.w"]);
});

test("the terms of a pool have a figure, a colour and a clause", () => {
  expect(readTerms("base=4w@OP_4.4.1.white stance=-1y@OP_3.2")).toEqual([
    { key: "base", count: 4, color: "w", clause: "OP 4.4.1.white" },
    { key: "stance", count: -1, color: "y", clause: "OP 3.2" },
  ]);
  expect(readTerms("")).toEqual([]);
});

test("an attack goes from its dice to its outcome", () => {
  const log = [
    told("moved"),
    rolled(),
    told("focused", { unit: "a1", link: 3 }),
    told("rerolled", { dice: "rH+yL+yL", purpose: "attack" }),
    told("rerolled", { dice: "wD+bD", purpose: "defence" }),
    resolved(),
    told("damaged", { unit: "b2", part: "torso" }, "Hit!"),
    told("round_begins"),
    told("damaged", { unit: "b2", part: "chassis" }, "Something else."),
  ];
  const [walk, ...more] = walks(log);
  expect(more).toEqual([]);
  expect(walk).toMatchObject({ start: 1, end: 6, attacker: "a1", target: "b2", action: "rifle", part: "torso", resolved: true });
  expect(walk?.focus).toEqual([{ unit: "a1", link: 3 }]);
  expect(walk?.attack.map(({ face, icons, dim }) => [face, icons, dim])).toEqual([
    ["H", "H", false],
    ["L", "", true],
    ["L", "", true],
  ]);
  expect(walk?.defence.map(({ icons }) => icons)).toEqual(["D", "o"]);
  expect(walk?.pairs).toEqual([
    { hit: [0, 0], by: [1, 0] },
    { hit: [2, 1], by: null },
  ]);
  expect(walk?.through).toEqual([
    [0, 1],
    [1, 0],
  ]);
  expect(walk?.left).toEqual({ heavy: 1, light: 0, lightning: 2 });
  expect(walk?.outcome.map(({ text, part }) => [text, part])).toEqual([["Hit!", "torso"]]);
  expect(walks(log), "a log is read once").toBe(walks(log));
});

test("dice that changed before the resolution are those that count", () => {
  const [walk] = walks([rolled(), resolved({ attack: "rL", defence: "none", attack_icons: "L", defence_icons: "" })]);
  expect(walk?.attack.map(({ face, icons }) => [face, icons])).toEqual([["L", "L"]]);
  expect(walk?.defence).toEqual([]);
});

test("what is left over is defended against once more, with icons in place of dice", () => {
  const surplus = resolved({ unit: "b3", attack_icons: "H L .", defence: "wD", defence_icons: "D", part: "left_arm" });
  const [, again] = walks([rolled(), resolved(), surplus]);
  expect(again).toMatchObject({ surplus: true, attacker: "a1", target: "b3", action: "rifle", part: "left_arm", start: 2, end: 2 });
  expect(again?.attack.map(({ kind, icons }) => [kind, icons])).toEqual([
    ["r", "H"],
    ["y", "L"],
  ]);
  expect(again?.defence).toHaveLength(1);
});

test("each question belongs to a step of the procedure", () => {
  const steps = { target: "target", share: "target", part: "part", designate_die: "defence", focus_defence: "focus", cleave: "resolution" };
  for (const [prompt, step] of Object.entries(steps)) expect(stepOf(`prompt.${prompt}`), prompt).toBe(step);
  expect(stepOf("prompt.move")).toBeNull();
});

test("the news begin with what one's own last answer did", () => {
  const log = Array.from({ length: 10 }, (_, n) => told(`event ${n}`));
  const first = log.slice(0, 4);
  expect(newsFrom(first, 2)).toBe(2);
  expect(newsFrom(log.slice(0, 6), 2), "more news to the same answer").toBe(2);
  expect(newsFrom(log.slice(0, 9), 8), "I answered: the news begin where the log ended").toBe(6);
  expect(newsFrom(log.slice(0, 9), 8)).toBe(6);
  expect(newsFrom(log.slice(0, 8), 8), "an undo made the log shorter").toBe(8);
  expect(newsFrom([], 3)).toBe(0);
});

test("shown is the attack that is not over, otherwise the first of the news that was not put aside", () => {
  const two = [told("begins"), rolled(), resolved(), told("moved"), rolled(), resolved()];
  expect(shown(two, 0, -1)?.start).toBe(1);
  expect(shown(two, 0, 1)?.start, "the first was put aside").toBe(4);
  expect(shown(two, 0, 4)).toBeNull();
  const later = [told("begins"), rolled(), resolved(), told("moved")];
  expect(shown(later, 3, -1), "it is old").toBeNull();
  const open = [told("begins"), rolled(), resolved(), told("moved"), rolled()];
  expect(shown(open, 0, 99)?.start, "it is not over").toBe(4);
});
