import { describe, expect, it } from "vitest";
import { emptyScene, type Piece } from "../../src/scene/scene";
import type { BookInfo, RuleInfo } from "../../src/net/protocol";
import { addressOf, beside, pageAt, search } from "../../src/rules/book";
import { closeUp } from "../../src/rules/closeUp";
import { GameWords } from "../../src/words/words.svelte";

const rule = (id: string, chapter: string, summary: string): RuleInfo => ({ id, chapter, summary, page: "", source: "rulebook" });
const RULES = [
  rule("DZ move.wall", "moving", "Solid walls stop a move."),
  rule("DZ shoot.cover", "shooting", "A target in cover has one more die."),
];
const book: BookInfo = {
  title: "Deadzone",
  chapters: [
    { id: "moving", title: "Movimiento", about: "Un paso.", clauses: ["DZ move.wall"] },
    { id: "shooting", title: "Shooting", about: "Bang.", clauses: ["DZ shoot.cover"] },
  ],
  examples: [],
};
const words = new GameWords(
  { "token.fragile": "Frágil", "weapon.rifle": "rifle" },
  new Map(RULES.map((one) => [one.id, one])),
  { terms: { "token.fragile": ["DZ shoot.cover"] }, house: [] },
  "deadzone",
);

describe("addresses", () => {
  it("lead to what they name", () => {
    expect(pageAt("", book, words)).toEqual({ kind: "contents" });
    expect(pageAt("moving", book, words)).toMatchObject({ kind: "chapter" });
    expect(pageAt(addressOf("DZ move.wall"), book, words)).toMatchObject({ kind: "clause", rule: RULES[0] });
    expect(pageAt("token.fragile", book, words)).toEqual({ kind: "term", term: "token.fragile" });
    expect(pageAt("weapon.rifle", book, words)).toEqual({ kind: "card", term: "weapon.rifle" });
    expect(pageAt("cards", book, words)).toEqual({ kind: "cards" });
    expect(pageAt("nothing.such", book, words)).toEqual({ kind: "nowhere" });
  });
  it("go on across chapters and end at the ends", () => {
    expect(beside(book, "DZ move.wall", 1)).toBe("DZ shoot.cover");
    expect(beside(book, "DZ move.wall", -1)).toBe("");
  });
});

describe("search", () => {
  const found = (query: string) => search(query, book, words, [words.explain("token.fragile")], []).map(({ address }) => address);
  it("asks for no accents and no case, and puts names first", () => {
    expect(found("FRAGIL")).toEqual(["token.fragile"]);
    expect(found("cover")[0]).toBe("DZ.shoot.cover");
  });
  it("wants all words", () => {
    expect(found("target cover")).toContain("DZ.shoot.cover");
    expect(found("target walls")).toEqual([]);
    expect(found("   ")).toEqual([]);
  });
});

describe("a close-up", () => {
  const piece = (x: number, y: number, side: "a" | "n" = "a") => ({ id: `${x}`, side, at: { x, y }, size: 4, name: "" }) as Piece;
  const scene = (...pieces: Piece[]) => ({ ...emptyScene("", { x: 0, y: 0, w: 100, h: 100 }), pieces });
  it("is a square inside the board around everybody's pieces at all moments", () => {
    const frame = closeUp([scene(piece(4, 4)), scene(piece(30, 10), piece(90, 90, "n"))]);
    expect(frame).toMatchObject({ x: 0, y: 0 });
    expect(frame?.w).toBe(frame?.h);
    expect(frame?.w).toBeGreaterThan(32);
  });
  it("is left out where it would be the whole board, or nothing", () => {
    expect(closeUp([scene(piece(4, 4), piece(96, 96))])).toBeUndefined();
    expect(closeUp([scene()])).toBeUndefined();
    expect(closeUp([])).toBeUndefined();
  });
});
