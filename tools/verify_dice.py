"""Check the dice of a match without trusting the program that played it: nothing here is imported from it.

    python tools/verify_dice.py match.journal
    python tools/verify_dice.py match.journal --commitment 9f2c… --nonce A:51d0…

A journal's header says how its dice were agreed: the hash of the server's key, and the nonce of every seat. Its last
line publishes the key. Every roll must follow from these. `--commitment` and `--nonce` are what your own client kept,
one of each for every agreement: with them you know that nobody has swapped the dice since. docs/dice.md has the whole
scheme.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import re
import sys
from pathlib import Path
from typing import NamedTuple

NONCES = r"[A-H][:=][0-9a-f]{64}(?: [A-H][:=][0-9a-f]{64})*"
AGREEMENT = re.compile(rf"([0-9a-f]{{64}}) after (\d{{1,9}}) by ({NONCES})")


class Wrong(Exception):
    """Something does not check: one sentence."""


class Agreement(NamedTuple):
    """The dice from one roll to another, if there are any: what they were agreed by, and the seed that comes of it."""

    commitment: str
    nonces: str
    seed: bytes
    first: int
    last: int

    @property
    def rolled(self) -> bool:
        return self.first <= self.last

    def __str__(self) -> str:
        given = " ".join(nonce[:6] + "…" for nonce in self.nonces.split() if nonce[1] == ":") or "nobody"
        return f"rolls {self.first} to {self.last}: the key of {self.commitment[:12]}…, nonces given by {given}"


def digest(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def faces_of(seed: bytes, number: int, sides: list[int]) -> list[int]:
    """The faces of a roll: blocks of 32 bytes, eight for each die, modulo its sides."""
    blocks = [digest(seed, f"{number}/{block}") for block in range((len(sides) + 3) // 4)]
    raw = b"".join(blocks)
    return [int.from_bytes(raw[8 * n : 8 * n + 8], "big") % size + 1 for n, size in enumerate(sides)]


def read(text: str) -> tuple[str, int, list[str], list[tuple[int, str]]]:
    """The dice in the header, the number of seats, the keys, and the rolls with their lines; checks that no line was
    changed or left out.
    """
    lines = text.split("\n")
    begin = next((n for n, line in enumerate(lines) if line.startswith("begin ~")), None)
    if lines.pop() or begin is None:
        raise Wrong("this is not a whole journal")
    header = "".join(f"{line}\n" for line in lines[:begin])
    check = hashlib.sha256(f"\n{header}".encode()).hexdigest()[:6]
    if lines[begin] != f"begin ~{check}":
        raise Wrong(f"line {begin + 1}: the header was changed")
    keys: list[str] = []
    rolls: list[tuple[int, str]] = []
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        said, _, seal = line.rpartition(" ~")
        check = hashlib.sha256(f"{check}\n{said}".encode()).hexdigest()[:6]
        if seal != check:
            raise Wrong(f"line {number} was changed, or a line before it is missing")
        if keys:
            raise Wrong(f"line {number}: nothing may follow the key of the dice")
        if said.startswith("key "):
            keys = said.split()[1:]
        elif said.partition(" ")[2].startswith("dice "):
            rolls.append((number, said))
    dice = [line[5:] for line in lines[:begin] if line.startswith("dice ")]
    if len(dice) != 1:
        raise Wrong("the header does not name the dice of this match, or names several")
    return dice[0], sum(line.startswith("seat ") for line in lines[:begin]), keys, rolls


def agreements_in(dice: str, seats: int, keys: list[str], rolls: int) -> list[Agreement]:
    """All agreements, checked against their keys, with the rolls that each holds for."""
    if not dice.startswith("agreed "):
        raise Wrong(
            f"the dice of this match were not agreed, but {dice.partition(' ')[0]!r}: they cannot be checked here"
        )
    parts = [AGREEMENT.fullmatch(part) for part in dice[7:].split("; ")]
    if not keys or len(keys) != len(parts):
        raise Wrong("the key of the dice is not published yet")
    found: list[Agreement] = []
    ends = [int(part[2]) if part else 0 for part in parts[1:]] + [rolls]
    for part, key, end in zip(parts, map(bytes.fromhex, keys), ends, strict=True):
        if part is None:
            raise Wrong("the header does not say how the dice were agreed")
        if hashlib.sha256(key).hexdigest() != part[1]:
            raise Wrong(f"the key {key.hex()[:12]}… does not have the hash {part[1][:12]}… of the header")
        if [nonce[0] for nonce in part[3].split()] != list("ABCDEFGH"[:seats]):
            raise Wrong(f"{seats} seats must have one nonce each, in order; with another one the dice can be chosen")
        for nonce in part[3].split():
            if nonce[1] == "=" and nonce[2:] != digest(key, f"nonce {nonce[0]}").hex():
                raise Wrong(f"the server's nonce for {nonce[0]} does not follow from its key")
        if int(part[2]) > end:
            raise Wrong(f"the header speaks of {part[2]} rolls before an agreement; there were {end}")
        found.append(Agreement(part[1], part[3], digest(key, part[3]), int(part[2]) + 1, end))
    return found


def compare(agreements: list[Agreement], commitments: list[str], nonces: list[str]) -> None:
    """Compare the agreements with what a client has kept. Another one of which it knows nothing may hide among them."""
    for commitment in commitments:
        if all(commitment != one.commitment for one in agreements):
            raise Wrong("--commitment: the journal does not name the hash that you saw")
    for nonce in nonces:
        if all(nonce not in one.nonces.split() for one in agreements):
            raise Wrong(f"--nonce: the journal does not have the nonce {nonce[:14]}… that you gave")
    for one in filter(lambda one: one.rolled, agreements):
        if commitments and one.commitment not in commitments:
            raise Wrong(f"--commitment: none of yours is for {one}")
        if nonces and not set(nonces) & set(one.nonces.split()):
            raise Wrong(f"--nonce: none of yours is in {one}")


def verify(text: str, commitments: list[str], nonces: list[str]) -> list[Agreement]:
    """Check all rolls; returns the agreements they follow from. What came before the first one proves nothing."""
    dice, seats, keys, rolls = read(text)
    agreements = agreements_in(dice, seats, keys, len(rolls))
    compare(agreements, commitments, nonces)
    for one in agreements:
        for number in range(one.first, one.last + 1):
            line, said = rolls[number - 1]
            pairs = [re.fullmatch(r"(\d{1,9})/([1-9]\d{0,8})", die, re.ASCII) for die in said.split()[3:]]
            if not all(pairs):
                raise Wrong(f"line {line} does not say how many sides its dice have")
            faces, sides = ([int(pair[place]) for pair in pairs if pair] for place in (1, 2))
            expected = faces_of(one.seed, number, sides)
            if faces != expected:
                raise Wrong(f"line {line}: roll {number} shows {faces}, but the key and the nonces give {expected}")
    return agreements


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Check the dice of a match without trusting the program that played it."
    )
    parser.add_argument("journal", type=Path)
    parser.add_argument("--commitment", action="append", default=[], help="the hash of a key that your client saw")
    parser.add_argument("--nonce", action="append", default=[], help="a nonce that your client gave, like A:51d0…")
    args = parser.parse_args()
    try:
        agreements = verify(args.journal.read_text("utf-8"), args.commitment, args.nonce)
    except (Wrong, OSError, ValueError) as error:
        print(f"{args.journal}: {error}", file=sys.stderr)
        return 1
    proved = sum(one.last - one.first + 1 for one in agreements)
    print(f"{args.journal}: {proved} rolls follow from the key and the nonces of all seats")
    for one in filter(lambda one: one.rolled, agreements):
        print(f"  {one}")
    brought = agreements[0].first - 1
    if brought:
        print(f"{brought} rolls before them were brought with the match: nothing is known about those")
    return 0


if __name__ == "__main__":
    sys.exit(main())
