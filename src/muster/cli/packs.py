"""`muster packs`: begin a pack, check it, and see what it changes; look at the cards of a game and their form."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from muster.arguments import add_json, add_packs
from muster.kernel.errors import GameError
from muster.kernel.game import Game, cards_of
from muster.kernel.pack_changes import CardChange, card_changes
from muster.kernel.pack_errors import nearest
from muster.kernel.pack_schema import pack_schema
from muster.kernel.pack_writing import template, write_cards
from muster.kernel.packs import Sheet, Shelf
from muster.library import game_names, load_game, read_file, shipped_packs

EXAMPLES = """\
examples:
  muster packs new my.toml --game deadzone --card model.sphyr
  muster packs new real.toml --game tag_raid --house
  muster packs check my.toml
  muster packs diff my.toml --game deadzone
  muster packs diff new.toml --against old.toml
  muster packs show deadzone weapon
  muster packs schema deadzone > deadzone.schema.json

A pack is a TOML file with cards of a game; a card with the id of one of the game's own replaces it field by field."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    new = actions.add_parser("new", help="begin a pack in a new file")
    new.add_argument("file", metavar="FILE", type=Path, help="the file; it must not exist yet")
    new.add_argument("--game", metavar="GAME", required=True, help="the game it is for")
    new.add_argument("--card", metavar="KIND.ID", action="append", default=[], help="a card to begin from")
    new.add_argument("--house", action="store_true", help="all cards whose figures are ours")

    check = actions.add_parser("check", help="check each file by itself")
    check.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a pack")
    check.add_argument("--game", metavar="GAME", help="the game it is for (default: the first one it fits)")

    show = actions.add_parser("show", help="show the cards of a game")
    show.add_argument("game", metavar="GAME")
    show.add_argument("cards", metavar="KIND[.ID]", nargs="*", help="a kind of card, or one card (default: how many)")
    show.add_argument("--house", action="store_true", help="only those whose figures are ours")
    add_packs(show)

    diff = actions.add_parser("diff", help="show which cards a pack changes")
    diff.add_argument("files", metavar="FILE", nargs="+", type=Path, help="packs, laid over each other")
    diff.add_argument("--game", metavar="GAME", help="the game they are for (default: the first one they fit)")
    diff.add_argument(
        "--against",
        metavar="FILE",
        action="append",
        default=[],
        type=Path,
        help="compare with the cards under this pack, not with the game's own; can be repeated",
    )
    add_json(diff)

    schema = actions.add_parser("schema", help="print the form of a game's packs as JSON Schema")
    schema.add_argument("game", metavar="GAME")


def run(args: argparse.Namespace) -> int:
    match args.action:
        case "new":
            return begin(args)
        case "check":
            return check_all(args)
        case "show":
            return show(args)
        case "diff":
            return diff(args)
    schema = pack_schema(cards_of(load_game(args.game)), f"Cards of {args.game}")
    print(msgspec.json.format(msgspec.json.encode(schema)).decode())
    return 0


# New packs


def begin(args: argparse.Namespace) -> int:
    """Write a pack to begin with; an existing file is never written over."""
    shelf = cards_of(load_game(args.game))
    chosen = [card for wanted in args.card for card in selected(shelf, wanted)]
    if args.house:
        chosen += house_cards(shelf)
    head = f"# A pack for {args.game}. `muster packs check {args.file.name}` checks it, `muster packs schema\n"
    head += f"# {args.game}` tells an editor what may stand in it. Say with `source` where the figures come from.\n\n"
    text = head + (write_cards(chosen) if chosen else template(shelf))
    try:
        with args.file.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise GameError(f"{args.file}: {error.strerror or error}") from None
    print(f"{args.file}: {counted(len(chosen))} to change" if chosen else f"{args.file}: examples, in comments")
    return 0


def selected(shelf: Shelf, wanted: str) -> Iterator[tuple[str, Sheet]]:
    """The cards of a kind, or one of them; raises `GameError` naming what there is."""
    kind, _, card = wanted.partition(".")
    if kind not in shelf.forms:
        raise GameError(
            f"there is no kind of card {kind!r}; there are {', '.join(shelf.forms)}{meant(kind, shelf.forms)}"
        )
    if card and card not in shelf.ids(kind):
        raise GameError(f"there is no {kind} {card!r}{meant(card, shelf.ids(kind))}")
    for name in [card] if card else shelf.ids(kind):
        yield kind, shelf.sheet(kind, name) or {}


def meant(given: str, known: Sequence[str] | dict[str, type]) -> str:
    found = nearest(given, known)
    return f"; did you mean {found}?" if found else ""


def house_cards(shelf: Shelf) -> list[tuple[str, Sheet]]:
    """The cards whose figures are ours."""
    cards = [card for kind in shelf.forms for card in selected(shelf, kind)]
    return [card for card in cards if card[1].get("source") == "house"]


