"""Hidden information, drawn again for a seat. Bots think with it, and the tests of secrecy use it.

A seat does not know the others' programs beyond the cards revealed, the numbers of their mines, or the pilots dealt to
them.
"""

from __future__ import annotations

import random

from muster.games.tiny_epic_mechs.cards.content import MINES, TURNS, code
from muster.games.tiny_epic_mechs.state.questions import device, device_number, device_owner
from muster.games.tiny_epic_mechs.state.state import Player, Stage, State


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Draw again, in place, everything that this seat cannot know. Its view does not change."""
    if state.stage == Stage.CHOOSE_PILOT:
        redeal_pilots(state, seat, rng)
    for player in state.players:
        if player.seat != seat and len(player.program) == TURNS:
            reprogram(state, player, rng)
    renumber_mines(state, seat, rng)


def redeal_pilots(state: State, seat: int, rng: random.Random) -> None:
    known = state.players[seat].dealt
    left = [card.number for card in state.content.pilots if card.number not in known]
    rng.shuffle(left)
    for player in state.players:
        if player.seat != seat and player.dealt:
            count = len(player.dealt)
            player.dealt = tuple(sorted(left[:count]))
            del left[:count]


def reprogram(state: State, player: Player, rng: random.Random) -> None:
    """Draw other cards and directions after those that lie open."""
    if player.revealed == TURNS:
        return
    left = [kind for kind, copies in enumerate(state.content.copies) for _ in range(copies)]
    shown = player.program[: player.revealed]
    for card in shown:
        left.remove(card >> 2)
    draw = rng.random
    hidden: list[int] = []
    while len(hidden) < TURNS - len(shown):
        kind = left.pop(int(draw() * len(left)))
        hidden.append(code(kind, int(draw() * 4)))
    player.program = shown + hidden


def renumber_mines(state: State, seat: int, rng: random.Random) -> None:
    """Draw other numbers for everybody else's mines, no number twice for one owner."""
    supplies: dict[int, list[int]] = {}
    for zone, found in enumerate(state.devices):
        owner, number = device_owner(found), device_number(found)
        if number in MINES and owner != seat:
            supply = supplies.setdefault(owner, list(MINES))
            state.devices[zone] = device(owner, supply.pop(int(rng.random() * len(supply))))
