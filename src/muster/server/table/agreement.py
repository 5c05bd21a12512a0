"""Agreeing on the dice: the server has committed itself to a key, then every person seals a nonce, and when all have,
everybody shows theirs (docs/dice.md). Only then is anything rolled.

Seals and nonces are kept with the seats, the commitment in the table's header, so an agreement survives a restart. The
functions here hold the table's lock or expect it to be held.
"""

from __future__ import annotations

import secrets

import msgspec

from muster.kernel.agreed_dice import (
    Stretch,
    agreed_label,
    commitment_to,
    given_nonce,
    read_stretches,
    server_nonce,
)
from muster.kernel.requests import Seat
from muster.server.protocol import Agreement
from muster.server.storage.rows import SeatRow, TableRow
from muster.server.table.seating import HUMAN, OPEN, Seating

SERVER = "server"
"""Stands for the seal of a seat at which no person sits: its nonce follows from the server's key."""


def first_dice(after: int = 0) -> tuple[str, str]:
    """Dice that are still to be agreed, after so many rolls that were brought: their label, and the key."""
    key = secrets.token_bytes(32)
    return agreed_label([Stretch(commitment_to(key), after)]), key.hex()


def gives(row: SeatRow) -> bool:
    """Whether a person gives this seat's nonce: not if a bot stands in for somebody who has given nothing."""
    return row.who == OPEN or (row.who == HUMAN and not (row.stand_in and not row.seal))


def is_open(seating: Seating) -> bool:
    """Whether everybody has sealed a nonce, so that they can be shown."""
    return all(row.seal for row in seating.rows.values() if gives(row))


def missing(seating: Seating) -> list[Seat]:
    """The seats that must seal or show their nonce now."""
    shown = is_open(seating)
    return [seat for seat, row in sorted(seating.rows.items()) if gives(row) and not (row.nonce if shown else row.seal)]


def agreement(dice: str, seating: Seating) -> Agreement:
    """How the agreement stands, for everybody at the table."""
    seals = [row.seal if gives(row) else SERVER for _, row in sorted(seating.rows.items())]
    return Agreement(dice, seals, is_open(seating), missing(seating))


def torn(seating: Seating) -> bool:
    """Whether somebody has shown a nonce although another is not bound to theirs any more: whoever seals after that
    could choose the dice, so all must seal again.
    """
    rows = [row for row in seating.rows.values() if row.who == HUMAN]
    gone = any(row.stand_in and row.seal and not row.nonce for row in rows)
    return any(row.nonce for row in rows) and (gone or not is_open(seating))


async def clear(seating: Seating) -> None:
    """Let everybody seal again."""
    await seating.change(
        *(msgspec.structs.replace(row, seal="", nonce="") for row in seating.rows.values() if row.seal or row.nonce)
    )


def settled(row: TableRow, seating: Seating) -> TableRow:
    """The table with its dice agreed."""
    *before, stretch = read_stretches(row.header.dice)
    key = bytes.fromhex(row.dice_key.split()[-1])
    nonces = [
        given_nonce(seat, held.nonce) if gives(held) else server_nonce(seat, key)
        for seat, held in sorted(seating.rows.items())
    ]
    label = agreed_label([*before, msgspec.structs.replace(stretch, nonces=" ".join(nonces))])
    return msgspec.structs.replace(row, header=msgspec.structs.replace(row.header, dice=label))


def renewed(row: TableRow, rolls: int) -> TableRow:
    """The table with new dice to agree after so many rolls, for a newcomer in the middle of a match."""
    key = secrets.token_bytes(32)
    label = agreed_label([*read_stretches(row.header.dice), Stretch(commitment_to(key), rolls)])
    header = msgspec.structs.replace(row.header, dice=label)
    return msgspec.structs.replace(row, header=header, dice_key=f"{row.dice_key} {key.hex()}")
