"""Journals at the table: brought in and gone on with, whatever dice they were played with; given out; played again."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from games.every_game import decisions
from muster.kernel.dice import CommittedDice, DiceSource, RandomDice, SeededDice, TypedDice
from muster.kernel.errors import GameError
from muster.kernel.journal import Journal, JournalError, read_journal, write_journal
from muster.kernel.match import UNDO, UNREAD, Entry, Match
from muster.kernel.packs import PackId
from muster.kernel.requests import DICE
from muster.kernel.sessions import header_of, journal_text, load_match, new_match
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import Link, claim_seat, create_table
from muster.terminal.retrace import verify
from server.running import GAME, Server, open_table, play, server

GOLDEN = Path(__file__).parents[1] / "games" / "golden" / f"{GAME}-2p.journal"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def begun(dice: DiceSource, answers: int = 60, key: str = "") -> str:
    """A match after some answers, as a journal."""
    game = load_game(GAME)
    match = new_match(game, game.setup.prepare({}), dice)
    for _ in islice(decisions(match, random.Random(5)), answers + 1):
        pass
    return write_journal(header_of(game, game.setup.prepare({}), dice), match.record, key)


def typed() -> TypedDice:
    rng = random.Random(3)
    return TypedDice(RandomDice(rng).roll, RandomDice(rng))


def bring(house: Server, text: str) -> list[Link]:
    made = create_table(house.address, p.NewTable(journal=text, name="Ana"))
    ben = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))
    return [Link(house.address, made.table, made.token), Link(house.address, made.table, ben.token)]


class TestBringingIn:
    def test_a_finished_match_is_shown_as_it_was(self, house: Server) -> None:
        text = GOLDEN.read_text("utf-8")
        table = create_table(house.address, p.NewTable(journal=text, public=True)).table
        assert [line.key for line in house.lines(table)] == [entry.key for entry in read_journal(text).entries]

        async def look() -> None:
            async with await RemoteSeat.join(Link(house.address, table)) as seat:
                assert seat.over
                assert (await seat.look(5, seat=1)).view["viewer"] == 1
                assert read_journal(await seat.export()).entries

        asyncio.run(look())

    @pytest.mark.parametrize(
        ("dice", "key"),
        [
            (SeededDice(4), ""),
            (CommittedDice(b"nobody knows this key"), ""),
            (CommittedDice(b"the host knows this key"), b"the host knows this key".hex()),
            (typed(), ""),
        ],
        ids=["seeded", "committed", "published", "typed"],
    )
    def test_a_match_in_progress_goes_on_with_fresh_dice_to_a_journal_that_can_be_verified(
        self, house: Server, dice: DiceSource, key: str
    ) -> None:
        """Whoever brings a match may know its dice: those never roll again, and `--verify` says what is proved."""
        text = begun(dice, answers=5, key=key)  # four cards are still to be drawn: they cannot all come by chance
        links = bring(house, text)
        before = read_journal(text)

        async def go_on() -> str:
            seats = [await RemoteSeat.join(link) for link in links]
            assert seats[0].view == as_left(text, 0)
            await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in seats))
            journal = await seats[0].export()
            for seat in seats:
                await seat.close()
            return journal

        after = read_journal(asyncio.run(go_on()))
        count = len(before.entries)
        assert [entry.key for entry in after.entries[:count]] == [entry.key for entry in before.entries]
        assert len(after.entries) > count
        rolls = sum(entry.seat == DICE for entry in before.entries)
        assert re.fullmatch(
            rf"agreed [0-9a-f]{{64}} after {rolls} by A:[0-9a-f]{{64}} B:[0-9a-f]{{64}}", after.header.dice
        )
        assert after.key != key
        assert verify(load_game(GAME), after, "journal") == "resumed"
        known = {"seeded": SeededDice(4), "committed": CommittedDice(bytes.fromhex(key))}
        if key or "seeded" in before.header.dice:
            with pytest.raises(JournalError, match="the record says"):  # what the host could foretell did not come
                load_match(load_game(GAME), after, known[before.header.dice.partition(" ")[0]])

    def test_rolls_that_their_own_dice_deny_are_not_brought(self, house: Server) -> None:
        journal = read_journal(begun(SeededDice(4)))
        with pytest.raises(GameError, match="the seed 5 gives"):
            create_table(house.address, p.NewTable(journal=text_with_dice(journal, "seeded 5")))

    def test_taken_back_answers_are_left_behind_and_a_journal_has_an_end(self, house: Server) -> None:
        answers = next(n for n in range(2, 9) if read_journal(begun(SeededDice(4), n)).entries[-1].seat != DICE)
        journal = read_journal(begun(SeededDice(4), answers))
        last = journal.entries[-1]
        wavering = [Entry(last.seat, UNDO, UNREAD), Entry(last.seat, last.key, UNREAD)]
        text = write_journal(journal.header, [*journal.entries, *wavering * 5_000])
        made = create_table(house.address, p.NewTable(journal=text))
        assert [line.key for line in house.lines(made.table)] == [entry.key for entry in journal.entries]
        endless = write_journal(journal.header, [*journal.entries, *wavering * 10_000])
        with pytest.raises(GameError, match="at most 20000 lines"):
            create_table(house.address, p.NewTable(journal=endless))

    def test_dice_that_took_over_are_checked_from_there_on(self, house: Server) -> None:
        links = bring(house, begun(CommittedDice(b"nobody knows this key")))

        async def go_on() -> str:
            seats = [await RemoteSeat.join(link) for link in links]
            await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in seats))
            journal = await seats[0].export()
            for seat in seats:
                await seat.close()
            return journal

        journal = read_journal(asyncio.run(go_on()))
        other = re.sub(r" after \d+", " after 0", journal.header.dice)
        with pytest.raises(GameError):
            verify(load_game(GAME), read_journal(text_with_dice(journal, other)), "journal")

    @pytest.mark.parametrize(
        ("spoil", "sentence"),
        [
            (lambda text: text.replace(" A ", " B ", 1), "was changed"),
            (lambda text: text[:-20], "breaks off"),
            (lambda text: "", "game: there is no game"),
        ],
    )
    def test_what_is_wrong_with_a_journal_is_said(self, house: Server, spoil: object, sentence: str) -> None:
        text = spoil(begun(SeededDice(1), 5))  # type: ignore[operator]
        with pytest.raises(GameError, match=sentence):
            create_table(house.address, p.NewTable(journal=text))

    def test_packs_of_ones_own_are_refused_by_name(self, house: Server) -> None:
        game = load_game(GAME)
        match = new_match(game, game.setup.prepare({}), SeededDice(1))
        text = journal_text(game.setup.prepare({}), match)
        journal = read_journal(text)
        header = journal.header
        foreign = replace(header, packs=(*header.packs, PackId("mine", "abc123")))
        with pytest.raises(GameError, match="'mine'"):
            create_table(house.address, p.NewTable(journal=write_journal(foreign, journal.entries)))


def as_left(text: str, seat: int) -> object:
    game, journal = load_game(GAME), read_journal(text)
    match: Match[object] = load_match(game, journal, RandomDice(random.Random(1)))
    return msgspec.json.decode(msgspec.json.encode(match.view(seat)))


def text_with_dice(journal: Journal, dice: str) -> str:
    return write_journal(replace(journal.header, dice=dice), journal.entries, journal.key)


NONCE = "11" * 32


@pytest.mark.parametrize(
    "label",
    [
        "agreed",
        f"agreed {NONCE} after 999999999",
        f"agreed {NONCE} after 0 by " + " ".join(f"{letter}:{NONCE}" for letter in "ABCDEFGH"),
        "agreed " + "; ".join([f"{NONCE} after 0 by A:{NONCE} B:{NONCE}"] * 3_000),
        f"agreed {NONCE} after 0 by A:{NONCE}\u2028 B:{NONCE}",
        f"committed {'9' * 5_000}",
        "seeded " + "9" * 5_000,
        "seeded \u0663",
        "",
    ],
    ids=range(9),
)
@pytest.mark.parametrize("key", ["", "zz", NONCE, "\u0663" * 64], ids=["no key", "no hex", "a key", "other digits"])
def test_strange_dice_come_in_as_new_ones_or_not_at_all(house: Server, label: str, key: str) -> None:
    """Whatever a journal says of its dice, it is refused in a sentence or goes on with dice of this table."""
    journal = read_journal(begun(SeededDice(4), 4))
    text = write_journal(msgspec.structs.replace(journal.header, dice=label), journal.entries, key)
    answer = httpx.post(f"{house.address}/api/tables", json={"journal": text, "name": "Ana"}, timeout=60)
    assert answer.status_code in (201, 400), answer.text
    if answer.status_code == 201:
        row = house.run(house.house.find(answer.json()["table"])).row
        assert re.fullmatch(r"agreed [0-9a-f]{64} after \d+", row.header.dice)
        assert NONCE not in row.header.dice


class TestRematch:
    def test_everybody_is_led_to_the_same_new_table_and_spectators_do_not_ask_for_it(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", public=True)
        watching = Link(house.address, links[0].table)

        async def again() -> None:
            seats = [await RemoteSeat.join(link) for link in (*links, watching)]
            ana, ben, eva = seats
            with pytest.raises(ServerRefusal, match="a rematch when the match is over"):
                await ana.do(p.Rematch("too-early"))
            await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in (ana, ben)))
            with pytest.raises(ServerRefusal, match="only players decide"):
                await eva.do(p.Rematch("not-mine"))
            table = await ana.rematch()
            for seat in (ben, eva):
                while not seat.moved_to:
                    await seat.news(20)
                assert seat.moved_to == table
            assert await ben.rematch() == table
            fresh = [await RemoteSeat.join(Link(house.address, table, link.token)) for link in links]
            assert [seat.seat for seat in fresh] == [0, 1]
            assert fresh[0].welcome.dice != ana.welcome.dice
            assert [place.name for place in fresh[0].places] == ["Ana", "Ben"]
            await play(fresh[0], random.Random(9), 1)
            third = house.lines(table)
            assert third
            for seat in (*seats, *fresh):
                await seat.close()

        asyncio.run(again())
