"""Dice that nobody can choose: agreed by everybody before the first roll, pinned by every client, checked by strangers.

The servers here cheat: they try to swap the key, a nonce or a seal, and every honest client must say so.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from muster.kernel.agreed_dice import AgreedDice, Stretch, agreed_label, commitment_to, read_stretches, server_nonce
from muster.kernel.journal import Header, JournalError, read_journal, write_journal
from muster.kernel.match import Entry
from muster.kernel.requests import DICE, Roll
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import Link, claim_seat, create_table
from muster.server.client.pinned_dice import PinnedDice, hash_of
from muster.terminal.retrace import verify
from server.running import GAME, PATIENCE, Server, open_table, play, server

VERIFIER = Path(__file__).parents[2] / "tools" / "verify_dice.py"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def check_with_the_verifier(path: Path, text: str, *given: str) -> subprocess.CompletedProcess[str]:
    file = path / "match.journal"
    file.write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(file), *given], capture_output=True, text=True, check=False
    )


async def begin(links: list[Link]) -> list[RemoteSeat]:
    seats = list(await asyncio.gather(*(RemoteSeat.join(link) for link in links)))
    async with asyncio.timeout(PATIENCE):
        for seat in seats:
            while seat.agreement is not None or seat.view is None:
                await seat.news()
    return seats


async def to_the_end(seats: list[RemoteSeat]) -> str:
    await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in seats))
    return await seats[0].export()


class TestAgreeing:
    def test_nothing_is_rolled_or_shown_before_everybody_has_given_a_nonce(self, house: Server) -> None:
        made = create_table(house.address, p.NewTable(GAME, name="Ana"))

        async def match() -> None:
            async with await RemoteSeat.join(Link(house.address, made.table, made.token)) as ana:
                assert ana.agreement is not None
                assert ana.agreement.seals[0]
                assert not ana.agreement.open
                assert (ana.view, ana.question, ana.log) == (None, None, [])
                assert ana.update.waiting == [1]
                assert not house.lines(made.table)
                with pytest.raises(ServerRefusal, match="when everybody has sat down"):
                    await ana.look(0)
                before = ana.welcome.dice
                claimed = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))
                ben_link = Link(house.address, made.table, claimed.token)
                async with await RemoteSeat.join(ben_link) as ben:
                    while ana.view is None or ben.view is None:
                        await asyncio.sleep(0.01)
                    assert ana.question is not None
                    assert house.lines(made.table)[0].seat == DICE
                    stretch = read_stretches(house.run(house.house.find(made.table)).row.header.dice)[0]
                    assert before == f"agreed {stretch.commitment} after 0"
                    assert len(stretch.nonces.split()) == 2
                    assert not ana.dice_kept.alarms + ben.dice_kept.alarms

        asyncio.run(match())

    def test_a_nonce_with_a_line_end_behind_it_is_none(self, house: Server) -> None:
        """It would be read as the same 32 bytes, and then stand in the header of a match that nobody could open."""
        links = open_table(house.address, "Ana", "Ben", begin=False)

        async def match() -> None:
            ana, ben = [silent(link) for link in links]
            nonces = {seat: secrets.token_hex(32) for seat in (ana, ben)}
            for seat, nonce in nonces.items():
                await seat.connect(patient=False)
                await seat.do(p.Seal("s", hash_of(nonce)))
            await ana._send(p.Reveal("r", nonces[ana] + "\n"))
            while not ana.fault:
                await ana.news(PATIENCE)
            assert "matching regex" in ana.fault
            for seat, nonce in nonces.items():
                await seat.do(p.Reveal("r", nonce))
            while ana.view is None:
                await ana.news(PATIENCE)

        asyncio.run(match())

    def test_a_nonce_is_shown_only_when_all_are_sealed_and_must_fit_its_seal(self, house: Server) -> None:
        made = create_table(house.address, p.NewTable(GAME, name="Ana"))
        claimed = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))

        async def match() -> None:
            ana, ben = [silent(Link(house.address, made.table, token)) for token in (made.token, claimed.token)]
            await ana.connect(patient=False)
            await ben.connect(patient=False)
            nonce = secrets.token_hex(32)
            await ana.do(p.Seal("s", hash_of(nonce)))
            with pytest.raises(ServerRefusal, match="wait until everybody has sealed"):
                await ana.do(p.Reveal("r", nonce))
            await ben.do(p.Seal("s", hash_of("11" * 32)))
            with pytest.raises(ServerRefusal, match="not the nonce you have sealed"):
                await ana.do(p.Reveal("r", "22" * 32))
            await ana.do(p.Reveal("r", nonce))
            with pytest.raises(ServerRefusal, match="has given its nonce already"):
                await ana.do(p.Seal("s2", hash_of("33" * 32)))
            # Ben sees Ana's nonce and would like another one of his own: then she must give a new one, too.
            await ben.do(p.Seal("s2", hash_of("44" * 32)))
            rows = house.run(house.house.find(made.table)).seating.rows
            assert (rows[0].seal, rows[0].nonce) == ("", "")
            assert not house.lines(made.table)
            await ana.close()
            await ben.close()

        asyncio.run(match())

    def test_an_agreement_survives_a_restart(self, tmp_path: Path) -> None:
        with server(tmp_path) as first:
            made = create_table(first.address, p.NewTable(GAME, name="Ana"))
            kept = PinnedDice(tmp_path / "ana.json")

            async def seal() -> str:
                async with await RemoteSeat.join(Link(first.address, made.table, made.token), dice=kept) as ana:
                    return ana.welcome.dice

            label = asyncio.run(seal())
            claimed = claim_seat(first.address, made.table, p.Claim("Ben", made.invite))
        with server(tmp_path) as second:

            async def match() -> None:
                again = PinnedDice(tmp_path / "ana.json")
                ana = await RemoteSeat.join(Link(second.address, made.table, made.token), dice=again)
                ben = await RemoteSeat.join(Link(second.address, made.table, claimed.token))
                while ana.view is None:
                    await ana.news(PATIENCE)
                assert ana.welcome.dice == label
                assert not again.alarms
                assert (await finished_check([ana, ben])).own

            asyncio.run(match())

    def test_bots_have_nonces_too_which_follow_from_the_key(self, house: Server, tmp_path: Path) -> None:
        links = open_table(house.address, "Ana", seats=["open", "random"], begin=False)

        async def match() -> str:
            seats = await begin(links)
            journal = await to_the_end(seats)
            assert (await seats[0].check_dice()).own
            await seats[0].close()
            return journal

        journal = asyncio.run(match())
        nonces = read_stretches(read_journal(journal).header.dice)[0].nonces.split()
        assert [nonce[:2] for nonce in nonces] == ["A:", "B="]
        assert check_with_the_verifier(tmp_path, journal).returncode == 0

    def test_a_newcomer_in_the_middle_has_a_part_of_all_rolls_to_come(self, house: Server, tmp_path: Path) -> None:
        made = create_table(house.address, p.NewTable(GAME, name="Ana"))
        claimed = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))

        async def match() -> str:
            ana, ben = await begin([Link(house.address, made.table, token) for token in (made.token, claimed.token)])
            for _ in range(30):
                for seat in (ana, ben):
                    await play(seat, random.Random(1), 1) if seat.question else None
                await asyncio.sleep(0.01)
            await ben.close()
            table = await asyncio.to_thread(house.run, house.house.find(made.table))
            rolled = table.record.rolls
            await asyncio.to_thread(house.run, table.seating.free(1))
            newcomer = await asyncio.to_thread(claim_seat, house.address, made.table, p.Claim("Eva", made.invite))
            eva = (await begin([Link(house.address, made.table, newcomer.token)]))[0]
            journal = await to_the_end([ana, eva])
            stretches = read_stretches(read_journal(journal).header.dice)
            assert [stretch.after for stretch in stretches] == [0, rolled]
            assert stretches[0].commitment != stretches[1].commitment
            assert (await ana.check_dice()) == msgspec.structs.replace(await eva.check_dice(), own=True)
            assert ana.dice_kept.alarms == [("renewed", str(rolled))]  # she cannot know that Eva is no invention
            assert not eva.dice_kept.alarms
            await ana.close()
            await eva.close()
            return journal

        journal = asyncio.run(match())
        assert verify(load_game(GAME), read_journal(journal), "journal") == "agreed"
        assert check_with_the_verifier(tmp_path, journal).returncode == 0


def silent(link: Link) -> RemoteSeat:
    """A seat that does nothing of its own accord."""
    seat = RemoteSeat(link)
    seat._agree = lambda agreement: None  # type: ignore[method-assign]
    return seat


async def finished_check(seats: list[RemoteSeat]) -> object:
    await to_the_end(seats)
    verdict = await seats[0].check_dice()
    for seat in seats:
        await seat.close()
    return verdict


@pytest.fixture(scope="module")
def finished(house: Server) -> tuple[str, PinnedDice, PinnedDice]:
    """The journal of a whole match, and what both clients have kept of its dice."""
    links = open_table(house.address, "Ana", "Ben", begin=False)

    async def match() -> tuple[str, PinnedDice, PinnedDice]:
        seats = await begin(links)
        journal = await to_the_end(seats)
        for seat in seats:
            await seat.close()
        return journal, seats[0].dice_kept, seats[1].dice_kept

    return asyncio.run(match())


class TestCheating:
    def test_the_commitment_a_nonce_or_a_seal_that_changes_rings_the_alarm(self) -> None:
        one, other = "11" * 32, "22" * 32

        def after(*labels: str, kept: PinnedDice | None = None) -> list[str]:
            pinned = kept or PinnedDice()
            for label in labels:
                pinned.see(label, 0)
            return [kind for kind, _ in pinned.alarms]

        assert after(f"agreed {one} after 0", f"agreed {one} after 0") == []
        assert after(f"agreed {one} after 0", f"agreed {other} after 0") == ["changed"]
        assert after(f"agreed {one} after 0 by A:{one}", f"agreed {one} after 0 by A:{other}") == ["changed"]
        assert after(f"agreed {one} after 0 by A:{one}", f"agreed {one} after 9 by A:{one}") == ["changed"]
        assert after(f"agreed {one} after 0 by A:{one}; {other} after 4", f"agreed {one} after 0 by A:{one}") == [
            "changed"
        ]
        assert after(f"agreed {one} after 0", "seeded 4") == ["changed"]

        kept = PinnedDice()
        kept.see(f"agreed {one} after 0", 0)
        own = kept.seal(p.Agreement(f"agreed {one} after 0", ["", ""], False, [0, 1]), 0)
        shown = kept.reveal(p.Agreement(f"agreed {one} after 0", [own, hash_of(other)], True, [0, 1]), 0)
        assert hash_of(shown) == own
        assert after(f"agreed {one} after 0 by A:{shown} B:{one}", kept=kept) == ["changed"]

    def test_a_server_that_leaves_a_players_nonce_out_is_found_out(self) -> None:
        one = "11" * 32
        for nonces in (f"A={one} B:{one}", f"A:{one} B:{one}", f"B:{one}"):
            kept = PinnedDice()
            kept.see(f"agreed {one} after 0", 0)
            kept.seal(p.Agreement(f"agreed {one} after 0", ["", ""], False, [0, 1]), 0)
            kept.see(f"agreed {one} after 0 by {nonces}", 0)
            assert [kind for kind, _ in kept.alarms] == ["changed"]

    @pytest.mark.parametrize("more", ["{mine} {theirs} C:{chosen}", "A:{chosen} {mine} {theirs}", "{theirs} {mine}"])
    def test_one_nonce_more_than_there_are_seats_cannot_choose_the_dice(self, more: str) -> None:
        """Whoever knows the key and all nonces could try another one until the dice are to their liking."""
        key, kept = "11" * 32, PinnedDice()
        kept.see(f"agreed {key} after 0", 0)
        own = kept.seal(p.Agreement(f"agreed {key} after 0", ["", ""], False, [0, 1]), 0)
        shown = kept.reveal(p.Agreement(f"agreed {key} after 0", [own, hash_of(key)], True, [0, 1]), 0)
        nonces = more.format(mine=f"A:{shown}", theirs=f"B:{key}", chosen="22" * 32)
        kept.see(f"agreed {key} after 0 by {nonces}", 0)
        assert [kind for kind, _ in kept.alarms] == ["changed"]

    def test_dice_that_are_agreed_again_and_again_in_the_middle_ring_each_time(self) -> None:
        """Who runs the server knows the rolls to come and could go on asking for others until they are good."""
        key, kept = "11" * 32, PinnedDice()
        label = f"agreed {key} after 0 by A:{key} B:{key}"
        kept.see(label, 0)
        for rolls in (7, 7, 9):
            label += f"; {secrets.token_hex(32)} after {rolls}"
            kept.see(label, 0)
            label += f" by A:{key} B:{key}"
        assert kept.alarms == [("renewed", "7"), ("renewed", "7"), ("renewed", "9")]

    def test_dice_that_nobody_has_agreed_on_are_said_to_be_so(self) -> None:
        kept = PinnedDice()
        for _ in range(2):
            kept.see(f"committed {'11' * 32}", 0)
        assert kept.alarms == [("unagreed", "committed")]
        puzzle = PinnedDice()
        puzzle.see("", 0)
        assert not puzzle.alarms

    def test_a_journal_that_names_other_dice_at_the_end_does_not_pass(
        self, finished: tuple[str, PinnedDice, PinnedDice]
    ) -> None:
        journal, ana, _ = finished
        committed = re.sub("\ndice .*\n", f"\ndice committed {'11' * 32}\n", journal)
        assert "nobody has agreed on" in ana.check(committed).wrong

    def test_a_server_that_swaps_the_key_in_the_middle_is_found_out_over_the_socket(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", begin=False)

        async def match() -> None:
            ana, ben = await begin(links)
            table = await asyncio.to_thread(house.run, house.house.find(links[0].table))
            key = secrets.token_bytes(32)
            own = read_stretches(table.row.header.dice)[0]
            other = Stretch(hashlib.sha256(key).hexdigest(), 0, own.nonces)
            header = msgspec.structs.replace(table.row.header, dice=AgreedDice([other], [key]).label())
            table.record.row = msgspec.structs.replace(table.row, header=header, dice_key=key.hex())
            house.loop.call_soon_threadsafe(lambda: table.company.send_away("join again"))
            while not (ana.dice_kept.alarms and ben.dice_kept.alarms):
                await asyncio.sleep(0.05)
            assert {kind for kind, _ in ana.dice_kept.alarms + ben.dice_kept.alarms} == {"changed"}
            await ana.close()
            await ben.close()

        asyncio.run(asyncio.wait_for(match(), PATIENCE))

    def test_the_check_at_the_end_uses_what_the_client_kept(self, finished: tuple[str, PinnedDice, PinnedDice]) -> None:
        journal, ana, ben = finished
        assert ana.check(journal).own
        assert ben.check(journal).own
        assert not ana.check(journal).wrong
        # A whole journal that is honest in itself, but of other dice.
        other = journal.replace(ana._kept.pins[0].nonce, "00" * 32)
        assert "the key gives" in ana.check(other).wrong
        stranger = PinnedDice()
        stranger.see(f"agreed {'11' * 32} after 0", 0)
        assert "other dice" in stranger.check(journal).wrong

    def test_who_runs_the_server_and_plays_cannot_pick_the_last_nonce(self, house: Server) -> None:
        """The operator knows the key and Ben's nonce: a nonce of his own that he has not sealed before is refused."""
        links = open_table(house.address, "Ana", "Ben", begin=False)

        async def match() -> None:
            ana = silent(links[0])
            await ana.connect(patient=False)
            await ana.do(p.Seal("s", hash_of("11" * 32)))
            ben = await RemoteSeat.join(links[1])
            rows = house.run(house.house.find(links[0].table)).seating.rows
            while not rows[1].nonce:
                await ben.news(PATIENCE)
            for attempt in range(5):
                with pytest.raises(ServerRefusal, match="not the nonce you have sealed"):
                    await ana.do(p.Reveal(f"r{attempt}", secrets.token_hex(32)))
            await ana.do(p.Seal("again", hash_of("22" * 32)))
            while not ben.dice_kept.alarms:
                await ben.news(PATIENCE)
            assert ben.dice_kept.alarms == [("anew", "")]
            await ana.close()
            await ben.close()

        asyncio.run(match())


