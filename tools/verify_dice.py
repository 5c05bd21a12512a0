"""Check the dice of a match without trusting the program that played it: nothing here is imported from it.

    python tools/verify_dice.py match.journal
    python tools/verify_dice.py match.journal --commitment 9f2c… --nonce A:51d0…

A journal's header says how its dice were agreed: the hash of the server's key, and the nonce of every seat. Its last
line publishes the key. Every roll must follow from these. `--commitment` and `--nonce` are what your own client kept
from the beginning: with them you know that nobody has swapped the dice since. docs/dice.md has the whole scheme.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import re
import sys
from pathlib import Path


class Wrong(Exception):
    """Something does not check: one sentence."""


def digest(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def faces_of(seed: bytes, number: int, sides: list[int]) -> list[int]:
    """The faces of a roll: blocks of 32 bytes, eight for each die, modulo its sides."""
    blocks = [digest(seed, f"{number}/{block}") for block in range((len(sides) + 3) // 4)]
    raw = b"".join(blocks)
    return [int.from_bytes(raw[8 * n : 8 * n + 8], "big") % size + 1 for n, size in enumerate(sides)]


def read(text: str) -> tuple[str, list[str], list[tuple[int, str]]]:
    """The dice in the header, the keys, and the rolls with their lines; checks that no line was changed or left out."""
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
        if said.startswith("key "):
            keys = said.split()[1:]
        elif said.partition(" ")[2].startswith("dice "):
            rolls.append((number, said))
    dice = [line[5:] for line in lines[:begin] if line.startswith("dice ")]
    return dice[0] if dice else "", keys, rolls


def seeds_of(dice: str, keys: list[str], commitment: str, nonces: list[str]) -> list[tuple[int, bytes]]:
    """For each agreement: after how many rolls it holds, and the seed of its dice."""
    if not dice.startswith("agreed "):
        raise Wrong(
            f"the dice of this match were not agreed, but {dice.partition(' ')[0]!r}: they cannot be checked here"
        )
    parts = [re.fullmatch(r"([0-9a-f]{64}) after (\d+) by (.+)", part) for part in dice[7:].split("; ")]
    if not keys or len(keys) != len(parts):
        raise Wrong("the key of the dice is not published yet")
    given: set[str] = set()
    seeds: list[tuple[int, bytes]] = []
    for part, key in zip(parts, map(bytes.fromhex, keys), strict=True):
        if part is None:
            raise Wrong("the header does not say how the dice were agreed")
        if hashlib.sha256(key).hexdigest() != part[1]:
            raise Wrong(f"the key {key.hex()[:12]}… does not have the hash {part[1][:12]}… of the header")
        for nonce in part[3].split():
            given.add(nonce)
            if nonce[1] == "=" and nonce[2:] != digest(key, f"nonce {nonce[0]}").hex():
                raise Wrong(f"the server's nonce for {nonce[0]} does not follow from its key")
        seeds.append((int(part[2]), digest(key, part[3])))
    if commitment and commitment not in [part[1] for part in parts if part]:
        raise Wrong("--commitment: the journal does not name the hash that you saw")
    for nonce in nonces:
        if nonce not in given:
            raise Wrong(f"--nonce: the journal does not have the nonce {nonce[:14]}… that you gave")
    return seeds


def verify(text: str, commitment: str, nonces: list[str]) -> tuple[int, int]:
    """Check all rolls; returns how many were checked, and how many were brought from elsewhere and prove nothing."""
    dice, keys, rolls = read(text)
    seeds = seeds_of(dice, keys, commitment, nonces)
    for number, (line, said) in enumerate(rolls, 1):
        if number <= seeds[0][0]:
            continue
        seed = [seed for after, seed in seeds if after < number][-1]
        pairs = [die.split("/") for die in said.split()[3:]]
        if any(len(pair) != 2 for pair in pairs):
            raise Wrong(f"line {line} does not say how many sides its dice have")
        faces, sides = [int(face) for face, _ in pairs], [int(size) for _, size in pairs]
        expected = faces_of(seed, number, sides)
        if faces != expected:
            raise Wrong(f"line {line}: roll {number} shows {faces}, but the key and the nonces give {expected}")
    return len(rolls) - seeds[0][0], seeds[0][0]


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Check the dice of a match without trusting the program that played it."
    )
    parser.add_argument("journal", type=Path)
    parser.add_argument("--commitment", default="", help="the hash of the key that your client saw first")
    parser.add_argument("--nonce", action="append", default=[], help="a nonce that your client gave, like A:51d0…")
    args = parser.parse_args()
    try:
        proved, brought = verify(args.journal.read_text("utf-8"), args.commitment, args.nonce)
    except (Wrong, OSError, ValueError) as error:
        print(f"{args.journal}: {error}", file=sys.stderr)
        return 1
    print(f"{args.journal}: {proved} rolls follow from the key and the nonces of all seats")
    if brought:
        print(f"{brought} rolls before them were brought with the match: nothing is known about those")
    return 0


if __name__ == "__main__":
    sys.exit(main())
