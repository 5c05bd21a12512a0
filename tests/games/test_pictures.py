"""The table as text: fits a terminal, in both languages, and shows a seat no more than it may know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from muster.bots import chair_at, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.kernel.words import LANGUAGES
from muster.library import game_names, load_game

WIDEST = 80
DRAWN = re.compile(r"[-+|=~^_#<>]{2}|  |\|")
"""Lines, columns and walls: what is only for the eye."""
EVERY = 8
"""Not before every decision: a match has hundreds."""


def sizes(game: Game[Any]) -> list[Any]:
    """Options for each number of players that the game knows."""
    found = []
    for players in (1, 2, 3, 4):
        try:
            found.append(game.setup.prepare({"players": players}))
        except GameError:
            continue  # not every game can be played by so many
    return found or [game.setup.prepare({})]


def random_matches(game: Game[Any]) -> Iterator[Match[Any]]:
    """Moments of a match of each size, and its end."""
    for seed, options in enumerate(sizes(game)):
        match = new_match(game, options, SeededDice(seed))
        bot = make_bot("random", random.Random(seed))
        while match.pending:
            if len(match.record) % EVERY == 0:
                yield match
            seat = min(match.pending)
            match.play(seat, bot.choose(chair_at(match, seat)))
        yield match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_every_picture_fits_and_every_word_is_known(name: str, language: str) -> None:
    game = load_game(name)
    words = game.catalogue.words(language)
    for match in random_matches(game):
        for seat in (None, 0):
            look = match.look(seat)
            picture = look.picture(words)
            assert "Text(" not in picture
            assert max(map(len, picture.splitlines())) <= WIDEST, picture
            told = look.aloud(words)
            assert "Text(" not in told
            assert not DRAWN.search(told), told


def test_the_number_of_a_mine_is_for_its_owner() -> None:
    game = load_game("tiny_epic_mechs")
    words = game.catalogue.words("en")
    position = {"player": {"A": {"mines": {"a1": 3}}, "B": {"mines": {"c1": 2}, "turrets": ["c5"]}}}
    match = Match(game, game.testing.position(position), SeededDice(1))
    own = match.look(0).picture(words)
    assert "|mine A:3 " in own
    assert "|mine B " in own
    assert "|turret B " in own
    assert "|mine A " in match.look(1).picture(words)
    assert "|mine A " in match.look(None).picture(words)


def test_a_combat_shows_what_both_can_strike_with() -> None:
    game = load_game("tiny_epic_mechs")
    position = {
        "player": {
            "A": {"zone": "b2", "equipped": ["energy_sword", "pulse_pistol"], "exhausted": ["energy_sword"]},
            "B": {"zone": "b2", "status": "armor", "equipped": ["riot_shield"]},
        },
        "combat": {"attacker": "A", "defender": "B", "turn": "B", "last": "energy_sword", "attacks": [1, 0]},
    }
    match = Match(game, game.testing.position(position), SeededDice(1))
    picture = match.look(0).picture(game.catalogue.words("en"))
    assert "|(A) [B] " in picture
    assert "carries Energy Sword (exhausted), Pulse Pistol" in picture
    combat = picture[picture.index("Combat: A attacks B; B strikes next") :]
    assert "the last weapon used is Energy Sword" in combat
    assert "A Pulse Pistol (ranged):  attack 2 · power" in combat
    assert "B Riot Shield (melee):" in combat
