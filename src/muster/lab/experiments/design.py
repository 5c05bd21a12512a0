"""The design of an experiment: which games, who plays, what varies, how many matches. A TOML file says it.

A value that varies has a name, and stands as a gap `{name}` wherever it belongs: in the name of a bot
(`search:{tries}`) or in an option of the set-up. A figure of a card needs no gap; it is laid over the game as a pack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import tomli_w

from muster.kernel.pack_errors import nearest
from muster.lab.experiments.reading import Fault, judging, read_form
from muster.library import game_names

GAP = re.compile(r"\{(\w+)\}")
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Setting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game of the experiment, and how it is set up. Drawn set-ups are different in every round."""

    name: str
    options: dict[str, Any] = {}
    drawn: bool = False
    packs: tuple[str, ...] = ()


class Varied(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that varies. With a `card` (`weapon.pistol`) it is the `field` of that card, else it fills gaps.

    All values meet the same dice, unless `same_dice` is off: then each value has seeds of its own.
    """

    name: Name
    values: tuple[Any, ...]
    card: str = ""
    field: str = ""
    game: str = ""
    same_dice: bool = True


class Experiment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An experiment. Either `bots` (everybody meets everybody) or `seats` (line-ups as they are) says who plays."""

    title: str = ""
    game: tuple[Setting, ...]
    bots: tuple[str, ...] = ()
    seats: tuple[tuple[str, ...], ...] = ()
    players: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    vary: tuple[Varied, ...] = ()
    matches: Count = 100
    """Matches of each arm; with an interval, at most so many."""
    matches_of: dict[str, Count] = {}
    """Line-ups that play more or fewer, as `hard/greedy`."""
    interval: Annotated[float, msgspec.Meta(ge=0, lt=0.5)] = 0.0
    """Stop an arm when its share is known to so much on either side, with 95%."""
    seed: int = 1
    swap: bool = True
    """Play each round from every seat, and with every force."""
    cards: bool = False
    """Count the cards that were offered and taken."""
    decisions: bool = False
    """Keep a row for each decision."""
    journals: bool = False
    """Keep the journal of each match, also where it could be played again."""


def read_experiment(path: Path) -> Experiment:
    """The experiment in a file; raises `GameError` that names the file, the line and the field."""
    experiment = read_form(path, Experiment)
    with judging(path):
        check(experiment)
    return experiment


def write_experiment(experiment: Experiment) -> str:
    """The experiment as a file, with everything that is not as usual."""
    return tomli_w.dumps(msgspec.to_builtins(experiment))


def check(experiment: Experiment) -> None:
    """Say what is wrong before anything is played; what games and bots refuse, they say when the arms are made."""
    names = [setting.name for setting in experiment.game]
    if not names:
        raise Fault("an experiment needs a game: [[game]] with a name", "game")
    for number, name in enumerate(names):
        if name not in game_names():
            near = nearest(name, game_names())
            help = f"did you mean {near}?" if near else f"there are {', '.join(game_names())}"
            raise Fault(f"there is no game {name!r}; {help}", "game", number, "name")
    if len(set(names)) < len(names):
        raise Fault("a game is there twice; what differs between two set-ups can vary", "game", len(names) - 1, "name")
    if bool(experiment.bots) == bool(experiment.seats):
        raise Fault("say who plays with either 'bots' (everybody meets everybody) or 'seats' (line-ups)", "seats")
    if experiment.bots and (len(experiment.bots) < 2 or len(set(experiment.bots)) < len(experiment.bots)):
        raise Fault(
            f"bots {','.join(experiment.bots)}: everybody meets everybody, so two bots or more, each named once", "bots"
        )
    if not all(experiment.seats):
        raise Fault("seats: a line-up is empty", "seats")
    check_variations(experiment, names)


def check_variations(experiment: Experiment, games: list[str]) -> None:
    seen: set[str] = set()
    text = msgspec.json.encode([experiment.game, experiment.bots, experiment.seats]).decode()
    gaps = set(GAP.findall(text))
    for number, varied in enumerate(experiment.vary):
        if complaint := complaint_about(varied, seen, games, gaps):
            raise Fault(f"vary {varied.name!r}: {complaint}", "vary", number)
        seen.add(varied.name)
    for gap in sorted(gaps - {varied.name for varied in experiment.vary}):
        raise Fault(f"{{{gap}}} is a gap, but nothing of that name varies", text=f"{{{gap}}}")


def complaint_about(varied: Varied, seen: set[str], games: list[str], gaps: set[str]) -> str:
    """Find what is wrong with something that varies; empty if nothing is."""
    if varied.name in seen:
        return "the name is there twice"
    if not varied.values:
        return "it has no values"
    if varied.game and varied.game not in games:
        return f"the game {varied.game!r} is not part of the experiment"
    if bool(varied.card) != bool(varied.field):
        return "a figure needs both a card (such as 'weapon.pistol') and a field"
    if varied.card and not varied.game and len(games) > 1:
        return f"say of which game the card {varied.card!r} is"
    if not varied.card and varied.name not in gaps:
        near = nearest(varied.name, gaps)
        return f"nothing says {{{varied.name}}}, so it would change nothing" + (
            f"; {{{near}}} is a gap" if near else ""
        )
    return ""


def filled(template: Any, values: Mapping[str, Any]) -> Any:
    """A template with its gaps filled. A text that is nothing but a gap becomes the value itself.

    >>> filled({"bot": "search:{tries}", "teams": "{pair}"}, {"tries": 25, "pair": ["a", "b"]})
    {'bot': 'search:25', 'teams': ['a', 'b']}
    """
    match template:
        case str():
            if (whole := GAP.fullmatch(template)) is not None:
                return values[whole[1]]
            return GAP.sub(lambda gap: str(values[gap[1]]), template)
        case list() | tuple():
            return type(template)(filled(part, values) for part in template)
        case dict():
            return {name: filled(part, values) for name, part in template.items()}
        case _:
            return template


def gaps_in(template: Any) -> set[str]:
    """The names of the gaps in a template."""
    return set(GAP.findall(msgspec.json.encode(template).decode()))
