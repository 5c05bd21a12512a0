"""Every pool of dice is the sum of its terms, and every term is there when its clause says so."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.content import content_of
from muster.games.deadzone.board.battlefield import PARTLY, WHOLLY
from muster.games.deadzone.cards.keywords import Ability, Item, item_number
from muster.games.deadzone.rules import (
    blazing,
    break_off,
    damage,
    explosions,
    fighting,
    firing,
    grenades,
    overwatch,
    shooting,
)
from muster.games.deadzone.rules.dice import FIRST, Pool
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.state import State
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.terms import Term, total
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
MUTATIONS = {mutation.id: mutation.number for mutation in CONTENT.mutations}
MODELS = [
    {"side": "A", "card": "enforcer", "at": "a8"},
    {"side": "A", "card": "enforcer", "at": "h8"},
    {"side": "B", "card": "enforcer", "at": "d8"},
    {"side": "B", "card": "enforcer", "at": "h1"},
]
"""A model, its friend, a target and the target's friend; both friends far away."""
Change = Callable[[State], None]


def position() -> State:
    state: State = GAME.testing.position({"battlefield": "yard", "model": MODELS, "active": "A1"})
    return state


def able(ability: int) -> Callable[[Model], None]:
    def change(model: Model) -> None:
        model.abilities |= 1 << ability

    return change


def having(**fields: Any) -> Callable[[Model], None]:
    def change(model: Model) -> None:
        for name, value in fields.items():
            setattr(model, name, value)

    return change


def carrying(item: Item) -> Callable[[Model], None]:
    return having(items=(item_number(item),))


def carded(card: str) -> Callable[[Model], None]:
    return having(card=CONTENT.models[card])


def who(index: int, change: Callable[[Model], None]) -> Change:
    return lambda state: change(state.models[index])


def to(index: int, cube: str) -> Change:
    def change(state: State) -> None:
        state.models[index].cube = state.field.cubes.index[f"{cube}.1" if "." not in cube else cube]

    return change


def smoke(cube: str) -> Change:
    return lambda state: state.smoke.append(state.field.cubes.index[f"{cube}.1"])


def nothing(state: State) -> None:
    pass


ME, FRIEND, TARGET, THEIRS = range(4)


def shoot(state: State, aimed: bool = False, seen: int = PARTLY) -> Pool:
    model, target = state.models[ME], state.models[TARGET]
    return shooting.shoot_pool(state, model, target, model.card.weapons[0], aimed, seen)


def shot_at(state: State) -> Pool:
    return shooting.survive_shot_pool(state, state.models[ME], state.models[TARGET])


def blaze(state: State) -> Pool:
    model, target = state.models[ME], state.models[TARGET]
    return blazing.blaze_pool(state, model, model.card.weapons[0], target.cube)


def under_fire(state: State) -> Pool:
    return blazing.survive_blaze_pool(state, state.models[ME], state.models[TARGET])


def fight(state: State, moved: bool = False) -> Pool:
    return fighting.fight_pool(state, state.models[ME], moved)


def fight_back(state: State) -> Pool:
    return fighting.response_pool(state, state.models[TARGET], True)


def survive(state: State) -> Pool:
    return fighting.response_pool(state, state.models[TARGET], False)


def leave(state: State) -> Pool:
    return break_off.leave_pool(state, state.models[ME])


def hold(state: State) -> Pool:
    return break_off.hold_pool(state, state.models[TARGET])


def caught(state: State) -> Pool:
    centre = state.field.cubes.index["d8.1"]
    return explosions.Caught(state, state.models[TARGET], centre).pool


def watch(state: State) -> Pool:
    return overwatch.watch_pool(state.models[ME])


def smother(state: State) -> Pool:
    return damage.smother_pool(state, state.models[TARGET], again=True)


