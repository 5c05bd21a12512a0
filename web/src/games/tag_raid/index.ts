/** TAG Raid at the table. */
import { letterOf, sideOf } from "../../scene/scene";
import type { GameClient } from "../game";
import { scene, type TableView } from "./scene";

export const client: GameClient<TableView> = {
  game: "tag_raid",
  scene,
  order: ({ view, words, places, nameOf }) => ({
    phase: words.name("stage", view.stage),
    slots: (view.timeline.length ? view.timeline : places.map((place) => place.seat)).map((seat) => ({ id: String(seat), side: sideOf(seat), label: letterOf(seat), name: nameOf(seat), state: view.active === seat ? "now" : "next" })),
  }),
};
