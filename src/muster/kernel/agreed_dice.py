"""Dice that nobody chose: they come from the server's key and a nonce of every seat (docs/dice.md).

The server commits itself to a key, then every seat gives a nonce; only then is anything rolled. Such an agreement holds
for a stretch of the match: from its beginning, from where it was brought here, or from where a newcomer sat down. A
journal's header names every stretch:

    dice agreed 9f2c… after 0 by A:51d0… B=77ac…; 03be… after 17 by A:c2f4… B=90aa…

`A:` is a nonce that a person gave, `B=` one that follows from the server's key (for bots). A stretch without `by` is
still being agreed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence

import msgspec

from muster.kernel.dice import DiceError, faces_from
from muster.kernel.requests import LETTERS, Roll, Seat

KIND = "agreed"
STRETCH = re.compile(r"([0-9a-f]{64}) after (\d{1,9})(?: by ((?:[A-H][:=][0-9a-f]{64})(?: [A-H][:=][0-9a-f]{64})*))?")


class Stretch(msgspec.Struct, frozen=True):
    """The dice of one agreement: the hash of the key, how many rolls came before, and the nonces as they are mixed in
    (empty until all are there).
    """

    commitment: str
    after: int = 0
    nonces: str = ""

    def __str__(self) -> str:
        return f"{self.commitment} after {self.after}" + (f" by {self.nonces}" if self.nonces else "")


def commitment_to(key: bytes) -> str:
    """The hash of a key (or of a nonce), by which its owner is bound to it without showing it."""
    return hashlib.sha256(key).hexdigest()


def given_nonce(seat: Seat, nonce: str) -> str:
    """A person's nonce, as the header says it."""
    return f"{LETTERS[seat]}:{nonce}"


def server_nonce(seat: Seat, key: bytes) -> str:
    """The nonce of a seat at which no person sits. It follows from the key, so the server is bound to it as well."""
    return f"{LETTERS[seat]}={hmac.digest(key, f'nonce {LETTERS[seat]}'.encode(), 'sha256').hex()}"


def agreed_label(stretches: Iterable[Stretch]) -> str:
    """The dice of a match, as its header names them."""
    return f"{KIND} {'; '.join(map(str, stretches))}"


def read_stretches(label: str) -> list[Stretch]:
    """The stretches in a label; none if other dice are named. Raises `DiceError` if they cannot be read, or have
    several nonces of one seat: with one more somebody could still choose the dice.
    """
    kind, _, rest = label.partition(" ")
    if kind != KIND:
        return []
    found: list[Stretch] = []
    for part in rest.split("; "):
        read = STRETCH.fullmatch(part)
        nonces = (read[3] or "").split() if read else []
        in_order = "".join(nonce[0] for nonce in nonces) == LETTERS[: len(nonces)]
        if read is None or not in_order or (found and int(read[2]) < found[-1].after):
            raise DiceError(f"{part[:80]!r} does not say how dice were agreed")
        found.append(Stretch(read[1], int(read[2]), read[3] or ""))
    return found


def unsettled(label: str) -> bool:
    """Whether the dice named by a label are still being agreed."""
    stretches = read_stretches(label)
    return bool(stretches) and not stretches[-1].nonces


class AgreedDice:
    """Roll number n takes its faces from HMAC-SHA256(seed, n); the seed is HMAC-SHA256(key, nonces). Rolls before the
    first stretch were brought here: nothing vouches for them.
    """

    __slots__ = ("_count", "_seeds", "keys", "stretches")

    def __init__(self, stretches: Sequence[Stretch], keys: Sequence[bytes]) -> None:
        self.stretches = list(stretches)
        self.keys = list(keys)
        self._count = 0
        self._seeds: list[bytes] = []
        for stretch, key in zip(self.stretches, self.keys, strict=False):
            _check_key(stretch, key)
            self._seeds.append(hmac.digest(key, stretch.nonces.encode(), "sha256"))
        if len(self._seeds) < sum(bool(stretch.nonces) for stretch in self.stretches):
            raise DiceError("the dice were agreed and the key is not published yet")

    @property
    def brought(self) -> int:
        """The number of rolls that nothing vouches for."""
        return self.stretches[0].after

    def label(self) -> str:
        return agreed_label(self.stretches)

    def roll(self, roll: Roll) -> list[int]:
        self._count += 1
        if self._count <= self.brought:
            raise DiceError(f"the record ends {self.brought - self._count + 1} rolls before these dice take over")
        place = max(place for place, stretch in enumerate(self.stretches) if stretch.after < self._count)
        if not self.stretches[place].nonces:
            raise DiceError(f"the dice for {roll.purpose} have not been agreed yet")
        return faces_from(self._seeds[place], self._count, roll.sides)

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        if self._count < self.brought:
            self._count += 1
            return
        faces = self.roll(roll)
        if faces != list(recorded):
            raise DiceError(f"the key gives {faces} for {roll.purpose}, the record says {list(recorded)}")


def agreed_dice(label: str, keys: str) -> AgreedDice:
    """The dice of a label, with their keys in hexadecimal; raises `DiceError` if they do not fit each other."""
    try:
        return AgreedDice(read_stretches(label), [bytes.fromhex(key) for key in keys.split()])
    except ValueError:
        raise DiceError("the key of the dice is not written in hexadecimal") from None


def _check_key(stretch: Stretch, key: bytes) -> None:
    if commitment_to(key) != stretch.commitment:
        raise DiceError("the key of the dice does not fit the commitment in the header")
    for nonce in stretch.nonces.split():
        if nonce[1] == "=" and nonce != server_nonce(LETTERS.index(nonce[0]), key):
            raise DiceError(f"the nonce of {nonce[0]} does not follow from the key")
