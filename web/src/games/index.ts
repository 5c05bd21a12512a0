/** The one place that knows which games there are. Each is its own chunk and loads with its table; any other has the generic one. */
import type { Scene } from "../scene/scene";
import type { GameClient } from "./game";

interface Loader {
  client: () => Promise<GameClient>;
  art: () => Promise<Scene>;
}

/** A game's client knows the type of its view; here it is one of four. */
const any = (found: { client: unknown }) => found.client as GameClient;

const GAMES: Record<string, Loader> = {
  tiny_epic_mechs: {
    client: () => import("./tiny_epic_mechs").then(any),
    art: () => import("./tiny_epic_mechs/art").then((found) => found.art),
  },
  obsidian_protocol: {
    client: () => import("./obsidian_protocol").then(any),
    art: () => import("./obsidian_protocol/art").then((found) => found.art),
  },
  deadzone: {
    client: () => import("./deadzone").then(any),
    art: () => import("./deadzone/art").then((found) => found.art),
  },
  tag_raid: {
    client: () => import("./tag_raid").then(any),
    art: () => import("./tag_raid/art").then((found) => found.art),
  },
};

export async function loadClient(game: string): Promise<GameClient> {
  return GAMES[game]?.client() ?? import("../generic").then(({ clientOf }) => clientOf(game));
}

/** A still picture for the lobby. */
export async function loadArt(game: string): Promise<Scene | null> {
  return (await GAMES[game]?.art()) ?? null;
}
