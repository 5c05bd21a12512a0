/** The curve of chance: how a hundred matches with the same rolls would lie, and where one of them stands. */

const STEPS = 60;
const WIDE = 3;
const heights = Array.from({ length: STEPS + 1 }, (_, n) => Math.exp(-((WIDE * (2 * (n / STEPS) - 1)) ** 2) / 2));
const whole = heights.reduce((sum, one) => sum + one, 0);

/** Where on the curve so many of a hundred lie to the left: 0 at its left end, 1 at its right. */
export function placeOf(hundredth: number): number {
  let sum = 0;
  const at = heights.findIndex((one) => (sum += one) >= (whole * hundredth) / 100);
  return at < 0 ? 1 : at / STEPS;
}

/** The curve from its left end to a place on it, as a closed path in a box of this size. */
export function curve(width: number, height: number, to = 1): string {
  const points = heights
    .slice(0, Math.round(to * STEPS) + 1)
    .map((one, n) => `${((n / STEPS) * width).toFixed(1)},${(height * (1 - one)).toFixed(1)}`);
  return `M0,${height} L${points.join(" L")} L${(to * width).toFixed(1)},${height} Z`;
}
