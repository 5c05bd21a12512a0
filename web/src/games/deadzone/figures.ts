/** From the card of a model to its silhouette. */
import type { CardView } from "../../../../src/muster/server/protocol/views/deadzone";

const FACTIONS = new Set(["enforcers", "plague", "rebs", "asterians", "forge_fathers", "marauders"]);
/** Whoever fights for money wears what the rebels wear. */
export const factionArt = (faction: string): string => (FACTIONS.has(faction) ? faction : "rebs");

/** The silhouette of a model: gun, vehicle, swarm, beast; else of its faction, as leader, heavy or trooper. */
export function glyphOf(card: Pick<CardView, "id" | "faction" | "rank" | "abilities" | "size"> | undefined): string {
  if (!card) return "dz-rebs-trooper";
  const has = (ability: string) => card.abilities.includes(ability);
  if (has("deployed")) return "dz-sentry";
  if (has("vehicle") || card.id === "iron_ancestor") return "dz-vehicle";
  if (/swarm|rabble/.test(card.id)) return "dz-swarm";
  if (has("beast") && has("construct")) return "dz-sentry";
  if (has("beast")) return "dz-hound";
  const rank = card.rank === "leader" ? "leader" : card.size >= 2 || card.rank !== "trooper" ? "heavy" : "trooper";
  return `dz-${factionArt(card.faction)}-${rank}`;
}
