import { describe, expect, it } from "vitest";
import { curve, placeOf } from "../../src/end/bell";

describe("the curve of chance", () => {
  it("puts the middle match in the middle, and the rare ones at its ends", () => {
    expect(placeOf(50)).toBeCloseTo(0.5, 1);
    expect(placeOf(0)).toBe(0);
    expect(placeOf(100)).toBeGreaterThan(0.9);
    expect(placeOf(84)).toBeCloseTo(4 / 6, 1);
    expect(placeOf(16)).toBeCloseTo(2 / 6, 1);
  });

  it("is drawn up to a place", () => {
    expect(curve(100, 20)).toMatch(/^M0,20 L0\.0,19\.8 .* L100\.0,20 Z$/);
    expect(curve(100, 20, 0.5)).toMatch(/L50\.0,0\.0 L50\.0,20 Z$/);
  });
});
