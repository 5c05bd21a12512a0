/** The chance to win through a match, as a drawing: all arithmetic of the curve, and none of its looks. */
import type { CurvePoint } from "../net/protocol";

export interface Frame {
  width: number;
  top: number;
  height: number;
  /** The length of the log: the right end. */
  total: number;
}

/** The margin of the timeline, as a share of its width: curve and ticks have one axis. */
export const MARGIN = 8 / 1190;

/** Half the width of a figure, in pixels. */
const REACH = 14;

export const xOf = (frame: Frame, seq: number): number =>
  frame.width * (MARGIN + (1 - 2 * MARGIN) * (Math.min(seq, frame.total) / Math.max(1, frame.total)));

export const yOf = (frame: Frame, chance: number): number => frame.top + (1 - chance) * frame.height;

/** The place in the log under a point of the drawing. */
export function seqAt(frame: Frame, x: number): number {
  const share = (x / Math.max(1, frame.width) - MARGIN) / (1 - 2 * MARGIN);
  return Math.round(Math.max(0, Math.min(1, share)) * frame.total);
}

/** The line of one seat. */
export function lineOf(curve: CurvePoint[], seat: number, frame: Frame): string {
  return curve
    .map((point, n) => `${n ? "L" : "M"}${xOf(frame, point.seq).toFixed(1)} ${yOf(frame, point.chances[seat] ?? 0).toFixed(1)}`)
    .join("");
}

/** The area between the line and the middle. */
export function areaOf(curve: CurvePoint[], seat: number, frame: Frame, middle: number): string {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return "";
  const base = yOf(frame, middle).toFixed(1);
  return `${lineOf(curve, seat, frame)}L${xOf(frame, last.seq).toFixed(1)} ${base}L${xOf(frame, first.seq).toFixed(1)} ${base}Z`;
}

/** The chance of a seat after so many events: what the last point before says. */
export function chanceAt(curve: CurvePoint[], seat: number, seq: number): number {
  let found = curve[0];
  for (const point of curve) if (point.seq <= seq) found = point;
  return found?.chances[seat] ?? 0;
}

/** Where each round begins, from the second on or from the first that is counted. */
export function roundsOf(curve: CurvePoint[]): { round: number; seq: number }[] {
  const found: { round: number; seq: number }[] = [];
  for (const { round, seq } of curve) if (round && round !== found.at(-1)?.round) found.push({ round, seq });
  return found;
}

export interface Label {
  x: number;
  y: number;
}

/** Where the figures of marks stand: clear of the line, above it if there is room, and null where it would cover another one. */
export function labelsOf(curve: CurvePoint[], seat: number, frame: Frame, seqs: number[]): (Label | null)[] {
  const taken: Label[] = [];
  return seqs.map((seq) => {
    const x = xOf(frame, seq);
    const near = curve.filter((point) => Math.abs(xOf(frame, point.seq) - x) < REACH).map((point) => yOf(frame, point.chances[seat] ?? 0));
    const here = yOf(frame, chanceAt(curve, seat, seq));
    const over = Math.min(here, ...near) - 10;
    const under = Math.max(here, ...near) + 19;
    const label = { x, y: over >= 11 ? over : under <= frame.top + frame.height + 4 ? under : 11 };
    if (taken.some((other) => Math.abs(other.x - x) < 2 * REACH && Math.abs(other.y - label.y) < 13)) return null;
    taken.push(label);
    return label;
  });
}

/** A change of the chance as people read it: `+19`, `−3`, in wins of 100. */
export function signed(change: number): string {
  const n = Math.round(100 * change);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}
