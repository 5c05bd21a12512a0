/** What the socket of a seat keeps: the log, the question, and commands that nobody has acknowledged yet. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Seat } from "../../src/net/seat.svelte";
import { told } from "../sitting";
import { lastSocket, Socket, stubSockets } from "../socket";

beforeEach(() => {
  vi.useFakeTimers();
  stubSockets();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const welcome = { type: "welcome", id: "", game: "deadzone", title: "", dice: "committed 00", seat: 0, places: [], chat: [] };
const update = (start: number, keys: string[], more: Record<string, unknown> = {}) => ({
  type: "update",
  start,
  events: keys.map((key) => told(key)),
  check: 77,
  waiting: [],
  may_undo: false,
  question: { number: 5, prompt: { key: "prompt.turn", params: {}, text: "" }, options: [], preview: null, small: false },
  ...more,
});

function sitDown(): Seat {
  const seat = new Seat("t1", "secret", "en");
  lastSocket().onopen();
  lastSocket().hear(welcome);
  return seat;
}
const logOf = (seat: Seat) => seat.log.map((one) => one.key);

test("it joins with its token and is open once welcomed", () => {
  const seat = sitDown();
  expect(lastSocket().address).toBe("wss://table.example/socket");
  expect(lastSocket().sent[0]).toMatchObject({
    type: "join",
    table: "t1",
    token: "secret",
    since: 0,
    check: 0,
    language: "en",
    view: "data",
  });
  expect([seat.status, seat.seat]).toEqual(["open", 0]);
});

test("the log grows, and after an undo it is replaced from where that begins", () => {
  const seat = sitDown();
  lastSocket().hear(update(0, ["a", "b"], { view: { round: 1 } }));
  lastSocket().hear(update(2, ["c"]));
  expect(logOf(seat)).toEqual(["a", "b", "c"]);
  expect(seat.view, "a view that is left out has not changed").toEqual({ round: 1 });
  lastSocket().hear(update(1, ["d"], { since: 1 }));
  expect(logOf(seat)).toEqual(["a", "d"]);
  expect(seat.since).toBe(1);
});

test("an answer names its question, and resolves when it is done", async () => {
  const seat = sitDown();
  await expect(seat.answer("pass")).rejects.toThrow("nothing is asked");
  lastSocket().hear(update(0, []));
  const done = seat.answer("pass");
  const command = lastSocket().sent.at(-1);
  expect(command).toMatchObject({ type: "answer", question: 5, key: "pass" });
  lastSocket().hear({ type: "done", id: command?.id });
  await expect(done).resolves.toMatchObject({ type: "done" });
});

test("a refusal is thrown with its clause", async () => {
  const seat = sitDown();
  lastSocket().hear(update(0, []));
  const done = seat.answer("move");
  lastSocket().hear({
    type: "refused",
    id: lastSocket().sent.at(-1)?.id,
    clause: "DZ move",
    reason: { key: "x", params: {}, text: "Too far." },
  });
  await expect(done).rejects.toMatchObject({ message: "Too far.", refused: { clause: "DZ move" } });
});

test("after a break it comes back, says what it knows, and sends unacknowledged answers again under the same id", async () => {
  const seat = sitDown();
  lastSocket().hear(update(0, ["a", "b"]));
  void seat.answer("pass");
  const asked = expect(seat.send({ type: "why" })).rejects.toThrow("offline");
  const { id } = lastSocket().sent.at(-2) as { id: string };
  const before = lastSocket();
  before.close();
  expect(seat.status).toBe("lost");
  await asked;
  vi.advanceTimersByTime(199);
  expect(lastSocket()).toBe(before);
  vi.advanceTimersByTime(1);
  lastSocket().onopen();
  expect(lastSocket().sent[0]).toMatchObject({ type: "join", since: 2, check: 77 });
  lastSocket().hear(welcome);
  expect(lastSocket().sent.slice(1)).toMatchObject([{ type: "answer", id, key: "pass" }]);
  before.hear(update(0, ["old"]));
  expect(logOf(seat), "the old socket is not listened to").toEqual(["a", "b"]);
});

test("it waits longer each time, and for good when the table does not let it in", () => {
  const seat = new Seat("t1", "", "en");
  for (const wait of [200, 400, 800]) {
    const before = lastSocket();
    before.close();
    vi.advanceTimersByTime(wait - 1);
    expect(lastSocket()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(lastSocket()).not.toBe(before);
  }
  lastSocket().onopen();
  lastSocket().hear({
    type: "refused",
    id: lastSocket().sent[0]?.id,
    clause: "",
    reason: { key: "x", params: {}, text: "No such table." },
  });
  expect([seat.status, seat.complaint]).toEqual(["gone", "No such table."]);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(4);
});
