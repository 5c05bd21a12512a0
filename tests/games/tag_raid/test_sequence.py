"""When a checkpoint is made: before somebody is asked, if anything was said since the last one, and after a secret."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import miners, start
from muster.games.tag_raid.rules.sequence import may_ask, play
from muster.games.tag_raid.state.state import STAGE_NAMES, Miner, Order, Stage, State
from muster.kernel.requests import CHECKPOINT, Ask, Table

HERE = {"at": [322.4, 140], "facing": 90}
"""In contact with a container."""
OPEN = {"at": [430, 100], "facing": 90}
FAR = {"at": [866, 550], "facing": 180}
ASKING = {
    *("lay_tiles", "lay_scenery", "lay_containers", "choose_corporation", "deploy"),
    *("beast_appears", "beast_event", "turn", "second_skill", "respawn"),
}


def table(**given: dict[str, object]) -> State:
    return start(miners(**{"A": OPEN, "B": FAR, **given})).state


@pytest.mark.parametrize("name", STAGE_NAMES)
@pytest.mark.parametrize("ordered", [False, True])
def test_stages_in_which_somebody_is_asked(name: str, ordered: bool) -> None:
    state = table()
    state.stage = STAGE_NAMES.index(name)
    state.order = Order((state.miners[0].spot,)) if ordered else None
    assert may_ask(state) == (name in ASKING), "an order alone asks nobody anything"


@pytest.mark.parametrize(
    ("stage", "more"),
    [
        (Stage.ARO, {"asked": (1,)}),
        (Stage.SEARCH, {"searching": (9,)}),
        (Stage.EVADE_MOVE, {"evaders": (1,)}),
        (Stage.DEATH, {"dead": (1,)}),
    ],
)
def test_stages_that_ask_when_somebody_is_waiting(stage: int, more: dict[str, tuple[int, ...]]) -> None:
    state = table()
    state.order = Order((state.miners[0].spot,), **more)  # type: ignore[arg-type]
    for other in range(len(STAGE_NAMES)):
        state.stage = other
        assert may_ask(state) == (other == stage or STAGE_NAMES[other] in ASKING)


@pytest.mark.clause("TR container.may")
def test_a_container_in_contact_is_a_question() -> None:
    state = table(A=HERE)
    state.order = Order((state.miners[0].spot,))
    state.stage = Stage.SEARCH
    assert may_ask(state)
    state.order.searching = (9,)
    assert may_ask(state)


@pytest.mark.parametrize(
    ("due", "owed", "stage", "first"),
    [
        (0, False, Stage.TURN, Ask),
        (1, False, Stage.TURN, type(CHECKPOINT)),
        (1, False, Stage.END_TURN, type(CHECKPOINT)),
        (0, True, Stage.END_TURN, type(CHECKPOINT)),
    ],
)
def test_a_checkpoint_comes_before_a_question(due: int, owed: bool, stage: int, first: type) -> None:
    """Nothing new, none is made; something new, one is; something secret, at once."""
    state = table()
    state.stage = stage
    listening = Table(True)
    listening.due, listening.owed = due, owed
    running = play(listening, state)
    assert type(running.send(None)) is first
    assert (state.stage == stage) == (owed or stage == Stage.TURN), "where nobody is asked play goes on first"
    running.close()


@pytest.mark.clause("TR deploy.order")
def test_a_miner_before_it_is_deployed() -> None:
    fresh = Miner(0)
    assert not fresh.on_table
    assert not fresh.slowed
    assert Miner(0, x=0, y=0).on_table, "the corner of the table is on it"
