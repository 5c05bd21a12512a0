"""Packs at the tables: checked away from the event loop, in a process that is killed if it takes too long.

Anybody may send a pack, so nobody vouches for it. A worker lays it over the game and plays a match with it at random;
only what survives that comes into the server itself. The header of the table's journal names its packs with their
hashes, and everybody at the table can see in which cards they differ from the game's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from muster.forces.codec import named_packs
from muster.kernel.errors import GameError
from muster.kernel.game import Game, cards_of
from muster.kernel.pack_changes import card_changes
from muster.kernel.pack_errors import PackError, Problem
from muster.kernel.pack_schema import pack_schema
from muster.kernel.packs import CORE, PackFile, PackId, pack_id, parse_pack
from muster.kernel.words import LANGUAGES
from muster.library import game_names, kernel_words, load_game, load_with_packs, shipped_packs
from muster.server.files import Cacheable
from muster.server.lobby.games import game_info
from muster.server.lobby.reference import JSON
from muster.server.protocol import PackText
from muster.server.protocol.packs import CardForms, CheckPacks, PackProblem, PackRead, PackReport, TableCards
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.thinking.crews import Crowded
from muster.server.thinking.jobs import Position, TrialJob
from muster.server.thinking.workers import Thinkers

REMEMBERED = 24
"""So many packs are remembered for the builders of forces."""
TRIAL_SECONDS = 1.5
"""A match with packs is tried out for so long."""


class PackDesk:
    """Where packs are handed in. `limit` is the time in seconds that checking some may take."""

    def __init__(self, thinkers: Thinkers, limit: float) -> None:
        self._thinkers = thinkers
        self._limit = limit
        self._found: dict[str, PackFile] = {}

    async def check(self, game: str, packs: tuple[PackFile, ...], options: Mapping[str, Any], asker: str = "") -> None:
        """Raise `GameError`, in one sentence, if a match cannot be played with these packs."""
        problems = await self._problems(game, packs, options, asker)
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise GameError(f"pack: {problems[0].sentence(kernel_words('en'))}{more}")

    async def report(self, game: str, language: str, wanted: CheckPacks, asker: str) -> PackReport:
        """Say everything that is wrong with packs, or everything that they change."""
        if language not in LANGUAGES:
            raise GameError(f"there are the languages {', '.join(LANGUAGES)}")
        check_name(game)
        packs = files_of(game, wanted.packs, wanted.shipped)
        problems = await self._problems(game, packs, wanted.options, asker)
        if problems:
            words = kernel_words(language)
            return PackReport(
                [PackProblem(one.file, one.line, one.kind, one.card, one.field, one.reason(words)) for one in problems]
            )
        laid = await self.laid(game, packs)
        self._remember(packs)
        changes = card_changes(cards_of(load_game(game)), cards_of(laid))
        return PackReport([], changes, game_info(laid, language), [one for one in laid.packs if one.name != CORE])

    def _remember(self, packs: Sequence[PackFile]) -> None:
        """Keep packs that were found to be good for a while: whoever builds a force names them by their hash."""
        for pack in packs:
            hashed = pack_id(pack.name, [pack]).hash
            self._found.pop(hashed, None)
            self._found[hashed] = pack
        while len(self._found) > REMEMBERED:
            del self._found[next(iter(self._found))]

    def named(self, game: str, packs: Sequence[PackId]) -> tuple[PackFile, ...]:
        """The packs of a force; raises `GameError` naming the first that is not here."""
        return tuple(named_packs(packs, [*self._found.values()], shipped_packs(check_name(game))))

    async def laid(self, game: str, packs: tuple[PackFile, ...]) -> Game[object]:
        """A game with packs laid over it that were found to be good."""
        return await asyncio.to_thread(load_with_packs, game, packs) if packs else load_game(game)

    async def _problems(
        self, game: str, packs: tuple[PackFile, ...], options: Mapping[str, Any], asker: str
    ) -> Sequence[Problem]:
        if not packs:
            return ()
        job = TrialJob(Position("packs", game, dict(options), [], packs), TRIAL_SECONDS)
        try:
            reply = await self._thinkers.try_out(job, self._limit, asker)
        except Crowded:
            raise GameError("packs: you have several here already that are being checked; wait for them") from None
        if reply is None:
            raise GameError(f"packs: checking them takes longer than {self._limit:g} seconds")
        if reply.refusal:
            raise GameError(reply.refusal)
        return reply.problems


@lru_cache(maxsize=16)
def card_forms(game: str, language: str) -> Cacheable:
    """The cards of a game and their form, for the editor."""
    if language not in LANGUAGES:
        raise GameError(f"there are the languages {', '.join(LANGUAGES)}")
    loaded = load_game(check_name(game))
    shelf, words = cards_of(loaded), loaded.catalogue.words(language)
    cards = {kind: [dict(shelf.sheet(kind, card) or {}) for card in shelf.ids(kind)] for kind in shelf.forms}
    names = {f"{kind}.{card}": words.name(kind, card) for kind in shelf.forms for card in shelf.ids(kind)}
    templates = loaded.catalogue.templates[language]
    labels = [
        {key.removeprefix(f"{table}."): word for key, word in templates.items() if key.startswith(f"{table}.")}
        for table in ("card_kind", "card_field")
    ]
    forms = CardForms(pack_schema(shelf, title_of(loaded, language)), cards, names, *labels)
    return Cacheable(msgspec.json.encode(forms), JSON)


def read_pack(pack: PackText) -> PackRead:
    """The cards of a pack as data; raises `GameError` if it is no TOML, or holds something other than cards."""
    try:
        found = parse_pack(PackFile(pack.name, pack.text))
    except PackError as error:
        raise error.said(kernel_words("en")) from None
    for kind, cards in found.items():
        if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
            raise GameError(f"{pack.name}: {kind} is no list of cards; each begins with [[{kind}]]")
    return PackRead(found)


def check_name(game: str) -> str:
    """The name of a game; raises `GameError` if there is none of that name."""
    if game not in game_names():
        raise GameError(f"game: there is no game {game!r}; there are {', '.join(game_names())}")
    return game


def files_of(game: str, packs: Sequence[PackText], shipped: Sequence[str]) -> tuple[PackFile, ...]:
    """Packs as files, those that come with the game first; raises `GameError` if two have one name."""
    known = shipped_packs(game)
    for name in shipped:
        if name not in known:
            raise GameError(f"shipped: no pack {name!r} comes with this game; there are {', '.join(known) or 'none'}")
    packs = [*(PackText(known[name].name, known[name].text) for name in shipped), *packs]
    names = [pack.name for pack in packs]
    for name in names:
        if name == CORE or names.count(name) > 1:
            raise GameError(f"packs: give each a name of its own, not {name!r}")
    return tuple(PackFile(pack.name, pack.text) for pack in packs)


def table_cards(table: HostedTable, invite: str) -> TableCards:
    """The cards of a table, for those who sit at it or may look at it."""
    if invite:
        table.seating.find(invite)
    elif not table.settings.public:
        raise TableRefusal("not_invited")
    plain, game = load_game(table.game.name), table.game
    if not table.packs:
        return TableCards([], [], {}, [])
    known = plain.catalogue.templates["en"]
    names = {key: word for key, word in game.catalogue.templates["en"].items() if known.get(key) != word}
    return TableCards(
        [PackText(pack.name, pack.text) for pack in table.packs],
        card_changes(cards_of(plain), cards_of(game)),
        names,
        [card for card, source in game.sources.items() if source == "house"],
    )
