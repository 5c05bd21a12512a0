"""Options of a match of Deadzone: the choices before it, and the match they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.construction import build
from muster.games.deadzone.board.site import Site, empty_site, field_on
from muster.games.deadzone.board.table_check import breaches
from muster.games.deadzone.board.table_making import STYLES, make
from muster.games.deadzone.cards import legality
from muster.games.deadzone.cards.content import Content, Team, TeamModel
from muster.games.deadzone.cards.pack import TeamModelFile
from muster.games.deadzone.cards.scenery import BattlefieldFile
from muster.games.deadzone.rules.setup import new_state
from muster.games.deadzone.state.state import State
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.setup import Prepared, Setting, one_of
from muster.kernel.tables import IN_TURN, Chest, refuse_breaches
from muster.kernel.words import Words


class TeamOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A strike team of a player's own: its faction, its models with their items, extra cards, guns set up. It may bear
    the id, source and name under which it stands in a pack.
    """

    faction: str
    models: tuple[TeamModelFile, ...]
    extra_cards: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    deployed_guns: bool = False
    commander: int = -1
    """The Commander, as a place in the list of models from 0, if several have the highest total; otherwise the
    first.
    """
    id: str = ""
    source: str = ""
    name: str = ""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battlefield, and for each side a ready team by name or one of its own.

    The battlefield is one of the packs, one of a player's own, one made in a style (`dense:7`), or it is set up by the
    players in turn (`in_turn`).
    """

    players: Annotated[int, msgspec.Meta(ge=2, le=2)] = 2
    battlefield: str | BattlefieldFile = "outpost"
    teams: tuple[str | TeamOption, str | TeamOption] = ("enforcers_patrol", "plague_horde")


def chest_of(fields: Mapping[str, Battlefield], words: Words) -> Chest[Battlefield]:
    """The battlefields that a match can be played on."""

    def ready(card: Mapping[str, Any]) -> Battlefield:
        found = decode(card, BattlefieldFile, "options: field battlefield")
        refuse_breaches(breaches(found), words, "options: field battlefield")
        return build(found)

    return Chest("battlefield", fields, list(STYLES), make, ready)


def prepare(content: Content, chest: Chest[Battlefield], words: Words, given: Mapping[str, Any]) -> Prepared[State]:
    options = decode(given, Options, "options")
    site: Site | None = None
    if options.battlefield == IN_TURN:
        site = empty_site(content.buildings)
        field = field_on(site.pieces)
    else:
        wanted = options.battlefield
        field = chest.find(wanted if isinstance(wanted, str) else msgspec.to_builtins(wanted), [IN_TURN])
    one, other = (chosen_team(content, team) for team in options.teams)
    for team in (one, other):
        check_team(content, words, team, "options: field teams")
    return Prepared(
        options=msgspec.to_builtins(options),
        seats=2,
        players=range(2),
        new=lambda: new_state(content, field, (one, other), site),
    )


def chosen_team(content: Content, option: str | TeamOption) -> Team:
    if isinstance(option, str):
        if option not in content.teams:
            known = ", ".join(content.teams)
            raise GameError(f"options: field teams: there is no team {option!r}; there are {known}")
        return content.teams[option]
    models = [TeamModel(entry.model, entry.items) for entry in option.models for _ in range(entry.count)]
    return Team("own", option.faction, models, option.extra_cards, option.deployed_guns, option.commander)


def check_team(content: Content, words: Words, team: Team, where: str) -> None:
    """Refuse a team that breaks the limits, naming every clause."""
    found = [f"{words.say(fault.reason)} [{fault.clause}]" for fault in legality.faults(content, team)]
    if found:
        raise GameError(f"{where}: {'; '.join(found)}")


def settings(content: Content) -> Sequence[Setting]:
    return (
        one_of("teams", "team", content.teams, each=True),
        one_of("battlefield", "battlefield", content.battlefields, styles=list(STYLES), further=[IN_TURN]),
    )
