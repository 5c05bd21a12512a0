/** From the cards of a unit to its silhouette: a part names a kind of drawing, and a mech is the stack of its parts. */
import { seedOf } from "../../scene/art";

type Kinds = [RegExp, string][];

const ARMS: Kinds = [
  [/bulwark|buckler|shield/, "shield"],
  [/railgun|railigun|artillery|ion_|cannon|sniper/, "railgun"],
  [/sword|cleaver|lance|spear|halberd|glaive|saw|sabre|katana|wakizashi|blade|dagger|hammer|whip/, "blade"],
  [/launcher|mortar|missile|pod|rocket/, "missile"],
  [/grappler|pile_bunker|claw|_arm/, "claw"],
];
const TORSOS: Kinds = [
  [/stealth|low_profile/, "stealth"],
  [/armored|assault/, "bulwark"],
  [/electronic|ecm|node|support|tactical/, "relay"],
  [/artillery|experimental/, "dome"],
];
const CHASSIS: Kinds = [
  [/all_terrain|support/, "tracked"],
  [/mobility|stealth/, "hover"],
  [/armored|combat/, "reverse"],
];
const BACKS: Kinds = [
  [/jet|mobility|cooler|charger|overloading/, "jets"],
  [/rack|layer|carr|artillery|ammunition|drone_backpack|beacon|swarm/, "rack"],
];
const DRONES: Kinds = [
  [/hyena/, "hyena"],
  [/tarantula|porcupine|apologist|zealot/, "tarantula"],
  [/raven|eagle|dragonfly|valkyrie|harpy/, "raven"],
  [/hound/, "hound"],
];
const SHOTS: Kinds = [
  [/swarm|group|shrapnel|munition/, "cluster"],
  [/missile|rocket/, "missile"],
];

const kindOf = (card: string, kinds: Kinds, usual: string): string => kinds.find(([words]) => words.test(card))?.[1] ?? usual;

export const droneGlyph = (name: string): string => `op-drone-${kindOf(name, DRONES, "vigilant")}`;
export const shotGlyph = (name: string): string => `op-proj-${kindOf(name, SHOTS, "shell")}`;

/** The symbol of one part, by its slot and card. */
export function partGlyph(slot: string, card: string): string {
  switch (slot) {
    case "torso":
      return `op-torso-${kindOf(card, TORSOS, seedOf(card) % 2 ? "wedge" : "dome")}`;
    case "chassis":
      return `op-chassis-${kindOf(card, CHASSIS, "biped")}`;
    case "backpack":
      return `op-back-${kindOf(card, BACKS, "dish")}`;
    default:
      return `op-arm-${kindOf(card, ARMS, "rifle")}-${slot === "left_arm" ? "l" : "r"}`;
  }
}

/** From behind: what lies beneath is drawn first. */
export const STACK = ["backpack", "chassis", "left_arm", "right_arm", "torso"] as const;

/** The figure of a mech: the symbols of its parts, to be drawn over each other. */
export const mechGlyph = (parts: Record<string, { card: string }>): string =>
  STACK.flatMap((slot) => (parts[slot] ? [partGlyph(slot, parts[slot].card)] : [])).join(" ");
