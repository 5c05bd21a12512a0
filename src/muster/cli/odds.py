"""`muster odds`: the exact chances of an attack, from figures, from a position, or of one force against another."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from muster.arguments import add_json, add_language, add_packs
from muster.cli.histogram import lines_of_figures, lines_of_matchup, lines_of_odds, plain_matchup, plain_odds
from muster.cli.usage import UsageError
from muster.kernel.errors import GameError
from muster.kernel.game import Game, forces_of, reckoning_of
from muster.kernel.journal import LETTERS, read_journal
from muster.kernel.match import Match
from muster.kernel.odds import Matchup, Prospect, Reckoning
from muster.kernel.requests import Seat
from muster.kernel.scenario import reached, read_scenario
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.library import load_game, read_file
from muster.terminal.retrace import retrace
from muster.terminal.speech import Speech

EXAMPLES = """\
examples:
  muster odds obsidian_protocol                                     the figures you can give
  muster odds obsidian_protocol yellow=3 red=2 armor=5 structure=2 keywords=mutilation
  muster odds obsidian_protocol yellow=4 armor=3 dodge=3 target_stance=mobility focus=yes target_focus=yes
  muster odds deadzone shoot dice=5 shoot=5 resist=3 survive=5 ap=1 armour=2
  muster odds deadzone fight dice=4 fight=4 resist=3 fight_back=5
  muster odds deadzone frag dice=4 resist=3 survive=5 armour=1
  muster odds tag_raid attack value=13 burst=3 damage=15 target_armor=4 answer_value=11
  muster odds tiny_epic_mechs weapons=energy_sword,warhammer enemy_weapons=pulse_pistol,lightning_coil
  muster odds obsidian_protocol --force rdl_900_line --against un_900_line

from files of your own, with their names in place of these:
  muster odds obsidian_protocol --scenario POSITION.toml --option target:b1
  muster odds obsidian_protocol --from EVENING.journal --at 57

