"""Forces in the browser: the form of a game, drafts judged, links, files and lists opened, sheets to print.

All of it is asked of the game; a browser repeats no rule. Work goes into a thread, so that no table waits for it.
"""

from __future__ import annotations

import tomllib
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
from muster.kernel.game import Game
from muster.kernel.words import LANGUAGES
from muster.library import load_game
from muster.server.files import Cacheable
from muster.server.lobby.reference import JSON
from muster.server.protocol.forces import ForceOpened, ForceView, FormInfo, JudgeForce, OpenForce, ReadyForce


@lru_cache(maxsize=16)
def room_of(game: str, language: str) -> Room:
    """The form and check of a game; raises `GameError` saying what it lacks."""
    if language not in LANGUAGES:
        raise GameError(f"there are the languages {', '.join(LANGUAGES)}")
    return Room(load_game(game), language)


@lru_cache(maxsize=16)
def form_of(game: str, language: str) -> Cacheable:
    room = room_of(game, language)
    ready = [
        ReadyForce(name, room.words.name(room.forces.kind, name), room.points(room.building.draft(force)))
        for name, force in room.forces.ready().items()
    ]
    return Cacheable(msgspec.json.encode(FormInfo(room.building.field, room.form, ready)), JSON)


def judged(game: str, language: str, wanted: JudgeForce) -> ForceView:
    """A draft as the game sees it, and what may stand in the slot that was asked about."""
    room, draft, place = room_of(game, language), wanted.draft, wanted.place
    offered = [] if place is None else offers(room, draft, place.entry, place.group, place.slot)
    return ForceView(judge(room, draft), listing(room, draft), offered)


def opened(game: str, language: str, wanted: OpenForce) -> ForceOpened:
    """A force out of a link, a file, a list or the packs; raises `GameError` in one sentence."""
    room = room_of(game, language)
    if wanted.list:
        own = load_game(game)
        forms = [room.building.form(own.catalogue.words(one)) for one in LANGUAGES]
        found = read_list(room, forms, wanted.list, wanted.answers)
        return ForceOpened(found.draft, found.lines)
    if wanted.code:
        return ForceOpened(room.draft(decode_for(game, wanted.code)))
    if wanted.file:
        return ForceOpened(room.draft(from_file(room, wanted.file)))
    ready = room.forces.ready()
    if wanted.ready not in ready:
        raise GameError(f"force: there is no {wanted.ready!r}; there are {', '.join(ready)}")
    return ForceOpened(room.draft(ready[wanted.ready]))


def from_file(room: Room, text: str) -> dict[str, Any]:
    """The first force in the text of a pack."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise GameError(f"file: not valid TOML: {error}") from None
    forces = found.get(room.forces.kind)
    if not isinstance(forces, list) or not forces or not isinstance(forces[0], dict):
        raise GameError(f"file: no force in it; each begins with [[{room.forces.kind}]]")
    return {"id": "own", "source": "house"} | forces[0]


def as_file(game: str, language: str, code: str) -> tuple[str, str]:
    """Name and text of a pack with the force in a link."""
    room = room_of(game, language)
    draft = room.draft(decode_for(game, code))
    name = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in title(room, draft)).lower()
    listed = "".join(f"# {line}".rstrip() + "\n" for line in listing(room, draft).splitlines())
    return f"{name or 'force'}.toml", f"{listed}\n{tomli_w.dumps({room.forces.kind: [room.force(draft)]})}"


def as_sheet(game: str, language: str, code: str, paper: str) -> tuple[str, str]:
    """The sheet of the force in a link, and the hash of its style."""
    size: Paper | None = next((one for one in PAPERS if one == paper), None)
    if size is None:
        raise GameError(f"paper: there are {', '.join(PAPERS)}")
    room = room_of(game, language)
    return sheet(load_game(game), room, room.draft(decode_for(game, code)), size), style_hash(size)


def has_form(game: Game[object]) -> str:
    """The field of the options that lists the forces, if there is a form to build them in."""
    building = None if game.forces is None else game.forces.building
    return "" if building is None else building.field
