// The page's own memory of the dice (docs/dice.md): the first commitment is pinned, a nonce is sealed and shown only when everybody
// has sealed one, and whatever differs later rings an alarm. SHA-256 is written out, because browsers offer theirs over TLS only.
"use strict";

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => p < n && n % p === 0));
const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32) | 0;
const ROUND = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

// The hash of at most 55 bytes: a key or a nonce fits into one block.
function sha256(bytes) {
  const block = new DataView(new ArrayBuffer(64));
  bytes.forEach((byte, n) => block.setUint8(n, byte));
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, bytes.length * 8);
  const w = Array.from({ length: 16 }, (_, n) => block.getInt32(4 * n));
  for (let n = 16; n < 64; n += 1) {
    const low = turn(w[n - 15], 7) ^ turn(w[n - 15], 18) ^ (w[n - 15] >>> 3);
    const high = turn(w[n - 2], 17) ^ turn(w[n - 2], 19) ^ (w[n - 2] >>> 10);
    w[n] = (w[n - 16] + low + w[n - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = START;
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[n] + w[n]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  const words = [a, b, c, d, e, f, g, h].map((word, n) => (word + START[n]) >>> 0);
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}
const hashOf = (nonce) => (nonce ? sha256(unhex(nonce)) : "");

class PinnedDice {
  constructor(name) {
    this.name = `dice ${name}`;
    try { this.kept = JSON.parse(localStorage.getItem(this.name)) || { pins: [], alarms: [] }; } catch { this.kept = { pins: [], alarms: [] }; }
  }

  see(label, seat) {
    const parts = label.startsWith("agreed ") ? label.slice(7).split("; ") : [];
    const known = this.kept.pins.length;
    if (label && !parts.length && !known) this.ring("unagreed");
    if (parts.length < known) this.ring("changed");
    parts.forEach((part, n) => {
      const [begun, nonces = ""] = part.split(" by ");
      const pin = this.kept.pins[n];
      if (nonces && !nonces.split(" ").every((nonce, at) => nonce[0] === letter(at))) this.ring("changed");
      if (!pin) {
        if (known) this.ring("renewed");
        this.kept.pins.push({ begun, nonces, nonce: "", seals: [] });
      } else if (pin.begun !== begun || (pin.nonces && pin.nonces !== nonces)) this.ring("changed");
      else if (nonces && !pin.nonces) {
        const given = Object.fromEntries(nonces.split(" ").map((nonce) => [nonce[0], nonce.slice(1)]));
        const fits = (seal, at) => (seal === "server" ? given[letter(at)]?.[0] === "=" : given[letter(at)]?.[0] === ":" && hashOf(given[letter(at)].slice(1)) === seal);
        if ((pin.nonce && given[letter(seat)] !== `:${pin.nonce}`) || !pin.seals.every(fits) || (pin.seals.length && pin.seals.length !== Object.keys(given).length)) this.ring("changed");
        pin.nonces = nonces;
      }
    });
    this.save();
  }

  // What this seat must say now: a seal, a nonce, or nothing. `patient`: another page of ours may still show what it has sealed.
  part(agreement, seat, patient) {
    const pin = this.kept.pins.at(-1);
    if (!pin || seat === null || !agreement.missing.includes(seat)) return null;
    const ours = agreement.seals[seat];
    if (agreement.open && ours === hashOf(pin.nonce)) {
      if (pin.seals.length && pin.seals.join() !== agreement.seals.join()) { this.ring("changed"); return null; }
      pin.seals = agreement.seals;
      this.save();
      return { type: "reveal", nonce: pin.nonce };
    }
    if (ours && (patient || !agreement.open)) return null;
    if (pin.seals.length) this.ring("anew");
    if (pin.seals.length || !pin.nonce) Object.assign(pin, { nonce: hex(crypto.getRandomValues(new Uint8Array(32))), seals: [] });
    this.save();
    return { type: "seal", seal: hashOf(pin.nonce) };
  }

  // Whether the keys, published at the end, are those that were pinned at the start.
  fits(keys) {
    const published = keys.split(" ");
    const own = this.kept.pins.map((pin) => pin.begun.split(" ")[0]);
    return !this.kept.alarms.includes("changed") && own.length === published.length && published.every((key, n) => hashOf(key) === own[n]);
  }

  ring(alarm) {
    if (alarm === "anew" || alarm === "renewed" || !this.kept.alarms.includes(alarm)) this.kept.alarms.push(alarm);
    this.save();
  }

  save() {
    localStorage.setItem(this.name, JSON.stringify(this.kept));
  }
}
