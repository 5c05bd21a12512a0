"""Neomaterial: gaining and storing units (rulebook, "Neomaterials", "Warehouse")."""

from __future__ import annotations

from muster.games.tag_raid.cards.content import Effect
from muster.games.tag_raid.state.questions import gear_sum, has_capacity
from muster.games.tag_raid.state.state import Miner, State
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text


def gain_teseum(table: Table, state: State, miner: Miner, count: int, clause: str) -> None:
    """Move Teseum from the reserve into the scoring zone.  [TR teseum.wound]"""
    if count:
        miner.teseum += count
        state.reserve_teseum -= count
        if table.listening:
            table.tell("teseum", clause, {"seat": miner.seat, "count": count})


def gain_bezoar(table: Table, state: State, miner: Miner, count: int, clause: str) -> None:
    """Move T-Bezoar from the reserve into the scoring zone.  [TR bezoar.gain]"""
    if count:
        miner.bezoar += count
        state.reserve_bezoar -= count
        if table.listening:
            table.tell("bezoar", clause, {"seat": miner.seat, "count": count})


async def store(table: Table, state: State, miner: Miner, most: int, clause: str) -> None:
    """Move units from the scoring zone into the warehouse, where they are safe; the player chooses which, usually
    T-Bezoar.

    [TR warehouse.store]
    """
    count = min(most, miner.bezoar + miner.teseum)
    options = [
        Option(
            f"store:{count - bezoar}t+{bezoar}b",
            bezoar,
            "TR warehouse.store",
            Text("option.store", {"teseum": count - bezoar, "bezoar": bezoar}),
        )
        for bezoar in range(min(count, miner.bezoar), max(0, count - miner.teseum) - 1, -1)
    ]
    bezoar = await table.ask_small(miner.seat, Text("prompt.store", {"count": count}), options)
    teseum = count - bezoar
    miner.bezoar -= bezoar
    miner.stored_bezoar += bezoar
    miner.teseum -= teseum
    miner.stored_teseum += teseum
    if count and table.listening:
        table.tell("stored", clause, {"seat": miner.seat, "count": count})


async def store_at_end_of_turn(table: Table, state: State, miner: Miner) -> None:
    """Store a unit for the Rockeater at the end of its turn, if its scoring zone holds enough.  [TR tag.storage]"""
    enough = gear_sum(state, miner, Effect.STORAGE)
    if has_capacity(state, miner, Effect.STORAGE) and miner.teseum + miner.bezoar >= enough:
        await store(table, state, miner, 1, "TR tag.storage")
