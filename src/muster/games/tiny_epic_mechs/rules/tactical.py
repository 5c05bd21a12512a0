"""Tactical mode: after a retreat or a knock-out a player chooses any card each turn instead of the program."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import TACTICAL_OPTIONS, card_key
from muster.games.tiny_epic_mechs.rules.movement import destination
from muster.games.tiny_epic_mechs.state.questions import enemy_in
from muster.games.tiny_epic_mechs.state.state import NOBODY, Player, State, Tactical
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text

TACTICAL = Text("prompt.tactical")


async def choose_tactical_card(table: Table, state: State, player: Player) -> int:
    """Let a player choose any of their cards, even one used before in this round.

    [TEM tactical.any_card] [TEM tactical.reuse]
    """
    space = OneOf(lambda: tactical_options(state, player), lambda: forbidden_attacks(state, player))
    card: int = await table.ask(player.seat, TACTICAL, space)
    if table.listening:
        table.tell("tactical_card", "TEM tactical.any_card", {"seat": player.seat, "card": card_key(card)})
    return card


def would_attack(state: State, player: Player, card: int) -> bool:
    """Whether a card leads into an enemy's zone."""
    zone = destination(state.arena, player.zone, card)
    return zone != NOWHERE and enemy_in(state, player, zone) != NOBODY


def tactical_options(state: State, player: Player) -> list[Option[int]]:
    """All cards, except those that start a combat in the first turn of tactical mode.  [TEM tactical.no_attack]"""
    every = [option for kind in TACTICAL_OPTIONS for option in kind]
    if player.tactical != Tactical.FIRST_TURN:
        return every
    return [option for option in every if not would_attack(state, player, option.value)]


def forbidden_attacks(state: State, player: Player) -> list[Blocked]:
    if player.tactical != Tactical.FIRST_TURN:
        return []
    reason = Text("refuse.no_attack_yet")
    return [
        Blocked(option.key, "TEM tactical.no_attack", reason)
        for kind in TACTICAL_OPTIONS
        for option in kind
        if would_attack(state, player, option.value)
    ]


def enter_tactical_mode(table: Table, player: Player) -> None:
    """Put a player into tactical mode: the whole program goes back to the hand. Robots have no tactical mode.

    [TEM tactical.enter] [TEM ko.tactical] [TEM solo.no_tactical]
    """
    if player.robot:
        return
    player.program = []
    player.revealed = 0
    player.tactical = Tactical.FIRST_TURN
    if table.listening:
        table.tell("tactical_mode", "TEM tactical.enter", {"seat": player.seat})
