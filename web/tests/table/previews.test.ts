/** The queue of previews: one question under way, then the newest; answers to what is no longer asked are dropped. */
import { afterEach, expect, test, vi } from "vitest";
import type { Refused } from "../../src/net/protocol";
import { Refusal } from "../../src/net/seat.svelte";
import { preview } from "../../src/table/previews";
import type { Table } from "../../src/table/table.svelte";

afterEach(() => void vi.useRealTimers());

interface Open {
  about: string;
  resolve: (data: unknown) => void;
  reject: (error: Error) => void;
}

/** A table whose server answers when the test says so. */
function waiting() {
  const open: Open[] = [];
  const me = {
    question: { number: 1 } as { number: number } | null,
    send: ({ about }: { about: string }) =>
      new Promise((resolve, reject) => open.push({ about, resolve: (data) => resolve({ data }), reject })),
  };
  return { open, me, table: { me } as unknown as Table };
}

const refusal = (key: string) =>
  new Refusal({ type: "refused", id: "", clause: "OP 4.3", reason: { key, params: {}, text: "no" } } as unknown as Refused);
const settle = () => vi.waitFor(() => Promise.resolve());

test("what is asked while another question is under way waits, and only the newest is asked then", async () => {
  const { open, table } = waiting();
  const put: unknown[] = [];
  for (const about of ["a", "b", "c"]) preview(table, about, (data) => put.push(data));
  expect(open.map((one) => one.about)).toEqual(["a"]);
  open[0]?.resolve("A");
  await settle();
  expect(open.map((one) => one.about)).toEqual(["a", "c"]);
  open[1]?.resolve("C");
  await settle();
  expect(put).toEqual(["A", "C"]);
  preview(table, "d", (data) => put.push(data));
  expect(
    open.map((one) => one.about),
    "the line is free again",
  ).toEqual(["a", "c", "d"]);
});

test("tables do not wait for each other", () => {
  const [one, other] = [waiting(), waiting()];
  preview(one.table, "a", () => undefined);
  preview(other.table, "b", () => undefined);
  expect([one.open.length, other.open.length]).toEqual([1, 1]);
});

test("an answer that comes after its question is dropped", async () => {
  const { open, me, table } = waiting();
  const put = vi.fn();
  preview(table, "a", put);
  me.question = { number: 2 };
  open[0]?.resolve("A");
  await settle();
  expect(put).not.toHaveBeenCalled();
});

test("a refusal is said, with its clause", async () => {
  const { open, table } = waiting();
  const [put, no] = [vi.fn(), vi.fn()];
  preview(table, "a", put, no);
  open[0]?.reject(refusal("not_so"));
  await settle();
  expect(put).not.toHaveBeenCalled();
  expect(no).toHaveBeenCalledExactlyOnceWith({ clause: "OP 4.3", text: "no" });
});

test("a lost connection is no refusal, and the line goes on", async () => {
  const { open, table } = waiting();
  const no = vi.fn();
  preview(table, "a", () => undefined, no);
  open[0]?.reject(new Error("offline"));
  await settle();
  preview(table, "b", () => undefined);
  expect(no).not.toHaveBeenCalled();
  expect(open.map((one) => one.about)).toEqual(["a", "b"]);
});

test("asked too often, it asks once more after a pause, unless there is something newer", async () => {
  vi.useFakeTimers();
  const { open, table } = waiting();
  preview(table, "a", () => undefined);
  open[0]?.reject(refusal("table.previews"));
  await vi.advanceTimersByTimeAsync(240);
  expect(open).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(open.map((one) => one.about)).toEqual(["a", "a"]);
  open[1]?.reject(refusal("table.previews"));
  preview(table, "b", () => undefined);
  await vi.advanceTimersByTimeAsync(260);
  expect(open.map((one) => one.about)).toEqual(["a", "a", "b"]);
});
