"""A duel, the toy game for tests of the kernel: everything that rules can ask of a table, in one small game.

Each duellist has a charm nobody else knows. In every round both plan in secret (a guard, then a strike), the plans
are shown, the leader steps to any distance, may press the attack with two dice, and the other hides a token.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from muster.kernel.clauses import read_register
from muster.kernel.errors import GameError
from muster.kernel.game import Game, Look, Report, Result, Rules, Setup, Showing, Testing
from muster.kernel.match import Match
from muster.kernel.packs import PackId, decode
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Roll, Table
from muster.kernel.setup import Prepared
from muster.kernel.spaces import Blocked, OneOf, Open, Option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue

CLAUSES = """
prefix = "DU"
[[clause]]
id = "charm"
en = "Everybody gets a charm that nobody else sees."
es = "Cada uno recibe un amuleto que nadie más ve."
[[clause]]
id = "plan"
en = "Both plan at the same time, a guard first and then a strike."
es = "Ambos planean a la vez, primero una guardia y luego un golpe."
[[clause]]
id = "plan.differ"
en = "A strike never goes where the own guard is."
es = "Un golpe nunca va donde está la propia guardia."
[[clause]]
id = "step"
en = "The leader steps up to a hundred paces away."
es = "El líder se aleja hasta cien pasos."
[[clause]]
id = "press"
en = "To press the attack roll two dice."
es = "Para insistir se tiran dos dados."
[[clause]]
id = "hide"
en = "The other hides a token."
es = "El otro esconde una ficha."
[[clause]]
id = "option"
en = "Stands in for the table's own rule."
es = "Hace las veces de la regla de la mesa."
"""

MESSAGES = {
    "en": {
        "kernel.no_such_option": "{key} is not one of the answers to this question",
        "refuse.guarded": "you guard {line:line} yourself",
        "refuse.too_far": "{paces} {paces|pace|paces} is too far",
        "refuse.no_number": "{key} is no number of paces",
        "line.high": "high",
    },
    "es": {"refuse.guarded": "tú mismo guardas {line:line}", "line.high": "arriba"},
}

LINES = ("high", "middle", "low")
CHARM, PLAN, SHOW, STEP, PRESS, HIDE, OVER = range(7)


@dataclass
class Duellist:
    charm: int = 0
    lives: int = 20
    plan: list[str] = field(default_factory=list)
    token: int = 0

    def copy(self) -> Duellist:
        return Duellist(self.charm, self.lives, self.plan[:], self.token)


@dataclass
class Duel:
    """The state of a duel."""

    rounds: int = 1
    round: int = 0
    stage: int = CHARM
    paces: int = 0
    shown: bool = False
    sides: list[Duellist] = field(default_factory=lambda: [Duellist(), Duellist()])

    def copy(self) -> Duel:
        return Duel(self.rounds, self.round, self.stage, self.paces, self.shown, [side.copy() for side in self.sides])


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 1


async def plan(table: Table, state: Duel, seat: int) -> str:
    """A secret dialogue of two questions."""
    own = state.sides[seat].plan
    own.append(
        await table.ask(seat, Text("prompt.guard"), OneOf(lambda: [option("guard", line, "DU plan") for line in LINES]))
    )
    own.append(await table.ask(seat, Text("prompt.strike"), strikes(own[0])))
    return "/".join(own)


def option(verb: str, name: str, clause: str) -> Option[str]:
    return Option(f"{verb}:{name}", name, clause, Text(f"option.{verb}", {"line": name}))


def strikes(guard: str) -> OneOf[str]:
    return OneOf(
        lambda: [option("strike", line, "DU plan") for line in LINES if line != guard],
        lambda: [Blocked(f"strike:{guard}", "DU plan.differ", Text("refuse.guarded", {"line": guard}))],
    )


def paces() -> Open[int]:
    def read(key: str) -> Option[int]:
        verb, _, number = key.partition(":")
        if verb != "step" or not number.isdecimal():
            raise Refusal("DU step", Text("refuse.no_number", {"key": key}))
        if int(number) > 100:
            raise Refusal("DU step", Text("refuse.too_far", {"paces": int(number)}))
        return Option(key, int(number), "DU step")

    return Open(read, lambda: [read("step:0"), read("step:10")])


async def play(table: Table, state: Duel) -> None:
    while state.stage != OVER:
        await table.checkpoint()
        await STAGES[state.stage](table, state)


async def charm(table: Table, state: Duel) -> None:
    faces = await Roll("charms", (6, 6), secret=True)
    for seat, face in enumerate(faces):
        state.sides[seat].charm = face
        table.whisper(seat, "charm", "DU charm", {"charm": face})
    state.stage = PLAN


async def make_plans(table: Table, state: Duel) -> None:
    plans = await table.ask_all({seat: plan(table, state, seat) for seat in (0, 1)})
    table.tell("planned", "DU plan", {"plans": len(plans)})
    state.stage = SHOW


async def show(table: Table, state: Duel) -> None:
    state.shown = True
    table.reveal()
    for seat, side in enumerate(state.sides):
        table.tell("shown", "DU plan", {"seat": seat, "plan": "/".join(side.plan)})
    state.stage = STEP


async def step(table: Table, state: Duel) -> None:
    state.paces = await table.ask(state.round % 2, Text("prompt.step"), paces())
    table.tell("stepped", "DU step", {"paces": state.paces})
    state.stage = PRESS


async def press(table: Table, state: Duel) -> None:
    options = [Option("press", True, "DU press"), Option("hold", False, "DU press")]
    state.stage = HIDE
    if not await table.ask(state.round % 2, Text("prompt.press"), OneOf(lambda: options)):
        return
    faces = await table.roll("press", (6, 6))
    state.sides[1 - state.round % 2].lives -= sum(faces)
    table.tell("pressed", "DU press", {"damage": sum(faces)})


async def hide(table: Table, state: Duel) -> None:
    seat = 1 - state.round % 2
    places = OneOf(lambda: [Option(f"hide:{place}", place, "DU hide") for place in (1, 2, 3)])
    state.sides[seat].token = await table.ask(seat, Text("prompt.hide"), places, secret=True)
    table.tell("hidden", "DU hide", {"seat": seat})
    for side in state.sides:
        side.plan = []
    state.shown = False
    state.round += 1
    state.stage = PLAN if state.round < state.rounds else OVER


STAGES = {CHARM: charm, PLAN: make_plans, SHOW: show, STEP: step, PRESS: press, HIDE: hide}


class DuelView(msgspec.Struct, frozen=True):
    """A duel as a seat may know it."""

    round: int
    paces: int
    lives: list[int]
    own: list[int] | None
    plans: list[list[str]]


def view(state: Duel, seat: int | None) -> DuelView:
    return DuelView(
        round=state.round,
        paces=state.paces,
        lives=[side.lives for side in state.sides],
        own=None if seat is None else [state.sides[seat].charm, state.sides[seat].token],
        plans=[list(side.plan) if state.shown or seat == owner else [] for owner, side in enumerate(state.sides)],
    )


def look(state: Duel, seat: int | None) -> Look:
    seen = view(state, seat)
    return Look(seen, lambda words: str(seen))


def determinize(state: Duel, seat: int, rng: random.Random) -> None:
    for other, side in enumerate(state.sides):
        if other != seat and state.stage != CHARM:
            side.charm = rng.randint(1, 6)
            side.token = rng.randint(1, 3) if side.token else 0
            if len(side.plan) == 2 and not state.shown:
                side.plan = rng.sample(LINES, 2)


def result(state: Duel) -> Result | None:
    if state.stage != OVER:
        return None
    lives = [side.lives for side in state.sides]
    return Result([seat for seat in (0, 1) if lives[seat] == max(lives)], lives)


def prepare(given: Mapping[str, Any]) -> Prepared[Duel]:
    options = decode(given, Options, "options")
    return Prepared(msgspec.to_builtins(options), 2, range(2), lambda: Duel(rounds=options.rounds))


def prepared(rounds: int = 1) -> Prepared[Duel]:
    return prepare({"rounds": rounds})


def position(given: Mapping[str, Any]) -> Duel:
    unknown = given.keys() - {"stage", "paces", "round", "rounds"}
    if unknown:
        raise GameError(f"position: field {min(unknown)} is not a field it has")
    return Duel(**{"stage": STEP, **given})


def duel_game(packs: tuple[PackId, ...] = (PackId("core", "c0ffee"),), run: Any = play) -> Game[Duel]:
    return Game(
        name="duel",
        rules_version=1,
        packs=packs,
        catalogue=Catalogue(MESSAGES),
        clauses=read_register(CLAUSES, "duel/clauses.toml"),
        sources={},
        rules=Rules(run, Duel.copy, determinize, result),
        setup=Setup(prepare),
        showing=Showing(look, DuelView),
        testing=Testing(
            position, msgspec.to_builtins, lambda state: {"duellists": 2}, lambda events: Report(set(), set(), 0)
        ),
    )


def toy(run: Any) -> Game[Duel]:
    """Rules written inside a test, on the state of a duel."""
    return duel_game(run=run)


def yes_no(seat: int, secret: bool = False) -> Ask[bool]:
    """A plain question."""
    return Ask(
        seat, Text("prompt.yes_no"), OneOf(lambda: [Option("yes", True, "DU"), Option("no", False, "DU")]), secret
    )


def say(match: Match[Any], *lines: str) -> Match[Any]:
    """Answers as a journal writes them: `say(match, "A guard:high", "B guard:low")`."""
    for line in lines:
        seat, key = line.split(" ")
        match.answer("AB".index(seat), key)
    return match


A_PLANS = ("A guard:high", "A strike:low")
B_PLANS = ("B guard:low", "B strike:middle")
"""What each duellist usually plans."""
ONE_ROUND = (*A_PLANS, *B_PLANS, "A step:7", "A press", "B hide:2")


def keys(match: Match[Any], seat: int) -> list[str]:
    """What a seat is offered."""
    return [option.key for option in match.pending[seat].space.options()]


def heard(match: Match[Any], seat: int | None) -> list[dict[str, Any]]:
    """What a seat was told, as plain data."""
    return [event.plain() for event in match.events(seat)]


def said(match: Match[Any]) -> list[tuple[int, str]]:
    """The record, who and what."""
    return [(entry.seat, entry.key) for entry in match.record]


def everything(match: Match[Any]) -> Any:
    """All there is to a match: equal before and after whatever must not change it."""
    pending = {seat: (id(ask), ask.prompt.key, keys(match, seat)) for seat, ask in match.pending.items()}
    return msgspec.to_builtins(match.state), said(match), heard(match, 0), heard(match, 1), pending
