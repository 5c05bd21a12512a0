/** The figure of an entry of a force, from its cards: a mech of its parts, a drone, a model of its faction. */
import { glyphOf } from "../games/deadzone/figures";
import { droneGlyph, mechGlyph, STACK } from "../games/obsidian_protocol/figures";
import type { FormCard } from "../net/protocol";

/** The symbols to draw, or nothing for cards that are no figure. */
export function portraitOf(cards: FormCard[]): string {
  const parts = cards.filter(({ kind }) => STACK.some((slot) => slot === kind));
  if (parts.length) return mechGlyph(Object.fromEntries(parts.map(({ kind, id }) => [kind, { card: id }])));
  const [first] = cards;
  if (first?.kind === "drone") return droneGlyph(first.id);
  if (first?.kind !== "model" && first?.kind !== "mercenary") return "";
  const of = (table: string) => first.words.flatMap(({ term }) => (term.startsWith(`${table}.`) ? [term.slice(table.length + 1)] : []));
  return glyphOf({
    id: first.id,
    faction: first.kind === "model" ? (first.only.faction?.[0] ?? "") : "",
    rank: first.sub?.term.replace("rank.", "") ?? "trooper",
    abilities: of("ability"),
    size: Number(first.figures.find(({ term }) => term === "sign.size")?.value ?? 1),
  });
}
