/**
 * The sounds of the table, all made on the spot: a step, a blow, a fall, dice, the turn that is yours.
 *
 * Silent until the person has touched the page (browsers want it so, and so do we), and whenever sound is switched off.
 */
import { settings } from "../settings.svelte";

export type Sound = "turn" | "step" | "hit" | "fall" | "dice" | "tally";

let audio: AudioContext | undefined;
let touched = false;
let last = 0;

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { once: true, capture: true });

export function play(sound: Sound): void {
  if (!touched || !settings.sound) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    // Several things at once are one sound.
    if (sound !== "turn" && audio.currentTime - last < 0.05 && last) return;
    last = audio.currentTime;
    SOUNDS[sound](audio);
  } catch {
    // Without sound the game goes on all the same.
  }
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  turn: (a) => [660, 880].forEach((pitch, n) => tone(a, { pitch, after: n * 0.12, long: 0.22, loud: 0.08 })),
  step: (a) => noise(a, { pitch: 420, long: 0.06, loud: 0.05 }),
  hit: (a) => {
    noise(a, { pitch: 1400, long: 0.12, loud: 0.16 });
    tone(a, { pitch: 150, to: 60, long: 0.2, loud: 0.2 });
  },
  fall: (a) => {
    noise(a, { pitch: 700, long: 0.3, loud: 0.16 });
    tone(a, { pitch: 120, to: 36, long: 0.5, loud: 0.24 });
  },
  dice: (a) => [0, 0.05, 0.09, 0.16, 0.24].forEach((after, n) => noise(a, { pitch: 2200 + 500 * (n % 3), after, long: 0.03, loud: 0.07 })),
  tally: (a) => tone(a, { pitch: 990, long: 0.07, loud: 0.03 }),
};

interface Shape {
  pitch: number;
  /** Where the pitch glides to. */
  to?: number;
  after?: number;
  long: number;
  loud: number;
}

function swell(audio: AudioContext, { after = 0, long, loud }: Shape): { gain: GainNode; start: number } {
  const start = audio.currentTime + after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.02, long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(audio.destination);
  return { gain, start };
}

function tone(audio: AudioContext, shape: Shape): void {
  const { gain, start } = swell(audio, shape);
  const oscillator = audio.createOscillator();
  oscillator.frequency.setValueAtTime(shape.pitch, start);
  if (shape.to) oscillator.frequency.exponentialRampToValueAtTime(shape.to, start + shape.long);
  oscillator.connect(gain);
  oscillator.start(start);
  oscillator.stop(start + shape.long + 0.02);
}

/** A short hiss around a pitch: wood, stone, metal. */
function noise(audio: AudioContext, shape: Shape): void {
  const { gain, start } = swell(audio, shape);
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * shape.long), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n += 1) data[n] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = shape.pitch;
  source.connect(filter).connect(gain);
  source.start(start);
}
