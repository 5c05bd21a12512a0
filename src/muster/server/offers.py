"""What a game offers whoever sets a table up: its defaults, and what can be chosen instead."""

from __future__ import annotations

from typing import Any

from muster.kernel.game import Game, Setting, Setups
from muster.kernel.words import Words
from muster.server.phrases import title_of
from muster.server.protocol import GameInfo, SettingInfo, SettingValue


def game_info(game: Game[Any], language: str) -> GameInfo:
    """A game as the lobby shows it."""
    options = game.options({})
    settings = game.settings() if isinstance(game, Setups) else ()
    players = len(game.players(options))
    numbers = [value for setting in settings if setting.field == "players" for value, _ in setting.values]
    words = game.catalogue.words(language)
    return GameInfo(
        game=game.name,
        title=title_of(game, language),
        options=game.plain_options(options),
        players=players,
        fewest_players=int(min(numbers, default=players)),
        most_players=int(max(numbers, default=players)),
        settings=[_setting(setting, words) for setting in settings],
        complete=game.clauses.complete,
    )


def _setting(setting: Setting, words: Words) -> SettingInfo:
    values = [SettingValue(value, words.say(text)) for value, text in setting.values]
    return SettingInfo(setting.field, words.say(setting.title), setting.each, values)
