/** Everybody has a silhouette: what the packs name is in the sprite, and every reference in the sprite holds. */
import { expect, test } from "vitest";
import { droneGlyph, partGlyph, shotGlyph } from "../../src/games/obsidian_protocol/figures";
import { glyphOf } from "../../src/games/deadzone/model";
import { figureOf } from "../../src/games/tiny_epic_mechs/model";

import sprite from "../../src/theme/pieces.svg?raw";

const files = import.meta.glob<string>("../../../src/muster/games/*/content/*.toml", { eager: true, query: "?raw", import: "default" });
const drawn = new Set([...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map((found) => found[1]));

/** The tables of a content file, each as its plain fields. */
function cards(game: string, file: RegExp): Record<string, string>[] {
  return Object.entries(files)
    .filter(([path]) => path.includes(`/${game}/`) && file.test(path.split("/").at(-1) ?? ""))
    .flatMap(([, text]) => text.split(/^\[\[/m).slice(1))
    .map((text) =>
      Object.fromEntries([...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key = "", value = ""]) => [key, value.replaceAll('"', "")])),
    );
}

test("every part, drone and projectile of Obsidian Protocol is drawn", () => {
  const parts = cards("obsidian_protocol", /^parts_/).filter((part) => part.slot);
  expect(parts.length).toBeGreaterThan(200);
  for (const { id = "", slot = "" } of parts) expect(drawn, id).toContain(partGlyph(slot, id));
  for (const { id = "" } of cards("obsidian_protocol", /^drones/)) expect(drawn, id).toContain(droneGlyph(id));
  for (const { id = "" } of cards("obsidian_protocol", /^projectiles/)) expect(drawn, id).toContain(shotGlyph(id));
});

test("every model of Deadzone is drawn, and its faction has a portrait", () => {
  const models = cards("deadzone", /^models_/).filter((model) => model.rank);
  expect(models.length).toBeGreaterThan(50);
  for (const model of models) {
    const abilities = (model.abilities ?? "").replace(/[[\],]/g, " ").split(/\s+/);
    expect(drawn, model.id).toContain(glyphOf({ ...model, abilities, size: Number(model.size ?? 1) } as never));
  }
  for (const faction of ["enforcers", "plague", "rebs", "asterians", "forge_fathers", "marauders"])
    expect(drawn).toContain(`portrait-dz-${faction}`);
});

test("every pilot, TAG and beast has a figure and a portrait", () => {
  for (const { id = "" } of cards("tiny_epic_mechs", /^pilots/).filter((one) => one.id))
    for (const symbol of [`tem-${id}`, figureOf({ status: "pilot", pilot: id } as never, {} as never), `portrait-tem-${id}`])
      expect(drawn, id).toContain(symbol);
  for (const side of ["troy_3000", "sparta_3000"])
    expect(drawn).toContain(figureOf({ status: "mech" } as never, { mech_side: side } as never));
  for (const id of ["stonebreaker", "tafang", "cavecrawler", "rockeater", "stoorworm", "drummer_crab", "ridgeback"])
    for (const symbol of [`tag-${id}`, `portrait-tag-${id}`]) expect(drawn, id).toContain(symbol);
});

test("what a drawing refers to is there", () => {
  const ids = new Set([...sprite.matchAll(/ id="([\w-]+)"/g)].map((found) => found[1]));
  for (const [, id] of sprite.matchAll(/url\(#([\w-]+)\)/g)) expect(ids).toContain(id);
});
