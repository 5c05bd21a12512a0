/** A building that is laid out is drawn where it would stand. */
import { expect, test } from "vitest";
import { laying } from "../../../src/games/deadzone/laying";
import type { TableView } from "../../../src/games/deadzone/model";
import { emptyScene } from "../../../src/scene/scene";
import { input, question } from "../../sitting";

const asks = question("building_at", ["at:c3.1", "at:a1.1"], { building: "hall", wide: 2, deep: 3 });
const washes = (option: string, hover = "", level = 1, asked = asks) => {
  const made = emptyScene("", { x: 0, y: 0, w: 504, h: 504 });
  const selection = { option, target: "", hover, draft: {}, tools: {} };
  laying(input<TableView>({}, { question: asked, seat: 1, selection }), made, level);
  return made.washes;
};

test("the place in hand, else the usual one, and whatever is pointed at", () => {
  expect(washes("at:a1.1")).toEqual([{ side: "b", shapes: [{ kind: "rect", x: 0, y: 0, w: 126, h: 189 }], dashed: false }]);
  expect(washes("")).toMatchObject([{ shapes: [{ x: 126, y: 126 }], dashed: true }]);
  expect(washes("at:a1.1", "cube:c3.1")).toMatchObject([{ shapes: [{ x: 126, y: 126 }], dashed: true }]);
  expect(washes("at:a1.1", "cube:h8.1")).toMatchObject([{ shapes: [{ x: 0, y: 0 }] }]);
});

test("nothing on another level, and for no other question", () => {
  expect(washes("at:a1.1", "", 2)).toEqual([]);
  expect(washes("", "", 1, question("cover", ["at:c3.1"]))).toEqual([]);
});
