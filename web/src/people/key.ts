/**
 * The player's key of this browser: 256 bits of chance, made when somebody first sits down. Whoever has it is the player.
 * It is sent in a header and nowhere else; a link to another device carries it behind the #, which no server sees.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

const KEY = "muster.key";
const FORM = /^[A-Za-z0-9_-]{43}$/;
/** The header in which the key goes to the server. */
export const HEADER = "x-muster-key";

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

export const isKey = (text: string): boolean => FORM.test(text);

/** The key of this browser; empty if it has none yet. */
export function ownKey(): string {
  const found = localStorage.getItem(KEY) ?? "";
  return isKey(found) ? found : "";
}

/** The key of this browser, made now if it has none. */
export function needKey(): string {
  const found = ownKey();
  if (found) return found;
  const made = base64url(crypto.getRandomValues(new Uint8Array(32))).replaceAll("=", "");
  localStorage.setItem(KEY, made);
  return made;
}

/** Go on with the key of another device. */
export function takeKey(key: string): void {
  localStorage.setItem(KEY, key);
}

/** Forget the key; the next one is another player. */
export function dropKey(): void {
  localStorage.setItem(KEY, "");
}

/** The token of one's seat at a table: it is made from the key, so every device with the key has it. */
export function seatToken(key: string, table: string, seat: number): string {
  const said = `muster seat ${table.split("-")[0]} ${seat}`;
  return base64url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(said)).slice(0, 24));
}

/** The link that brings the key to another device. */
export const keyLink = (origin: string, key: string): string => `${origin}/you#key=${key}`;

/** The key that an address brings, if it does. */
export function keyIn(hash: string): string {
  const found = /^#key=(.*)$/.exec(hash)?.[1] ?? "";
  return isKey(found) ? found : "";
}
