"""Positions of others, read and judged in a worker: whatever is in them, no table waits for it, and a position that
the rules never come back from costs its worker alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from muster.kernel.defects import Defect, what_broke
from muster.kernel.dice import RandomDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, bench_of, showing_of, testing_of
from muster.kernel.links import pack, unpack
from muster.kernel.match import Match
from muster.kernel.odds import Odds
from muster.kernel.packs import decode
from muster.kernel.positions import last_whole
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Seat
from muster.kernel.scenario import reached, read_scenario
from muster.kernel.scenario_writing import Holding, position_text
from muster.kernel.words import Words
from muster.library import load_game
from muster.server.protocol.bench import (
    AskedThere,
    AttackOdds,
    BenchAnswer,
    BenchRequest,
    ExactChance,
    ExactOdds,
    Flaw,
    JudgePosition,
    OpenPosition,
    PositionOpened,
    PositionSaved,
    PositionView,
    RollAttack,
    SavePosition,
    Tried,
    Wrong,
)
from muster.server.protocol.types import Language
from muster.server.telling.audience import Audience, not_offered, pose

MOST_BYTES = 60_000
"""The largest position, as JSON: ten times one of the largest matches."""
MOST_CODE = 30_000
"""The longest code of a link."""
PLACED = re.compile(r"position: ([\w.]+): (.+)", re.DOTALL)


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a link."""

    game: str
    position: dict[str, Any]
    title: str = ""


def answer(game_name: str, language: str, request: BenchRequest) -> BenchAnswer:
    """Do what was asked; whatever is wrong becomes one sentence."""
    try:
        game: Game[Any] = load_game(game_name)
        bench_of(game)
        words = game.catalogue.words(language)
        match request:
            case JudgePosition():
                return judged(game, words, request)
            case OpenPosition():
                return opened(game, request)
            case SavePosition():
                return saved(game, words, request)
            case RollAttack():
                return attack_odds(game, words, request)
    except (GameError, RecursionError) as error:
        return Wrong(str(error) or "this is nested too deeply")
    except Defect as error:
        return Wrong(f"the rules cannot go on from this position: {what_broke(error.__cause__ or error)}")


def state_of(game: Game[Any], position: Mapping[str, Any]) -> Any:
    """The state that a position describes; raises `GameError`, also for one that is too large."""
    if len(msgspec.json.encode(position)) > MOST_BYTES:
        raise GameError(f"position: it has more than {MOST_BYTES} bytes")
    return testing_of(game).position(position)


def played(game: Game[Any], state: Any, line: Sequence[Tried], words: Words) -> Match[Any]:
    """The match that begins there, after some answers. Its dice are always the same, so that a link shows what its
    maker saw.
    """
    match = Match(game, state, RandomDice(random.Random(0)))
    for said in line:
        try:
            match.answer(said.seat, said.key)
        except Refusal as refusal:
            raise GameError(f"{said.key}: {words.say(refusal.reason)}") from None
    return match


def judged(game: Game[Any], words: Words, wanted: JudgePosition) -> PositionView:
    """The position as it is seen, what cannot be in it, and who is asked what."""
    code = pack(Packed(game.name, wanted.position, wanted.title))
    try:
        state = state_of(game, wanted.position)
    except GameError as error:
        return PositionView([placed(str(error))], code=code)
    bench, rules = bench_of(game), game.rules
    flaws = [Flaw(one.where, words.say(one.text), one.clause) for one in bench.impossible(state)]
    players = list(range(rules.seats(state)) if bench.players is None else bench.players(state))
    eyes = wanted.eyes if wanted.eyes is not None and wanted.eyes < rules.seats(state) else None
    view: msgspec.Struct = showing_of(game).look(rules.copy(state), eyes).view
    try:
        match = played(game, state, wanted.line, words)
        asked = [] if flaws else [asked_there(match, seat, words) for seat in sorted(match.pending)]
        view = match.look(eyes).view if wanted.line else view
    except GameError as error:
        flaws.append(Flaw("", str(error)))
        return PositionView(flaws, view, code=code, players=players)
    except Exception as error:  # the rules were not made for this: that is an answer, not a fault of the server
        cause = error.__cause__ if isinstance(error, Defect) and error.__cause__ else error
        flaws.append(Flaw("", f"the rules cannot go on from here: {what_broke(cause)}"))
        return PositionView(flaws, view, code=code, players=players)
    return PositionView(flaws, view, asked, match.over, code, players)


