/** Any game that brings no client of its own: its picture in text, who stands where, and what every table has. */
import { emptyScene, letterOf, sideOf } from "../scene/scene";
import type { GameClient } from "../games/game";
import { diceOf } from "./figures";
import Standing from "./Standing.svelte";
import Surface from "./Surface.svelte";

export function clientOf(game: string): GameClient {
  return {
    game,
    surface: Surface,
    mine: Standing,
    log: (told) => ({ dice: diceOf(told) }),
    scene: () => emptyScene("", { x: 0, y: 0, w: 1, h: 1 }),
    order: ({ words, places, nameOf, waiting }) => ({
      phase: words.text("game.title"),
      slots: places.map(({ seat }) => ({
        id: String(seat),
        side: sideOf(seat),
        label: letterOf(seat),
        name: nameOf(seat),
        state: waiting.includes(seat) ? "now" : undefined,
      })),
    }),
  };
}
