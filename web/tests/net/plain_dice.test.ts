/** The plain page has its own memory of the dice, in a script of its own that is not built: it must think like the client's. */
import { beforeEach, describe, expect, it } from "vitest";
import source from "../../../src/muster/server/plain/dice.js?raw";
import { hashOf, PinnedDice } from "../../src/net/dice";

interface Plain {
  kept: { alarms: string[] };
  see(label: string, seat: number | null): void;
  part(agreement: object, seat: number, patient: boolean): { type: string; seal?: string; nonce?: string } | null;
  fits(keys: string): boolean;
}
const letter = (seat: number) => "ABCDEFGH"[seat];
const plain = new Function("letter", `${source}; return { PinnedDice, hashOf };`)(letter) as {
  PinnedDice: new (name: string) => Plain;
  hashOf: (nonce: string) => string;
};
const ONE = "11".repeat(32);
const TWO = "22".repeat(32);

beforeEach(() => localStorage.clear());

describe("the plain page's dice", () => {
  it("hashes as everybody does", () => {
    for (const nonce of [ONE, TWO, "00".repeat(32), "ff".repeat(32), "0123456789abcdef".repeat(4)])
      expect(plain.hashOf(nonce)).toBe(hashOf(nonce));
    expect(plain.hashOf("616263")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("seals, shows, and is content with an honest server", () => {
    const page = new plain.PinnedDice("t.0");
    page.see(`agreed ${hashOf(TWO)} after 0`, 0);
    const seal = page.part({ seals: ["", ""], open: false, missing: [0, 1] }, 0, true)?.seal ?? "";
    expect(page.part({ seals: [seal, ""], open: false, missing: [1] }, 0, true)).toBeNull();
    const nonce = page.part({ seals: [seal, hashOf(ONE)], open: true, missing: [0, 1] }, 0, true)?.nonce ?? "";
    expect(hashOf(nonce)).toBe(seal);
    page.see(`agreed ${hashOf(TWO)} after 0 by A:${nonce} B:${ONE}`, 0);
    expect(page.kept.alarms).toEqual([]);
    expect(page.fits(TWO)).toBe(true);
    expect(page.fits(ONE)).toBe(false);
  });

  it("says what the client says of new dice, and of dice that nobody has agreed on", () => {
    for (const labels of [
      ["committed 00"],
      [""],
      [`agreed ${ONE} after 0 by A:${ONE}`, `agreed ${ONE} after 0 by A:${ONE}; ${TWO} after 7`],
    ]) {
      const page = new plain.PinnedDice(`${labels.length}.0`);
      const client = new PinnedDice("u.0", { getItem: () => null, setItem: () => undefined });
      for (const label of labels) for (const one of [page, client]) one.see(label, 0);
      expect(page.kept.alarms).toEqual(client.alarms);
      localStorage.clear();
    }
  });

  it.each([`agreed ${TWO} after 0`, `agreed ${ONE} after 0 by A:${TWO}`, `agreed ${ONE} after 0 by A:${ONE} C:${ONE}`, "seeded 4"])(
    "rings where the client rings: %s",
    (label) => {
      const page = new plain.PinnedDice("t.0");
      const client = new PinnedDice("u.0");
      for (const one of [page, client]) {
        one.see(`agreed ${ONE} after 0 by A:${ONE}`, 0);
        one.see(label, 0);
      }
      expect(page.kept.alarms).toEqual(["changed"]);
      expect(client.alarms).toEqual(["changed"]);
    },
  );
});
