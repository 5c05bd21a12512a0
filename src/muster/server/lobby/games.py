"""What a game offers whoever sets a table up: its defaults, and what can be chosen instead."""

from __future__ import annotations

from muster.kernel.game import Game, setup_of
from muster.kernel.setup import Setting
from muster.kernel.words import Words
from muster.server.protocol import GameInfo, SettingInfo, SettingValue
from muster.server.telling.phrases import title_of


def game_info(game: Game[object], language: str) -> GameInfo:
    """A game as the lobby shows it."""
    setup = setup_of(game)
    prepared, settings = setup.prepare({}), setup.settings()
    players = len(prepared.players)
    numbers = [value for setting in settings if setting.field == "players" for value, _ in setting.values]
    words = game.catalogue.words(language)
    return GameInfo(
        game=game.name,
        title=title_of(game, language),
        options=dict(prepared.options),
        players=players,
        fewest_players=int(min(numbers, default=players)),
        most_players=int(max(numbers, default=players)),
        settings=[_setting(setting, words) for setting in settings],
        complete=game.clauses.complete,
    )


def _setting(setting: Setting, words: Words) -> SettingInfo:
    values = [SettingValue(value, words.say(text)) for value, text in setting.values]
    return SettingInfo(setting.field, words.say(setting.title), setting.each, values)
