"""Games as the lobby offers them: their default options and the other choices."""

from __future__ import annotations

import logging
from functools import lru_cache

from muster.coach.puzzles import puzzle_names
from muster.forces.judging import Room
from muster.forces.listing import roll_call
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of
from muster.kernel.setup import Setting
from muster.kernel.text import Text
from muster.kernel.words import LANGUAGES, Words
from muster.lessons import lesson_names
from muster.library import load_games, shipped_packs
from muster.server.lobby.forces import has_form
from muster.server.lobby.plans import table_field
from muster.server.protocol import GameInfo, SettingInfo, SettingValue, ShippedPack
from muster.server.telling.phrases import title_of

log = logging.getLogger("muster.server.lobby.games")


@lru_cache(maxsize=len(LANGUAGES))
def offered(language: str) -> list[GameInfo]:
    """The games that a table can be set up for. Mistakes in packages of others only go into the log."""
    games, errors = load_games()
    found: list[GameInfo] = []
    for game in games:
        try:
            found.append(game_info(game, language))
        except Exception as error:
            errors.append(GameError(f"{game.name} cannot be set up: {error}"))
    for problem in errors:
        log.warning("%s", problem)
    return found


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
        summary=words.say(Text("game.summary")) if words.knows("game.summary") else "",
        options=dict(prepared.options),
        players=players,
        fewest_players=int(min(numbers, default=players)),
        most_players=int(max(numbers, default=players)),
        settings=[_setting(setting, words, _forces(game, setting, language)) for setting in settings],
        complete=game.clauses.complete,
        puzzles=len(puzzle_names(game.name)),
        lessons=len(lesson_names(game.name)),
        forces=has_form(game),
        packs=[ShippedPack(name, words.name("shipped", name)) for name in shipped_packs(game.name)],
        cards=game.cards is not None,
        tables=table_field(game),
        bench=game.testing is not None and game.testing.bench is not None,
    )


def _setting(setting: Setting, words: Words, forces: dict[object, tuple[int, str]]) -> SettingInfo:
    offered = (*setting.values, *setting.further)
    values = [
        SettingValue(value, words.say(text), value in setting.seeded, *forces.get(value, (0, "")))
        for value, text in offered
    ]
    return SettingInfo(setting.field, words.say(setting.title), setting.each, values)


def _forces(game: Game[object], setting: Setting, language: str) -> dict[object, tuple[int, str]]:
    """The points of each ready force, and who belongs to it, if the setting is about forces that a form knows."""
    if setting.field != has_form(game):
        return {}
    room = Room(game, language)
    drafts = {name: room.draft(force) for name, force in room.forces.ready().items()}
    return {name: (room.points(draft), roll_call(room, draft)) for name, draft in drafts.items()}