Nothing is sampled: the chances are exact, and choices are played as well as the output says."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument(
        "figures",
        metavar="FIGURE",
        nargs="*",
        help="the kind of attack, if there are several, and its figures as NAME=VALUE; without any: a list of them",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scenario", metavar="FILE", type=Path, help="the attacks in a position, written as a scenario")
    where.add_argument(
        "--from", dest="journal", metavar="JOURNAL", type=Path, help="the attacks at a moment of a match"
    )
    where.add_argument("--force", metavar="FORCE", help="a force, by its id or file: all its weapons against ...")
    parser.add_argument("--against", metavar="FORCE", help="... all armour of this one")
    parser.add_argument("--at", metavar="N", type=int, help="after entry N of the journal, or step N of the scenario")
    parser.add_argument("--option", metavar="KEY", help="only the attacks that this answer begins")
    add_packs(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    check_usage(args)
    game = load_game(args.game, args.packs)
    try:
        reckoning = reckoning_of(game)
    except GameError as error:
        raise UsageError(str(error)) from None
    speech = Speech(game, args.lang)
    if args.force:
        return show_matchup(args, matchup(args, game, reckoning), speech)
    if args.scenario or args.journal:
        return show_prospects(args, game, reckoning, position(args, game), speech)
    return show_figures(args, reckoning, speech)


def check_usage(args: argparse.Namespace) -> None:
    """Refuse arguments that do not belong together."""
    elsewhere = args.scenario or args.journal or args.force
    if elsewhere and args.figures:
        raise UsageError(f"{args.figures[0]!r}: figures are for odds without a position or a force")
    if bool(args.force) != bool(args.against):
        raise UsageError("--force and --against go together: one force against another")
    if args.at is not None and not (args.scenario or args.journal):
        raise UsageError("--at needs --scenario or --from")
    if args.option and not (args.scenario or args.journal):
        raise UsageError("--option needs a position: --scenario or --from")


# From figures


def show_figures(args: argparse.Namespace, reckoning: Reckoning[object], speech: Speech) -> int:
    """Print the odds of the attack that the figures describe, or which figures there are."""
    name, given = read_figures(args.figures)
    if not args.figures:
        if args.json:
            print(json.dumps(plain_kinds(reckoning, speech), indent=2, ensure_ascii=False))
        else:
            print("\n".join(lines_of_figures(args.game, reckoning.attacks, speech)))
        return 0
    kind = reckoning.attack(name)
    figures = kind.read(given)
    odds = kind.work_out(figures)
    if args.json:
        data = {"game": args.game, "attack": kind.name, "figures": kind.plain(figures), **plain_odds(odds, speech)}
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print("\n".join(lines_of_odds(odds, speech)))
    return 0


def read_figures(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The kind of attack, or nothing, and the figures by name."""
    name, given = "", {}
    for word in words:
        key, found, value = word.partition("=")
        if not found:
            if name:
                raise UsageError(f"{word!r} is not of the form NAME=VALUE, and the attack is {name!r} already")
            name = word
        elif not re.fullmatch(r"[a-z_]+", key):
            raise UsageError(f"{word!r} is not of the form NAME=VALUE")
        elif key in given:
            raise UsageError(f"{key} is given twice")
        else:
            given[key] = value
    return name, given


def plain_kinds(reckoning: Reckoning[object], speech: Speech) -> dict[str, Any]:
    """The kinds of attacks with their figures: what each means, what it is if nobody says, what may be written."""
    say = speech.words.say
    return {
        kind.name: {
            figure.name: {
                "meaning": say(Text(f"figure.{figure.name}")),
                "default": figure.written(),
                "limits": figure.limits(),
            }
            for figure in kind.figures
        }
        for kind in reckoning.attacks
    }


# From a position


def position(args: argparse.Namespace, game: Game[object]) -> Match[object]:
    """The match at the moment that was asked for."""
    if args.scenario:
        file = str(args.scenario)
        scenario = read_scenario(read_file(args.scenario), file)
        if scenario.game != args.game:
            raise UsageError(f"{file}: this is a position of {scenario.game}, not of {args.game}")
        if args.at is not None and not 0 <= args.at <= len(scenario.step):
            raise GameError(f"{file}: it has {len(scenario.step)} steps; there is no step {args.at}")
        return reached(game, scenario, args.at or 0, file)
    file = str(args.journal)
    journal = read_journal(read_file(args.journal), file)
    if journal.header.game != args.game:
        raise UsageError(f"{file}: this is a journal of {journal.header.game}, not of {args.game}")
    return retrace(game, journal, file, args.at).match


def find_prospects(
    match: Match[object], reckoning: Reckoning[object], wanted: str | None
) -> list[tuple[Seat, Option[Any], Prospect]]:
    """Every attack among the options of the open questions, as those who are asked may know it."""
    found = []
    for seat, ask in match.pending.items():
        state = match.imagined(seat)
        options = [ask.space.accept(wanted)] if wanted else ask.space.options()
        for option in options:
            begun = reckoning.prospects(state, seat, ask.subject, option.key)
            found += [(seat, option, prospect) for prospect in begun]
    return found


def show_prospects(
    args: argparse.Namespace, game: Game[object], reckoning: Reckoning[object], match: Match[object], speech: Speech
) -> int:
    if not match.pending:
        raise GameError("nobody is asked anything here, so there is no attack to work out")
    found = find_prospects(match, reckoning, args.option)
    if not found:
        what = f"the answer {args.option!r} begins" if args.option else "the answers to this question begin"
        raise GameError(f"{what} no attack whose odds {game.name} can work out exactly")
    if args.json:
        rows = [
            {
                "seat": LETTERS[seat],
                "option": option.key,
                "attack": speech.words.say(prospect.text),
                **plain_odds(prospect.odds, speech),
            }
            for seat, option, prospect in found
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    said: set[str] = set()
    for number, (seat, option, prospect) in enumerate(found):
        print(f"{chr(10) if number else ''}{LETTERS[seat]}: {option.key}: {speech.words.say(prospect.text)}")
        print("\n".join(lines_of_odds(prospect.odds, speech, said)))
    return 0


# One force against another


def matchup(args: argparse.Namespace, game: Game[object], reckoning: Reckoning[object]) -> Matchup:
    try:
        forces = forces_of(game)
    except GameError as error:
        raise UsageError(str(error)) from None
    if reckoning.matchup is None:
        raise GameError(f"{game.name} cannot compare one force with another")
    ready = forces.ready()
    return reckoning.matchup(*(find_force(args, game, name, ready) for name in (args.force, args.against)))


def find_force(
    args: argparse.Namespace, game: Game[object], name: str, ready: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Any]:
    """A legal force: one of the game's own, or the first of a file."""
    from muster.cli.force import read_forces

    forces = forces_of(game)
    if name in ready:
        return ready[name]
    if not Path(name).suffix and not Path(name).exists():
        raise GameError(f"there is no file and no force {name!r}; the game's own are {', '.join(ready)}")
    force = next(read_forces(args, Path(name), forces.kind)).force
    faults = forces.check(force)
    if faults:
        reason = game.catalogue.words(args.lang).say(faults[0].reason)
        raise GameError(f"{name}: this force is not legal: {reason} [{faults[0].clause}]")
    return force


def show_matchup(args: argparse.Namespace, found: Matchup, speech: Speech) -> int:
    if args.json:
        print(json.dumps(plain_matchup(found, speech), indent=2, ensure_ascii=False))
    else:
        print("\n".join(lines_of_matchup(found, speech)))
    return 0