def placed(text: str) -> Flaw:
    """A sentence of the reader, with the place it names."""
    found = PLACED.fullmatch(text)
    return Flaw("", text.removeprefix("position: ")) if found is None else Flaw(found[1], found[2])


def asked_there(match: Match[Any], seat: Seat, words: Words) -> AskedThere:
    ask = match.pending[seat]
    language: Language = "es" if words.language == "es" else "en"
    audience = Audience(seat, True, language, "data", True)
    return AskedThere(seat, pose(match, ask, 0, words, audience), not_offered(ask, words))


def opened(game: Game[Any], wanted: OpenPosition) -> PositionOpened:
    """A position out of a link or a scenario."""
    if wanted.code:
        found = unpack(wanted.code, Packed, "position", MOST_CODE, MOST_BYTES + 400)
        if found.game != game.name:
            raise GameError(f"link: this is a position of {found.game!r}, not of {game.name!r}")
        return PositionOpened(found.position, found.title)
    scenario = read_scenario(wanted.file, "scenario")
    if scenario.game != game.name:
        raise GameError(f"scenario: it is of {scenario.game!r}, not of {game.name!r}")
    if scenario.beginning is None:
        decode(scenario.position, bench_of(game).form, "position")
        return PositionOpened(scenario.position, scenario.title)
    match = reached(game, scenario, 0, "scenario")
    whole = last_whole(match)
    if whole is None:
        raise GameError("scenario: the table is still being set up there, which no position can say")
    return PositionOpened(whole.position, scenario.title, len(match.record) - whole.entries)


def saved(game: Game[Any], words: Words, wanted: SavePosition) -> PositionSaved:
    """The scenario of a position, once it has been run and holds."""
    match = played(game, state_of(game, wanted.position), wanted.line, words)
    holding = None
    if wanted.seat is not None and (wanted.offered or wanted.refused):
        refused = tuple((one.key, one.clause) for one in wanted.refused)
        holding = Holding(wanted.seat, tuple(wanted.offered), refused)
    title = wanted.title or game.name
    name = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in title.lower()).strip("_")[:60]
    return PositionSaved(
        f"{name or game.name}.toml", position_text(game, wanted.position, title, match=match, holding=holding)
    )


def attack_odds(game: Game[Any], words: Words, wanted: RollAttack) -> AttackOdds:
    """The exact odds of an answer, if the game can work them out."""
    match = played(game, state_of(game, wanted.position), wanted.line, words)
    entries = [(one.seat, one.key, list(one.value) if one.seat == DICE else []) for one in match.record]
    try:
        ask = match.ask(wanted.seat)
        ask.space.accept(wanted.key)
    except Refusal as refusal:
        raise GameError(words.say(refusal.reason)) from None
    if game.reckoning is None:
        return AttackOdds([], entries)
    found = game.reckoning.prospects(match.imagined(wanted.seat), wanted.seat, ask.subject, wanted.key)
    return AttackOdds([exact(words.say(one.text), one.odds, words) for one in found], entries)


def exact(title: str, odds: Odds, words: Words) -> ExactOdds:
    outcomes = [ExactChance(words.say(one.text), round(one.chance, 6)) for one in odds.outcomes if one.chance > 1e-9]
    return ExactOdds(title, outcomes, [words.say(aim) for aim in odds.aims])
