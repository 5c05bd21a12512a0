"""Events, turns and the end with three and four at the table: what adds up, what is told, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.state.state import State
from muster.kernel.match import Match

A = {"at": [201, 100], "facing": 90}
B = {"at": [664.9, 100], "facing": 90}
C = {"at": [866, 550], "facing": 180}
BEAST = {"hexagon": "c4", "facing": "e", "card": "coiled"}


def dawn(deck: list[str], dice: list[int], **given: Any) -> Match[State]:
    """The beginning of a round with three players, C before B before A."""
    position = {**miners(A=A, B=B, C=C), "timeline": ["C", "B", "A"], "stage": "event", "event_deck": deck}
    return start({**position, **given}, dice)


def names(state: State, tiles: tuple[int, ...]) -> list[str]:
    return sorted(state.field.tiles[tile].name for tile in tiles)


@pytest.mark.clause("TR event.dividend", "TR timeline.order")
def test_a_dividend_is_paid_along_the_timeline() -> None:
    match = dawn(["dividend"], [1])
    assert told(match, "teseum") == [{"seat": seat, "count": 1} for seat in (2, 1, 0)]
    assert match.state.reserve_teseum == 57
    assert asked(match) == "C prompt.turn"
    assert match.state.event_deck == ()
    assert (match.state.turn, match.state.active) == (0, 2)


@pytest.mark.clause("TR event.draw", "TR event.several", "TR event.mire", "TR event.cave_in", "TR terrain.symbols")
def test_special_terrain_adds_up() -> None:
    deck = ["bad_omens", "quicksand", "cave_in", "undergrowth"]
    numbers = sorted([card.id for card in CONTENT.events].index(name) for name in deck)
    order = [CONTENT.events[number].id for number in numbers]
    match = dawn(deck, [order.index("bad_omens") + 1, 1, 1], beast=BEAST, difficult=["a3"], impassable=["d5"])
    sand = [tile.name for tile in match.state.field.tiles if tile.terrain == "sand"]
    assert [event["event"] for event in told(match, "event_drawn")] == ["bad_omens", "quicksand"]
    assert names(match.state, match.state.difficult) == sorted({*sand, "a3"})
    assert [CONTENT.events[number].id for number in match.state.event_deck] == ["undergrowth", "cave_in"]
    caved = dawn(["cave_in"], [1], impassable=["d5"], difficult=["a3"])
    assert names(caved.state, caved.state.impassable) == ["a3", "d4", "d5"], "B stands on d1"
    assert names(caved.state, caved.state.difficult) == ["a3"]
    say(caved, "end", "end", "end")
    assert caved.over
    assert (caved.state.impassable, caved.state.difficult) == ((), ())


@pytest.mark.clause("TR event.tremor", "TR tool.sure_footed", "TR evade.event", "TR state.one_token")
def test_a_tremor_slows_who_fails() -> None:
    held = miners(A={**A, "tools": ["crawler_tracks"]}, B={**B, "slowed": True}, C=C)
    match = dawn(["tremor"], [1, 20, 20, 20, 1], miner=held["miner"], beast=BEAST)
    assert [event["seat"] for event in told(match, "evaded")] == [2, 1, 0]
    assert [event["faces"] for event in told(match, "evaded")] == ["20", "20", "20"]
    assert told(match, "slowed") == [{"seat": 2}], "A has tracks, B is slowed already"
    assert [miner.slowed for miner in match.state.miners] == [False, True, True]
    exact = dawn(["tremor"], [1, 12, 13, 11, 1], beast=BEAST)
    assert [miner.slowed for miner in exact.state.miners] == [True, False, False], "up to the attribute it succeeds"


@pytest.mark.clause("TR event.spores", "TR event.several", "TR death.order")
def test_spores_may_kill_several_before_the_round_goes_on() -> None:
    """A on b1 and C on e3, both vegetation; they come back before the MegaBeast draws."""
    weak = miners(A={**A, "wounds": 1, "teseum": 3}, B=B, C={"at": [830, 400], "facing": 180, "wounds": 1})
    match = dawn(["toxic_spores"], [1, 1, 1, 9, 13, 1], miner=weak["miner"], beast={"hexagon": "c4"})
    say(match)
    assert [event["seat"] for event in told(match, "saved")] == [2, 0]
    assert [event["limit"] for event in told(match, "saved")] == [
        10 - CONTENT.tags[2].armor,
        10 - CONTENT.tags[0].armor,
    ]
    keys = [event.key for event in match.table.events if event.key in ("died", "deployed", "beast_card_drawn")]
    assert keys == ["died", "deployed", "died", "deployed", "beast_card_drawn"]
    assert match.state.miners[0].loot_teseum == 1
    assert match.state.order is None
    assert asked(match) == "C prompt.turn"


@pytest.mark.clause("TR beast.appears", "TR event.no_beast", "TR beast.placed_by_last")
def test_when_the_megabeast_appears() -> None:
    quiet = dawn(["clear_sky"], [1])
    assert asked(quiet) == "C prompt.turn"
    symbol = dawn(["downhill"], [1])
    assert asked(symbol) == "A prompt.beast", "the last in the timeline places it"
    there = dawn(["clear_sky"], [1, 1], beast={"hexagon": "c4"})
    assert told(there, "beast_card_drawn")
    say(symbol, offered(symbol)[0])
    assert [event["side"] for event in told(symbol, "beast_appears")] == [offered_side(symbol)]


def offered_side(match: Match[State]) -> str:
    return ("ne", "e", "se", "sw", "w", "nw")[match.state.beast.facing]


@pytest.mark.clause("TR event.orders", "TR orders.fresh")
def test_orders_come_back_with_what_an_event_adds() -> None:
    tired = miners(A={**A, "orders": 0, "drawn": [1]}, B=B, C=C)
    match = dawn(["overtime"], [1], miner=tired["miner"])
    assert [miner.orders for miner in match.state.miners] == [3, 3, 3]
    assert match.state.miners[0].drawn == ()
    assert match.state.round == 2


@pytest.mark.clause("TR round.turns", "TR turn.end", "TR victory.most", "TR victory.draw", "TR end.fifteen")
@pytest.mark.parametrize(
    ("units", "over", "key", "seats"),
    [((15, 3, 2), True, "victory", [0]), ((14, 14, 0), False, "", []), ((3, 16, 16), True, "draw", [1, 2])],
)
def test_the_match_ends_after_the_last_turn(units: tuple[int, ...], over: bool, key: str, seats: list[int]) -> None:
    rich = miners(**{name: {**at, "teseum": unit} for name, at, unit in zip("ABC", (A, B, C), units, strict=True)})
    match = start({**rich, "timeline": ["C", "B", "A"]})
    turns = []
    while not match.over and len(turns) < 3:
        turns.append(asked(match)[0])
        say(match, "end")
    assert turns == ["C", "B", "A"]
    assert match.over == over
    if over:
        assert told(match, key) == [{"seat": seat, "units": units[seat]} for seat in seats]
        clause = "TR victory.most" if len(seats) == 1 else "TR victory.draw"
        assert [event.clause for event in match.table.events if event.key in ("victory", "draw")] == [clause] * len(
            seats
        )
        assert match.result is not None
        assert match.result.winners == tuple(seats)
        assert match.result.scores == units
    else:
        assert match.result is None


@pytest.mark.clause("TR setup.corporation", "TR setup.random")
def test_the_last_player_takes_what_is_left() -> None:
    match = start({"players": 4, "chosen": False, "stage": "choose_corporation"})
    left = ["stonebreaker", "tafang", "cavecrawler", "rockeater"]
    for seat, tag in enumerate(["tafang", "rockeater", "stonebreaker"]):
        assert asked(match) == f"{'ABCD'[seat]} prompt.corporation"
        assert offered(match) == [*[f"tag:{name}" for name in left], "tag:random"]
        say(match, f"tag:{tag}")
        assert told(match, "corporation")[-1] == {"seat": seat, "tag": tag}
        left.remove(tag)
        assert match.state.miners[seat].wounds == CONTENT.tags[0].wounds
    assert offered(match) == ["tag:cavecrawler"], "nothing is left to chance"
    assert refused(match, "tag:tafang") == "TR setup.corporation"
    say(match, "tag:cavecrawler")
    assert [CONTENT.tags[miner.card].id for miner in match.state.miners] == [
        *("tafang", "rockeater", "stonebreaker", "cavecrawler"),
    ]
    assert len(told(match, "deployed")) == 4
    assert len(match.state.event_deck) + len(match.state.events) == 10


@pytest.mark.clause("TR move.contact", "TR slowed.cancel", "TR move.declare")
def test_moving_and_staying_are_told() -> None:
    match = start(miners(A={**A, "slowed": True}, B=B, C=C))
    say(match, "move:201,110@77")
    there = {"seat": 0, "hexagon": "b1", "place": "201,110", "level": -1}
    assert told(match, "moved") == [{**there, "facing": 77, "way": "e"}]
    assert not told(match, "no_longer_slowed")
    assert match.state.miners[0].slowed
    say(match, "stay@5")
    assert told(match, "stayed") == [{**there, "facing": 5, "way": "n"}]
    assert told(match, "no_longer_slowed") == [{"seat": 0}]
    assert asked(match) == "A prompt.turn"
    say(match, "stay@6")
    assert len(told(match, "no_longer_slowed")) == 1
