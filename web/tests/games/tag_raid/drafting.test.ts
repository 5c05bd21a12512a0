/** Drawing a move and choosing an attack of TAG Raid: what is drafted becomes a key. */
import { expect, test } from "vitest";
import {
  addBend,
  aimOf,
  armed,
  begin,
  bestPlace,
  choose,
  declaration,
  dotBack,
  drag,
  key,
  modesOf,
  moveEnd,
  point,
  setDice,
  startOver,
  take,
  touch,
  turn,
} from "../../../src/games/tag_raid/drafting";
import {
  along,
  bearing,
  facingOf,
  inside,
  lengthOf,
  millimetres,
  modeOf,
  moveKey,
  pathOf,
  readKey,
  type Arm,
  type Arms,
  type Input,
  type TableView,
} from "../../../src/games/tag_raid/model";
import { beside, frontArc, noteSpot } from "../../../src/games/tag_raid/shapes";
import { input, pressed, question, settle, sit, type Sat } from "../../sitting";

const roof = {
  corners: [
    [2000, 0],
    [3000, 0],
    [3000, 1000],
    [2000, 1000],
  ],
  height: 300,
};
const miners = [
  { seat: 0, x: 500, y: 500, level: -1, facing: 90, tag: "x" },
  { seat: 1, x: 500, y: 5000, level: -1, facing: 0, tag: "y" },
  { seat: 2, x: -1, y: -1, level: -1, facing: 0, tag: "" },
];
const view = { miners, scenery: [roof] } as unknown as TableView;
const asking = (prompt: string, options: string[] = [], reply?: (about: string) => unknown) =>
  sit(input<TableView>(view, { question: question(prompt, options) }), reply);
const now = (sat: Sat) => sat.table.input as Input;
const abouts = (sat: Sat) => sat.sent.map((one) => one.about);

test("places are written in millimetres, climbs before them, and read back the same", () => {
  expect([millimetres(500), millimetres(505), millimetres(7)]).toEqual(["50", "50.5", "0.7"]);
  expect(moveKey([], 90)).toBe("stay@90");
  const path = [
    { x: 505, y: 10, climb: "^" as const },
    { x: 0, y: 7, climb: undefined },
  ];
  expect(moveKey(path, 12)).toBe("move:^50.5,1;0,0.7@12");
  expect(readKey("move:^50.5,1;0,0.7@12")).toEqual({ path, facing: 12 });
  expect(readKey("stay@270")).toEqual({ path: [], facing: 270 });
  expect(readKey("shoot:1>B2")).toBeNull();
});

test("degrees are those of the compass", () => {
  const middle = { x: 10, y: 10 };
  const to = (x: number, y: number) => bearing(middle, { x, y });
  expect([to(10, 0), to(20, 10), to(10, 20), to(0, 10), to(20, 0)]).toEqual([0, 90, 180, 270, 45]);
});

test("along and beside a line, and inside a roof", () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  expect(lengthOf(corner)).toBe(20);
  expect(along(corner, 4)).toEqual({ x: 4, y: 0, angle: 0 });
  expect(along(corner, 15)).toEqual({ x: 10, y: 5, angle: 90 });
  expect(along(corner, 99)).toEqual({ x: 10, y: 10, angle: 90 });
  expect(along([], 5)).toEqual({ x: 0, y: 0, angle: 0 });
  expect(beside(corner.slice(0, 2), 0, 10, 3)).toEqual([
    { x: 0, y: 3 },
    { x: 6, y: 3 },
    { x: 10, y: 3 },
  ]);
  const corners = roof.corners as [number, number][];
  expect([inside(corners, 2500, 500), inside(corners, 1999, 500), inside(corners, 2500, 1001)]).toEqual([true, false, false]);
  const arc = frontArc({ x: 0, y: 0 }, 90, 100, "a").outline?.[0] ?? [];
  expect([arc[0], arc.at(-1)].map((p) => Math.round(p?.y ?? 0))).toEqual([-100, 100]);
  expect(
    arc.every((p) => p.x > -1e-9),
    "a TAG that looks east sees nothing west",
  ).toBe(true);
});

