"""What the active model can do now: the list of actions with their targets, and why others are not there.

An option's value is an `Act`: the action, and up to three numbers that say with what, at whom, where.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from muster.games.deadzone import cards, command, fighting, grenades, items, movement, psychic, reasons, shooting
from muster.games.deadzone.acts import END, LONG, Act, Action, act, cost, type_of
from muster.games.deadzone.content import Ability, Item, Weapon, kind_of
from muster.games.deadzone.questions import (
    carries,
    foes_in,
    has,
    is_prone,
    is_upright,
)
from muster.games.deadzone.state import Aggression, Model, State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Blocked, Open, Option, no_such_option
from muster.kernel.text import Param, Text

CLAUSES = {
    Action.MOVE: "DZ move.one",
    Action.SPRINT: "DZ sprint.two",
    Action.CLIMB: "DZ climb.two",
    Action.TELEPORT: "DZ ability.teleport",
}


@lru_cache(maxsize=20_000)
def going(action: Action, cube: int, name: str, via: int = 0) -> Option[Act]:
    """The option to go somewhere: made once and shared."""
    key = action.name.lower()
    return Option(f"{key}:{name}", act(action, cube, via), CLAUSES[action], Text(f"option.{key}", {"cube": name}))


class Menu:
    """The options of one model at one moment."""

    def __init__(self, state: State, model: Model) -> None:
        self.state = state
        self.model = model
        self.left = 2 - state.spent
        self.options: list[Option[Act]] = []

    def may(self, action: Action, weapon: Weapon | None = None) -> bool:
        """Whether there is time for it and it was not taken yet.  [DZ turn.actions] [DZ turn.once]"""
        if self.state.taken >> type_of(action) & 1:
            return False
        return cost(self.state, self.model, action, weapon) <= self.left

    def add(self, key: str, value: Act, clause: str, text: str, **gaps: Param) -> None:
        self.options.append(Option(key, value, clause, Text(f"option.{text}", gaps)))

    def listed(self) -> list[Option[Act]]:
        """Everything, by where the model is and how it feels."""
        state, model = self.state, self.model
        if has(model, Ability.BOOM) or has(model, Ability.BIG_BOOM):
            self.add("explode", act(Action.EXPLODE), "DZ ability.boom", "explode")
        if fighting.opponents(state, model):
            self._among_enemies()
        if not foes_in(state, model, model.cube):
            if is_prone(model):
                self._get_mean()
            else:
                self._free_to_act()
        for card, which in cards.active_options(state, model):
            option = cards.card_option(card, which)
            value = act(Action.CARD, card.number * 2 + which)
            self.options.append(Option(option.key, value, "DZ card.active", option.text))
        self.options.append(END)
        return self.options

    def _among_enemies(self) -> None:
        """Only Fight and Break Off.  [DZ turn.engaged] [DZ break_off.who] [DZ fight.dash]"""
        state, model = self.state, self.model
        if fighting.may_fight(model) and self.may(Action.FIGHT) and fighting.fight_dice(state, model, False) > 0:
            for option in fighting.fight_options(state, model, "DZ fight.choose"):
                self.options.append(Option(option.key, act(Action.FIGHT, option.value), option.clause, option.text))
        if is_upright(model) and self.may(Action.BREAK_OFF) and foes_in(state, model, model.cube):
            self.add("break-off", act(Action.BREAK_OFF), "DZ break_off.test", "break_off")

    def _get_mean(self) -> None:
        """Up the scale; the disciplined also down it.  [DZ get_mean.rises] [DZ ability.discipline]"""
        model = self.model
        if not self.may(Action.GET_MEAN) or has(model, Ability.CONSTRUCT):
            return
        if model.aggression < Aggression.ENRAGED:
            self.add("get-mean", act(Action.GET_MEAN, 1), "DZ get_mean.rises", "get_mean")
        if has(model, Ability.DISCIPLINE) and model.aggression > Aggression.SUPPRESSED:
            self.add("calm-down", act(Action.GET_MEAN, 0), "DZ ability.discipline", "calm_down")

    def _free_to_act(self) -> None:
        self._moves()
        self._get_mean()
        self._attacks()
        self._tasks()

    def _moves(self) -> None:
        state, model = self.state, self.model
        names = state.field.names
        if self.may(Action.MOVE):
            self.options += [going(Action.MOVE, cube, names[cube]) for cube in movement.move_cubes(state, model)]
            for place in movement.places(state, model):
                value = act(Action.REPOSITION, place)
                self.add(f"reposition:{place}", value, "DZ move.reposition", "reposition", place=place)
            if movement.may_exit(state, model):
                self.add("exit", act(Action.EXIT), "DZ move.off_board", "exit")
            for item, friend in items.swap_partners(state, model):
                kind = kind_of(item).name.lower()
                value = act(Action.SWAP, item, friend.index)
                self.add(
                    f"swap:{kind}@{friend.tag}{'-' * (item // 32)}",
                    value,
                    "DZ item.swap",
                    "swap",
                    item=kind,
                    tag=friend.tag,
                )
        if movement.is_slow(state, model):
            return
        if self.may(Action.SPRINT):
            for cube, via in movement.sprint_cubes(state, model).items():
                self.options.append(going(Action.SPRINT, cube, names[cube], via))
        if self.may(Action.CLIMB):
            for cube, via in movement.climb_cubes(state, model).items():
                self.options.append(going(Action.CLIMB, cube, names[cube], via))
        if has(model, Ability.TELEPORT) and self.may(Action.TELEPORT):
            cubes = movement.teleport_cubes(state, model)
            self.options += [going(Action.TELEPORT, cube, names[cube]) for cube in cubes]

    def _attacks(self) -> None:
        state, model = self.state, self.model
        if shooting.guns(state, model) and self.may(Action.AIM) and self.left == 2:
            # Aiming only helps a shot right after it.  [DZ aim.bonus] [DZ aim.weapon]
            self.add("aim", act(Action.AIM), "DZ aim.bonus", "aim")
        for weapon, target in shooting.shots(state, model, state.aimed):
            if self.may(Action.SHOOT, weapon):
                self._shot(weapon, target)
        self._area_attacks(shooting.target_cubes(state, model))

    def _shot(self, weapon: Weapon, target: Model) -> None:
        for ap in range(1 + int(carries(self.model, Item.AP_AMMO))):
            key = f"shoot:{weapon.id}@{target.tag}{'+ap_ammo' if ap else ''}"
            value = act(Action.SHOOT, weapon.bit, target.index, ap)
            text = "shoot_ap" if ap else "shoot"
            self.add(key, value, "DZ shoot.sight", text, weapon=weapon.id, tag=target.tag, model=target.card.id)

    def _area_attacks(self, cubes: list[int]) -> None:
        """Blaze Away, grenades and indirect fire at cubes."""
        state, model = self.state, self.model
        names = state.field.names
        for weapon, cube in shooting.blazes(state, model, cubes):
            if self.may(Action.BLAZE_AWAY, weapon):
                for ammo in range(1 + int(carries(model, Item.AMMO))):
                    key = f"blaze:{weapon.id}@{names[cube]}{'+ammo' if ammo else ''}"
                    value = act(Action.BLAZE_AWAY, weapon.bit, cube, ammo)
                    text = "blaze_ammo" if ammo else "blaze"
                    self.add(key, value, "DZ blaze.sight", text, weapon=weapon.id, cube=names[cube])
        if self.may(Action.THROW):
            for kind, cube in grenades.throws(state, model, cubes):
                name = kind.name.lower()
                value = act(Action.THROW, kind, cube)
                self.add(f"throw:{name}@{names[cube]}", value, "DZ grenade.sight", "throw", item=name, cube=names[cube])
        for weapon, cube in grenades.lobs(state, model, cubes):
            if self.may(Action.LOB, weapon):
                value = act(Action.LOB, weapon.bit, cube)
                key = f"lob:{weapon.id}@{names[cube]}"
                self.add(key, value, "DZ indirect.throw", "lob", weapon=weapon.id, cube=names[cube])

    def _tasks(self) -> None:
        state, model = self.state, self.model
        if self.left < LONG:
            return
        if not has(model, Ability.REMOTE):
            # A remote may not watch.  [DZ ability.remote]
            self.add("overwatch", act(Action.OVERWATCH), "DZ overwatch.declare", "overwatch")
        if command.may_command(state, model):
            self.add("command", act(Action.COMMAND), "DZ command.who", "command")
        for power, target in psychic.powers(state, model):
            name = psychic.NAMES[power]
            value = act(Action.PSYCHIC, power, target.index)
            self.add(f"{name}:{target.tag}", value, psychic.CLAUSES[power], name, tag=target.tag, model=target.card.id)
        for patient in items.patients(state, model):
            value = act(Action.HEAL, patient.index)
            self.add(f"heal:{patient.tag}", value, "DZ item.medi_pack", "heal", tag=patient.tag)
        if model.reload:
            self.add("reload", act(Action.RELOAD), "DZ ability.long_reload", "reload")
        if has(model, Ability.ENGINEER):
            if carries(model, Item.SENTRY_GUN) and self.may(Action.SPRINT):
                self.add("deploy", act(Action.DEPLOY), "DZ ability.deployable", "deploy")
            for gun in items.own_guns_here(state, model):
                self.add(
                    f"pack:{gun.tag}", act(Action.PACK, gun.index), "DZ ability.deployable_pack", "pack", tag=gun.tag
                )
        if has(model, Ability.OPERATOR):
            for remote in friends_remote(state, model):
                value = act(Action.OPERATE, remote.index)
                self.add(
                    f"operate:{remote.tag}",
                    value,
                    "DZ ability.operator",
                    "operate",
                    tag=remote.tag,
                    model=remote.card.id,
                )


def friends_remote(state: State, model: Model) -> list[Model]:
    """Remotes of the same side that have not acted.  [DZ ability.operator]"""
    return [
        m for m in state.models if m.owner == model.owner and m.cube >= 0 and has(m, Ability.REMOTE) and not m.activated
    ]


def every_cube(state: State, model: Model) -> list[Option[Act]]:
    """Attacks on any cube, also on empty ones: accepted, but not listed because there are so many.

    [DZ blaze.any_cube]
    """
    menu = Menu(state, model)
    if is_upright(model) and not foes_in(state, model, model.cube):
        menu._area_attacks([cube for cube in range(state.field.cubes.size) if state.field.stand[cube]])
    return menu.options


def space(state: State, model: Model) -> Open[Act]:
    """The question what the active model does."""

    def propose() -> list[Option[Act]]:
        return Menu(state, model).listed()

    def read(key: str) -> Option[Act]:
        return find(key, propose, lambda: every_cube(state, model), lambda: blocked(state, model))

    return Open(read, propose, lambda: blocked(state, model))


def find(
    key: str,
    propose: Callable[[], list[Option[Act]]],
    more: Callable[[], list[Option[Act]]],
    block: Callable[[], list[Blocked]],
) -> Option[Act]:
    """The option behind a key, or the refusal that fits it."""
    for option in propose():
        if option.key == key:
            return option
    if "@" in key:
        for option in more():
            if option.key == key:
                return option
    for thing in block():
        if thing.key == key:
            raise thing.refusal()
    raise why_not(key)


def why_not(key: str) -> Refusal:
    return no_such_option(key)


def blocked(state: State, model: Model) -> list[Blocked]:
    """What a player might miss, and why it is not offered."""

    offered = {option.key for option in Menu(state, model).listed()}
    return [thing for thing in reasons.reasons(state, model) if thing.key not in offered]
