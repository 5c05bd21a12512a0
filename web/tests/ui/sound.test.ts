/** What is heard, and when: nothing before the first touch, nothing when switched off, one sound for what happens at once. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Piece, Scene } from "../../src/scene/scene";

/** What was started since the beginning, and the clock of the loudspeaker. */
let heard: string[] = [];
let now = 1;
let opened = 0;

const gain = { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 };
const part = (name: string) => ({
  gain,
  frequency: { ...gain, value: 0 },
  connect: (next: unknown) => next,
  start: () => heard.push(name),
  stop: () => undefined,
});

class Loudspeaker {
  state = "running";
  sampleRate = 8000;
  destination = {};
  constructor() {
    opened += 1;
  }
  get currentTime(): number {
    return now;
  }
  createGain = () => part("gain");
  createOscillator = () => part("tone");
  createBufferSource = () => part("noise");
  createBiquadFilter = () => part("filter");
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

/** The modules as on a page that was just opened; `touch` is the first touch of it. */
async function page() {
  const waiting: (() => void)[] = [];
  vi.stubGlobal("AudioContext", Loudspeaker);
  vi.stubGlobal("addEventListener", (_: string, act: () => void) => waiting.push(act));
  vi.resetModules();
  const { play } = await import("../../src/ui/sound");
  const { Hits } = await import("../../src/board/hits.svelte");
  const { settings } = await import("../../src/settings.svelte");
  return { play, Hits, settings, touch: () => waiting.forEach((act) => act()) };
}

beforeEach(() => {
  heard = [];
  now += 10;
  opened = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("before the first touch not even the loudspeaker is opened", async () => {
  const { play, touch } = await page();
  play("turn");
  play("hit");
  expect([opened, heard]).toEqual([0, []]);
  touch();
  play("turn");
  expect([opened, heard]).toEqual([1, ["tone", "tone"]]);
});

test("switched off it stays silent, and can be switched on again", async () => {
  const { play, settings, touch } = await page();
  touch();
  settings.sound = false;
  play("fall");
  expect(heard).toEqual([]);
  settings.sound = true;
  play("fall");
  expect(heard).toEqual(["noise", "tone"]);
});

test("several things at once are one sound; the turn that is yours is always heard", async () => {
  const { play, touch } = await page();
  touch();
  play("step");
  play("dice");
  expect(heard).toEqual(["noise"]);
  play("turn");
  expect(heard).toEqual(["noise", "tone", "tone"]);
  now += 1;
  play("dice");
  expect(heard).toHaveLength(8);
});

const piece = (id: string, life: number, x = 0) => ({ id, life, size: 20, at: { x, y: 0 } }) as unknown as Piece;
const scene = (...pieces: Piece[]) => ({ name: "board", pieces }) as unknown as Scene;
const STEP = ["noise"];
const BLOW = ["noise", "tone"];

test("on the board a step, a blow and a fall are heard, and a board that is another one is not", async () => {
  const { Hits, touch } = await page();
  touch();
  const hits = new Hits();
  const after = (...pieces: Piece[]): string[] => {
    heard = [];
    now += 1;
    hits.see(scene(...pieces));
    return heard;
  };
  expect(after(piece("a", 3), piece("b", 2))).toEqual([]);
  expect(after(piece("a", 3), piece("b", 2))).toEqual([]);
  expect(after(piece("a", 3, 40), piece("b", 2))).toEqual(STEP);
  expect(after(piece("a", 1, 40), piece("b", 2))).toEqual(BLOW);
  expect(hits.told.map(({ text }) => text)).toEqual(["−2"]);
  expect(after(piece("b", 2))).toEqual(BLOW);
  heard = [];
  hits.see({ ...scene(), name: "another" } as Scene);
  expect(heard).toEqual([]);
  hits.close();
});
