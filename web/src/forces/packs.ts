/** The packs of a force: named by their hashes, and handed in again where the server has forgotten one. */
import { api } from "../net/api";
import type { GameInfo, PackId } from "../net/protocol";
import { keptPacks, texts, type KeptPack } from "../packs/kept";
import { settings } from "../settings.svelte";
import { keptForces } from "./kept";

const named = (pack: PackId): string => `${pack.name} ${pack.hash}`;

export const samePacks = (some: readonly PackId[], others: readonly PackId[]): boolean =>
  some.map(named).join() === others.map(named).join();

/** Those of a force that come with the game, by name. */
export const shippedAmong = (packs: readonly PackId[], shipped: readonly { name: string }[]): string[] =>
  shipped.map((one) => one.name).filter((name) => packs.some((pack) => pack.name === `${name}.toml`));

/** Ask; if a pack is missing at the server, hand in those of this browser and ask once more. */
export async function withPacks<T>(game: string, packs: readonly PackId[], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const own = keptPacks(game);
    if (!own.length || !(error as Error).message.startsWith("force: it was built with the pack")) throw error;
    const wanted = own.filter((one) => !packs.length || packs.some((pack) => pack.name === one.name));
    for (const pack of wanted) await api.checkPacks(game, settings.language, { packs: texts([pack]), shipped: [] });
    return ask();
  }
}

/** The packs that the forces among some options need: by name those that come with the game, and those of this browser. */
export function packsNeeded(game: GameInfo, options: Readonly<Record<string, unknown>>): { shipped: string[]; own: KeptPack[] } {
  const brought = new Set(
    Object.values(options)
      .flatMap((value) => (Array.isArray(value) ? value : []))
      .map((one) => JSON.stringify(one)),
  );
  const packs = keptForces(game.game)
    .filter((one) => brought.has(JSON.stringify(one.force)))
    .flatMap((one) => one.packs ?? []);
  const shipped = shippedAmong(packs, game.packs);
  const own = keptPacks(game.game).filter((one) => packs.some((pack) => pack.name === one.name));
  return { shipped, own };
}
