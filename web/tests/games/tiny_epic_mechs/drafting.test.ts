/** Writing a programme: laying, turning, swapping and taking back cards before they are locked in. */
import { expect, test } from "vitest";
import {
  chosen,
  drafted,
  key,
  lay,
  lockIn,
  origin,
  pick,
  ready,
  swap,
  takeBack,
  touch,
  turn,
} from "../../../src/games/tiny_epic_mechs/drafting";
import {
  inHand,
  leads,
  turned,
  usual,
  type Input,
  type PlayerView,
  type TableView,
  type ZoneView,
} from "../../../src/games/tiny_epic_mechs/model";
import { input, pressed, question, sit } from "../../sitting";

/** Three zones in a row from west to east, and one that a diagonal jump leads to. */
const zone = (name: string, ways: Record<string, string>) => ({ name, leads: ways }) as Partial<ZoneView> as ZoneView;
const zones = [
  zone("west", { "move-e": "middle", "double_jump-e": "east" }),
  zone("middle", { "move-e": "east", "move-w": "west", "diagonal_jump-se": "corner" }),
  zone("east", { "move-w": "middle", "double_jump-w": "west" }),
  zone("corner", {}),
];
const hand = ["collect", "mine", "diagonal_jump", "double_jump"].map((kind) => ({ kind, left: kind === "mine" ? 1 : 2 }));

function programming(change: Partial<PlayerView> = {}) {
  const player = { seat: 0, zone: "west", program: [], hand, ...change } as Partial<PlayerView> as PlayerView;
  return sit(input<TableView>({ zones, players: [player] }, { question: question("program") }));
}

test("a card is turned a quarter, a diagonal one to the next diagonal", () => {
  expect(["n", "e", "s", "w"].map((way) => turned(`collect-${way}`))).toEqual(["collect-e", "collect-s", "collect-w", "collect-n"]);
  expect(turned("diagonal_jump-nw")).toBe("diagonal_jump-ne");
  expect(turned("collect-n", -1)).toBe("collect-w");
});

test("a card leads where the zone says, and nowhere through a wall", () => {
  const view = { zones } as Partial<TableView> as TableView;
  const [west, middle] = zones as [ZoneView, ZoneView];
  expect(leads(view, west, "collect-e").name).toBe("middle");
  expect(leads(view, west, "double_jump-e").name).toBe("east");
  expect(leads(view, middle, "diagonal_jump-se").name).toBe("corner");
  expect(leads(view, west, "collect-n").name, "a wall").toBe("west");
});

test("cards are laid so that they lead somewhere, going on as before where they can", () => {
  const { table } = programming();
  lay(table, "collect");
  lay(table, "collect");
  expect(drafted(table)).toEqual(["collect-e", "collect-e"]);
  expect(origin(table.input as Input, 2)?.name).toBe("east");
  lay(table, "double_jump");
  expect(drafted(table).at(-1)).toBe("double_jump-w");
  expect(chosen(table)).toBe(2);
});

test("a card goes on the way of the one before, where both ways are open", () => {
  const { table } = programming({ zone: "east" });
  lay(table, "collect");
  lay(table, "collect");
  expect(drafted(table), "from the middle one can also go back east").toEqual(["collect-w", "collect-w"]);
});

test("no more than four cards, and none that is not in hand any more", () => {
  const { table } = programming({ program: ["collect-e"], hand: hand.filter((one) => one.kind !== "collect") });
  lay(table, "collect");
  lay(table, "mine");
  lay(table, "mine");
  expect(drafted(table)).toHaveLength(1);
  expect(inHand(table.input as Input).find((one) => one.kind === "mine")?.left).toBe(0);
  expect(ready(table)).toBe(false);
  for (const kind of ["diagonal_jump", "diagonal_jump", "double_jump"]) lay(table, kind);
  expect(drafted(table)).toHaveLength(3);
  expect(ready(table), "one was sent already").toBe(true);
});

test("cards are picked, turned, swapped and taken back", () => {
  const { table, undone } = programming();
  for (const kind of ["collect", "mine", "double_jump"]) lay(table, kind);
  const [first, second] = drafted(table) as [string, string];
  pick(table, 0);
  expect(chosen(table)).toBe(0);
  pick(table, 0);
  expect(drafted(table)[0], "picked once more it turns").toBe(turned(first));
  swap(table, 0, 1);
  expect(drafted(table).slice(0, 2)).toEqual([second, turned(first)]);
  swap(table, 0, 7);
  expect(drafted(table).slice(0, 2), "there is no eighth card").toEqual([second, turned(first)]);
  turn(table, 9);
  takeBack(table, 0);
  expect(drafted(table)).toHaveLength(2);
  takeBack(table);
  takeBack(table);
  expect([drafted(table).length, undone()]).toEqual([0, 0]);
  takeBack(table);
  expect(undone(), "with nothing drafted the last answer is taken back").toBe(1);
});

test("touching a zone turns the chosen card there, and never answers", () => {
  const { table, answers } = programming({ zone: "middle" });
  lay(table, "collect");
  expect(drafted(table)).toEqual(["collect-e"]);
  expect(touch(table, "zone:west")).toBe(true);
  expect(drafted(table)).toEqual(["collect-w"]);
  expect(touch(table, "zone:corner")).toBe(true);
  expect(drafted(table), "it does not lead there").toEqual(["collect-w"]);
  expect(answers).toEqual([]);
  expect(touch(sit(input<TableView>({ zones, players: [] }, { question: question("power_up") })).table, "zone:west")).toBe(false);
});

test("the whole programme goes to the server together, and only when it is whole", async () => {
  const { table, answers } = programming();
  for (const digit of ["1", "1", "2"]) expect(key(table, pressed(digit))).toBe(true);
  await lockIn(table);
  expect(key(table, pressed("Enter")), "it is not whole").toBe(false);
  expect(answers).toEqual([]);
  key(table, pressed("4"));
  key(table, pressed("r"));
  const cards = drafted(table);
  expect(key(table, pressed("Enter"))).toBe(true);
  expect(answers).toEqual([cards]);
  expect(cards).toHaveLength(4);
  expect(key(table, pressed("x"))).toBe(false);
});

test("the turret a card was laid for lies ready; of several mines, or turrets to move here, one is chosen", () => {
  const ready = (key: string, ...keys: string[]) => usual(question(key, [...keys, "pass"]));
  expect(ready("deploy_turret", "deploy")).toBe("deploy");
  expect(ready("deploy_mine", "lay:3")).toBe("lay:3");
  expect(ready("deploy_mine", "lay:1", "lay:3")).toBeUndefined();
  expect(ready("relocate_turret", "from:a1")).toBeUndefined();
  expect(ready("purchase", "buy:warhammer")).toBeUndefined();
});