test("a path bends where the ground is touched, climbs where the level changes, and looks at the nearest enemy", () => {
  const sat = asking("turn");
  point(sat.table, { x: 100, y: 50 });
  addBend(sat.table, { x: 2500, y: 500 });
  addBend(sat.table, { x: 2600, y: 500 });
  addBend(sat.table, { x: 500, y: 3000 });
  expect(pathOf(now(sat)).map((bend) => bend.climb)).toEqual([undefined, "^", undefined, "v"]);
  expect(facingOf(now(sat)), "the enemy stands to the south").toBe(180);
  dotBack(sat.table);
  expect(pathOf(now(sat))).toHaveLength(3);
  moveEnd(sat.table, { x: 900, y: 900 });
  expect(pathOf(now(sat)).at(-1)).toEqual({ x: 900, y: 900, climb: "v" });
  expect(abouts(sat), "one question under way").toHaveLength(1);
  startOver(sat.table);
  expect([pathOf(now(sat)), facingOf(now(sat))]).toEqual([[], 90]);
});

test("a TAG that is not on the table is not looked at", () => {
  const sat = asking("turn");
  addBend(sat.table, { x: 500, y: 100 });
  expect(facingOf(now(sat))).toBe(180);
});

test("a TAG that was turned by hand keeps looking there", () => {
  const sat = asking("turn");
  turn(sat.table, -30);
  expect(facingOf(now(sat))).toBe(330);
  addBend(sat.table, { x: 500, y: 3000 });
  expect(facingOf(now(sat))).toBe(330);
});

test("handles are dragged and keys walk, in tenths of a millimetre", () => {
  const sat = asking("turn");
  drag(sat.table, "end", { x: 60.04, y: -5 }, false);
  expect(pathOf(now(sat))).toEqual([{ x: 600, y: 0, climb: undefined }]);
  drag(sat.table, "facing", { x: 60, y: 100 }, true);
  expect(facingOf(now(sat))).toBe(180);
  drag(sat.table, "bend:0", { x: 70, y: 10 }, true);
  key(sat.table, pressed("ArrowRight"));
  key(sat.table, pressed("ArrowDown", true));
  expect(pathOf(now(sat))).toEqual([{ x: 800, y: 120, climb: undefined }]);
  key(sat.table, pressed("r"));
  expect(facingOf(now(sat))).toBe(195);
  key(sat.table, pressed("p"));
  expect(pathOf(now(sat))).toHaveLength(2);
  key(sat.table, pressed("Backspace"));
  expect(pathOf(now(sat))).toHaveLength(1);
  expect(key(sat.table, pressed("x"))).toBe(false);
});

test("what was proposed is taken in hand, and asked about", () => {
  const sat = asking("turn");
  expect(touch(sat.table, "place:move:60,50@45")).toBe(true);
  expect([pathOf(now(sat)).length, facingOf(now(sat))]).toEqual([1, 45]);
  take(sat.table, "nonsense");
  expect(abouts(sat)).toEqual(["move:60,50@45"]);
  expect([touch(sat.table, "tile:3"), touch(sat.table, "miner:1")]).toEqual([true, false]);
});

const spot = (place: string, value: number | null, cover = false) => ({ place, x: 0, y: 0, along: 0, band: 0, value, cover });
const rifle: Arm = {
  key: "shoot:rifle",
  tool: "rifle",
  ranged: true,
  dice: 3,
  marks: [
    { who: "B", spots: [spot("1,1", 8), spot("2,2", 12, true), spot("3,3", 12)], refusal: null },
    { who: "C", spots: [spot("1,1", 14), spot("2,2", null)], refusal: null },
    { who: "D", spots: [spot("1,1", null)], refusal: null },
  ],
};
const claw: Arm = {
  ...rifle,
  key: "strike:claw",
  marks: [{ who: "B", spots: [], refusal: { clause: "TR close", text: "too far" } as never }],
};
const arms: Arms = { kind: "arms", seat: 0, reactive: false, length: 0, evade: 0, arms: [claw, rifle] };
const server = (about: string) => (about === "arms" ? arms : { kind: "chance", key: about, duels: [], evades: null });

