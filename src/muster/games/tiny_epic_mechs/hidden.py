"""What a seat may not know, drawn again: the ground on which bots think and secrecy is tested.

Hidden from a seat are the others' programs beyond the cards shown, the numbers of their mines, and the pilots dealt
to them.
"""

from __future__ import annotations

import random

from muster.games.tiny_epic_mechs.content import MINES, TURNS, code
from muster.games.tiny_epic_mechs.questions import device, mines_of
from muster.games.tiny_epic_mechs.state import Player, Stage, State


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Draw everything again, in place, that this seat cannot know. Nothing that its view shows changes."""
    if state.stage == Stage.CHOOSE_PILOT:
        redeal_pilots(state, seat, rng)
    for player in state.players:
        if player.seat != seat:
            if len(player.program) == TURNS:
                reprogram(state, player, rng)
            renumber_mines(state, player, rng)


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
    """Other cards, otherwise turned, behind those that lie open."""
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


def renumber_mines(state: State, player: Player, rng: random.Random) -> None:
    zones = mines_of(state, player)
    if zones:
        numbers = rng.sample(MINES, len(zones))
        for zone, number in zip(zones, numbers, strict=True):
            state.devices[zone] = device(player.seat, number)
