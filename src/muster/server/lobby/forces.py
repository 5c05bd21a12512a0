"""Forces in the browser: the form of a game, drafts judged, links, files and lists opened, sheets to print.

All of it is asked of the game; a browser repeats no rule. Work goes into a thread, so that no table waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import tomli_w

from muster.forces.codec import decode_for
from muster.forces.judging import Room, judge, offers
from muster.forces.listing import listing, title
from muster.forces.reading import read_list
from muster.forces.sheet import PAPERS, Paper, sheet, style_hash
from muster.kernel.errors import GameError
from muster.kernel.forms import Draft
from muster.kernel.game import Game
from muster.kernel.packs import PackFile, PackId
from muster.kernel.toml import read_toml
from muster.kernel.words import LANGUAGES
from muster.library import load_game, load_with_packs
from muster.server.files import Cacheable
from muster.server.lobby.bench import check_names
from muster.server.lobby.reference import JSON
from muster.server.protocol.bench import Wrong
from muster.server.protocol.forces import (
    ForceMatchup,
    ForceOpened,
    ForceView,
    FormInfo,
    JudgeForce,
    MatchForces,
    OpenForce,
    ReadyForce,
)
from muster.server.thinking.crews import Crowded
from muster.server.thinking.jobs import MatchupJob, Position
from muster.server.thinking.workers import Thinkers

Find = Callable[[str, Sequence[PackId]], tuple[PackFile, ...]]
"""Finds the packs of a force; raises `GameError` naming one that is not here."""
MATCHED: msgspec.json.Decoder[ForceMatchup | Wrong] = msgspec.json.Decoder(ForceMatchup | Wrong)


@lru_cache(maxsize=16)
def room_of(game: str, language: str, packs: tuple[PackFile, ...] = ()) -> Room:
    """The form and check of a game with packs; raises `GameError` saying what it lacks."""
    if language not in LANGUAGES:
        raise GameError(f"there are the languages {', '.join(LANGUAGES)}")
    return Room(loaded(game, packs), language)


def loaded(game: str, packs: tuple[PackFile, ...]) -> Game[object]:
    return load_with_packs(game, packs) if packs else load_game(game)


@lru_cache(maxsize=16)
def form_of(game: str, language: str, packs: tuple[PackFile, ...] = ()) -> Cacheable:
    room = room_of(game, language, packs)
    ready = [
        ReadyForce(name, room.words.name(room.forces.kind, name), room.points(room.building.draft(force)))
        for name, force in room.forces.ready().items()
    ]
    reckoning = loaded(game, packs).reckoning
    matched = reckoning is not None and reckoning.matchup is not None
    return Cacheable(msgspec.json.encode(FormInfo(room.building.field, room.form, ready, matched)), JSON)


def judged(game: str, language: str, wanted: JudgeForce, find: Find) -> ForceView:
    """A draft as the game sees it, and what may stand in the slot that was asked about."""
    room, draft, place = room_of(game, language, find(game, wanted.packs)), wanted.draft, wanted.place
    offered = [] if place is None else offers(room, draft, place.entry, place.group, place.slot)
    return ForceView(judge(room, draft), listing(room, draft), offered)


def opened(game: str, language: str, wanted: OpenForce, find: Find) -> ForceOpened:
    """A force out of a link, a file, a list or the packs; raises `GameError` in one sentence."""
    if wanted.code:
        room, draft = linked(game, language, wanted.code, find)
        return ForceOpened(draft, packs=list(room.packs))
    packs = find(game, wanted.packs)
    room = room_of(game, language, packs)
    if wanted.list:
        own = loaded(game, packs)
        forms = [room.building.form(own.catalogue.words(one)) for one in LANGUAGES]
        found = read_list(room, forms, wanted.list, wanted.answers)
        return ForceOpened(found.draft, found.lines, list(room.packs))
    if wanted.file:
        return ForceOpened(room.draft(from_file(room, wanted.file)), packs=list(room.packs))
    ready = room.forces.ready()
    if wanted.ready not in ready:
        raise GameError(f"force: there is no {wanted.ready!r}; there are {', '.join(ready)}")
    return ForceOpened(room.draft(ready[wanted.ready]), packs=list(room.packs))


async def matched(
    thinkers: Thinkers, game: str, language: str, wanted: MatchForces, find: Find, asker: str
) -> ForceMatchup:
    """Have a worker say what one force does to another, at a table with the packs of both."""
    check_names(game, language)
    packs = find(game, wanted.packs)
    packs += tuple(pack for pack in find(game, wanted.other_packs) if pack not in packs)
    job = MatchupJob(Position(f"forces {game}", game, {}, [], packs), language, wanted)
    try:
        found = await thinkers.at_bench(job, asker)
    except Crowded:
        raise GameError("the forces of others are being compared; try again in a moment") from None
    if found is None:
        raise GameError("this is too much to work out; leave some cards of packs out")
    answer = MATCHED.decode(found)
    if isinstance(answer, Wrong):
        raise GameError(answer.text)
    return answer


def linked(game: str, language: str, code: str, find: Find) -> tuple[Room, Draft]:
    """The force in a link, and the room with the packs it was built with."""
    found = decode_for(game, code)
    room = room_of(game, language, find(game, found.packs))
    return room, room.draft(found.force)


def from_file(room: Room, text: str) -> dict[str, Any]:
    """The first force in the text of a pack."""
    try:
        found = read_toml(text)
    except (ValueError, RecursionError) as error:
        raise GameError(f"file: not valid TOML: {error}") from None
    forces = found.get(room.forces.kind)
    if not isinstance(forces, list) or not forces or not isinstance(forces[0], dict):
        raise GameError(f"file: no force in it; each begins with [[{room.forces.kind}]]")
    return {"id": "own", "source": "house"} | forces[0]


def as_file(game: str, language: str, code: str, find: Find) -> tuple[str, str]:
    """Name and text of a pack with the force in a link."""
    room, draft = linked(game, language, code, find)
    name = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in title(room, draft)).lower()
    listed = "".join(f"# {line}".rstrip() + "\n" for line in listing(room, draft).splitlines())
    if room.packs:
        listed += f"# --pack {' --pack '.join(pack.name.removesuffix('.toml') for pack in room.packs)}\n"
    return f"{name or 'force'}.toml", f"{listed}\n{tomli_w.dumps({room.forces.kind: [room.force(draft)]})}"


def as_sheet(game: str, language: str, code: str, paper: str, find: Find) -> tuple[str, str]:
    """The sheet of the force in a link, and the hash of its style."""
    size: Paper | None = next((one for one in PAPERS if one == paper), None)
    if size is None:
        raise GameError(f"paper: there are {', '.join(PAPERS)}")
    packs = find(game, decode_for(game, code).packs)
    room, draft = linked(game, language, code, find)
    return sheet(loaded(game, packs), room, draft, size), style_hash(size)


def has_form(game: Game[object]) -> str:
    """The field of the options that lists the forces, if there is a form to build them in."""
    building = None if game.forces is None else game.forces.building
    return "" if building is None else building.field
