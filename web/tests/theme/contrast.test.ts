/** Every game's board can be read in both themes: measured from the style sheets themselves. */
import { expect, test } from "vitest";
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
