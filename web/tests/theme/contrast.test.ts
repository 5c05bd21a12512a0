/** Every game's board can be read in both themes: measured from the style sheets themselves. */
import { expect, test } from "vitest";
import filters from "../../src/theme/Cvd.svelte?raw";
import identity from "../../src/theme/identity.css?raw";
import tokens from "../../src/theme/tokens.css?raw";

const GAMES = ["tiny_epic_mechs", "obsidian_protocol", "deadzone", "tag_raid"];
type Rgb = [number, number, number];
type Colours = Record<string, Rgb>;

/** The plain colours that a rule of a style sheet sets. */
function rule(css: string, selector: string): Colours {
  const start = `\n${css}`.indexOf(`\n${selector} {`);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const body = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): #([0-9a-f]{6})/g)].map(([, name = "", hex = ""]) => [
      name,
      [0, 2, 4].map((n) => parseInt(hex.slice(n, n + 2), 16)) as Rgb,
    ]),
  );
}

function light(colour: Rgb | undefined): number {
  const [r = 0, g = 0, b = 0] = (colour ?? []).map((one) =>
    one / 255 <= 0.03928 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb | undefined, b: Rgb | undefined): number {
  const [dark = 0, bright = 0] = [light(a), light(b)].sort((one, other) => one - other);
  return (bright + 0.05) / (dark + 0.05);
}

for (const theme of ["dark", "light"])
  test.each(GAMES)(`ink and sides stand out from the ground of %s, ${theme}`, (game) => {
    const look = rule(identity, `${theme === "light" ? '[data-theme="light"] ' : ""}[data-look="${game}"]`);
    const ink = rule(tokens, theme === "light" ? '[data-theme="light"]' : '[data-theme="dark"]');
    for (const surface of ["g-board", "g-board-2", "g-ground"]) {
      expect(contrast(ink["ink"], look[surface]), `ink on ${surface}`).toBeGreaterThan(7);
      expect(contrast(ink["ink-2"], look[surface]), `ink-2 on ${surface}`).toBeGreaterThan(4.5);
    }
    expect(contrast(ink["ink-3"], look["g-board"])).toBeGreaterThan(4.5);
    for (const side of ["a", "b", "c", "d", "n"]) expect(contrast(ink[`side-${side}`], look["g-board"]), side).toBeGreaterThan(4.4);
    expect(contrast(ink["choice-line"], look["g-board"])).toBeGreaterThan(4.5);
    expect(contrast(look["g-art"], look["g-board"]), "line art is there, and quieter than ink").toBeGreaterThan(2.5);
    expect(contrast(look["g-art"], look["g-board"])).toBeLessThan(contrast(ink["ink-2"], look["g-board"]));
  });

/** What a matrix of the filter makes of a colour. */
const seen = (values: number[], colour: Rgb): Rgb =>
  [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, at) => sum + (values[row * 5 + at] ?? 0) * (colour[at] ?? 0), 0)) as Rgb;

/** The filters as the page has them: the same that people look through. */
const FILTERS = Object.fromEntries(
  [...filters.matchAll(/^\s+(\w+): "([-\d. ]+)",$/gm)].map(([, name = "", values = ""]) => [name, values.trim().split(/\s+/).map(Number)]),
);

test("four players differ for those who see colours otherwise; only in grey they need their shapes and letters", () => {
  expect(Object.keys(FILTERS)).toEqual(["prot", "deut", "trit", "grey"]);
  const sides = ["a", "b", "c", "d"];
  for (const theme of ["dark", "light"]) {
    const ink = rule(tokens, `[data-theme="${theme}"]`);
    for (const [name, values] of Object.entries(FILTERS).filter(([one]) => one !== "grey"))
      for (const one of sides)
        for (const other of sides.slice(sides.indexOf(one) + 1)) {
          const [a, b] = [seen(values, ink[`side-${one}`] as Rgb), seen(values, ink[`side-${other}`] as Rgb)];
          expect(Math.hypot(...a.map((part, n) => part - (b[n] ?? 0))), `${theme}, ${name}: ${one} and ${other}`).toBeGreaterThan(30);
        }
  }
});
