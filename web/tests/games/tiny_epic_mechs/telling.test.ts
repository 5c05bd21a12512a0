/** What Tiny Epic Mechs makes of events and cards: the view after them, the log, the lines of weapons. */
import { expect, test } from "vitest";
import { after } from "../../../src/games/tiny_epic_mechs/after";
import { detail } from "../../../src/games/tiny_epic_mechs/detail";
import { log } from "../../../src/games/tiny_epic_mechs/log";
import { counters, type TableView } from "../../../src/games/tiny_epic_mechs/model";
import { order } from "../../../src/games/tiny_epic_mechs/order";
import { GameWords } from "../../../src/words/words.svelte";
import { choices, input, told } from "../../sitting";

const players = [0, 1].map((seat) => ({ seat, zone: "a", health: 5, full_health: 8, energy: 1, credits: 2, score: 0, pilot: "" }));
const view = {
  players,
  zones: [
    { name: "a", device: null },
    { name: "b", device: null },
  ],
  round: 2,
  stage: "program",
  start: 1,
  active: 1,
};
const at = view as unknown as TableView;

test("events change what they are about and nothing else", () => {
  expect(after(at, told("moved", { seat: 1, zone: "b" })).players.map((one) => one.zone)).toEqual(["a", "b"]);
  expect(after(at, told("damage", { seat: 1, enemy: 0, health: 3 })).players.map((one) => one.health)).toEqual([3, 5]);
  expect(after(at, told("collected", { seat: 0, energy: 2, credits: 1 })).players[0]).toMatchObject({ energy: 3, credits: 3 });
  expect(after(at, told("healed", { seat: 0, health: 9 })).players[0]?.health, "no more than whole").toBe(8);
  expect(after(at, told("scored", { seat: 0, total: 7 })).players[0]?.score).toBe(7);
  expect(after(at, told("card_revealed", { seat: 0, card: "mine-n" }))).toMatchObject({ active: 0, card: "mine-n" });
  expect(after(at, told("something_else", { seat: 0 }))).toBe(at);
});

test("devices are laid and go off", () => {
  const mined = after(at, told("mine_laid", { seat: 0, zone: "b" }));
  expect(mined.zones[1]?.device).toMatchObject({ owner: 0, kind: "mine" });
  const blown = after(mined, told("mine_exploded", { seat: 1, zone: "b", damage: 9 }));
  expect(blown.zones[1]?.device).toBeNull();
  expect(blown.players[1]?.health, "not below nought").toBe(0);
  expect(at.zones[1]?.device, "the view before is left alone").toBeNull();
});

test("the log knows headings, quiet lines and heavy blows", () => {
  expect(log(told("round_begins"))).toMatchObject({ head: true, quiet: false, weight: 1 });
  expect(log(told("cannot.move"))).toMatchObject({ quiet: true });
  expect(log(told("knocked_out"))).toMatchObject({ weight: 3, death: true });
});

test("the turn order begins with the start token", () => {
  const words = new GameWords({ "picture.round": "Round {round} of {rounds}", "stage.program": "Programming", "picture.you": "you" });
  const found = order(input<TableView>(at, { words, seat: 0 }));
  expect(found.phase).toBe("Round 2 of 6 · Programming");
  expect(found.slots.map(({ id, state }) => [id, state])).toEqual([
    ["1", "next"],
    ["0", "now"],
  ]);
  expect(found.slots[1]?.note).toBe("you");
});

test("a weapon says what it does, and what its blow would leave", () => {
  const line = (damage: number, kind: string) => ({ damage, effects: [{ kind, amount: 2 }] });
  const market = [{ id: "sword", type: "melee", attack: line(3, "push"), power: line(5, "stun") }];
  const combat = { attacker: 0, defender: 1, blows: [{ key: "attack:sword", health: 2 }] };
  const words = new GameWords({ "effect.push": "push {amount}", "effect.stun": "stun {amount}" });
  const found = input<TableView>({ ...at, market, combat } as unknown as TableView, { words });
  const [attack, buy] = choices("attack:sword", "buy:sword").map((one) => detail(found, one));
  expect(attack).toMatchObject({ icon: "i-melee", right: "5 → 2" });
  expect(attack?.text).toContain("push 2");
  expect(attack?.text).not.toContain("stun");
  const unequal = { ...found.view, players: players.map((one) => ({ ...one, health: 5 + one.seat })) } as never;
  const left = [0, 1].map((seat) => detail({ ...found, view: unequal, seat }, choices("attack:sword")[0] as never).right);
  expect(left, "each strikes at the other").toEqual(["6 → 2", "5 → 2"]);
  expect(buy?.text).toMatch(/3.*push 2 · .*5.*stun 2/);
});

test("each type counters the next", () => {
  expect(["area", "ranged", "melee"].map(counters)).toEqual(["ranged", "melee", "area"]);
});