class TestVerifier:
    """`tools/verify_dice.py` imports nothing of ours."""

    def test_it_approves_of_an_honest_journal(
        self, tmp_path: Path, finished: tuple[str, PinnedDice, PinnedDice]
    ) -> None:
        journal, ana, _ = finished
        assert "muster" not in [line.split()[1] for line in VERIFIER.read_text().splitlines() if "import" in line[:7]]
        pin = ana._kept.pins[0]
        rolls = sum(entry.seat == DICE for entry in read_journal(journal).entries)
        found = check_with_the_verifier(tmp_path, journal, "--commitment", pin.commitment, "--nonce", f"A:{pin.nonce}")
        assert found.returncode == 0, found.stderr
        assert f"{rolls} rolls" in found.stdout

    def test_it_refuses_other_faces_other_keys_and_other_dice_than_one_saw(
        self, tmp_path: Path, finished: tuple[str, PinnedDice, PinnedDice]
    ) -> None:
        journal, ana, _ = finished
        line = next(line for line in journal.splitlines() if line.partition(" ")[2].startswith("dice "))
        face, _, size = line.split()[3].partition("/")
        cheated = line.replace(f" {face}/{size}", f" {int(face) % int(size) + 1}/{size}", 1)
        assert "line" in check_with_the_verifier(tmp_path, journal.replace(line, cheated)).stderr
        key = read_journal(journal).key
        assert check_with_the_verifier(tmp_path, journal.replace(key, "00" * 32)).returncode == 1
        assert "--commitment" in check_with_the_verifier(tmp_path, journal, "--commitment", "00" * 32).stderr
        assert "--nonce" in check_with_the_verifier(tmp_path, journal, "--nonce", f"A:{'00' * 32}").stderr
        assert not ana.alarms

    def test_a_second_agreement_cannot_hide_behind_the_first(self, tmp_path: Path) -> None:
        """Whoever runs the server could name the hash and the nonces that everybody saw, and roll with other dice."""
        seen, mine = bytes(32), "11" * 32
        chosen = b"\1" * 32
        honest = Stretch(commitment_to(seen), 0, f"A:{mine} {server_nonce(1, seen)}")
        other = Stretch(commitment_to(chosen), 0, f"{server_nonce(0, chosen)} {server_nonce(1, chosen)}")
        forged = rolled([honest, other], [seen, chosen], 5)
        kept = ("--commitment", honest.commitment, "--nonce", f"A:{mine}")
        found = check_with_the_verifier(tmp_path, forged)
        assert f"rolls 1 to 5: the key of {other.commitment[:12]}…, nonces given by nobody" in found.stdout
        assert "--commitment: none of yours" in check_with_the_verifier(tmp_path, forged, *kept).stderr
        assert "--nonce: none of yours" in check_with_the_verifier(tmp_path, forged, *kept[2:]).stderr
        later = rolled([honest, msgspec.structs.replace(other, after=3)], [seen, chosen], 5)
        assert "rolls 4 to 5" in check_with_the_verifier(tmp_path, later, *kept).stderr
        both = (*kept, "--commitment", other.commitment, "--nonce", server_nonce(1, chosen))
        assert check_with_the_verifier(tmp_path, later, *both).returncode == 0
        true = rolled([honest], [seen], 5)
        assert check_with_the_verifier(tmp_path, true, *kept).returncode == 0

    def test_a_header_cannot_say_that_more_was_brought_than_rolled(self) -> None:
        forged = rolled([Stretch(commitment_to(bytes(32)), 0, server_nonce(0, bytes(32)))], [bytes(32)], 3)
        later = sealed_anew(unsealed(forged).replace(" after 0 by", " after 4 by"))
        with pytest.raises(JournalError, match="4 rolls before its dice; there are 3"):
            verify(load_game(GAME), read_journal(later), "journal")

    @pytest.mark.parametrize(
        ("tamper", "sentence"),
        [
            (lambda text: text.replace(" after 0 by", " after 6 by"), "6 rolls before an agreement; there were 5"),
            (lambda text: text.replace("/6", "/0", 1), "does not say how many sides"),
            (lambda text: text.replace("/6", "", 1), "does not say how many sides"),
            (lambda text: text + f"6 dice more {3}/6\n", "nothing may follow the key"),
            (lambda text: text.replace("\ndice ", "\ndice random\ndice "), "names several"),
            (lambda text: text.replace("\n2 dice", "\n2 A said"), "roll 2 shows"),
            (lambda text: text.replace("A:11", "A:22"), "but the key and the nonces give"),
            (lambda text: text.replace("B=", "B:"), "but the key and the nonces give"),
            (lambda text: text.replace(" by A:", " by X:"), "does not say how the dice were agreed"),
            (lambda text: text.replace(" by A:", f" by A:{'33' * 32} A:"), "2 seats must have one nonce each"),
            (lambda text: re.sub(r" (B=\w+)", rf" \1 C:{'33' * 32}", text), "2 seats must have one nonce each"),
        ],
    )
    def test_every_kind_of_tampering_is_found(
        self, tmp_path: Path, tamper: Callable[[str], str], sentence: str
    ) -> None:
        """Also by somebody who works out all check values anew."""
        key, mine = bytes(32), "11" * 32
        stretch = Stretch(commitment_to(key), 0, f"A:{mine} {server_nonce(1, key)}")
        true = rolled([stretch], [key], 5)
        assert check_with_the_verifier(tmp_path, true).returncode == 0
        found = check_with_the_verifier(tmp_path, sealed_anew(tamper(unsealed(true))))
        assert (found.returncode, sentence in found.stderr) == (1, True), found.stderr or found.stdout
        assert "Traceback" not in found.stderr
        assert check_with_the_verifier(tmp_path, tamper(true)).returncode == 1


def rolled(stretches: list[Stretch], keys: list[bytes], count: int) -> str:
    """A journal of so many rolls of three dice, as these agreements give them."""
    dice = AgreedDice(stretches, keys)
    entries = [Entry(DICE, "arena", dice.roll(Roll("arena", (6, 6, 20)))) for _ in range(count)]
    header = Header(GAME, 1, {}, (), agreed_label(stretches), ("human", "greedy"))
    return write_journal(header, entries, " ".join(key.hex() for key in keys), [(6, 6, 20)] * count)


def unsealed(journal: str) -> str:
    """A journal without its check values."""
    return re.sub(r" ~[0-9a-f]{6}\n", "\n", journal)


def sealed_anew(text: str) -> str:
    """A journal with check values that fit what now stands in it."""
    header, begin, rest = text.partition("begin\n")
    check = hashlib.sha256(f"\n{header}".encode()).hexdigest()[:6]
    lines = [f"{header}begin ~{check}\n"]
    for line in rest.splitlines():
        check = hashlib.sha256(f"{check}\n{line}".encode()).hexdigest()[:6]
        lines.append(f"{line} ~{check}\n")
    assert begin
    return "".join(lines)