TERMS: list[tuple[Callable[[State], Pool], Change, str, int]] = [
    (shoot, who(ME, having(aggression=Aggression.ENRAGED)), "DZ shoot.enraged", -1),
    (shoot, to(ME, "b3.2"), "DZ shoot.higher", 1),
    (shoot, to(TARGET, "h7"), "DZ shoot.long", -1),
    (shoot, to(FRIEND, "d8"), "DZ shoot.friends", -2),
    (shoot, who(ME, able(Ability.MARKSMAN)), "DZ ability.marksman", 1),
    (shoot, who(ME, able(Ability.SNIPER)), "DZ ability.sniper", 2),
    (shoot, who(TARGET, carrying(Item.CLOAK)), "DZ item.cloak", -2),
    (shoot, smoke("e8"), "DZ item.smoke_edge", -1),
    (shoot, who(TARGET, having(psychic=3)), "DZ psychic.shield", -3),
    (shot_at, to(TARGET, "c4"), "DZ shoot.cover", 1),
    (shot_at, to(TARGET, "b3.2"), "DZ shoot.cover", 1),
    (shot_at, who(TARGET, having(aggression=Aggression.PINNED)), "DZ shoot.prone", 1),
    (shot_at, who(TARGET, having(mutation=MUTATIONS["quick_healing"])), "DZ mutation.effect", 1),
    (blaze, who(ME, carded("commando_pyro")), "DZ ability.firestorm", 2),
    (blaze, who(ME, carded("peacekeeper")), "DZ ability.weight_of_fire", 1),
    (blaze, who(ME, able(Ability.WEIGHT_OF_FIRE)), "DZ ability.weight_of_fire", 1),
    (blaze, who(ME, able(Ability.SPOTTER)), "DZ ability.spotter", 1),
    (blaze, who(ME, carrying(Item.SCOPE)), "DZ ability.spotter", 1),
    (blaze, smoke("d8"), "DZ item.smoke", -2),
    (blaze, smoke("e8"), "DZ item.smoke_edge", -1),
    (under_fire, to(TARGET, "a5"), "DZ blaze.cover", -1),
    (under_fire, who(TARGET, having(aggression=Aggression.ENRAGED)), "DZ blaze.enraged", 1),
    (under_fire, who(TARGET, having(aggression=Aggression.SUPPRESSED)), "DZ blaze.prone", 1),
    (under_fire, who(TARGET, carrying(Item.CLOAK)), "DZ item.cloak", 1),
    (under_fire, who(TARGET, having(mutation=MUTATIONS["quick_healing"])), "DZ mutation.effect", 1),
    (fight, to(FRIEND, "a8"), "DZ fight.friends", 1),
    (fight, who(ME, having(aggression=Aggression.ENRAGED)), "DZ fight.enraged", 1),
    (fight, who(ME, having(injured=True)), "DZ fight.injured", -1),
    (fight, who(ME, having(aggression=Aggression.PINNED)), "DZ fight.prone", -1),
    (fight, who(ME, having(aggression=Aggression.SUPPRESSED)), "DZ fight.prone", -2),
    (fight, who(ME, having(mutation=MUTATIONS["horns"])), "DZ mutation.effect", 1),
    (fight, who(ME, able(Ability.BRAWLER)), "DZ ability.brawler", 1),
    (fight, who(ME, carded("goblin_sniper")), "DZ ability.support", -1),
    (fight_back, to(THEIRS, "d8"), "DZ fight.response_dice", 1),
    (fight_back, who(TARGET, having(aggression=Aggression.PINNED)), "DZ fight.prone", -1),
    (fight_back, who(TARGET, having(mutation=MUTATIONS["horns"])), "DZ mutation.effect", 1),
    (fight_back, who(TARGET, able(Ability.BRAWLER)), "DZ ability.brawler", 1),
    (fight_back, who(TARGET, carded("goblin_sniper")), "DZ ability.support", -1),
    (survive, to(THEIRS, "d8"), "DZ fight.response_dice", 1),
    (survive, who(TARGET, having(aggression=Aggression.SUPPRESSED)), "DZ fight.prone", -2),
    (survive, who(TARGET, having(mutation=MUTATIONS["quick_healing"])), "DZ mutation.effect", 1),
    (leave, to(FRIEND, "a8"), "DZ break_off.test", 2),
    (leave, who(ME, having(mutation=MUTATIONS["quick_healing"])), "DZ mutation.effect", 1),
    (hold, to(THEIRS, "d8"), "DZ fight.friends", 1),
    (hold, who(TARGET, having(mutation=MUTATIONS["horns"])), "DZ mutation.effect", 1),
    (hold, who(TARGET, having(aggression=Aggression.ENRAGED)), "DZ fight.enraged", 1),
    (hold, who(TARGET, having(injured=True)), "DZ fight.injured", -1),
    (hold, who(TARGET, able(Ability.BRAWLER)), "DZ ability.brawler", 1),
    (caught, to(TARGET, "d7.1"), "DZ frag.resist", 2),
    (caught, who(TARGET, able(Ability.HOVER)), "DZ ability.hover_blast", -1),
    (caught, lambda state: state.wrecks.append(state.models[TARGET].cube), "DZ frag.cover", 1),
    (watch, who(ME, able(Ability.SENTRY)), "DZ ability.sentry", 2),
    (smother, nothing, "DZ burn.again", -1),
]


