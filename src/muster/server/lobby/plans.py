"""Tables of one's own in the browser: the kit of a game, plans judged, links and packs opened, a look around.

All of it is asked of the game; a browser repeats no rule. Work goes into a thread, so that no table waits for it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import Game, tables_of
from muster.kernel.tables import Vista
from muster.kernel.words import LANGUAGES, Words
from muster.library import load_game
from muster.server.files import Cacheable
from muster.server.lobby.reference import JSON
from muster.server.protocol.plans import JudgePlan, KitInfo, LookAround, OpenPlan, PlanOpened, PlanView, ReadyTable
from muster.tables.codec import decode
from muster.tables.judging import as_pack, judge, made_plan, pack_id, read_pack, ready_plan


def spoken(game: str, language: str) -> tuple[Game[object], Words]:
    """A game and its words; raises `GameError` for a language that there is not."""
    if language not in LANGUAGES:
        raise GameError(f"there are the languages {', '.join(LANGUAGES)}")
    found = load_game(game)
    return found, found.catalogue.words(language)


@lru_cache(maxsize=16)
def kit_of(game: str, language: str) -> Cacheable:
    found, words = spoken(game, language)
    tables = tables_of(found)
    ready = [ReadyTable(name, words.name(tables.kind, name)) for name in tables.ready()]
    return Cacheable(msgspec.json.encode(KitInfo(tables.field, tables.kit(words), ready)), JSON)


def judged(game: str, language: str, wanted: JudgePlan) -> PlanView:
    """A plan as the game sees it, and the bare table to draw."""
    found, words = spoken(game, language)
    result = judge(found, wanted.plan, words)
    return PlanView(result, tables_of(found).show(result.plan))


def opened(game: str, language: str, wanted: OpenPlan) -> PlanOpened:
    """A table out of a link, a pack, the game's own, or made in a style; raises `GameError` in one sentence."""
    found, _ = spoken(game, language)
    if wanted.code:
        plan = decode(game, wanted.code)
        return PlanOpened(tables_of(found).plan(tables_of(found).card(plan)))
    if wanted.file:
        return PlanOpened(read_pack(found, wanted.file))
    if wanted.style:
        return PlanOpened(made_plan(found, wanted.style, wanted.seed))
    return PlanOpened(ready_plan(found, wanted.ready))


def looked(game: str, language: str, wanted: LookAround) -> Vista:
    found, _ = spoken(game, language)
    return tables_of(found).look(wanted.plan, wanted.at, wanted.looker)


def as_file(game: str, language: str, code: str) -> tuple[str, str]:
    """Name and text of a pack with the table in a link."""
    found, _ = spoken(game, language)
    plan = decode(game, code)
    name = pack_id(plan.name)
    return f"{name}.toml", as_pack(found, [tables_of(found).card(plan) | {"id": name}])


def table_field(game: Game[Any]) -> str:
    """The field of the options that names the table, if there is a kit to build one with."""
    return "" if game.tables is None else game.tables.field
