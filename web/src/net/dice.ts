/**
 * The browser's own memory of the dice: what it saw first, what it gave, and whether that is still true (docs/dice.md).
 *
 * The server is not believed. The first commitment is pinned, the seals of all seats are kept before our own nonce is shown, and
 * whatever comes later is compared with them. Everything is kept in local storage, by table and seat.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { letterOf } from "../scene/scene";
import type { Agreement } from "./protocol";

/** Dice of one agreement: the hash of the server's key, after how many rolls it holds, and the nonces of all seats once they are known. */
interface Stretch {
  commitment: string;
  after: number;
  nonces: string;
}
/** An agreement as this browser saw it. `seals` are those for which it has shown its own nonce. */
interface Pin extends Stretch {
  nonce: string;
  seals: string[];
}
interface Kept {
  pins: Pin[];
  alarms: Alarm[];
}
/**
 * Something that players must know: other dice than the agreed ones; dice that are agreed again before they roll; new ones in the
 * middle of the match; dice that nobody has agreed on.
 */
export type Alarm = "changed" | "anew" | "renewed" | "unagreed";

/** The dice of a finished match: honest with our own part in them, honest as far as we can tell, or not. */
export interface Verdict {
  state: "own" | "unkept" | "false";
  rolls: number;
  /** The number of rolls that were brought with the match: nothing vouches for them. */
  brought: number;
}

export const hashOf = (nonce: string): string => (nonce ? bytesToHex(sha256(hexToBytes(nonce))) : "");

export function readStretches(label: string): Stretch[] {
  if (!label.startsWith("agreed ")) return [];
  return label
    .slice(7)
    .split("; ")
    .map((part) => {
      const [, commitment = "", after = "0", nonces = ""] = /^([0-9a-f]{64}) after (\d+)(?: by (.+))?$/.exec(part) ?? [];
      const inOrder = nonces.split(" ").every((nonce, n) => !nonces || nonce[0] === letterOf(n));
      return { commitment: inOrder ? commitment : "", after: Number(after), nonces };
    });
}

export class PinnedDice {
  private readonly kept: Kept;

  constructor(
    private readonly name: string,
    private readonly store: Pick<Storage, "getItem" | "setItem"> = localStorage,
  ) {
    this.kept = this.load();
  }

  get alarms(): Alarm[] {
    return this.kept.alarms;
  }

  /** Compare the dice that the server names with those it named before. */
  see(label: string, seat: number | null): void {
    const stretches = readStretches(label);
    const { pins } = this.kept;
    if (label && !stretches.length && !pins.length) this.ring("unagreed");
    if (stretches.length < pins.length || stretches.some((stretch) => !stretch.commitment)) this.ring("changed");
    pins.forEach((pin, n) => stretches[n] && this.compare(pin, stretches[n], seat));
    const known = pins.length;
    for (const stretch of stretches.slice(known)) {
      if (known) this.ring("renewed"); // somebody has sat down in the middle, or so it is said
      pins.push({ ...stretch, nonce: "", seals: [] });
    }
    this.save();
  }

  private compare(pin: Pin, stretch: Stretch, seat: number | null): void {
    const same = stretch.commitment === pin.commitment && stretch.after === pin.after;
    if (!same || (pin.nonces && stretch.nonces !== pin.nonces)) this.ring("changed");
    else if (stretch.nonces && !pin.nonces) {
      if (!honestNonces(pin, stretch.nonces, seat)) this.ring("changed");
      pin.nonces = stretch.nonces;
    }
  }

  /** The seal that this seat must give now; empty if it has nothing to do. */
  seal(agreement: Agreement, seat: number): string {
    const pin = this.kept.pins.at(-1);
    const ours = agreement.seals[seat];
    const lost = agreement.open && agreement.missing.includes(seat) && ours !== hashOf(pin?.nonce ?? "");
    if (!pin || (ours && !lost)) return "";
    if (pin.seals.length) this.ring("anew");
    if (pin.seals.length || !pin.nonce) {
      pin.nonce = bytesToHex(randomBytes(32));
      pin.seals = [];
      this.save();
    }
    return hashOf(pin.nonce);
  }

  /** The nonce that this seat must show now; empty if it has nothing to do. From now on all seals are pinned. */
  reveal(agreement: Agreement, seat: number): string {
    const pin = this.kept.pins.at(-1);
    if (!pin || !agreement.open || !agreement.missing.includes(seat) || agreement.seals[seat] !== hashOf(pin.nonce)) return "";
    if (pin.seals.length && pin.seals.join() !== agreement.seals.join()) {
      this.ring("changed");
      return "";
    }
    pin.seals = [...agreement.seals];
    this.save();
    return pin.nonce;
  }

