/** Acting at the table: what is in hand belongs to a question, and so does the wait for the server. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Table } from "../../src/table/table.svelte";
import { question, settle } from "../sitting";
import { lastSocket, stubSockets } from "../socket";

beforeEach(stubSockets);
afterEach(() => void vi.unstubAllGlobals());

const hear = (message: Record<string, unknown>) => lastSocket().hear(message);
const ask = (number: number) =>
  hear({
    type: "update",
    start: 0,
    events: [],
    check: 0,
    waiting: [0],
    may_undo: true,
    question: number ? { ...question("program", ["a", "b"]), number } : null,
  });

function sitDown(): Table {
  const table = new Table("t1", ["secret"]);
  lastSocket().onopen();
  hear({ type: "welcome", id: "", game: "tiny_epic_mechs", title: "", dice: "committed 00", seat: 0, places: [], chat: [] });
  ask(1);
  return table;
}

/** What was sent last, apart from joining. */
const sent = () => lastSocket().sent.at(-1) as { id: string; type: string; question: number; key: string };
const done = async () => {
  hear({ type: "done", id: sent().id });
  await settle();
};

test("a table waits for the answer that is under way, and no longer than until the next question", async () => {
  const table = sitDown();
  const given = table.commit("a");
  expect(table.busy).toBe(true);
  ask(1);
  expect(table.busy, "somebody else did something").toBe(true);
  ask(2);
  expect(table.busy, "the answer has led to another question, though the server has not said that it is done").toBe(false);
  await done();
  await given;
  expect(table.busy).toBe(false);
});

test("an answer given before the server has acknowledged the one before is waited for in its own right", async () => {
  const table = sitDown();
  void table.commit("a");
  const first = sent().id;
  ask(2);
  void table.commit("b");
  expect(sent()).toMatchObject({ question: 2, key: "b" });
  hear({ type: "done", id: first });
  await settle();
  expect(table.busy).toBe(true);
  ask(3);
  await done();
  expect(table.busy).toBe(false);
});

test("several answers are one act: the questions between them are not open to the person", async () => {
  const table = sitDown();
  void table.commitAll(["a", "b"]);
  ask(2);
  expect(table.busy, "one more follows").toBe(true);
  await done();
  expect(sent()).toMatchObject({ question: 2, key: "b" });
  expect(table.busy).toBe(true);
  ask(3);
  expect(table.busy).toBe(false);
});

test("a refusal ends several answers", async () => {
  const table = sitDown();
  void table.commitAll(["a", "b"]);
  hear({ type: "refused", id: sent().id, clause: "", reason: { key: "", params: {}, text: "no" } });
  await settle();
  expect(sent().key).toBe("a");
  expect([table.busy, table.notice]).toEqual([false, "no"]);
});

test("what is drafted stays while its question does, whatever else is done at the table", async () => {
  const table = sitDown();
  table.draft({ programme: ["mine-n"] });
  ask(1);
  for (const act of [() => table.plead(), () => table.consent(table.me, false), () => table.free(1)]) {
    const acted = act();
    await done();
    await acted;
    expect(table.selection.draft, sent().type).toEqual({ programme: ["mine-n"] });
  }
});
