/** What two devices keep under one key comes together, and nothing is lost on the way. */
import { beforeEach, expect, test } from "vitest";
import type { KeepThing, Thing } from "../../src/net/protocol";
import { bringTogether, LISTS, type Own, type Server } from "../../src/people/keeping";
import { keyIn, keyLink, needKey, seatToken } from "../../src/people/key";

/** A server in memory, and the storage of each device. */
class Fake implements Server {
  rows = new Map<string, Thing>();
  things = () => Promise.resolve([...this.rows.values()].map((row) => structuredClone(row)));
  keep = (thing: KeepThing): Promise<number | null> => {
    const name = `${thing.kind}/${thing.id}`;
    if ((this.rows.get(name)?.version ?? 0) !== (thing.version ?? 0)) return Promise.resolve(null);
    const version = (thing.version ?? 0) + 1;
    this.rows.set(name, { ...structuredClone(thing), version, at: 0 });
    return Promise.resolve(version);
  };
  drop = (kind: string, id: string): Promise<void> => Promise.resolve(void this.rows.delete(`${kind}/${id}`));
}

const NAMES = [...Object.values(LISTS), "muster.known"];
class Device {
  private kept = new Map<string, string>();
  constructor(private readonly server: Server) {}
  async use(work: () => void = () => undefined): Promise<boolean> {
    for (const name of NAMES) localStorage.setItem(name, this.kept.get(name) ?? (name === "muster.known" ? "{}" : "[]"));
    work();
    const changed = await bringTogether(this.server, () => `copy${++made}`);
    for (const name of NAMES) this.kept.set(name, localStorage.getItem(name) ?? "");
    return changed;
  }
  forces(): Own[] {
    return JSON.parse(this.kept.get(LISTS.force) ?? "[]") as Own[];
  }
}
const put = (...forces: Own[]): void => localStorage.setItem(LISTS.force, JSON.stringify(forces));
const force = (id: string, title: string): Own => ({ id, game: "deadzone", title, draft: {}, force: {}, legal: true });

let made = 0;
let server: Fake;
let desk: Device;
let phone: Device;
beforeEach(() => {
  made = 0;
  server = new Fake();
  desk = new Device(server);
  phone = new Device(server);
});

test("what one device keeps, the other has", async () => {
  await desk.use(() => put(force("a", "First")));
  expect(await phone.use()).toBe(true);
  expect(phone.forces()).toEqual([force("a", "First")]);
  expect(await phone.use()).toBe(false);
  await phone.use(() => put(force("a", "Second")));
  await desk.use();
  expect(desk.forces().map((one) => one.title)).toEqual(["Second"]);
});

test("what both have changed is kept twice, and what one deletes the other loses", async () => {
  await desk.use(() => put(force("a", "First")));
  await phone.use();
  await phone.use(() => put(force("a", "Phone")));
  await desk.use(() => put(force("a", "Desk")));
  expect(desk.forces().map((one) => [one.id, one.title])).toEqual([
    ["copy1", "Desk"],
    ["a", "Phone"],
  ]);
  await phone.use();
  expect(phone.forces()).toHaveLength(2);
  await phone.use(() => put(...phone.forces().filter((one) => one.id !== "a")));
  await desk.use();
  expect(desk.forces().map((one) => one.title)).toEqual(["Desk"]);
});

test("what was deleted elsewhere but changed here stays", async () => {
  await desk.use(() => put(force("a", "First")));
  await phone.use();
  await phone.use(() => put());
  await desk.use(() => put(force("a", "Better")));
  expect(desk.forces().map((one) => one.title)).toEqual(["Better"]);
  expect([...server.rows.values()].map((row) => row.title)).toEqual(["Better"]);
});

test("what is changed while the server is asked is not written over", async () => {
  const slow: Server = {
    things: server.things,
    keep: async (thing) => (put(force("b", "New"), force("a", "Later")), server.keep(thing)),
    drop: server.drop,
  };
  put(force("a", "First"));
  localStorage.setItem("muster.known", "{}");
  await bringTogether(slow, () => "copy");
  const left = JSON.parse(localStorage.getItem(LISTS.force) ?? "[]") as Own[];
  expect(left.map((one) => one.title).sort()).toEqual(["Later", "New"]);
});

test("a key is 256 bits, travels behind the #, and makes the token that the server makes", () => {
  const key = needKey();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(needKey()).toBe(key);
  const link = new URL(keyLink("https://muster.example", key));
  expect(link.pathname + link.search).toBe("/you");
  expect(keyIn(link.hash)).toBe(key);
  expect(keyIn("#key=nonsense")).toBe("");
  expect(seatToken("A".repeat(43), "4f0c9d2e-2", 1)).toBe(seatToken("A".repeat(43), "4f0c9d2e", 1));
  expect(seatToken("A".repeat(43), "4f0c9d2e", 1)).toBe("7WZkD3ZoZlxT-UzwHTA1w02wr5kHYuwx");
});
