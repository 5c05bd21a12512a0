"""Reasons why an action is not offered now: the clause and the refusal, for everything a player might expect."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.battlefield import UNSEEN
from muster.games.deadzone.board.reach import CLAUSES, ways_of
from muster.games.deadzone.cards.actions import Action, type_of
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Keyword
from muster.games.deadzone.rules import blazing, fighting, firing, movement, psychic
from muster.games.deadzone.rules.costs import cost
from muster.games.deadzone.rules.task_reasons import REASONS, no
from muster.games.deadzone.state import questions
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import distance, foes_in, has, is_prone, sees, sees_cube, targets_of
from muster.games.deadzone.state.state import State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Blocked, no_such_option

SINGLE: Final = {
    Action.CLIMB: "climb",
    Action.SPRINT: "sprint",
    Action.BREAK_OFF: "break-off",
    Action.GET_MEAN: "get-mean",
    Action.AIM: "aim",
    Action.OVERWATCH: "overwatch",
    Action.COMMAND: "command",
    Action.RELOAD: "reload",
    Action.EXIT: "exit",
    Action.TELEPORT: "teleport",
}
"""Actions without a target, or named here as a whole."""
VERBS: Final = {
    **{verb: action for action, verb in SINGLE.items()},
    "move": Action.MOVE,
    "reposition": Action.MOVE,
    "swap": Action.SWAP,
    "fight": Action.FIGHT,
    "shoot": Action.SHOOT,
    "blaze": Action.BLAZE_AWAY,
    "throw": Action.THROW,
    "lob": Action.LOB,
    "heal": Action.HEAL,
    "deploy": Action.DEPLOY,
    "pack": Action.PACK,
    "operate": Action.OPERATE,
    "calm-down": Action.GET_MEAN,
    "explode": Action.EXPLODE,
    **dict.fromkeys(psychic.NAMES, Action.PSYCHIC),
}
"""The first word of every answer that is an action."""


def reasons(state: State, model: Model) -> list[Blocked]:
    """One line for each thing that cannot be done, each once: two enemies in a cube are one cube to blaze at."""
    general = _general(state, model)
    found: list[Blocked] = []
    for action, key in SINGLE.items():
        blocked = (
            _timing(state, model, action, key)
            or (general and no(model, key, *general))
            or _own(state, model, action, key)
        )
        if blocked:
            found.append(blocked)
    names = state.field.names
    for cube in _around(state, model):
        key = f"move:{names[cube]}"
        stop = _timing(state, model, Action.MOVE, key) or (general and no(model, key, *general))
        found.append(stop or _step(state, model, cube, key))
    for target in targets_of(state, model):
        found += _shots(state, model, target, general)
    return list({thing.key: thing for thing in reversed(found)}.values())[::-1]


def why_not(state: State, model: Model, key: str) -> Refusal:
    """The refusal of an answer that no list names: what stops every action of its kind, what is wrong with this one, or
    that there is none such.

    [DZ turn.engaged] [DZ turn.once] [DZ turn.actions] [DZ get_mean.first] [DZ get_mean.only]
    """
    verb, _, what = key.partition(":")
    action = VERBS.get(verb)
    if action is None:
        stop = _card(state, model, key, what) if verb == "card" else None
        return stop.refusal() if stop else no_such_option(key)
    general = None if action in (Action.FIGHT, Action.EXPLODE) else _general(state, model)
    stop = _timing(state, model, action, key) or (general and no(model, key, *general))
    stop = stop or _there(state, model, action, key, what)
    if stop is None and action in REASONS:
        stop = REASONS[action](state, model, key, what)
    return stop.refusal() if stop else no_such_option(key)


def _card(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """A refusal of a card that its player holds: the model has had one this turn, or could not do what it says.

    [DZ card.active_limit] [DZ card.move] [DZ card.courage]
    """
    card, _, effect = what.partition(":")
    side, known = state.sides[model.owner], state.content.cards
    if state.controller != model.owner or not any(known[number].id == card for number in side.hand):
        return None
    if model.carded:
        return no(model, key, "DZ card.active_limit", "one_card")
    general = _general(state, model)
    held = effect == "move" or (effect == "courage" and general and general[1] == "engaged")
    return no(model, key, *general) if held and general else None


def _there(state: State, model: Model, action: int, key: str, what: str) -> Blocked | None:
    """A refusal because a cube is out of reach, or an opponent somewhere else.

    [DZ move.one] [DZ sprint.two] [DZ climb.two] [DZ ability.teleport] [DZ fight.choose] [DZ fight.dash]
    """
    if action == Action.FIGHT:
        found = [one for one in targets_of(state, model) if one.tag == what.partition(":")[0]]
        if not fighting.may_fight(model):
            return no(model, key, "DZ fight.dash", "no_fight")
        return no(model, key, "DZ fight.choose", "not_here", target=found[0].tag) if found else None
    if action not in CLAUSES or what not in state.field.names:
        return None
    if action == Action.TELEPORT and not has(model, Ability.TELEPORT):
        return _own(state, model, action, key)
    if action in (Action.SPRINT, Action.CLIMB) and movement.is_slow(state, model):
        return _own(state, model, action, key)
    return no(model, key, CLAUSES[action], "no_way_there")


def _general(state: State, model: Model) -> tuple[str, str] | None:
    """The reason that stops nearly everything.  [DZ turn.engaged] [DZ get_mean.first] [DZ get_mean.only]"""
    if foes_in(state, model, model.cube):
        return "DZ turn.engaged", "engaged"
    if model.aggression == Aggression.SUPPRESSED or state.suppressed:
        return "DZ get_mean.only", "suppressed"
    if is_prone(model):
        return "DZ get_mean.first", "pinned"
    return None


def _timing(state: State, model: Model, action: int, key: str, weapon: Weapon | None = None) -> Blocked | None:
    """A refusal because the action was taken already or no time is left.

    [DZ turn.once] [DZ turn.actions] [DZ ability.deliberate]
    """
    if state.taken >> type_of(action) & 1:
        return no(model, key, "DZ turn.once", "taken")
    left = 2 - state.spent
    if cost(state, model, action, weapon) > left:
        hurried = weapon is not None and cost(state, model, action) <= left
        return no(model, key, "DZ ability.deliberate" if hurried else "DZ turn.actions", "no_time")
    return None


def _own(state: State, model: Model, action: int, key: str) -> Blocked | None:
    """A refusal because of what the action itself requires."""
    if action in (Action.CLIMB, Action.SPRINT):
        if movement.is_slow(state, model):
            return no(model, key, "DZ ability.slow", "slow")
        clause = "DZ climb.two" if action == Action.CLIMB else "DZ sprint.two"
        return no(model, key, clause, "no_way")
    if action == Action.COMMAND:
        if state.sides[model.owner].pool <= 0:
            return no(model, key, "DZ command.pool_empty", "no_tokens")
        return None if questions.may_command(state, model) else no(model, key, "DZ command.who", "no_command")
    table: dict[int, tuple[str, str]] = {
        Action.BREAK_OFF: ("DZ break_off.who", "nobody_to_leave"),
        Action.GET_MEAN: ("DZ get_mean.rises", "no_rise"),
        Action.AIM: ("DZ aim.weapon", "no_gun"),
        Action.OVERWATCH: ("DZ ability.remote", "remote"),
        Action.RELOAD: ("DZ ability.long_reload", "loaded"),
        Action.EXIT: ("DZ move.off_board", "no_exit"),
        Action.TELEPORT: ("DZ ability.teleport", "no_teleport"),
    }
    return no(model, key, *table[action])


def _around(state: State, model: Model) -> list[int]:
    """The cubes next to the model, whether or not it could stand there."""
    cubes = state.field.cubes
    steps = [(dx, dy, dz) for dz in (-1, 0, 1) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    found = [cubes.step(model.cube, *step) for step in steps if step != (0, 0, 0)]
    return [cube for cube in found if cube >= 0]


def _step(state: State, model: Model, cube: int, key: str) -> Blocked:
    """A refusal because a step is impossible.  [DZ move.walls] [DZ move.floor] [DZ move.up] [DZ move.gaps]"""
    links = [link for link in state.field.links[model.cube] if link.to == cube]
    spot = state.field.spots[cube]
    if not state.field.stand[cube]:
        return no(model, key, "DZ move.floor", "no_floor", **spot)
    if not links:
        return no(model, key, "DZ move.walls", "wall", **spot)
    able = [link for link in links if ways_of(model.abilities) >> link.way & 1]
    if not able:
        if has(model, Ability.VEHICLE):
            return no(model, key, "DZ ability.vehicle_ramp", "ramp")
        return no(model, key, "DZ move.up", "no_handhold")
    if all(model.card.size > link.size for link in able):
        return no(model, key, "DZ move.gaps", "gap")
    return no(model, key, "DZ field.capacity", "full", **spot)


def _shots(state: State, model: Model, target: Model, general: tuple[str, str] | None) -> list[Blocked]:
    found: list[Blocked] = []
    cube = state.field.names[target.cube]
    for weapon in model.card.weapons:
        if not weapon.range:
            found.append(no(model, f"shoot:{weapon.id}@{target.tag}", "DZ shoot.weapon", "range_f", weapon=weapon.id))
            continue
        for key, action in (
            (f"shoot:{weapon.id}@{target.tag}", Action.SHOOT),
            (f"blaze:{weapon.id}@{cube}", Action.BLAZE_AWAY),
        ):
            blocked = _timing(state, model, action, key, weapon) or (general and no(model, key, *general))
            if not blocked and model.reload >> weapon.bit & 1:
                blocked = no(model, key, "DZ ability.long_reload", "reload", weapon=weapon.id)
            if not blocked:
                shooting_now = action == Action.SHOOT
                wrong = "rapid_fire" if shooting_now else "single_shot"
                if weapon.has(Keyword.RAPID_FIRE if shooting_now else Keyword.SINGLE_SHOT):
                    blocked = no(model, key, f"DZ ability.{wrong}", wrong, weapon=weapon.id)
                elif not firing.fires_directly(model, weapon):
                    blocked = no(model, key, "DZ indirect.heavy", "only_indirect", weapon=weapon.id)
                elif distance(state, model, target) > weapon.reach:
                    far = distance(state, model, target)
                    clause = "DZ shoot.range" if shooting_now else "DZ blaze.range"
                    clause = "DZ ability.limited_range" if weapon.has(Keyword.LIMITED_RANGE) else clause
                    blocked = no(model, key, clause, "range", distance=far, range=weapon.reach, weapon=weapon.id)
                else:
                    blocked = _sight(state, model, target, action, key)
            found.append(blocked)
    return found


def _sight(state: State, model: Model, target: Model, action: int, key: str) -> Blocked:
    """A refusal because the target is not seen, or no dice are left.

    [DZ shoot.sight] [DZ blaze.sight] [DZ blaze.through] [DZ dice.none]
    """
    if action == Action.SHOOT:
        if target.cube in state.smoke:
            return no(model, key, "DZ item.smoke", "smoke", target=target.tag)
        if sees(state, model, target) == UNSEEN:
            return no(model, key, "DZ shoot.sight", "unseen")
    elif not sees_cube(state, model, target.cube):
        return no(model, key, "DZ blaze.sight", "unseen")
    elif blazing.is_masked(state, model, target.cube):
        return no(model, key, "DZ blaze.through", "masked")
    return no(model, key, "DZ dice.none", "no_dice")
