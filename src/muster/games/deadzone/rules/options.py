"""Options of a match of Deadzone: the choices before it, and the match they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.cards import legality
from muster.games.deadzone.cards.content import Content, Team, TeamModel
from muster.games.deadzone.cards.pack import TeamModelFile
from muster.games.deadzone.rules.setup import new_state
from muster.games.deadzone.state.state import State
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.setup import Prepared, Setting, one_of
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
    """A battlefield, and for each side a ready team by name or one of its own."""

    players: Annotated[int, msgspec.Meta(ge=2, le=2)] = 2
    battlefield: str = "outpost"
    teams: tuple[str | TeamOption, str | TeamOption] = ("enforcers_patrol", "plague_horde")


def prepare(
    content: Content, fields: Mapping[str, Battlefield], words: Words, given: Mapping[str, Any]
) -> Prepared[State]:
    options = decode(given, Options, "options")
    if options.battlefield not in fields:
        known = ", ".join(fields)
        raise GameError(f"options: field battlefield: there is no {options.battlefield!r}; there are {known}")
    field = fields[options.battlefield]
    one, other = (chosen_team(content, team) for team in options.teams)
    for team in (one, other):
        check_team(content, words, team, "options: field teams")
    return Prepared(
        options=msgspec.to_builtins(options),
        seats=2,
        players=range(2),
        new=lambda: new_state(content, field, (one, other)),
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
        one_of("battlefield", "battlefield", content.battlefields),
    )
