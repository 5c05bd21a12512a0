/** The one place that knows which games there are. Each is its own chunk and loads with its table. */
import type { GameClient } from "./game";

const LOADERS: Record<string, () => Promise<{ client: GameClient }>> = {
  tiny_epic_mechs: () => import("./tiny_epic_mechs") as unknown as Promise<{ client: GameClient }>,
  obsidian_protocol: () => import("./obsidian_protocol") as unknown as Promise<{ client: GameClient }>,
  deadzone: () => import("./deadzone") as unknown as Promise<{ client: GameClient }>,
  tag_raid: () => import("./tag_raid") as unknown as Promise<{ client: GameClient }>,
};

export async function loadClient(game: string): Promise<GameClient> {
  const load = LOADERS[game];
  if (!load) throw new Error(`no client for ${game}`);
  return (await load()).client;
}
