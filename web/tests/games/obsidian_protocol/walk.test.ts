/** Attacks put together from the log, so that they can be walked through. */
import { expect, test } from "vitest";
import type { AttackResolved, DiceRolled, Die } from "../../../../src/muster/server/protocol/views/obsidian_protocol";
import { facesOf, newsFrom, shown, stepOf, walks } from "../../../src/games/obsidian_protocol/walk";
import type { Told } from "../../../src/net/protocol";
import { told } from "../../sitting";

const die = (color: string, face: string, icons = ""): Die => ({ color, face, icons });
const rolled = () =>
  told("dice_rolled", { unit: "a1", target: "b2", action: "rifle", part: "torso" }, "", {
    attack: [die("r", "H"), die("y", "l"), die("y", "-")],
    defence: [die("w", "D"), die("b", "o")],
    attack_terms: [{ key: "base", clause: "OP 4.4.1.attack_dice", color: "r", count: 2 }],
    defence_terms: [],
  } satisfies DiceRolled);
const resolved = (params: Told["params"] = {}, data: Partial<AttackResolved> = {}) =>
  told("attack_resolved", { heavy: 1, light: 0, lightning: 2, ...params }, "", {
    attack: [die("r", "H", "H"), die("y", "L"), die("y", "L")],
    defence: [die("w", "D", "D"), die("b", "o", "o")],
    pairs: [
      { hit: [0, 0], by: [1, 0] },
      { hit: [2, 1], by: null },
    ],
    through: [
      [0, 1],
      [1, 0],
    ],
    surplus: false,
    defence_terms: [],
    ...data,
  } satisfies AttackResolved);
const rerolled = (purpose: string, ...dice: Die[]) => told("rerolled", { purpose }, "", { dice });

test("dice have their colour, their face, and what the glossary says of them", () => {
  expect(facesOf([])).toEqual([]);
  expect(facesOf([die("r", "H"), die("b", "o"), die("y", "e"), die("w", "-")]).map(({ kind, face }) => [kind, face])).toEqual([
    ["r", "H"],
    ["b", "dodge"],
    ["y", "eye"],
    ["w", ""],
  ]);
  expect(facesOf([die("y", "h")])[0]?.terms).toEqual(["icon.heavy", "icon.hollow", "color.y"]);
  expect(facesOf([die("w", "-")])[0]?.terms).toEqual(["color.w"]);
  expect(facesOf([die("y", "LL"), die("w", "dd"), die("b", "-")]).map(({ name }) => name)).toEqual([
    "two light hits",
    "two hollow defences",
    "blank",
  ]);
});

test("an attack goes from its dice to its outcome", () => {
  const log = [
    told("moved"),
    rolled(),
    told("focused", { unit: "a1", link: 3 }),
    rerolled("focus_attack", die("r", "H"), die("y", "L"), die("y", "L")),
    rerolled("focus_defence", die("w", "D"), die("b", "o")),
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
  const [open] = walks([rolled(), rerolled("focus_defence", die("w", "z"))]);
  expect(open?.defence.map(({ face }) => face)).toEqual(["z"]);
  expect(open?.attack).toHaveLength(3);
  const [walk] = walks([rolled(), resolved({}, { attack: [die("r", "L", "L")], defence: [] })]);
  expect(walk?.attack.map(({ face, icons }) => [face, icons])).toEqual([["L", "L"]]);
  expect(walk?.defence).toEqual([]);
});

test("what is left over is defended against once more, with icons in place of dice", () => {
  const icons = { attack: [die("r", "H", "H"), die("y", "L", "L")], defence: [die("w", "D", "D")], surplus: true };
  const surplus = resolved({ unit: "b3", part: "left_arm" }, icons);
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
