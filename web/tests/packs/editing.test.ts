import { describe, expect, it } from "vitest";
import { blank, change, drop, idOf, newCard, put, write, type Pack, type Schema } from "../../src/packs/editing";

const OWN = { id: "pistol", source: "house", range: 3 };

describe("a pack while it is edited", () => {
  it("has only what differs from the game's own card", () => {
    let pack: Pack = change({}, "weapon", OWN, "pistol", "range", 4);
    expect(pack).toEqual({ weapon: [{ id: "pistol", source: "public", range: 4 }] });
    pack = change(pack, "weapon", OWN, "pistol", "source", "house");
    pack = change(pack, "weapon", OWN, "pistol", "range", 3);
    expect(pack).toEqual({});
  });

  it("keeps a card that only says where its figures come from", () => {
    expect(change({}, "weapon", OWN, "pistol", "source", "rulebook")).toEqual({ weapon: [{ id: "pistol", source: "rulebook" }] });
  });

  it("puts and drops cards in their place", () => {
    const pack = put(put({}, "weapon", { id: "a" }), "weapon", { id: "b" });
    expect(put(pack, "weapon", { id: "a", range: 1 }).weapon).toEqual([{ id: "a", range: 1 }, { id: "b" }]);
    expect(drop(drop(pack, "weapon", "a"), "weapon", "b")).toEqual({});
  });

  it("begins a new card with the least that its form accepts", () => {
    const schema: Schema = {
      properties: {
        id: { type: "string" },
        level: { enum: ["basic", "advanced"] },
        pair: { type: "array", items: [{ type: "integer", minimum: 1 }, { type: "integer" }] },
        line: { type: "object", required: ["damage"], properties: { damage: { type: "integer" } } },
      },
      else: { required: ["id", "level", "pair", "line"] },
    };
    expect(newCard(schema, "x")).toEqual({ id: "x", level: "basic", pair: [1, 0], line: { damage: 0 }, source: "house" });
    expect(blank({ anyOf: [{ type: "string" }, { type: "object" }] })).toBe("");
  });

  it("is written as TOML", () => {
    const text = write({ weapon: [{ id: "a", name: 'The "A"\n', lines: [{ kind: "x", n: 1 }], "odd key": true }] });
    expect(text).toBe('[[weapon]]\nid = "a"\nname = "The \\"A\\"\\n"\nlines = [{ kind = "x", n = 1 }]\n"odd key" = true\n');
    const long = write({ w: [{ id: "a", all: Array(30).fill("abcdef") }] });
    expect(long).toContain('all = [\n    "abcdef",\n');
  });

  it("makes ids of names", () => expect(idOf("  Grüße, “Ñandú” 2! ")).toBe("gru_e_nandu_2"));
});
