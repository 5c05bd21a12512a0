/** Deadzone at the table. */
import { letterOf, sideOf } from "../../scene/scene";
import type { GameClient } from "../game";
import { scene, type TableView } from "./scene";

export const client: GameClient<TableView> = {
  game: "deadzone",
  scene,
  order: ({ view, words, places, nameOf }) => ({
    phase: words.name("stage", view.stage),
    slots: places.map((place) => ({ id: String(place.seat), side: sideOf(place.seat), label: letterOf(place.seat), name: nameOf(place.seat), state: view.turn === place.seat ? "now" : "next" })),
  }),
};
