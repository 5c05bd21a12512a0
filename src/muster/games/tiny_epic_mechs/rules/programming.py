"""Phase 1, programming: four of eight cards, ordered and turned, in secret and all at once.  [TEM program.choose]"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import KIND_IDS, PROGRAM_OPTIONS, TURNS
from muster.games.tiny_epic_mechs.rules.setup import humans
from muster.games.tiny_epic_mechs.state.state import Player, Stage, State
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text

PROMPTS = tuple(Text("prompt.program", {"slot": slot}) for slot in range(1, TURNS + 1))


def cards_left(state: State, player: Player) -> list[int]:
    """The number of cards of each kind still in hand."""
    left = list(state.content.copies)
    for card in player.program:
        left[card >> 2] -= 1
    return left


def program_options(state: State, player: Player) -> list[Option[int]]:
    """The options for a slot: every card in hand, turned any of four ways.  [TEM program.orientation]"""
    options: list[Option[int]] = []
    for kind, count in enumerate(cards_left(state, player)):
        if count:
            options.extend(PROGRAM_OPTIONS[kind])
    return options


def spent_cards(state: State, player: Player) -> list[Blocked]:
    """The cards that are already in the program, blocked."""
    return [
        Blocked(option.key, "TEM program.choose", Text("refuse.card_used", {"card": KIND_IDS[kind]}))
        for kind, count in enumerate(cards_left(state, player))
        if not count
        for option in PROGRAM_OPTIONS[kind]
    ]


async def write_program(table: Table, state: State, player: Player) -> None:
    """Ask one player in secret for the cards, in the order in which they will be executed.  [TEM program.order]"""
    while len(player.program) < TURNS:
        space = OneOf(lambda: program_options(state, player), lambda: spent_cards(state, player))
        player.program.append(await table.ask(player.seat, PROMPTS[len(player.program)], space))


async def program(table: Table, state: State) -> None:
    """Let all players program at the same time; nobody sees another's row.  [TEM program.secret]"""
    await table.ask_all({player.seat: write_program(table, state, player) for player in humans(state)})
    if table.listening:
        table.tell("programmed", "TEM program.secret", {"round": state.round})
    state.turn = 0
    state.active = state.start
    state.stage = Stage.BEGIN_TURN
