"""A client's own memory of the dice: what it saw first, what it gave, and whether that is still true (docs/dice.md).

The server is not believed: the first commitment is pinned, the seals of all seats are kept before the own nonce is
shown, and everything that comes later is compared with them. A `PinnedDice` may keep itself in a file, so that a player
who comes back compares with what they saw the first time.
"""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import Literal

import msgspec

from muster.kernel.agreed_dice import AgreedDice, Stretch, commitment_to, read_stretches
from muster.kernel.dice import DiceError
from muster.kernel.journal import LETTERS
from muster.kernel.requests import Roll
from muster.server.protocol import Agreement

SERVER = "server"
Alarm = Literal["changed", "anew", "renewed", "unagreed"]
"""Other dice than the agreed ones; dice that are agreed again before they roll; new ones in the middle of the match;
dice that nobody has agreed on.
"""
AGAIN = ("anew", "renewed")
"""Alarms that ring each time; the others are said once."""


class Pin(msgspec.Struct):
    """One agreement, as this client saw it. `seals` are those for which it has shown its own nonce."""

    commitment: str
    after: int
    nonces: str = ""
    nonce: str = ""
    seals: list[str] = []


class Kept(msgspec.Struct):
    """Everything that is kept of a table's dice."""

    pins: list[Pin] = []
    alarms: list[tuple[Alarm, str]] = []


class Verdict(msgspec.Struct, frozen=True):
    """The dice of a finished match: how many rolls were checked, whether the client had a part in all of them, and what
    is wrong (empty if nothing is).
    """

    rolls: int
    own: bool
    wrong: str = ""


class PinnedDice:
    """The dice of one table as seen from one seat. `alarms` has everything that should never have happened."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._kept = Kept()
        if file is not None:
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                self._kept = msgspec.json.decode(file.read_bytes(), type=Kept)

    @property
    def alarms(self) -> list[tuple[Alarm, str]]:
        return self._kept.alarms

    def see(self, label: str, seat: int | None) -> None:
        """Compare the dice that the server names with those it named before."""
        try:
            stretches = read_stretches(label)
        except DiceError as error:
            self._ring("changed", str(error))
            return
        pins = self._kept.pins
        if label and not stretches and not pins:
            self._ring("unagreed", label.partition(" ")[0])
        if len(stretches) < len(pins):
            self._ring("changed", f"{len(pins)} agreements were made, the server knows of {len(stretches)}")
        for pin, stretch in zip(pins, stretches, strict=False):
            self._compare(pin, stretch, seat)
        for new in stretches[len(pins) :] if pins else []:  # somebody has sat down in the middle, or so it is said
            self._ring("renewed", str(new.after))
        pins += [Pin(new.commitment, new.after, new.nonces) for new in stretches[len(pins) :]]
        self._save()

    def _compare(self, pin: Pin, stretch: Stretch, seat: int | None) -> None:
        if stretch.commitment != pin.commitment or stretch.after != pin.after:
            self._ring("changed", f"committed to {pin.commitment[:12]}… before, now to {stretch.commitment[:12]}…")
        elif pin.nonces and stretch.nonces != pin.nonces:
            self._ring("changed", "other nonces than those that were agreed")
        elif stretch.nonces and not pin.nonces:
            self._check_nonces(pin, stretch.nonces, seat)
            pin.nonces = stretch.nonces

    def _check_nonces(self, pin: Pin, nonces: str, seat: int | None) -> None:
        """The nonces that were agreed must be those that were sealed, our own among them."""
        given = {said[0]: said[1:] for said in nonces.split()}
        if pin.seals and len(given) != len(pin.seals):
            self._ring("changed", f"{len(given)} nonces were agreed, and {len(pin.seals)} seats have sealed one")
        if pin.nonce and seat is not None and given.get(LETTERS[seat]) != f":{pin.nonce}":
            self._ring("changed", "the nonce of this seat was left out")
        for place, seal in enumerate(pin.seals):
            said = given.get(LETTERS[place], "")
            honest = said.startswith("=") if seal == SERVER else said.startswith(":") and hash_of(said[1:]) == seal
            if not honest:
                self._ring("changed", f"{LETTERS[place]} gave another nonce than the sealed one")

    def seal(self, agreement: Agreement, seat: int) -> str:
        """The seal that this seat must give now; empty if it has nothing to do."""
        pin = self._kept.pins[-1]
        ours = agreement.seals[seat]
        if ours and not (agreement.open and seat in agreement.missing and ours != hash_of(pin.nonce)):
            return ""
        if pin.seals:
            self._ring("anew", "")
        if pin.seals or not pin.nonce:
            pin.nonce, pin.seals = secrets.token_hex(32), []
            self._save()
        return hash_of(pin.nonce)

    def reveal(self, agreement: Agreement, seat: int) -> str:
        """The nonce that this seat must show now; empty if it has nothing to do. From now on all seals are pinned."""
        pin = self._kept.pins[-1]
        if not agreement.open or seat not in agreement.missing or agreement.seals[seat] != hash_of(pin.nonce):
            return ""
        if pin.seals and pin.seals != agreement.seals:
            self._ring("changed", "other seals than those for which this client has shown its nonce")
            return ""
        pin.seals = list(agreement.seals)
        self._save()
        return pin.nonce

    def check(self, text: str) -> Verdict:
        """Check every roll in the journal of a finished match with what was kept here."""
        header, key, rolls = _read(text)
        try:
            stretches = read_stretches(header)
            if not stretches:
                return Verdict(len(rolls), False, "the journal names dice that nobody has agreed on")
            dice = AgreedDice(stretches, [bytes.fromhex(one) for one in key.split()])
            for purpose, faces, sides in rolls:
                dice.repeat(Roll(purpose, sides), faces)
        except (DiceError, ValueError) as error:
            return Verdict(len(rolls), False, str(error))
        pins = self._kept.pins
        if [(pin.commitment, pin.after, pin.nonces) for pin in pins] != [
            (one.commitment, one.after, one.nonces) for one in stretches
        ]:
            return Verdict(len(rolls), False, "the journal names other dice than those that were agreed")
        wrong = "; ".join(what for kind, what in self.alarms if kind == "changed")
        return Verdict(len(rolls), all(pin.nonce and pin.seals for pin in pins), wrong)

    def _ring(self, kind: Alarm, what: str) -> None:
        if (kind, what) not in self.alarms or kind in AGAIN:
            self.alarms.append((kind, what))
        self._save()

    def _save(self) -> None:
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file.write_bytes(msgspec.json.encode(self._kept))


def hash_of(nonce: str) -> str:
    return commitment_to(bytes.fromhex(nonce)) if nonce else ""


def _read(text: str) -> tuple[str, str, list[tuple[str, list[int], tuple[int, ...]]]]:
    """The dice, the key and the rolls (purpose, faces, sides) of a journal that says the sides of its dice."""
    header = key = ""
    rolls: list[tuple[str, list[int], tuple[int, ...]]] = []
    for line in text.splitlines():
        word, _, rest = line.rpartition(" ~")[0].partition(" ")
        if line.startswith("dice "):
            header = line[5:]
        elif word == "key":
            key = rest
        elif word.isdecimal() and rest.startswith("dice "):
            purpose, *dice = rest[5:].split(" ")
            pairs = [die.partition("/") for die in dice]
            rolls.append((purpose, [int(face) for face, _, _ in pairs], tuple(int(size) for _, _, size in pairs)))
    return header, key, rolls


__all__ = ["PinnedDice", "Verdict", "hash_of"]
