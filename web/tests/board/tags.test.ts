/** Tags that would cover each other make room or are left out. */
import { expect, test } from "vitest";
import { placeTags, widthOf } from "../../src/board/tags";
import { emptyScene, type Piece, type Scene } from "../../src/scene/scene";

const piece = (id: string, x: number): Piece => ({ id, side: "a", at: { x, y: 0 }, size: 20, name: id, state: "idle" }) as Piece;
const scene = (change: Partial<Scene>): Scene => ({ ...emptyScene("", { x: 0, y: 0, w: 100, h: 100 }), ...change });
const texts = (made: Scene, k = 1, first: string[] = []) => placeTags(made, k, first).map((tag) => tag.text);

test("a tag is as wide as its text", () => {
  expect(widthOf("")).toBe(12);
  expect(widthOf("1234567890")).toBe(74);
});

test("the second tag at a spot moves up, the third down, and no more have room", () => {
  const tags = ["one", "two", "six", "ten"].map((text, n) => ({ at: { x: 0, y: 0 }, text, rank: 9 - n }));
  const drawn = placeTags(scene({ tags }), 1, []);
  expect(drawn.map(({ text, dy }) => [text, dy])).toEqual([
    ["six", 20],
    ["two", -20],
    ["one", 0],
  ]);
});

test("a tag without a rank stays, whatever it covers", () => {
  const tags = ["a", "b", "c", "d"].map((text) => ({ at: { x: 0, y: 0 }, text }));
  expect(texts(scene({ tags }))).toHaveLength(4);
});

test("zoomed in there is room for all", () => {
  const tags = [0, 8, 16, 24, 32].map((x) => ({ at: { x, y: 0 }, text: "text", rank: 1 }));
  expect(texts(scene({ tags }), 0.1)).toHaveLength(3);
  expect(texts(scene({ tags }), 10)).toHaveLength(5);
});

test("pieces have the tags of what is offered, otherwise of what is refused; what is in hand goes first", () => {
  const pieces = [piece("p", 0), piece("q", 1), piece("r", 2), piece("s", 3)];
  const highlights = [{ target: "p", keys: ["x"], tag: "yes" }];
  const refused = ["p", "q", "r", "s"].map((target) => ({ target, clause: "", text: "", tag: `no ${target}` }));
  const made = scene({ pieces, highlights, refused });
  const drawn = placeTags(made, 1, []);
  expect(drawn.find((tag) => tag.text === "yes")).toMatchObject({ kind: "choice", dy: -25, at: { x: 0, y: 0 } });
  expect(drawn.map((tag) => tag.text)).not.toContain("no p");
  expect(drawn.map((tag) => tag.text)).not.toContain("no s");
  expect(placeTags(made, 1, ["s"]).at(-1)).toMatchObject({ text: "no s", kind: "quiet", dy: -23 });
});
