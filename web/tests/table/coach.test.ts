/** The coach at a table: what is asked of the server, called off, and forgotten. */
import { expect, test } from "vitest";
import type { Advised, Analysed, Place } from "../../src/net/protocol";
import type { Wish } from "../../src/net/seat.svelte";
import { Coach } from "../../src/table/coach.svelte";
import type { Table } from "../../src/table/table.svelte";

const place = (seat: number, who: string): Place => ({ seat, who, name: "", present: true, stand_in: "", player: "" });

function sit(places: Place[], hints = false) {
  const errands: { wish: Wish; progress: (share: number) => void; resolve: (reply: unknown) => void; reject: (error: Error) => void }[] =
    [];
  const off: string[] = [];
  const looks: unknown[] = [];
  const table = {
    question: { number: 7, options: [] },
    look: (...asked: unknown[]) => Promise.resolve(void looks.push(asked)),
    me: {
      seat: 0,
      places,
      welcome: { hints },
      send: () => Promise.resolve({ type: "done" }),
      callOff: (id: string) => off.push(id),
      errand(wish: Wish, progress: (share: number) => void) {
        const reply = new Promise((resolve, reject) => errands.push({ wish, progress, resolve, reject }));
        return { id: `e${errands.length}`, reply };
      },
    },
  };
  return { coach: new Coach(table as unknown as Table), errands, off, looks };
}

const advice: Advised = {
  type: "advised",
  id: "",
  tries: 100,
  suggestions: [{ answer: { seat: 0, key: "pass", text: "Pass" }, chance: 0.5, tries: 9, leads: [], line: [] }],
};

test("advice is for those who play against bots, or where everybody sat down to it", () => {
  expect(sit([place(0, "human"), place(1, "normal")]).coach.allowed).toBe(true);
  expect(sit([place(0, "human"), place(1, "human")]).coach.allowed).toBe(false);
  expect(sit([place(0, "human"), place(1, "open")]).coach.allowed).toBe(false);
  expect(sit([place(0, "human"), place(1, "human")], true).coach.allowed).toBe(true);
});

test("it says how far it has come and then what it found", async () => {
  const { coach, errands } = sit([place(0, "human")]);
  const asked = coach.ask();
  expect(errands[0]?.wish).toEqual({ type: "hint", question: 7 });
  errands[0]?.progress(0.4);
  expect(coach.thinking).toBe(0.4);
  errands[0]?.resolve(advice);
  await asked;
  expect([coach.thinking, coach.suggestions.length, coach.tries]).toEqual([null, 1, 100]);
});

test("advice on a question that is gone is called off, and nobody hears of it", async () => {
  const { coach, errands, off } = sit([place(0, "human")]);
  const asked = coach.ask();
  coach.forget();
  expect(off).toEqual(["e1"]);
  errands[0]?.resolve(advice);
  await asked;
  expect([coach.thinking, coach.suggestions]).toEqual([null, []]);
});

test("a refusal is a sentence", async () => {
  const { coach, errands } = sit([place(0, "human")]);
  const asked = coach.ask();
  errands[0]?.reject(new Error("not agreed"));
  await asked;
  expect([coach.trouble, coach.thinking]).toEqual(["not agreed", null]);
});

test("the moments of an analysis follow each other and begin again", async () => {
  const { coach, errands, looks } = sit([place(0, "human")]);
  const made = coach.analyse();
  errands[0]?.resolve({
    type: "analysed",
    id: "",
    tries: 9,
    curve: [],
    sides: [],
    moments: [
      { type: "dice", seq: 4, seat: 1, round: 1, answer: null, faces: [], gain: 0.1, percentile: 90 },
      {
        type: "decision",
        seq: 9,
        entries: 12,
        seat: 0,
        round: 1,
        prompt: "",
        played: advice.suggestions[0],
        better: advice.suggestions[0],
        cost: 0.1,
      },
    ],
  } as Analysed);
  await made;
  await coach.next();
  await coach.next();
  expect(coach.chosen).toBe(1);
  await coach.next();
  expect(coach.chosen).toBe(0);
  expect(looks[0]).toEqual([4, 1, null]);
  expect(looks[1]).toMatchObject([9, 0, { entries: 12 }]);
  coach.leave();
  expect(coach.moment).toBeUndefined();
});