  /** Check every roll in the journal of a finished match with what was kept here. */
  check(journal: string): Verdict | null {
    const { label, keys, rolls } = readJournal(journal);
    const stretches = readStretches(label);
    const first = stretches[0];
    const { pins } = this.kept;
    if (!first) return pins.length ? { state: "false", rolls: rolls.length, brought: 0 } : null;
    const honest =
      keys.length === stretches.length &&
      stretches.every((stretch, n) => hashOf(keys[n] ?? "") === stretch.commitment && ownNonces(stretch.nonces, keys[n] ?? "")) &&
      pins.map(said).join() === stretches.map(said).join() &&
      !this.alarms.includes("changed") &&
      rolls.every((roll, n) => n < first.after || rolledBy(stretches, keys, n + 1, roll));
    const own = pins.every((pin) => pin.nonce && pin.seals.length);
    return { state: honest ? (own ? "own" : "unkept") : "false", rolls: rolls.length - first.after, brought: first.after };
  }

  private ring(alarm: Alarm): void {
    if (AGAIN.includes(alarm) || !this.alarms.includes(alarm)) this.alarms.push(alarm);
    this.save();
  }

  private load(): Kept {
    try {
      const found = JSON.parse(this.store.getItem(`muster.dice.${this.name}`) ?? "") as Kept;
      return { pins: [...found.pins], alarms: [...found.alarms] };
    } catch {
      return { pins: [], alarms: [] };
    }
  }

  private save(): void {
    try {
      this.store.setItem(`muster.dice.${this.name}`, JSON.stringify(this.kept));
    } catch {
      // Without storage the dice are pinned as long as the page is open.
    }
  }
}

/** Alarms that ring each time; the others are said once. */
const AGAIN: readonly Alarm[] = ["anew", "renewed"];

/** The nonces of seats at which no person sits follow from the server's key, so that it cannot choose them either. */
const ownNonces = (nonces: string, key: string): boolean =>
  nonces
    .split(" ")
    .filter((nonce) => nonce[1] === "=")
    .every((nonce) => nonce.slice(2) === bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(`nonce ${nonce[0] ?? ""}`))));

const said = ({ commitment, after, nonces }: Stretch): string => `${commitment} ${after} ${nonces}`;

/** The nonces that were agreed must be those that were sealed, our own among them. */
function honestNonces(pin: Pin, nonces: string, seat: number | null): boolean {
  const given = new Map(nonces.split(" ").map((nonce) => [nonce[0], nonce.slice(1)]));
  if (pin.nonce && seat !== null && given.get(letterOf(seat)) !== `:${pin.nonce}`) return false;
  if (pin.seals.length && given.size !== pin.seals.length) return false;
  return pin.seals.every((seal, n) => {
    const nonce = given.get(letterOf(n)) ?? "";
    return seal === "server" ? nonce.startsWith("=") : nonce.startsWith(":") && hashOf(nonce.slice(1)) === seal;
  });
}

interface Rolled {
  faces: number[];
  sides: number[];
}

function readJournal(text: string): { label: string; keys: string[]; rolls: Rolled[] } {
  const lines = text.split("\n").map((line) => line.replace(/ ~[0-9a-f]{6}$/, ""));
  const label = lines.find((line) => line.startsWith("dice "))?.slice(5) ?? "";
  const keys =
    lines
      .find((line) => line.startsWith("key "))
      ?.slice(4)
      .split(" ") ?? [];
  const rolls = lines
    .filter((line) => /^\d+ dice /.test(line))
    .map((line) =>
      line
        .split(" ")
        .slice(3)
        .map((die) => die.split("/").map(Number)),
    )
    .map((dice) => ({ faces: dice.map(([face = 0]) => face), sides: dice.map(([, size = 0]) => size) }));
  return { label, keys, rolls };
}

/** Whether a roll, by its number, is what its key and nonces give. */
function rolledBy(stretches: Stretch[], keys: string[], number: number, { faces, sides }: Rolled): boolean {
  const place = stretches.findLastIndex((stretch) => stretch.after < number);
  const seed = hmac(sha256, hexToBytes(keys[place] ?? ""), utf8ToBytes(stretches[place]?.nonces ?? ""));
  let block = new Uint8Array();
  return sides.every((size, n) => {
    if (n % 4 === 0) block = hmac(sha256, seed, utf8ToBytes(`${number}/${n / 4}`)) as Uint8Array<ArrayBuffer>;
    const eight = new DataView(block.buffer, block.byteOffset + (n % 4) * 8, 8).getBigUint64(0);
    return size > 0 && Number(eight % BigInt(size)) + 1 === faces[n];
  });
}
