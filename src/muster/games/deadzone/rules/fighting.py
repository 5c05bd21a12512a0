"""Fight: hand to hand in one cube, also for models that come into a cube with enemies (rulebook, "Fight")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Effect, Keyword
from muster.games.deadzone.rules import aggression, damage, explosions, moving, picking_up, tests
from muster.games.deadzone.rules.costs import NO_CHAIN, Chain
from muster.games.deadzone.rules.dice import FIRST, Pool, margin
from muster.games.deadzone.rules.subjects import Striking
from muster.games.deadzone.rules.validity import Blow, Declared
from muster.games.deadzone.state.models import NOBODY, Aggression, Harm, Model, changing
from muster.games.deadzone.state.questions import (
    decider,
    foes_in,
    friends_in,
    has,
    has_friends,
    is_controlled,
    is_prone,
    on_board,
)
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.terms import Term, total
from muster.kernel.text import Text

BARE: Final = NOBODY
"""Stands for no weapon."""
FIGHT_BACK: Final = Option("fight", 0, "DZ fight.response", Text("option.fight_back"))
SURVIVE: Final = Option("survive", NOBODY, "DZ fight.response", Text("option.survive"))
CHARGE: Final = Term("DZ fight.charge", 1)
FRIENDS: Final = Term("DZ fight.friends", 1)
HELPED: Final = Term("DZ fight.response_dice", 1)
ENRAGED: Final = Term("DZ fight.enraged", 1)
INJURED: Final = Term("DZ fight.injured", -1)
PINNED: Final = Term("DZ fight.prone", -1)
SUPPRESSED: Final = Term("DZ fight.prone", -2)
BRAWLER: Final = Term("DZ ability.brawler", 1)
CLUMSY: Final = Term("DZ ability.support", -1)
DECLINE: Final = Option("decline", NOBODY, "DZ free.decline", Text("option.decline"))


def may_fight(model: Model) -> bool:
    """Whether a model can fight: not with a dash for Fight.  [DZ fight.dash] [DZ ability.non_combatant]"""
    return bool(model.card.fight) and not has(model, Ability.NON_COMBATANT)


def blades(model: Model) -> list[Weapon]:
    """The weapons of range F.  [DZ fight.weapons]"""
    return [weapon for weapon in model.card.blades if not model.wrecked >> weapon.bit & 1]


def fight_pool(state: State, model: Model, moved: bool, target: Model | None = None) -> Pool:
    """The dice of the model that starts a fight; its `target` does not count as a friend there.

    [DZ fight.dice] [DZ fight.charge] [DZ fight.friends] [DZ fight.enraged] [DZ fight.injured]
    """
    pool = [FIRST]
    if moved:
        pool.append(CHARGE)
    if has_friends(state, model, model.cube, target):
        pool.append(FRIENDS)
    if model.aggression == Aggression.ENRAGED:
        pool.append(ENRAGED)
    if model.injured:
        pool.append(INJURED)
    return pool + condition(state, model, fight=True)


def response_pool(state: State, model: Model, fight: bool, attacker: Model | None = None) -> Pool:
    """The dice of the model under attack, fighting back or surviving.  [DZ fight.response_dice]"""
    pool = [FIRST]
    if has_friends(state, model, model.cube, attacker):
        pool.append(HELPED)
    return pool + condition(state, model, fight)


def condition(state: State, model: Model, fight: bool) -> Pool:
    """The dice that lying down, mutations, abilities and clumsy weapons give or take in a fight.

    [DZ fight.prone] [DZ mutation.effect] [DZ ability.brawler] [DZ ability.support]
    """
    pool = []
    if is_prone(model):
        pool.append(PINNED if model.aggression == Aggression.PINNED else SUPPRESSED)
    pool += tests.mutated(state, model, fight)
    if fight and has(model, Ability.BRAWLER):
        pool.append(BRAWLER)
    if model.card.clumsy:
        pool.append(CLUMSY)
    return pool


def opponents(state: State, model: Model) -> list[Model]:
    """The models that a model can fight where it stands: enemies, and friends while the enemy controls it.

    [DZ ability.controlled]
    """
    if is_controlled(state, model):
        return foes_in(state, model, model.cube) + friends_in(state, model, model.cube)
    return foes_in(state, model, model.cube)


def fight_options(state: State, model: Model, clause: str) -> list[Option[int]]:
    """Each opponent with each weapon of range F. The value is 8 times the opponent, plus 1, plus the weapon.

    [DZ fight.choose] [DZ fight.weapons]
    """
    options: list[Option[int]] = []
    for foe in opponents(state, model):
        arms: list[Weapon | None] = [*blades(model)] or [None]
        for weapon in arms:
            name = f":{weapon.id}" if weapon else ""
            text = Text(
                "option.fight", {"tag": foe.tag, "model": foe.card.id, "weapon": weapon.id if weapon else "bare"}
            )
            bit = weapon.bit if weapon else BARE
            options.append(Option(f"fight:{foe.tag}{name}", foe.index * 8 + 1 + bit, clause, text))
    return options


async def fight_on_arrival(table: Table, state: State, model: Model, chain: Chain = NO_CHAIN) -> None:
    """Fight on moving in, as part of the same action; the mover chooses whom. Without dice there is no fight.

    [DZ fight.moved_in] [DZ dice.none]
    """
    if not may_fight(model) or total(fight_pool(state, model, True)) <= 0:
        return
    foes = {foe.index for foe in foes_in(state, model, model.cube)}
    options = [option for option in fight_options(state, model, "DZ fight.choose") if option.value // 8 in foes]
    chosen = options[0].value
    if len(options) > 1:
        prompt, subject = Text("prompt.fight_whom", {"tag": model.tag}), Striking(model.index, True)
        chosen = await table.ask(decider(state, model), prompt, OneOf(lambda: options), midway=True, subject=subject)
    await fight(table, state, model, chosen, True, chain)


async def find_itself(table: Table, state: State, model: Model) -> None:
    """A model that ends up among enemies fights, even against its will; elsewhere it may pick up what lies there.

    [DZ fight.moved_in] [DZ item.pick_up]
    """
    if not foes_in(state, model, model.cube):
        await picking_up.look_around(table, state, model)
    else:
        await fight_on_arrival(table, state, model)


async def move_in(table: Table, state: State, model: Model, chain: Chain) -> None:
    """The same for a model that walked there; while the enemy controls it, it may also turn on its friends.

    [DZ move.into_enemy] [DZ fight.moved_in] [DZ item.pick_up] [DZ ability.controlled]
    """
    if foes_in(state, model, model.cube):
        await fight_on_arrival(table, state, model, chain)
    elif not is_controlled(state, model) or not await turn_on_friends(table, state, model, chain):
        await picking_up.look_around(table, state, model)


async def turn_on_friends(table: Table, state: State, model: Model, chain: Chain) -> bool:
    """A model that the enemy moved in among its friends may fight one of them. False if it does not.

    [DZ ability.controlled] [DZ fight.moved_in]
    """
    options = [*fight_options(state, model, "DZ ability.controlled"), DECLINE]
    if len(options) == 1 or not may_fight(model):
        return False
    prompt, subject = Text("prompt.fight_whom", {"tag": model.tag}), Striking(model.index, True)
    chosen = await table.ask(decider(state, model), prompt, OneOf(lambda: options), midway=True, subject=subject)
    if chosen == DECLINE.value:
        return False
    await fight(table, state, model, chosen, True, chain)
    return True


async def free_fight(table: Table, state: State, model: Model, chain: Chain, may_move: bool = False) -> None:
    """A Fight that costs nothing, if there is an enemy left to fight; a survivor may take a Move instead.

    [DZ free.now] [DZ free.decline] [DZ free.same_type] [DZ fight.survive_doubles]
    """
    link = (model.index, Action.FIGHT)
    options = fight_options(state, model, "DZ free.now") if link != chain and may_fight(model) else []
    steps = moving.free_steps(state, model, "DZ fight.survive_doubles") if may_move else []
    if not options and not steps:
        return
    listed = [*(_marked(option, 1) for option in options), *(_marked(option, 0) for option in steps), DECLINE]
    prompt, subject = Text("prompt.free_fight", {"tag": model.tag}), Striking(model.index, False)
    picked = await table.ask(decider(state, model), prompt, OneOf(lambda: listed), midway=True, subject=subject)
    if picked == DECLINE.value:
        return
    if picked % 2:
        await fight(table, state, model, picked // 2, False, link)
    else:
        await moving.step_freely(table, state, model, picked // 2)


def _marked(option: Option[int], odd: int) -> Option[int]:
    """Mark the options of a list of fights and moves: fights get odd values."""
    return Option(option.key, option.value * 2 + odd, option.clause, option.text)


async def fight(table: Table, state: State, model: Model, chosen: int, moved: bool, chain: Chain = NO_CHAIN) -> None:
    """Test Fight against Fight or Survive, whichever the target chooses.

    [DZ fight.dice] [DZ fight.response] [DZ fight.recover] [DZ fight.draw]
    """
    target = state.models[chosen // 8]
    bit = chosen % 8 - 1
    weapon = model.card.weapons[bit] if bit >= 0 else None
    pool = fight_pool(state, model, moved, target)
    reply = await respond(table, state, target, model)
    back = reply >= 0
    resist = response_pool(state, target, back, model)
    for one in (model, target):
        if is_prone(one) and not aggression.is_fixed(one):
            # They get up, but fight this once as they lay.  [DZ fight.recover]
            changing(one).aggression = Aggression.ALERT
            aggression.tell_level(table, one, "DZ fight.recover")
    stat = target.card.fight if back else target.card.survive
    kind = Effect.FIGHT if back else Effect.SURVIVE
    outcome = await tests.opposed(
        table, state, Effect.FIGHT, model, pool, model.card.fight, target, kind, resist, stat, bit
    )
    answer = target.card.weapons[reply - 1] if reply > 0 else None
    await resolve(table, state, Bout(model, weapon, target, answer, back), outcome, chain)


class Bout(Declared):
    """A fight: who fights whom with what, and whether the target fights back."""

    __slots__ = ("answer", "back", "weapon")

    def __init__(self, model: Model, weapon: Weapon | None, target: Model, answer: Weapon | None, back: bool) -> None:
        super().__init__(model, target)
        self.weapon = weapon
        self.answer = answer
        self.back = back


async def respond(table: Table, state: State, target: Model, attacker: Model) -> int:
    """How the target meets an attack: -1 to survive, 0 to fight back bare-handed, or 1 plus the weapon it fights back
    with.

    [DZ fight.response] [DZ fight.weapons] [DZ ability.non_combatant]
    """
    if not may_fight(target) or total(response_pool(state, target, True, attacker)) <= 0:
        return SURVIVE.value
    arms = blades(target)
    options = [FIGHT_BACK if not arms else Option("fight", 1 + arms[0].bit, FIGHT_BACK.clause, FIGHT_BACK.text)]
    if len(arms) > 1:
        options = [
            Option(
                f"fight:{arm.id}", 1 + arm.bit, "DZ fight.weapons", Text("option.fight_back_with", {"weapon": arm.id})
            )
            for arm in arms
        ]
    options.append(SURVIVE)
    prompt = Text("prompt.fight_response", {"tag": target.tag})
    return await table.ask(decider(state, target), prompt, OneOf(lambda: options), midway=True)


async def resolve(table: Table, state: State, bout: Bout, outcome: tests.Outcome, chain: Chain) -> None:
    """Settle who hit whom, and the free actions that doubling earns.

    [DZ fight.wins] [DZ fight.doubles] [DZ fight.survive_wins] [DZ fight.survive_doubles] [DZ fight.draw]
    """
    model, target, weapon = bout.actor, bout.target, bout.weapon
    won, lost = outcome.margin, margin(outcome.resisted, outcome.scored)
    doubled = lost >= 2
    blow = Blow(decider(state, model), model.cube, weapon, outcome.pierce)
    if won:
        await strike(table, state, model, target, outcome.potential, blow)
        await knock(table, state, bout, bout, weapon, blow)
        await press_on(table, state, bout, model, won, chain)
        return
    if lost and bout.back:
        answer = Declared(target, model)
        reply = Blow(decider(state, target), target.cube, bout.answer)
        await strike(table, state, target, model, outcome.resisted - outcome.scored, reply)
        await knock(table, state, bout, answer, bout.answer, reply)
    if not doubled:
        await knock(table, state, bout, bout, weapon, blow)
    if lost and bout.back:
        await press_on(table, state, bout, target, lost, chain)
    elif doubled and bout.rewards(target):
        await free_fight(table, state, target, chain, may_move=True)


async def knock(table: Table, state: State, bout: Bout, attack: Declared, weapon: Weapon | None, blow: Blow) -> None:
    """Knock the target back unless it doubled the attacker, while both are still in the cube.

    [DZ ability.knockback] [DZ interrupt.struck]
    """
    if weapon is not None and weapon.has(Keyword.KNOCKBACK) and bout.holds():
        await explosions.knock_back(table, state, attack, blow)


async def press_on(table: Table, state: State, bout: Bout, model: Model, won: int, chain: Chain) -> None:
    """Take the free action for doubling: a Fight while enemies are left in the cube, otherwise a Move.

    [DZ fight.doubles] [DZ interrupt.free]
    """
    if won < 2 or not bout.rewards(model):
        return
    if opponents(state, model):
        await free_fight(table, state, model, chain)
    else:
        await moving.free_move(table, state, model, chain)


async def strike(table: Table, state: State, model: Model, target: Model, potential: int, blow: Blow) -> None:
    """A hit in a fight: a model that wounds grows angrier, and burning blades set on fire.

    [DZ fight.wins] [DZ fight.aggression]
    """
    harm = await damage.hurt(table, state, target, potential, blow)
    if harm != Harm.NONE and on_board(model):
        aggression.raise_by(table, model, 1, "DZ fight.aggression")
    if blow.weapon is not None and blow.weapon.has(Keyword.IT_BURNS):
        await damage.burn(table, state, target, blow)
