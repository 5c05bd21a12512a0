"""A plan as a game sees it: every piece where it fits, what it breaks with clause and place, the card it makes."""

from __future__ import annotations

from typing import Any

import msgspec
import tomli_w

from muster.kernel.errors import GameError
from muster.kernel.game import Game, tables_of
from muster.kernel.tables import Breach, Plan, made
from muster.kernel.toml import read_toml
from muster.kernel.words import Words
from muster.tables.codec import encode


class PlanBreach(msgspec.Struct, frozen=True):
    """Something a plan breaks, in words, and where: at the middle of a place on a level (level 0: nowhere)."""

    text: str
    clause: str
    x: float
    y: float
    level: int
    advice: bool


class JudgedPlan(msgspec.Struct, frozen=True):
    """A plan with its pieces where they fit, what it breaks, the card it makes, and its code for a link."""

    plan: Plan
    breaches: list[PlanBreach]
    card: dict[str, Any]
    code: str


def judge(game: Game[Any], plan: Plan, words: Words) -> JudgedPlan:
    """Judge a plan; raises `GameError` for pieces that the kit does not have."""
    tables = tables_of(game)
    card = tables.card(plan)
    fitted = tables.plan(card)
    return JudgedPlan(fitted, [in_words(found, words) for found in tables.check(card)], card, encode(game.name, fitted))


def in_words(breach: Breach, words: Words) -> PlanBreach:
    x, y, level = breach.at or (0.0, 0.0, 0)
    text = words.say(breach.reason)
    return PlanBreach(text[:1].upper() + text[1:], breach.clause, x, y, level, breach.advice)


def made_plan(game: Game[Any], style: str, seed: int) -> Plan:
    """The plan of a table made in a style."""
    return tables_of(game).plan(made(tables_of(game), style, seed))


def ready_plan(game: Game[Any], name: str) -> Plan:
    """The plan of a table of the packs."""
    ready = tables_of(game).ready()
    if name not in ready:
        raise GameError(f"table: there is no {name!r}; there are {', '.join(ready)}")
    return tables_of(game).plan(ready[name])


def read_pack(game: Game[Any], text: str) -> Plan:
    """The plan of the first table in the text of a pack."""
    tables = tables_of(game)
    try:
        found = read_toml(text).get(tables.kind)
    except (ValueError, RecursionError) as error:
        raise GameError(f"file: not valid TOML: {error}") from None
    if not isinstance(found, list) or not found or not isinstance(found[0], dict):
        raise GameError(f"file: no table in it; each begins with [[{tables.kind}]]")
    return tables.plan({"id": "own", "source": "house"} | found[0])


def as_pack(game: Game[Any], cards: list[dict[str, Any]]) -> str:
    """Tables as the text of a pack."""
    return tomli_w.dumps({tables_of(game).kind: cards})


def pack_id(name: str) -> str:
    """An id that a pack accepts, made from a name: small letters, digits and underscores."""
    letters = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name.lower())
    return "_".join(part for part in letters.split("_") if part)[:40] or "own"
