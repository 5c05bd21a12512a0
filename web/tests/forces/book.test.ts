import { describe, expect, it } from "vitest";
import { FormBook, hasTrait, traits } from "../../src/forces/book";
import { stronger } from "../../src/forces/compared";
import type { FormCard, Form, Slot } from "../../src/net/protocol";

const slot = (id: string, more: Partial<Slot> = {}): Slot => ({ id, title: id, kinds: [id], most: 1, needed: false, figure: "", ...more });
const card = (id: string, kind: string, more: Partial<FormCard> = {}): FormCard => ({
  id,
  kind,
  term: `${kind}.${id}`,
  name: id,
  points: 1,
  sub: null,
  figures: [],
  lines: [],
  words: [],
  only: {},
  house: false,
  beside: [],
  number: "",
  ...more,
});
const word = (term: string, text = term) => ({ term, text, before: "" });
const form: Form = {
  one: "squad",
  choices: [],
  groups: [
    {
      id: "mechs",
      title: "Mechs",
      one: "Mech",
      slots: [
        slot("pilot", { needed: true }),
        slot("torso", { needed: true, figure: "torso" }),
        slot("arm", { figure: "larm" }),
        slot("load"),
      ],
    },
  ],
  cards: [card("spike", "pilot")],
};

describe("The slot that a card is followed by", () => {
  const book = new FormBook(form);
  const entry = (slots: Record<string, string[]>) => ({ group: "mechs", slots });

  it("is the next empty one that is needed or part of the figure", () => {
    expect(book.next(entry({ pilot: ["spike"] }), "pilot")?.id).toBe("torso");
    expect(book.next(entry({ pilot: ["spike"], torso: ["core"] }), "torso")?.id).toBe("arm");
  });

  it("is one before it if only that is left, and none for what need not be filled", () => {
    expect(book.next(entry({ torso: ["core"], arm: ["gun"] }), "arm")?.id).toBe("pilot");
    expect(book.next(entry({ pilot: ["spike"], torso: ["core"], arm: ["gun"] }), "arm")).toBeUndefined();
  });

  it("leaves out no slot that an entry has against its form", () => {
    expect(book.slots(entry({ tail: ["x"] })).map((one) => one.id)).toEqual(["pilot", "torso", "arm", "load", "tail"]);
  });
});

describe("The words to look through cards by", () => {
  const cards = [
    card("a", "arm", {
      sub: word("slot.arm"),
      words: [word("free"), word("shield")],
      lines: [{ name: "", about: [word("reach", "range 4")], dice: {}, words: [] }],
    }),
    card("b", "arm", {
      sub: word("slot.arm"),
      words: [word("free"), word("rare")],
      lines: [{ name: "", about: [word("reach", "range 6")], dice: {}, words: [] }],
    }),
    card("c", "arm", { sub: word("slot.arm"), words: [word("shield")] }),
  ];

  it("tell some cards from others and mean one thing", () => {
    expect(traits(cards, 9).map((one) => one.term)).toEqual(["free", "shield"]);
    expect(cards.filter((one) => hasTrait(one, "free")).map((one) => one.id)).toEqual(["a", "b"]);
  });
});

describe("The stronger of two cards", () => {
  const figure = (value: number | string, better: "more" | "less" | "") =>
    card("a", "arm", { figures: [{ term: "t", name: "t", value, better }] });

  it("has more or less of it, as the figure says, and a dash is the weakest", () => {
    expect(stronger(figure(3, "more"), figure(2, "more"), "t")).toBe(true);
    expect(stronger(figure("3+", "less"), figure("4+", "less"), "t")).toBe(true);
    expect(stronger(figure("-", "less"), figure("4+", "less"), "t")).toBe(false);
    expect(stronger(figure("6+", "less"), figure("-", "less"), "t")).toBe(true);
    expect(stronger(figure(2, ""), figure(1, ""), "t")).toBe(false);
    expect(stronger(figure(2, "more"), undefined, "t")).toBe(false);
  });
});
