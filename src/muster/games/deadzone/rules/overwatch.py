"""Overwatch: waiting for an enemy to act in sight, and interrupting (rulebook, "Overwatch")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from muster.games.deadzone.cards.keywords import Ability, Effect, Item
from muster.games.deadzone.rules import blazing, damage, firing, grenades, gun_crazy, shooting, tests
from muster.games.deadzone.rules.dice import FIRST, Pool, grade
from muster.games.deadzone.rules.subjects import Watching
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import (
    carries,
    has,
    is_engaged,
    is_upright,
    models_in,
    on_board,
    other,
    sees_cube,
)
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.terms import Term
from muster.kernel.text import Param, Text

NEEDED: Final = 6
SENTRY: Final = Term("DZ ability.sentry", 2)
HOLD: Final = Option("hold", NOBODY, "DZ overwatch.optional", Text("option.hold"))
BEFORE: Final = Option("before", True, "DZ overwatch.doubles", Text("option.before"))
AFTER: Final = Option("after", False, "DZ overwatch.doubles", Text("option.after"))
WHEN: Final[OneOf[bool]] = OneOf(lambda: (BEFORE, AFTER))
Reaction = tuple[int, int, int, int]
"""The reaction of a model on overwatch: SHOOT, BLAZE, THROW, EXPLODE or LOB, with what, at whom, and with ammo or
not.
"""
NOTHING: Final = 0
SHOOT: Final = 1
BLAZE: Final = 2
THROW: Final = 3
EXPLODE: Final = 4
LOB: Final = 5
PASS: Final = Option("hold-fire", (NOTHING, 0, 0, 0), "DZ overwatch.action", Text("option.hold_fire"))


def declare_overwatch(table: Table, model: Model) -> None:
    """Put a model on overwatch, until a test, a wound or a new action takes the counter away.

    [DZ overwatch.declare]
    """
    changing(model).overwatch = True
    if table.listening:
        table.tell("on_overwatch", "DZ overwatch.declare", {"tag": model.tag})


def is_watched(state: State, model: Model) -> bool:
    """Whether any enemy is on overwatch, anywhere."""
    for one in state.models:
        if one.overwatch and one.owner != model.owner and one.cube != NOWHERE:
            return True
    return False


def explodes(model: Model) -> bool:
    """Whether a model may go off as its reaction.  [DZ ability.boom]"""
    return has(model, Ability.BOOM) or has(model, Ability.BIG_BOOM)


def watchers(state: State, model: Model, cube: int) -> list[Model]:
    """The enemy models and guns on overwatch that see a cube. With an enemy in its own cube a watcher keeps its counter
    but fires at nobody; it may still explode.

    [DZ overwatch.sight] [DZ overwatch.engaged]
    """
    return [
        m
        for m in state.models
        if m.overwatch
        and m.owner != model.owner
        and m.cube != NOWHERE
        and is_upright(m)
        and (explodes(m) or not is_engaged(state, m))
        and sees_cube(state, m, cube)
    ]


class Watch:
    """A watcher that has said it will try, as it was then. It does so as long as it stays on its feet, unhurt and able
    to react.

    [DZ overwatch.lost] [DZ interrupt.watcher]
    """

    __slots__ = ("hurt", "model")

    def __init__(self, model: Model) -> None:
        self.model = model
        self.hurt = damage.wounds_of(model)

    def is_fit(self, state: State) -> bool:
        one = self.model
        if not on_board(one) or not is_upright(one) or damage.wounds_of(one) != self.hurt:
            return False
        return explodes(one) or not is_engaged(state, one)


class Interruption:
    """An action that enemies watch: who has seen it begin, who reacts when it is over, whether anybody has reacted.

    [DZ overwatch.declare_first] [DZ overwatch.order]
    """

    __slots__ = ("asked", "later", "model", "reacted")

    def __init__(self, model: Model) -> None:
        self.model = model
        self.asked: list[int] = []
        self.later: list[Watch] = []
        self.reacted = False

    async def before(self, table: Table, state: State) -> None:
        """Test the watchers that see the action begin; those that react at once do so.

        [DZ overwatch.test] [DZ overwatch.doubles] [DZ overwatch.order] [DZ interrupt.watcher]
        """
        for watch in await self._declare(table, state):
            when = await self._try(table, state, watch)
            if when == 2:
                prompt = Text("prompt.overwatch_when", {"tag": watch.model.tag})
                if await table.ask(watch.model.owner, prompt, WHEN, midway=True):
                    await self._react(table, state, watch)
                    continue
            if when:
                self.later.append(watch)

    async def after(self, table: Table, state: State, whole: bool) -> None:
        """Let watchers react to an action that is over; if it was completed, test those that saw only its end.

        [DZ overwatch.succeeds] [DZ overwatch.triples] [DZ overwatch.sight] [DZ interrupt.watcher]
        """
        left = self.later
        while on_board(self.model) and (left := [watch for watch in left if watch.is_fit(state)]):
            watch = await who_reacts(table, left)
            await self._react(table, state, watch)
            left = [other for other in left if other is not watch]
        if whole and on_board(self.model):
            for watch in await self._declare(table, state):
                if await self._try(table, state, watch):
                    await self._react(table, state, watch)

    async def _declare(self, table: Table, state: State) -> list[Watch]:
        """Ask which of the watchers will try, before any of them rolls; each is asked once in an action.

        [DZ overwatch.declare_first] [DZ overwatch.optional]
        """
        model = self.model
        before = self.asked[:]
        left = [one for one in watchers(state, model, model.cube) if one.index not in before]
        self.asked += [one.index for one in left]
        chosen: list[Watch] = []
        while left:
            prompt = Text("prompt.overwatch", {"tag": model.tag})
            space = watcher_space(left, lambda: unable(state, model, before))
            index = await table.ask(other(model.owner), prompt, space, midway=True)
            if index < 0:
                break
            chosen.append(Watch(state.models[index]))
            left = [one for one in left if one.index != index]
        return chosen

    async def _try(self, table: Table, state: State, watch: Watch) -> int:
        """Test a watcher, unless there is nobody left to interrupt or it has lost its counter meanwhile."""
        if not on_board(self.model) or not watch.model.overwatch or not watch.is_fit(state):
            return 0
        return await test(table, state, watch.model)

    async def _react(self, table: Table, state: State, watch: Watch) -> None:
        if on_board(self.model) and watch.is_fit(state):
            self.reacted = True
            await react(table, state, watch.model, self.model)


def watcher_space(ready: list[Model], others: Callable[[], list[Blocked]]) -> OneOf[int]:
    def options() -> list[Option[int]]:
        return [*(watcher_option(m) for m in ready), HOLD]

    return OneOf(options, others)


def unable(state: State, model: Model, asked: list[int]) -> list[Blocked]:
    """The other models on overwatch, and why they do not try: asked already, among enemies, out of sight.

    [DZ overwatch.sight] [DZ overwatch.engaged] [DZ interrupt.watcher]
    """
    found: list[Blocked] = []
    for one in state.models:
        if not one.overwatch or one.owner == model.owner or one.cube == NOWHERE:
            continue
        clause, reason = "DZ overwatch.sight", "unseen"
        if one.index in asked:
            clause, reason = "DZ interrupt.watcher", "asked_already"
        elif is_engaged(state, one) and not explodes(one):
            clause, reason = "DZ overwatch.engaged", "engaged"
        elif sees_cube(state, one, model.cube):
            continue
        found.append(Blocked(f"watch:{one.tag}", clause, Text(f"refuse.{reason}", {"tag": one.tag})))
    return found


def watcher_option(model: Model) -> Option[int]:
    text = Text("option.watch", {"tag": model.tag, "model": model.card.id})
    return Option(f"watch:{model.tag}", model.index, "DZ overwatch.optional", text)


async def who_reacts(table: Table, left: list[Watch]) -> Watch:
    """Ask which of several watchers reacts next when an action is over.  [DZ overwatch.order]"""
    options = [reaction_option(watch.model) for watch in left]
    index = await table.ask_small(left[0].model.owner, Text("prompt.who_reacts"), options)
    return next(watch for watch in left if watch.model.index == index)


def reaction_option(model: Model) -> Option[int]:
    text = Text("option.model", {"tag": model.tag, "model": model.card.id})
    return Option(f"react:{model.tag}", model.index, "DZ overwatch.order", text)


def watch_pool(watcher: Model) -> Pool:
    """The dice of an overwatch test: 3, and two more for a sentry.  [DZ overwatch.test] [DZ ability.sentry]"""
    return [FIRST, SENTRY] if has(watcher, Ability.SENTRY) else [FIRST]


async def test(table: Table, state: State, watcher: Model) -> int:
    """Test overwatch at 6+: 0 fails, 1 reacts after, 2 before or after, 3 after and stays on overwatch.

    [DZ overwatch.test] [DZ overwatch.fails] [DZ overwatch.triples]
    """
    result = grade(await tests.single(table, state, Effect.OVERWATCH, watcher, watch_pool(watcher), NEEDED), 1)
    changing(watcher).overwatch = result == 3
    if table.listening:
        clause = ("DZ overwatch.fails", "DZ overwatch.succeeds", "DZ overwatch.doubles", "DZ overwatch.triples")
        key = ("overwatch_fails", "overwatch_after", "overwatch_choice", "overwatch_stays")
        table.tell(key[result], clause[result], {"tag": watcher.tag})
    return result


def reactions(state: State, watcher: Model, model: Model) -> list[Option[Reaction]]:
    """The attacks of a watcher on the model it interrupts: any that it could make in its own turn, even a blind one.
    With an enemy in its own cube there are none.

    [DZ overwatch.action] [DZ overwatch.engaged] [DZ ability.boom]
    """
    options = [] if is_engaged(state, watcher) else shots_at(state, watcher, model)
    if explodes(watcher):
        options.append(Option("explode", (EXPLODE, 0, 0, 0), "DZ ability.boom", Text("option.explode")))
    options.append(PASS)
    return options


def shots_at(state: State, watcher: Model, model: Model) -> list[Option[Reaction]]:
    """Every attack of the watcher on a model or its cube.  [DZ overwatch.action] [DZ overwatch.indirect]"""
    options: list[Option[Reaction]] = []
    clause, name, spot = "DZ overwatch.action", state.field.names[model.cube], state.field.spots[model.cube]
    guns, blazers = firing.ready_guns(state, watcher), firing.ready_blazers(state, watcher)
    for weapon, _ in shooting.shots(state, watcher, False, [model], guns):
        for ap in range(1 + int(carries(watcher, Item.AP_AMMO))):
            text = Text("option.shoot_ap" if ap else "option.shoot", shot_gaps(weapon.id, model))
            key = f"shoot:{weapon.id}@{model.tag}{'+ap_ammo' if ap else ''}"
            options.append(Option(key, (SHOOT, weapon.bit, model.index, ap), clause, text))
    for weapon, cube, ammo in blazing.supplied_blazes(state, watcher, [model.cube], blazers):
        text = Text("option.blaze_ammo" if ammo else "option.blaze", {"weapon": weapon.id, **spot})
        key = f"blaze:{weapon.id}@{name}{'+ammo' if ammo else ''}"
        options.append(Option(key, (BLAZE, weapon.bit, cube, ammo), clause, text))
    for grenade, weapon, cube in grenades.throws(state, watcher, [model.cube]):
        text = Text("option.throw", {"weapon": weapon.id, **spot})
        options.append(Option(f"throw:{weapon.id}@{name}", (THROW, grenade, cube, 0), clause, text))
    for weapon, cube in grenades.lobs(state, watcher, [model.cube]):
        text = Text("option.lob", {"weapon": weapon.id, **spot})
        options.append(Option(f"lob:{weapon.id}@{name}", (LOB, weapon.bit, cube, 0), "DZ overwatch.indirect", text))
    return options


def shot_gaps(weapon: str, model: Model) -> dict[str, Param]:
    return {"weapon": weapon, "tag": model.tag, "model": model.card.id}


async def react(table: Table, state: State, watcher: Model, model: Model) -> None:
    """Take the overwatch action itself.  [DZ overwatch.action]"""
    prompt = Text("prompt.react", {"tag": watcher.tag, "target": model.tag})
    what, tool, at, extra = await table.ask(
        watcher.owner,
        prompt,
        OneOf(lambda: reactions(state, watcher, model)),
        midway=True,
        subject=Watching(watcher.index),
    )
    if what == SHOOT:
        await shooting.shoot(table, state, watcher, watcher.card.weapons[tool], model, False, bool(extra))
        await gun_crazy.go_crazy_on_watch(table, state, watcher, watcher.card.weapons[tool], model.index)
    elif what == BLAZE:
        hit = [m.index for m in models_in(state, at)]
        await blazing.blaze_away(table, state, watcher, watcher.card.weapons[tool], at, bool(extra))
        await gun_crazy.go_crazy_on_watch(table, state, watcher, watcher.card.weapons[tool], *hit)
    elif what == THROW:
        await grenades.throw_grenade(table, state, watcher, tool, at)
    elif what == LOB:
        await grenades.lob(table, state, watcher, watcher.card.weapons[tool], at)
    elif what == EXPLODE:
        await damage.explode(table, state, watcher, watcher.owner)
