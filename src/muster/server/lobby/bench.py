"""The workbench over HTTP: the form of a game's positions, and what a worker says about one.

A position is somebody else's data. It is read in a worker, never here, except for a table that begins from it: then a
worker has read and judged it before.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import POSITION, bench_of
from muster.kernel.position_forms import form_of
from muster.kernel.words import LANGUAGES
from muster.library import game_names, load_game
from muster.server.files import Cacheable
from muster.server.lobby.reference import JSON
from muster.server.protocol.bench import (
    AttackOdds,
    BenchAnswer,
    BenchInfo,
    BenchRequest,
    JudgePosition,
    OpenPosition,
    PositionView,
    RollAttack,
    Rolled,
    SavePosition,
    Wrong,
)
from muster.server.thinking.crews import Crowded
from muster.server.thinking.jobs import BenchJob, OddsJob, Position, SaidEntry
from muster.server.thinking.odds import SECONDS, chance
from muster.server.thinking.workers import Thinkers

REQUESTS: dict[str, type[BenchRequest]] = {
    "judged": JudgePosition,
    "opened": OpenPosition,
    "saved": SavePosition,
    "rolled": RollAttack,
}
"""Requests, by the last part of the address."""
ANSWERS: msgspec.json.Decoder[BenchAnswer] = msgspec.json.Decoder(BenchAnswer)
BUSY = "the workbench is busy; try again in a moment"


@lru_cache(maxsize=16)
def info_of(game: str, language: str) -> Cacheable:
    """The form of a game's positions; raises `GameError` saying what the game lacks."""
    check_names(game, language)
    found = load_game(game)
    bench = bench_of(found)
    info = BenchInfo(form_of(bench, found.catalogue.words(language)), dict(bench.empty))
    return Cacheable(msgspec.json.encode(info), JSON)


def check_names(game: str, language: str) -> None:
    if language not in LANGUAGES:
        raise GameError(f"there are the languages {', '.join(LANGUAGES)}")
    if game not in game_names():
        raise GameError(f"game: there is no game {game!r}; there are {', '.join(game_names())}")


async def ask(thinkers: Thinkers, game: str, language: str, request: BenchRequest, asker: str) -> BenchAnswer:
    """Have a worker answer; raises `GameError` in one sentence."""
    check_names(game, language)
    position = Position(f"workbench {game}", game, {}, [])
    try:
        found = await thinkers.at_bench(BenchJob(position, language, request), asker)
    except Crowded:
        raise GameError(BUSY) from None
    if found is None:
        raise GameError("the rules find no end in this position; change something in it")
    answer = ANSWERS.decode(found)
    if isinstance(answer, Wrong):
        raise GameError(answer.text)
    return answer


async def roll(thinkers: Thinkers, game: str, language: str, wanted: RollAttack, asker: str) -> Rolled:
    """Try an attack out, and have its exact odds worked out beside it."""
    odds = await ask(thinkers, game, language, wanted, asker)
    assert isinstance(odds, AttackOdds)
    await judge_first(thinkers, game, wanted.position, asker)
    entries: list[SaidEntry] = [*odds.entries]
    position = Position(f"workbench {game}", game, {POSITION: wanted.position}, entries)
    job = OddsJob(position, wanted.seat, wanted.key, wanted.runs, SECONDS, secrets.token_hex(16))
    try:
        reply = await thinkers.count(job, asker)
    except Crowded:
        raise GameError(BUSY) from None
    if reply is None or not reply.runs:
        raise GameError("this cannot be rolled: nothing comes of it that could be counted")
    words = load_game(game).catalogue.words(language)
    return Rolled(reply.runs, [chance(count, reply.runs, words) for count in reply.counts], odds.exact)


async def judge_first(thinkers: Thinkers, game: str, position: Mapping[str, Any], asker: str) -> None:
    """Make sure that a match can begin from a position; raises `GameError` with the first thing that cannot be."""
    found = await ask(thinkers, game, "en", JudgePosition(dict(position)), asker)
    assert isinstance(found, PositionView)
    for flaw in found.flaws:
        raise GameError(f"position: {flaw.where}: {flaw.text}" if flaw.where else f"position: {flaw.text}")
    if found.over or not found.asked:
        raise GameError("position: the match is over there; nobody could play on")
