/** What a lesson points at is on the screen. */
import { expect, test } from "vitest";
import { foremost, pointed } from "../../src/lessons/pointing";
import { emptyScene, type Piece } from "../../src/scene/scene";

const bounds = { x: 0, y: 0, w: 100, h: 100 };
const piece = (id: string, x: number, y: number) => ({ id, at: { x, y }, size: 10 }) as Piece;

test("a close view gives way where it would leave out what the step points at", () => {
  const scene = { ...emptyScene("", bounds), frame: { x: 0, y: 0, w: 40, h: 40 }, pieces: [piece("near", 20, 20), piece("far", 80, 80)] };
  expect(pointed(scene, ["near"]).frame).toEqual(scene.frame);
  expect(pointed(scene, ["near", "far"]).frame).toBeUndefined();
  expect(pointed(scene, []).frame).toEqual(scene.frame);
});

test("what stands on another level is shown by its place, so that its plate can be read", () => {
  const cell = { id: "none:a1", shape: { kind: "rect", x: 10, y: 10, w: 20, h: 20 }, at: { x: 20, y: 20 }, name: "" } as const;
  const scene = {
    ...emptyScene("", bounds),
    cells: [cell],
    pieces: [{ ...piece("below", 20, 20), elsewhere: "L1" }, piece("here", 20, 20)],
  };
  expect(pointed(scene, ["below", "here"]).pointers?.map(({ kind }) => kind)).toEqual(["rect", "circle"]);
});

test("a place on a level that is not shown has its ring on both boards, and a block has one too", () => {
  const roof = { id: "cube:a1.2", shape: { kind: "rect", x: 10, y: 10, w: 20, h: 20 }, at: { x: 20, y: 20 }, name: "" } as const;
  const block = { id: "scenery:0", shape: { kind: "circle", x: 60, y: 60, r: 5 }, height: 1, name: "" } as const;
  const above = { id: "2", title: "Level 2", scene: { ...emptyScene("", bounds), cells: [roof] }, active: false };
  const shown = pointed({ ...emptyScene("", bounds), blocks: [block], insets: [above] }, ["cube:a1.2", "scenery:0"]);
  expect(shown.pointers?.map(({ kind }) => kind)).toEqual(["rect", "circle"]);
  expect(shown.insets[0]?.scene.pointers).toHaveLength(1);
});

const choices = (...keys: string[]) => keys.map((key) => ({ key, text: key, clause: "", about: "" }));

test("an answer that the lesson points at comes first where it would be out of sight", () => {
  const groups = [
    { title: "Move", choices: choices("a", "b", "c", "d", "e") },
    { title: "Other", choices: choices("aim", "wait") },
    { title: "End", choices: choices("end") },
  ];
  const shown = foremost(groups, ["option:aim", "option:end", "cube:b4"], "Look here");
  expect(shown.map(({ title, choices }) => [title, choices.map(({ key }) => key)])).toEqual([
    ["Look here", ["aim", "end"]],
    ["Move", ["a", "b", "c", "d", "e"]],
    ["Other", ["wait"]],
  ]);
  expect(foremost(groups, ["option:c"], "Look here")).toBe(groups);
  expect(foremost(groups, ["cube:b4"], "Look here")).toBe(groups);
});
