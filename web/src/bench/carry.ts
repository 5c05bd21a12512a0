/** A position on its way from a match to the workbench: it waits in the browser for the next page. */
import type { Position } from "./positions";

const KEPT = "muster.bench";

interface Carried {
  game: string;
  position: Position;
  title: string;
}

export function carry(game: string, position: Position, title: string): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ game, position, title }));
}

/** What was carried to the workbench of a game; it is there once. */
export function carriedTo(game: string): Carried | null {
  const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Carried | null;
  sessionStorage.removeItem(KEPT);
  return found?.game === game ? found : null;
}
