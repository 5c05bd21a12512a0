"""Habits: what is answered without thinking while something is half done."""

from __future__ import annotations

import random

from muster.games.obsidian_protocol.bot.habits import habit
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.kernel.dice import SeededDice
from muster.kernel.requests import Ask
from muster.kernel.sessions import new_match
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text
from muster.library import load_game

GAME = load_game("obsidian_protocol")
PROMPT = Text("prompt.target")


def test_an_attack_aims_at_the_commander_and_else_at_whom_a_card_names() -> None:
    """Where the enemy commander may be shot, nobody shoots at another mech; without one, the mech on which there is a
    bounty is the target.
    """
    options = {"squads": ("rdl_600_line", "un_600_line"), "task": "assassination"}
    state = new_match(GAME, GAME.setup.prepare(options), SeededDice(1)).state
    enemies = [unit.id for unit in state.units if unit.seat == 1 and unit.kind == Kind.MECH]
    assert len(enemies) == 2
    ask = Ask(0, PROMPT, OneOf(lambda: [Option(f"target:{number}", number, "OP 4.5.target") for number in enemies]))

    def aimed() -> int:
        number: int = habit(state, ask, random.Random(1)).value
        return number

    usual = aimed()
    for commander in enemies:
        state.named[3] = commander
        assert aimed() == commander
    state.named[3] = -1
    cards = [card.id for card in state.content.secondaries]
    state.secondary[0] = cards.index("bounty")
    for hunted in enemies:
        state.named[0] = hunted
        assert aimed() == hunted
    state.secondary[0] = cards.index("mercy")
    assert aimed() == usual