# Checking


def check_all(args: argparse.Namespace) -> int:
    games = [args.game] if args.game else game_names()
    status = 0
    for path in args.files:
        try:
            print(f"{path}: OK, {check(path, games)}")
        except GameError as error:
            print(f"muster packs: {error}", file=sys.stderr)
            status = 1
    return status


def check(path: Path, games: Sequence[str]) -> str:
    """Say how many cards a pack has for which game; raises `GameError` saying what is wrong."""
    text = read_file(path)
    game = fitting([path], games)
    cards = sum(len(cards) for cards in tomllib.loads(text).values())
    if not cards and len(games) > 1:
        return "no cards yet"  # it fits every game
    return f"{counted(cards)} for {game.name}"


def fitting(paths: Sequence[Path], games: Sequence[str]) -> Game[object]:
    """The first game that packs fit, with them laid over it; raises `GameError` saying what is wrong with them for the
    game that they seem to be meant for.
    """
    problems: dict[str, str] = {}
    for name in games:
        try:
            return load_game(name, paths)
        except GameError as error:
            problems[name] = str(error)
    if len(problems) == 1 or len(set(problems.values())) == 1:
        raise GameError(next(iter(problems.values())))
    likely = meant_for(paths, problems)
    if likely is None:
        kinds = "; ".join(f"{name} has {', '.join(cards_of(load_game(name)).forms)}" for name in problems)
        raise GameError(f"{', '.join(map(str, paths))}: these are no kinds of card of any game: {kinds}")
    raise GameError(f"{problems[likely]}\n(as a pack for {likely}; --game names another game)")


def meant_for(paths: Sequence[Path], problems: Mapping[str, str]) -> str | None:
    """The game whose kinds of card a pack has, or whose cards it changes; if that is said of several, the one with the
    fewest problems. None if no game has such kinds.
    """
    cards = [
        (kind, str(card.get("id", "")))
        for path in paths
        for kind, found in tomllib.loads(read_file(path)).items()
        for card in (found if isinstance(found, list) else ())
        if isinstance(card, dict)
    ]
    found: list[tuple[int, int, int, str]] = []
    for number, (name, problem) in enumerate(problems.items()):
        shelf = cards_of(load_game(name))
        fits = sum(kind in shelf.forms for kind, _ in cards)
        known = sum(kind in shelf.forms and card in shelf.ids(kind) for kind, card in cards)
        if fits:
            found.append((-fits, -known, len(problem.splitlines()) * len(problems) + number, name))
    return min(found)[-1] if found else None


def counted(cards: int) -> str:
    return f"{cards} {'card' if cards == 1 else 'cards'}"


# Showing


def show(args: argparse.Namespace) -> int:
    shelf = cards_of(load_game(args.game, args.packs))
    if args.house:
        found = house_cards(shelf)
        print(write_cards(found) if not args.cards else write_cards(only(found, args.cards)))
    elif args.cards:
        print(write_cards(card for wanted in args.cards for card in selected(shelf, wanted)))
    else:
        for kind in shelf.forms:
            house = sum((shelf.sheet(kind, card) or {}).get("source") == "house" for card in shelf.ids(kind))
            print(f"{kind:<18}{len(shelf.ids(kind)):>5}" + (f"   {house} of the house" if house else ""))
        if shipped := shipped_packs(args.game):
            print("\npacks that come with the game, to be laid over it:")
        for name in shipped:
            print(f"--pack {name}")
    return 0


def only(cards: Sequence[tuple[str, Sheet]], wanted: Sequence[str]) -> list[tuple[str, Sheet]]:
    return [(kind, fields) for kind, fields in cards if kind in wanted or f"{kind}.{fields['id']}" in wanted]


def diff(args: argparse.Namespace) -> int:
    for path in (*args.files, *args.against):
        read_file(path)
    laid = fitting(args.files, [args.game] if args.game else game_names())
    changes = card_changes(cards_of(load_game(laid.name, args.against)), cards_of(laid))
    if args.json:
        print(msgspec.json.encode(changes).decode())
        return 0
    for change in changes:
        print("\n".join(said(change)))
    differ = "differs" if len(changes) == 1 else "differ"
    print(f"{counted(len(changes))} of {laid.name} {differ}" if changes else f"no card of {laid.name} differs")
    return 0


def said(change: CardChange) -> Iterator[str]:
    """A change in lines: the card, then each field."""
    sign = "+" if change.new else "-" if change.gone else "*"
    yield f"{sign} {change.kind} {change.card}" + (f" ({change.name})" if change.name else "")
    for field in change.fields:
        yield (
            f"    {field.field}: {field.after}" if change.new else f"    {field.field}: {field.before} -> {field.after}"
        )
