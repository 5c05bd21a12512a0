/** The lessons of a game: where one stopped, what comes next, and where a step points. */
import { beforeEach, expect, test } from "vitest";
import { keepStep, lessonAt, nextLesson, progressOf, stepOf, tableOf, takenCount } from "../../src/lessons/course";
import { pointed, pointsAt } from "../../src/lessons/pointing";
import { rich } from "../../src/lessons/rich";
import type { LessonInfo } from "../../src/net/protocol";
import { emptyScene } from "../../src/scene/scene";

const lesson = (name: string): LessonInfo => ({ name, title: name, about: "", minutes: 4, steps: ["a", "b"], first: null });
const three = [lesson("1"), lesson("2"), lesson("3")];

beforeEach(() => localStorage.clear());

test("a lesson is found by the name of its table, and other tables are none", () => {
  expect(lessonAt(tableOf("deadzone", "3-shooting", 4))).toEqual({ game: "deadzone", name: "3-shooting" });
  expect(lessonAt("puzzle/deadzone/1")).toBeNull();
});

test("one goes on where one stopped, and a lesson that was taken stays taken", () => {
  keepStep("deadzone", "1", 1, 2);
  expect(stepOf(progressOf("deadzone"), "1")).toBe(1);
  keepStep("deadzone", "1", 2, 2);
  keepStep("deadzone", "1", 0, 2);
  expect(progressOf("deadzone")).toEqual({ "1": true });
  expect(stepOf(progressOf("deadzone"), "1")).toBe(0);
  expect(takenCount(three, progressOf("deadzone"))).toBe(1);
});

test("the next lesson is the first that was not taken, after this one", () => {
  expect(nextLesson(three, {})?.name).toBe("1");
  expect(nextLesson(three, { "1": true, "2": 1 })?.name).toBe("2");
  expect(nextLesson(three, { "1": true }, "2")?.name).toBe("3");
  expect(nextLesson(three, {}, "3")).toBeUndefined();
});

test("what lies in the storage may be anything", () => {
  localStorage.setItem("muster.lessons", "[nonsense");
  expect(progressOf("deadzone")).toEqual({});
});

test("a step points at pieces, places and answers, and at nothing that is not there", () => {
  const scene = emptyScene("", { x: 0, y: 0, w: 9, h: 9 });
  scene.pieces.push({ id: "A1", side: "a", at: { x: 2, y: 3 }, size: 1, glyph: "", name: "" });
  scene.cells.push({ id: "b3", shape: { kind: "rect", x: 0, y: 0, w: 1, h: 1 }, at: { x: 0, y: 0 }, name: "" });
  const shown = pointed(scene, ["A1", "b3", "C9", "option:move"]);
  expect(shown.pointers.map(({ kind }) => kind)).toEqual(["circle", "rect"]);
  expect([pointsAt(["option:move"], "move"), pointsAt(["move"], "move")]).toEqual([true, false]);
});

test("words between asterisks stand out", () => {
  expect(rich("Click *Spike* now")).toEqual([
    { text: "Click ", strong: false },
    { text: "Spike", strong: true },
    { text: " now", strong: false },
  ]);
});
