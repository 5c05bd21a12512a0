/** Tiny Epic Mechs at the table. */
import type { GameClient } from "../game";
import { bench } from "./bench";
import Decision from "./Decision.svelte";
import { after } from "./after";
import { detail, hints } from "./detail";
import { draft, key, origin, take, touch } from "./drafting";
import Duel from "./Duel.svelte";
import { log } from "./log";
import Mine from "./Mine.svelte";
import { isCombat, isProgramming, isTactical, kindOf, me, programme, SLOTS, usual, zoneOf, type TableView } from "./model";
import { order } from "./order";
import { letterOf } from "../../scene/scene";
import { boxOf, scene } from "./scene";
import Program from "./Program.svelte";
import Strip from "./Strip.svelte";
import Tray from "./Tray.svelte";
import { tell } from "./words";

export const client: GameClient<TableView> = {
  game: "tiny_epic_mechs",
  dice: [],
  scene,
  bench,
  threats: {
    unit: ({ view, seat }) => letterOf(seat ?? view.active),
    acting: (input) => (isProgramming(input) && input.seat !== null ? letterOf(input.seat) : ""),
    planned: (input) => (programme(input).length ? (origin(input, SLOTS)?.name ?? "") : ""),
    note: () => tell("reply_note"),
    shape(place, { view }) {
      const zone = zoneOf(view, place);
      return zone && { kind: "rect", r: 6, ...boxOf(zone) };
    },
  },
  order,
  portrait: (_, card) => `portrait-tem-${card}`,
  mine: Mine,
  strip: Strip,
  tray: Tray,
  trayWanted: isProgramming,
  kept: Program,
  keptWanted: (input) => !isProgramming(input) && (me(input.view, input.seat)?.program.length ?? 0) > 0,
  resolution: Duel,
  resolutionWanted: isCombat,
  decision: Decision,
  decisionWanted: isProgramming,
  title: (input) => (isProgramming(input) ? tell("four_cards") : undefined),
  after,
  detail,
  hints,
  usual,
  log,
  touch,
  draft,
  take,
  key,
  group(input, choices) {
    if (!isTactical(input)) return [{ title: "", choices }];
    const kinds = [...new Set(choices.map((choice) => kindOf(choice.key)))];
    return kinds.map((kind) => ({
      title: input.words.name("card", kind),
      choices: choices.filter((choice) => kindOf(choice.key) === kind),
    }));
  },
};