async function attacking(prompt: string, options: string[] = []) {
  const sat = asking(prompt, options, server);
  begin(sat.table);
  await settle();
  armed(sat.table);
  await settle();
  return sat;
}

test("the best spot is that with the best values for all targets, out of cover if equal", () => {
  expect(bestPlace(rifle, ["B"])).toBe("3,3");
  expect(bestPlace(rifle, ["C"])).toBe("1,1");
  expect(bestPlace(rifle, ["B", "C"])).toBe("1,1");
  expect(bestPlace(rifle, ["nobody"])).toBe("");
});

test("the first weapon that can be used is in hand, all its dice at the easiest target", async () => {
  const sat = await attacking("second");
  expect(modeOf(now(sat))).toBe("shoot:rifle");
  expect(aimOf(now(sat))).toEqual({ split: { C: 3 }, place: "1,1" });
  expect(declaration(now(sat))).toBe("shoot:rifle>C3@1,1");
  expect(abouts(sat)).toEqual(["arms", "shoot:rifle>C3@1,1"]);
  expect(sat.draft().chance).toMatchObject({ key: "shoot:rifle>C3@1,1" });
  const modes = modesOf(now(sat));
  expect(modes.map((one) => one.mode)).toEqual(["strike:claw", "shoot:rifle", "move", "idle"]);
  expect(modes[0]?.no).toMatchObject({ clause: "TR close" });
});

test("dice are split among targets, and the spot moves to where all of them can be hit", async () => {
  const sat = await attacking("second");
  setDice(sat.table, "C", 0);
  expect(declaration(now(sat)), "nobody is aimed at").toBe("");
  setDice(sat.table, "B", 2);
  touch(sat.table, "spot:3,3");
  expect(declaration(now(sat))).toBe("shoot:rifle>B2@3,3");
  setDice(sat.table, "C", 1);
  expect(declaration(now(sat))).toBe("shoot:rifle>B2+C1@1,1");
  touch(sat.table, "miner:1");
  expect(declaration(now(sat)), "all dice were used: all at the one touched").toBe("shoot:rifle>B3@3,3");
  touch(sat.table, "miner:3");
  expect(declaration(now(sat)), "nobody can hit that one").toBe("shoot:rifle>B3@3,3");
});

test("a reaction names the spot, not the dice; digits choose, arrows walk along the spots", async () => {
  const sat = await attacking("aro", ["evade:left", "pass"]);
  expect(modesOf(now(sat)).map((one) => one.mode)).toEqual(["strike:claw", "shoot:rifle", "evade:left", "idle", "pass"]);
  expect(declaration(now(sat))).toBe("shoot:rifle@1,1");
  key(sat.table, pressed("ArrowRight"));
  expect(declaration(now(sat))).toBe("shoot:rifle@2,2");
  key(sat.table, pressed("ArrowLeft"));
  key(sat.table, pressed("ArrowLeft"));
  expect(declaration(now(sat))).toBe("shoot:rifle@1,1");
  key(sat.table, pressed("3"));
  expect(declaration(now(sat))).toBe("evade:left");
  key(sat.table, pressed("5"));
  expect(declaration(now(sat))).toBe("pass");
  expect(key(sat.table, pressed("9"))).toBe(false);
});

test("a second skill may be a move: nothing is declared then", async () => {
  const sat = await attacking("second");
  choose(sat.table, "move");
  expect(declaration(now(sat))).toBe("");
  point(sat.table, { x: 60, y: 50 });
  expect(pathOf(now(sat))).toHaveLength(1);
});

test("what is said of a tile does not stand below the number of a door", () => {
  const here = { x: 100, y: 100 };
  expect(noteSpot(here, 50, [])).toEqual({ x: 100, y: 64 });
  expect(noteSpot(here, 50, [{ x: 100, y: 50 }])).toEqual({ x: 100, y: 125 });
  expect(noteSpot(here, 50, [{ x: 100, y: 150 }])).toEqual({ x: 100, y: 64 });
});