@pytest.mark.parametrize(
    ("pool", "change", "clause", "dice"), TERMS, ids=[f"{one[0].__name__} {one[2]} {n}" for n, one in enumerate(TERMS)]
)
def test_a_term_comes_with_its_reason_and_nothing_else_does(
    pool: Callable[[State], Pool], change: Change, clause: str, dice: int
) -> None:
    state = position()
    bare: Pool = [FIRST] if change is nothing else pool(state)
    assert bare == [FIRST]
    change(state)
    assert Counter(pool(state)) - Counter(bare) == Counter([Term(clause, dice)])
    assert total(pool(state)) == 3 + dice


ATTACKS: list[tuple[Pool, list[tuple[str, int]]]] = [
    (shoot(position(), aimed=True), [("DZ shoot.aim", 1)]),
    (shoot(position(), seen=WHOLLY), [("DZ shoot.clear", 2)]),
    (fight(position(), moved=True), [("DZ fight.charge", 1)]),
    (explosions.frag_pool(hit=True, massive=True), [("DZ frag.test", 1), ("DZ ability.massive_frag", 2)]),
    (explosions.frag_pool(hit=False, massive=False), []),
    (explosions.blast_pool(hit=True, shockwave=True), [("DZ blast.test", 1), ("DZ ability.shockwave", 2)]),
    (explosions.blast_pool(hit=False, shockwave=False), []),
    (explosions.throw_pool(beside=True), [("DZ thrown.wall", 1)]),
    (explosions.throw_pool(beside=False), []),
    (explosions.fall_pool(1), []),
    (explosions.fall_pool(3), [("DZ fall.levels", 4)]),
]


@pytest.mark.parametrize(("pool", "terms"), ATTACKS)
def test_what_an_attack_brings_with_it(pool: Pool, terms: list[tuple[str, int]]) -> None:
    assert pool == [FIRST, *(Term(clause, dice) for clause, dice in terms)]


@pytest.mark.clause("DZ indirect.dice")
@pytest.mark.parametrize(("cube", "dice"), [("d8", -1), ("h1", -2)])
def test_indirect_fire_costs_dice(cube: str, dice: int) -> None:
    state = position()
    model = state.models[ME]
    weapon = CONTENT.models["stage_3a_grenadier"].weapons[0]
    assert grenades.lob_pool(state, model, weapon, state.field.cubes.index[f"{cube}.1"]) == [
        FIRST,
        Term("DZ indirect.dice", dice),
    ]


@pytest.mark.clause("DZ burn.again")
def test_friends_put_out_a_fire() -> None:
    state = position()
    assert damage.smother_pool(state, state.models[TARGET], again=False) == [FIRST]
    state.models[THEIRS].cube = state.models[TARGET].cube
    assert smother(state) == [FIRST]


