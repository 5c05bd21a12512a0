/** Small questions about a view of Tiny Epic Mechs: who is where, where a card leads, what it would bring. */
import type { PlayerView, TableView, WeaponView, ZoneView } from "../../../../src/muster/server/protocol/views/tiny_epic_mechs";
import type { Question } from "../../net/protocol";
import type { SceneInput } from "../game";
import { tell } from "./words";

export type { PlayerView, TableView, WeaponView, ZoneView };
export type Input = SceneInput<TableView>;

export const ROUNDS = 6;
export const SLOTS = 4;
const STRAIGHT = ["n", "e", "s", "w"];
const SLANTED = ["ne", "se", "sw", "nw"];

export const kindOf = (card: string): string => card.slice(0, card.lastIndexOf("-"));
export const wayOf = (card: string): string => card.slice(card.lastIndexOf("-") + 1);
export const waysOf = (kind: string): string[] => (kind === "diagonal_jump" ? SLANTED : STRAIGHT);
export const angleOf = (way: string): number => ({ n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 })[way] ?? 0;

/** The same card a quarter further. */
export function turned(card: string, by = 1): string {
  const ways = waysOf(kindOf(card));
  return `${kindOf(card)}-${ways[(ways.indexOf(wayOf(card)) + by + 4) % 4]}`;
}

export function me(view: TableView, seat: number | null): PlayerView | undefined {
  return view.players.find((player) => player.seat === seat);
}

export const zoneOf = (view: TableView, name: string): ZoneView | undefined => view.zones.find((zone) => zone.name === name);

/** Where a card leads from a zone, as the rules say; the zone itself when there is a wall. */
export function leads(view: TableView, from: ZoneView, card: string): ZoneView {
  const jump = kindOf(card) === "double_jump" || kindOf(card) === "diagonal_jump";
  return zoneOf(view, from.leads[jump ? card : `move-${wayOf(card)}`] ?? "") ?? from;
}

/** The cards of the programme: those the server has, then those drafted here. */
export function programme(input: Input): string[] {
  const sent = me(input.view, input.seat)?.program ?? [];
  const draft = (input.selection.draft.programme as string[] | undefined) ?? [];
  return [...sent, ...draft].slice(0, SLOTS);
}

export const isProgramming = (input: Input): boolean => input.question?.prompt.key === "prompt.program";
export const isTactical = (input: Input): boolean => input.question?.prompt.key === "prompt.tactical";

/** The kinds of cards and how many of each are neither sent nor drafted, in the order of the deck. */
export function inHand(input: Input): { kind: string; left: number }[] {
  const player = me(input.view, input.seat);
  const draft = programme(input)
    .slice(player?.program.length ?? 0)
    .map(kindOf);
  return (player?.hand ?? []).map(({ kind, left }) => ({ kind, left: left - draft.filter((one) => one === kind).length }));
}

export const weapon = (view: TableView, id: string): WeaponView | undefined => view.market.find((one) => one.id === id);

/** A card was laid to be used: where there is but one way to do what it says, that lies ready, and passing stays one key. */
export function usual({ prompt, options }: Question): string | undefined {
  const ways = options.filter(({ key }) => key !== "pass");
  return /^prompt\.deploy_(turret|mine)/.test(prompt.key) && ways.length === 1 ? ways[0]?.key : undefined;
}

export const isCombat = (input: Input): boolean => input.view.combat !== null;

export const ICONS: Record<string, string> = {
  collect: "i-collect",
  turret: "turret",
  mine: "mine",
  purchase: "i-buy",
  power_up: "i-power",
  diagonal_jump: "i-arrow",
  double_jump: "i-jump2",
};
/** The figure of a player on the board: the pilot, the Power Armor, the Mighty Mech with the side that lies up. */
export function figureOf({ status, pilot }: PlayerView, view: TableView): string {
  if (status === "mech") return `tem-${view.mech_side || "troy_3000"}`;
  return status === "armor" ? "tem-armor" : `tem-${pilot || "maverick"}-fig`;
}
/** Each type counters the next. */
export const WHEEL = ["area", "ranged", "melee"] as const;
export const counters = (type: string): string => WHEEL[(WHEEL.indexOf(type as "area") + 1) % 3] ?? "";

export type LineText = WeaponView["attack"];

/** What a line of a weapon does, in words: its damage, then its effects. */
export function lineText(line: LineText, words: Input["words"]): string {
  const effects = line.effects.map((effect) => words.text(`effect.${effect.kind}`, { amount: effect.amount }));
  return [tell("damage", { n: line.damage }), ...effects].join(", ");
}

export type BlowView = NonNullable<TableView["combat"]>["blows"][number];

/** What takes something off a blow, by name. */
export function reductions(reduced: BlowView["reduced"], words: Input["words"]): string[] {
  return reduced.map(({ by, amount }) =>
    tell("reduced", { by: by === "shield" ? words.text("sign.shield") : words.name("ability", by), n: amount }),
  );
}
