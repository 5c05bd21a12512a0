/** The screen that the address names, and the way to another one. Every screen has an address, so a link leads anywhere. */
import { progressOf, stepOf, tableOf as lessonTable } from "./lessons/course";
import { tableOf as puzzleTable } from "./puzzles/shelf";
import { arrive } from "./ui/overlaid";

export type Room =
  "lobby" | "table" | "puzzles" | "lessons" | "rules" | "forces" | "tables" | "cards" | "workbench" | "you" | "people" | "tournaments";

export interface Place {
  room: Room;
  /** The game that the room is about; empty in the lobby and at a table. */
  game: string;
  /** The table at which to sit: a match, a puzzle or a lesson. */
  table: string;
  token: string;
  invite: string;
  /** The moment to look back at. */
  at: number | null;
  /** The page of the rules book. */
  page: string;
}

const ABOUT_A_GAME = /^\/(puzzles|lessons|rules|forces|tables|cards|workbench)\/([^/]+)\/?([^/]*)/;
const NOWHERE: Place = { room: "lobby", game: "", table: "", token: "", invite: "", at: null, page: "" };

/** Read an address. */
export function placeAt({ pathname, hash, search }: Pick<Location, "pathname" | "hash" | "search">): Place {
  const [, room = "", game = "", name = ""] = ABOUT_A_GAME.exec(pathname)?.map(decodeURIComponent) ?? [];
  if (room === "puzzles" && name) return { ...NOWHERE, room: "table", table: puzzleTable(game, name) };
  if (room === "lessons" && name) return { ...NOWHERE, room: "table", table: lessonTable(game, name, stepOf(progressOf(game), name)) };
  if (room) return { ...NOWHERE, room: room as Room, game, page: room === "rules" ? name : "" };
  if (/^\/you\/?$/.test(pathname)) return { ...NOWHERE, room: "you" };
  const tournament = /^\/tournaments\/([^/]*)/.exec(pathname)?.[1];
  if (tournament !== undefined) return { ...NOWHERE, room: "tournaments", page: decodeURIComponent(tournament) };
  const player = /^\/people\/([^/]+)/.exec(pathname)?.[1];
  if (player) return { ...NOWHERE, room: "people", page: decodeURIComponent(player) };
  const table = decodeURIComponent(/^\/(?:t|table)\/([^/]+)/.exec(pathname)?.[1] ?? "");
  if (!table) return NOWHERE;
  const secret = hash.slice(1);
  const invite = secret.startsWith("invite=") ? secret.slice(7) : "";
  const at = new URLSearchParams(search).get("at");
  return { ...NOWHERE, room: "table", table, token: invite ? "" : secret, invite, at: at === null ? null : Number(at) };
}

let place = $state.raw(placeAt(location));
addEventListener("popstate", () => come());

export const here = (): Place => place;

/** Go to another screen. */
export function go(path: string): void {
  history.pushState(null, "", path);
  come();
}

function come(): void {
  const from = place;
  place = placeAt(location);
  if (place.room !== from.room || place.game !== from.game || place.table !== from.table || place.page !== from.page) arrive();
}

export const toTable = (table: string): void => go(`/t/${table}`);

/** Go to what a game has of a kind: all of it, or one by its name. */
export const toRoom = (room: Exclude<Room, "lobby" | "table" | "you" | "people" | "tournaments">, game: string, name = ""): void =>
  go(name ? `/${room}/${game}/${name}` : `/${room}/${game}`);