def test_no_term_of_the_rules_is_left_out_here() -> None:
    """Every summand that the rules give a name to is in a table above, or in the test of ammo and indirect fire."""
    modules = (blazing, break_off, explosions, fighting, firing, grenades, overwatch, shooting)
    named = {one for module in modules for one in vars(module).values() if isinstance(one, Term)} - {FIRST}
    tried = {Term(clause, dice) for _, _, clause, dice in TERMS}
    tried |= {Term(clause, dice) for _, terms in ATTACKS for clause, dice in terms}
    tried |= {Term("DZ blaze.ammo", 2), Term("DZ indirect.dice", -1), Term("DZ indirect.dice", -2)}
    assert named - tried == set()


SHOWN = ("shoot", "shot_at", "blaze", "under_fire", "fight", "fight_back", "survive", "leave", "hold")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_term_of_a_test_that_is_shown_has_a_name(language: str) -> None:
    clauses = {clause for pool, _, clause, _ in TERMS if pool.__name__ in SHOWN}
    clauses |= {
        "DZ dice.base",
        "DZ shoot.aim",
        "DZ shoot.clear",
        "DZ fight.charge",
        "DZ blaze.ammo",
        "DZ blaze.support",
    }
    known = GAME.catalogue.templates[language]
    assert [clause for clause in clauses if f"term.{clause[3:].replace('.', '_')}" not in known] == []


@pytest.mark.clause("DZ blaze.ammo", "DZ blaze.support")
def test_ammo_and_support_are_terms_of_the_test_that_is_shown() -> None:
    models = [
        {"side": "A", "card": "peacekeeper_captain", "at": "a8", "items": ["ammo"]},
        {"side": "A", "card": "peacekeeper", "at": "a7"},
        {"side": "B", "card": "stage_3a", "at": "d8"},
    ]
    given = {"battlefield": "yard", "model": models, "active": "A1", "side": {"A": {"hand": ["barrage"]}}}
    match: Match[State] = Match(GAME, GAME.testing.position(given), ScriptedDice([]))
    match.answer(0, "blaze:burst_cannon@d8.1+ammo")
    match.answer(0, "support:A2")
    trial = GAME.showing.look(match.state, 0).view.trial
    assert [*trial.terms] == [
        ("DZ dice.base", 3),
        ("DZ ability.weight_of_fire", 1),
        ("DZ blaze.ammo", 2),
        ("DZ blaze.support", 1),
    ]
    assert trial.dice == 7


@pytest.mark.parametrize("seed", range(2))
def test_what_is_shown_adds_up(seed: int) -> None:
    """Two hundred answers of a match played at random."""
    rng = random.Random(seed)
    match: Match[State] = Match(GAME, GAME.setup.prepare({}).new(), SeededDice(seed))
    for _ in range(200):
        if not match.pending:
            break
        seat, ask = next(iter(match.pending.items()))
        match.answer(seat, rng.choice(ask.space.options()).key)
        view = GAME.showing.look(match.state, 0).view
        shown = [*view.tests, *([] if view.trial is None else [view.trial])]
        for test in shown:
            assert test.dice == sum(dice for _, dice in test.terms)
            assert test.resist == sum(dice for _, dice in test.resist_terms)


@pytest.mark.clause("DZ sight.point")
def test_a_view_says_who_is_seen_and_what_stops_the_line() -> None:
    """Through a whole wall nobody is seen, and the line ends at the wall."""
    state = GAME.testing.position(
        {
            "battlefield": "yard",
            "model": [
                {"side": "A", "card": "enforcer", "at": "b3"},
                {"side": "B", "card": "stage_2a", "at": "b1"},
                {"side": "B", "card": "stage_3a", "at": "b5"},
            ],
            "active": "A1",
        }
    )
    found = {(one.viewer, one.target): one for one in GAME.showing.look(state, 0).view.sights}
    unseen = found["A1", "B1"]
    assert unseen.seen in ("none", "cube")
    assert unseen.stop[1] == pytest.approx(2, abs=0.01)
