"""The menu of the active model: its actions with their targets, and why others are missing.

An option's value is an `Act`: the action, and up to three numbers for with what, at whom, where.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.cards.actions import KINDS, NAMES, Act, Action, act
from muster.games.deadzone.cards.content import Aim, Weapon
from muster.games.deadzone.cards.keywords import Ability, Item, kind_of
from muster.games.deadzone.rules import (
    active_cards,
    battle_cards,
    blazing,
    fighting,
    firing,
    grenades,
    guns,
    items,
    movement,
    picking_up,
    psychic,
    reasons,
    shooting,
)
from muster.games.deadzone.rules.costs import END, LONG, cost
from muster.games.deadzone.state import questions
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import PINNED, carries, has, is_engaged, is_upright
from muster.games.deadzone.state.state import State
from muster.kernel.spaces import Blocked, Open, Option
from muster.kernel.terms import total
from muster.kernel.text import Param, Text


def shot(weapon: Weapon, target: Model, ap: int) -> Option[Act]:
    """The option to shoot at a model, with AP ammo or without: made once and kept with the weapon."""
    aim = weapon.aims.get(target.tag)
    if aim is None or aim.index != target.index or aim.card != target.card.id:
        index, tag, card = target.index, target.tag, target.card.id
        gaps: dict[str, Param] = {"tag": tag, "model": card}
        options = [attack(Action.SHOOT, weapon.bit, weapon.id, index, tag, gaps, extra) for extra in (0, 1)]
        aim = Aim(card, index, options)
        weapon.aims[tag] = aim
    return aim.options[ap]


def fire(field: Battlefield, action: int, tool: int, weapon: Weapon, cube: int, extra: int = 0) -> Option[Act]:
    """The option to fire or throw something into a cube: made once and kept with the weapon."""
    number = (cube * len(NAMES) + action) * 2 + extra
    option = weapon.fires.get(number)
    if option is None:
        option = attack(action, tool, weapon.id, cube, field.names[cube], field.spots[cube], extra)
        weapon.fires[number] = option
    return option


def attack(action: int, bit: int, weapon: str, at: int, name: str, target: dict[str, Param], extra: int) -> Option[Act]:
    """An attack as an option; `target` fills the gaps for the model or cube of that name."""
    verb, text, clause, supply = ATTACKS[action]
    gaps: dict[str, Param] = {"weapon": weapon, "item": weapon, **target}
    key = f"{verb}:{weapon}@{name}{f'+{supply}' if extra else ''}"
    text = f"option.{text}_{supply.removesuffix('_ammo')}" if extra else f"option.{text}"
    return Option(key, act(action, bit, at, extra), clause, Text(text, gaps))


ATTACKS: Final = {
    Action.SHOOT: ("shoot", "shoot", "DZ shoot.sight", "ap_ammo"),
    Action.BLAZE_AWAY: ("blaze", "blaze", "DZ blaze.sight", "ammo"),
    Action.THROW: ("throw", "throw", "DZ grenade.sight", ""),
    Action.LOB: ("lob", "lob", "DZ indirect.throw", ""),
}
"""How each attack is written down: its verb, its text, its clause, and the supply it may use up."""
EXPLODE: Final = Option("explode", act(Action.EXPLODE), "DZ ability.boom", Text("option.explode"))
BREAK_OFF: Final = Option("break-off", act(Action.BREAK_OFF), "DZ break_off.test", Text("option.break_off"))
GET_MEAN: Final = Option("get-mean", act(Action.GET_MEAN, 1), "DZ get_mean.rises", Text("option.get_mean"))
CALM_DOWN: Final = Option("calm-down", act(Action.GET_MEAN, 0), "DZ ability.discipline", Text("option.calm_down"))
EXIT: Final = Option("exit", act(Action.EXIT), "DZ move.off_board", Text("option.exit"))
AIM: Final = Option("aim", act(Action.AIM), "DZ aim.bonus", Text("option.aim"))
OVERWATCH: Final = Option("overwatch", act(Action.OVERWATCH), "DZ overwatch.declare", Text("option.overwatch"))
COMMAND: Final = Option("command", act(Action.COMMAND), "DZ command.who", Text("option.command"))
RELOAD: Final = Option("reload", act(Action.RELOAD), "DZ ability.long_reload", Text("option.reload"))
DEPLOY: Final = Option("deploy", act(Action.DEPLOY), "DZ ability.deployable", Text("option.deploy"))
REPOSITION: Final = [
    Option(
        f"reposition:{place}",
        act(Action.REPOSITION, place),
        "DZ move.reposition",
        Text("option.reposition", {"place": place}),
    )
    for place in range(4)
]
BOOMS: Final = 1 << Ability.BOOM | 1 << Ability.BIG_BOOM


class Menu:
    """The options of one model at one moment."""

    def __init__(self, state: State, model: Model) -> None:
        self.state = state
        self.model = model
        self.left = 2 - state.spent
        self.crowd = movement.Crowd(state, model)
        self.options: list[Option[Act]] = []

    def may(self, action: int, weapon: Weapon | None = None) -> bool:
        """Whether there is time for an action and it was not taken yet.  [DZ turn.actions] [DZ turn.once]"""
        if self.state.taken >> KINDS[action] & 1:
            return False
        return cost(self.state, self.model, action, weapon) <= self.left

    def add(self, key: str, value: Act, clause: str, text: str, **gaps: Param) -> None:
        self.options.append(Option(key, value, clause, Text(f"option.{text}", gaps)))

    def listed(self) -> list[Option[Act]]:
        """All options, by where the model is and how it feels."""
        state, model = self.state, self.model
        if model.abilities & BOOMS:
            self.options.append(EXPLODE)
        engaged = self.crowd.engaged
        if engaged or (state.controller != model.owner and is_upright(model) and not state.suppressed):
            self._among_enemies(engaged)
        if not engaged:
            if model.aggression <= PINNED or state.suppressed:
                self._get_mean()
            else:
                self._free_to_act()
        for card, which in active_cards.active_options(state, model, self.crowd):
            option = battle_cards.card_option(card, which)
            value = act(Action.CARD, card.number * 2 + which)
            self.options.append(Option(option.key, value, "DZ card.active", option.text))
        self.options.append(END)
        return self.options

    def _among_enemies(self, engaged: bool) -> None:
        """Fight and Break Off, the only actions among enemies.  [DZ turn.engaged] [DZ break_off.who] [DZ fight.dash]"""
        state, model = self.state, self.model
        if fighting.may_fight(model) and self.may(Action.FIGHT) and total(fighting.fight_pool(state, model, False)) > 0:
            for option in fighting.fight_options(state, model, "DZ fight.choose"):
                self.options.append(Option(option.key, act(Action.FIGHT, option.value), option.clause, option.text))
        if engaged and is_upright(model) and self.may(Action.BREAK_OFF):
            self.options.append(BREAK_OFF)

    def _get_mean(self) -> None:
        """Get Mean!: one step up; disciplined models may also go down.  [DZ get_mean.rises] [DZ ability.discipline]"""
        model = self.model
        if not self.may(Action.GET_MEAN) or has(model, Ability.CONSTRUCT):
            return
        if model.aggression < Aggression.ENRAGED:
            self.options.append(GET_MEAN)
        if has(model, Ability.DISCIPLINE) and model.aggression > Aggression.SUPPRESSED:
            self.options.append(CALM_DOWN)

    def _free_to_act(self) -> None:
        if self.left <= 0:
            return
        self._moves()
        self._get_mean()
        self._attacks()
        self._tasks()

    def _moves(self) -> None:
        state, model = self.state, self.model
        move, quick = self.may(Action.MOVE), not movement.is_slow(state, model)
        sprint, climb = quick and self.may(Action.SPRINT), quick and self.may(Action.CLIMB)
        if move or sprint or climb:
            self.options += movement.going_options(state, model, self.crowd, move, sprint, climb)
            if sprint:
                self.options += self._errand()
        if move:
            self.options += [REPOSITION[place] for place in movement.places(state, model, self.crowd)]
            if movement.may_exit(state, model):
                self.options.append(EXIT)
            if model.items:
                self._swaps()
        if has(model, Ability.TELEPORT) and self.may(Action.TELEPORT):
            self.options += movement.teleport_options(state, model, self.crowd)

    def _errand(self) -> list[Option[Act]]:
        """The Sprint out and back again, where something can be done on the way.  [DZ sprint.two] [DZ item.pick_up]"""
        state, model = self.state, self.model
        errand = questions.region_of(state.field, model).errand
        if not picking_up.is_any_tempting(state, model, frozenset(errand.vias)):
            return []
        closed = self.crowd.full(state, model) | self.crowd.foes(model)
        pairs = zip(errand.vias, errand.options, strict=True)
        ways = [way for via, way in pairs if via not in closed and picking_up.is_tempting(state, model, via)]
        return ways[:1]

    def _swaps(self) -> None:
        for item, friend in picking_up.swap_partners(self.state, self.model):
            kind = kind_of(item).name.lower()
            key = f"swap:{kind}@{friend.tag}{'-' * (item // 32)}"
            self.add(key, act(Action.SWAP, item, friend.index), "DZ item.swap", "swap", item=kind, tag=friend.tag)

    def _attacks(self) -> None:
        state, model = self.state, self.model
        guns = model.card.shooters
        if guns:
            ready = firing.ready_guns(state, model)
            if ready and self.left == LONG and self.may(Action.AIM):
                # Aiming only helps a shot right after it.  [DZ aim.bonus] [DZ aim.weapon]
                self.options.append(AIM)
            arms = [weapon for weapon in ready if self.may(Action.SHOOT, weapon)]
            extra = 1 + int(bool(model.items) and carries(model, Item.AP_AMMO))
            for weapon, target in shooting.shots(state, model, state.aimed, self.crowd.targets, arms):
                for ap in range(extra):
                    self.options.append(shot(weapon, target, ap))
        if model.card.blazers or model.items or model.card.grenades or model.card.lobbers:
            self._area_attacks(sorted({target.cube for target in self.crowd.targets}))

    def _area_attacks(self, cubes: list[int]) -> None:
        """Blaze Away, grenades and indirect fire at cubes."""
        state, model = self.state, self.model
        field, options = state.field, self.options
        if model.card.blazers:
            ready = firing.ready_blazers(state, model)
            arms = [weapon for weapon in ready if self.may(Action.BLAZE_AWAY, weapon)]
            for weapon, cube, ammo in blazing.supplied_blazes(state, model, cubes, arms):
                options.append(fire(field, Action.BLAZE_AWAY, weapon.bit, weapon, cube, ammo))
        if model.items or model.card.grenades:
            for grenade, weapon, cube in grenades.throws(state, model, cubes):
                if self.may(Action.THROW, weapon):
                    options.append(fire(field, Action.THROW, grenade, weapon, cube))
        if model.card.lobbers:
            for weapon, cube in grenades.lobs(state, model, cubes):
                if self.may(Action.LOB, weapon):
                    options.append(fire(field, Action.LOB, weapon.bit, weapon, cube))

    def _tasks(self) -> None:
        state, model = self.state, self.model
        if has(model, Ability.ENGINEER):
            self._engineering()
        if self.left < LONG:
            return
        if not has(model, Ability.REMOTE):
            # A remote may not watch.  [DZ ability.remote]
            self.options.append(OVERWATCH)
        if questions.may_command(state, model):
            self.options.append(COMMAND)
        if has(model, Ability.PSYCHIC):
            for power, target in psychic.powers(state, model):
                self.options.append(psychic.option(power, target))
        for patient in items.patients(state, model):
            value = act(Action.HEAL, patient.index)
            self.add(f"heal:{patient.tag}", value, "DZ item.medi_pack", "heal", tag=patient.tag)
        if model.reload:
            self.options.append(RELOAD)
        if has(model, Ability.OPERATOR):
            for remote in friends_remote(state, model):
                value = act(Action.OPERATE, remote.index)
                key = f"operate:{remote.tag}"
                self.add(key, value, "DZ ability.operator", "operate", tag=remote.tag, model=remote.card.id)

    def _engineering(self) -> None:
        """Setting a gun up or packing it, which counts as a Sprint.

        [DZ ability.deployable] [DZ ability.deployable_pack]
        """
        state, model = self.state, self.model
        if movement.is_slow(state, model) or not self.may(Action.DEPLOY):
            return
        if model.items and guns.packed_gun(state, model) is not None:
            self.options.append(DEPLOY)
        for gun in guns.own_guns_here(state, model):
            value = act(Action.PACK, gun.index)
            self.add(f"pack:{gun.tag}", value, "DZ ability.deployable_pack", "pack", tag=gun.tag)


def friends_remote(state: State, model: Model) -> list[Model]:
    """Remotes of the same side that have not acted.  [DZ ability.operator]"""
    return [
        m for m in state.models if m.owner == model.owner and m.cube >= 0 and has(m, Ability.REMOTE) and not m.activated
    ]


def unlisted(state: State, model: Model) -> list[Option[Act]]:
    """Options that are accepted but not listed, because there are so many of them or they are of so little use: attacks
    on any cube, even an empty one; psychic powers on anybody; aiming with no time left to shoot.

    [DZ blaze.any_cube] [DZ psychic.range] [DZ aim.bonus]
    """
    menu = Menu(state, model)
    if not is_upright(model) or is_engaged(state, model) or state.suppressed:
        return []
    menu._area_attacks(state.field.ground)
    guns = model.card.shooters or model.card.blazers
    if menu.may(Action.AIM) and firing.ready(state, model, guns):
        menu.options.append(AIM)
    if menu.left >= LONG:
        menu.options += [psychic.option(power, target) for power, target in psychic.all_powers(state, model)]
    return menu.options


def renewed(state: State, model: Model, chosen: Act) -> Act | None:
    """The action that a model set out to take, as it could be declared now that somebody has interrupted: by another
    way if need be. None if it cannot be. A card has been played already; what it does must still be allowed.

    [DZ interrupt.renewed]
    """
    kind, cube = chosen[0], chosen[1]
    if kind == Action.CARD:
        effect = active_cards.effect_of(state, chosen[1])
        return chosen if active_cards.is_playable(state, model, effect, movement.Crowd(state, model)) else None
    for option in [*Menu(state, model).listed(), *unlisted(state, model)]:
        value = option.value
        if value == chosen or (value[0] == kind and kind in (Action.SPRINT, Action.CLIMB) and value[1] == cube):
            return value
    return None


def space(state: State, model: Model) -> Open[Act]:
    """The question of what the active model does."""
    return Open(
        lambda key: find(state, model, key),
        lambda: Menu(state, model).listed(),
        lambda: blocked(state, model),
        lambda: not unlisted(state, model),
    )


def find(state: State, model: Model, key: str) -> Option[Act]:
    """The option behind a key, or the refusal that fits it."""
    for option in Menu(state, model).listed():
        if option.key == key:
            return option
    for option in unlisted(state, model):
        if option.key == key:
            return option
    for thing in blocked(state, model):
        if thing.key == key:
            raise thing.refusal()
    raise reasons.why_not(state, model, key)


def blocked(state: State, model: Model) -> list[Blocked]:
    """Options that a player might miss, and why they are not offered."""

    offered = {option.key for option in Menu(state, model).listed()}
    return [thing for thing in reasons.reasons(state, model) if thing.key not in offered]
