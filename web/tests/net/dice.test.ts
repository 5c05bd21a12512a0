/** The browser's own memory of the dice: it gives its part, and says when somebody cheats. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { hashOf, PinnedDice } from "../../src/net/dice";
import type { Agreement } from "../../src/net/protocol";
import journal from "./agreed.journal?raw";

const ONE = "11".repeat(32);
const TWO = "22".repeat(32);

function store(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
const agreement = (seals: string[], open: boolean, missing: number[], commitment = ONE): Agreement => ({
  type: "agreement",
  dice: `agreed ${commitment} after 0`,
  seals,
  open,
  missing,
});

function given(kept = store()): { pinned: PinnedDice; nonce: string; seal: string } {
  const pinned = new PinnedDice("t.0", kept);
  pinned.see(`agreed ${ONE} after 0`, 0);
  const seal = pinned.seal(agreement(["", ""], false, [0, 1]), 0);
  const nonce = pinned.reveal(agreement([seal, hashOf(TWO)], true, [0, 1]), 0);
  return { pinned, nonce, seal };
}

describe("agreeing", () => {
  it("seals a nonce, shows it when all have sealed, and is content when everybody kept their word", () => {
    const { pinned, nonce, seal } = given();
    expect(hashOf(nonce)).toBe(seal);
    pinned.see(`agreed ${ONE} after 0 by A:${nonce} B:${TWO}`, 0);
    expect(pinned.alarms).toEqual([]);
  });

  it("never shows a nonce before all have sealed, nor for other seals than it has seen", () => {
    const { pinned, seal } = given();
    expect(pinned.reveal(agreement([seal, ""], false, [1]), 0)).toBe("");
    expect(pinned.reveal(agreement([seal, hashOf(ONE)], true, [0, 1]), 0)).toBe("");
    expect(pinned.alarms).toEqual(["changed"]);
  });

  it("gives the same seal again when it is asked twice, and a new one after it has shown the first", () => {
    const pinned = new PinnedDice("t.0", store());
    pinned.see(`agreed ${ONE} after 0`, 0);
    const seal = pinned.seal(agreement(["", ""], false, [0, 1]), 0);
    expect(pinned.seal(agreement(["", ""], false, [0, 1]), 0)).toBe(seal);
    pinned.reveal(agreement([seal, hashOf(TWO)], true, [0, 1]), 0);
    expect(pinned.seal(agreement(["", ""], false, [0, 1]), 0)).not.toBe(seal);
    expect(pinned.alarms).toEqual(["anew"]);
  });
});

describe("alarms", () => {
  it.each([
    ["another commitment", `agreed ${TWO} after 0`],
    ["another nonce than the sealed one", `agreed ${ONE} after 0 by A:MINE B:${ONE}`],
    ["a nonce more than there are seats", `agreed ${ONE} after 0 by A:MINE B:${TWO} C:${ONE}`],
    ["two nonces of one seat", `agreed ${ONE} after 0 by A:${ONE} A:MINE B:${TWO}`],
    ["our own nonce left out", `agreed ${ONE} after 0 by A=${TWO} B:${TWO}`],
    ["other dice altogether", "seeded 4"],
  ])("rings for %s, also after the page was loaded again", (_, label) => {
    const kept = store();
    const { nonce } = given(kept);
    const again = new PinnedDice("t.0", kept);
    again.see(label.replace("MINE", nonce), 0);
    expect(again.alarms).toEqual(["changed"]);
    expect(new PinnedDice("t.0", kept).alarms).toEqual(["changed"]);
  });
});

describe("less loud, and each time", () => {
  it("says that new dice were agreed in the middle, however often, and that nobody has agreed on any", () => {
    const pinned = new PinnedDice("t.0", store());
    pinned.see(`agreed ${ONE} after 0 by A:${ONE}`, 0);
    pinned.see(`agreed ${ONE} after 0 by A:${ONE}; ${TWO} after 7 by A:${TWO}`, 0);
    pinned.see(`agreed ${ONE} after 0 by A:${ONE}; ${TWO} after 7 by A:${TWO}; ${ONE} after 7`, 0);
    expect(pinned.alarms).toEqual(["renewed", "renewed"]);
    const old = new PinnedDice("u.0", store());
    for (const label of ["committed 00", "committed 00"]) old.see(label, 0);
    expect(old.alarms).toEqual(["unagreed"]);
    const puzzle = new PinnedDice("v.0", store());
    puzzle.see("", 0);
    expect(puzzle.alarms).toEqual([]);
  });
});

describe("the end", () => {
  const label = /^dice (.+)$/m.exec(journal)?.[1] ?? "";

  it("checks every roll of a journal with what was seen", () => {
    const pinned = new PinnedDice("t.0", store());
    pinned.see(label, 0);
    const verdict = pinned.check(journal);
    expect(verdict?.state).toBe("unkept");
    expect(verdict?.rolls).toBe(journal.match(/^\d+ dice /gm)?.length);
  });

  it("finds a nonce of a bot's seat that does not follow from the key: whoever runs the server has chosen it", () => {
    const check = (nonce: string) => {
      const named = `agreed ${hashOf(ONE)} after 0 by A:${TWO} B=${nonce}`;
      const pinned = new PinnedDice("t.0", store());
      pinned.see(named, 0);
      return pinned.check(`dice ${named}\nkey ${ONE} ~123456\n`)?.state;
    };
    expect(check(bytesToHex(hmac(sha256, hexToBytes(ONE), utf8ToBytes("nonce B"))))).toBe("unkept");
    expect(check(TWO)).toBe("false");
  });

  it("does not take a journal that names no agreement for one of an older server", () => {
    const pinned = new PinnedDice("t.0", store());
    pinned.see(label, 0);
    expect(pinned.check(journal.replace(label, `committed ${ONE}`))?.state).toBe("false");
  });

  it("finds one face that was changed, and dice that are not those of the beginning", () => {
    const pinned = new PinnedDice("t.0", store());
    pinned.see(label, 0);
    const changed = journal.replace(/^(\d+ dice \S+ )(\d+)\/(\d+)/m, (_: string, head: string, face: string, size: string) => {
      return `${head}${(Number(face) % Number(size)) + 1}/${size}`;
    });
    expect(changed).not.toBe(journal);
    expect(pinned.check(changed)?.state).toBe("false");
    const other = new PinnedDice("t.0", store());
    other.see(`agreed ${ONE} after 0`, 0);
    expect(other.check(journal)?.state).toBe("false");
  });
});
