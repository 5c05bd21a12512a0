"""The socket: one for each client. It decodes strictly, keeps limits and answers a fault with one clear sentence."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from muster.kernel.refusal import Refusal
from muster.kernel.threats import ABOUT, REPLY
from muster.server import protocol as p
from muster.server.buckets import Bucket
from muster.server.errands import ERRANDS, Errands
from muster.server.lobby.house import House
from muster.server.lobby.lessons import is_lesson, open_lesson
from muster.server.lobby.limits import Limits, is_here, network_of
from muster.server.outbox import BROKEN, GOING, TOO_BIG, HangUp, Outbox
from muster.server.protocol.types import without_null
from muster.server.storage.database import Elsewhere, Unavailable, Unsaved
from muster.server.table import acting, arriving, coaching, looking, reseating
from muster.server.table.posed import PosedTable
from muster.server.table.table import HostedTable
from muster.server.table.taught import TaughtTable
from muster.server.telling.audience import Audience, audience_of, said
from muster.server.telling.phrases import TableRefusal, words

log = logging.getLogger("muster.server.sockets")

SHOWING = (p.Why, p.Preview, p.Look, p.AskGoal, p.AskOdds, p.Hint, p.Dice)
"""Commands that show something of the match: there must be one."""
MAP_COST = 8
"""A threat map counts as so many previews: it looks at the whole board."""
DEEDS = (
    p.Seal,
    p.Reveal,
    p.Answer,
    p.Undo,
    p.Reset,
    p.Takeback,
    p.Consent,
    p.Settle,
    p.Chat,
    p.StandIn,
    p.Return,
    p.Free,
    p.Delete,
    p.Cancel,
)
"""Commands by which a match goes on: they wait for nobody, unless their sender has used very much of the loop lately.
Everything else waits for its turn."""


class Connection:
    """A client at a table."""

    def __init__(self, socket: WebSocket, house: House, address: str = "") -> None:
        self.audience = Audience(None, False, "en", "none", False)
        self.seat: int | None = None
        self.host = False
        self._socket = socket
        self._house = house
        self._limits: Limits = house.limits
        self._bucket = Bucket(self._limits.messages_per_s, self._limits.burst)
        self._previews = Bucket(self._limits.previews_per_s, 2 * self._limits.previews_per_s)
        self._faults = 0
        self._out = Outbox(socket, house.limits)
        self.send = self._out.send
        self._table: HostedTable | PosedTable | TaughtTable | None = None
        self._address = address
        self._asker = ""
        """The line this client waits in: everybody at its address; on this machine, everybody at its table."""
        self._errands = Errands(self._obey, self._refuse, self._break)

    # What a table uses

    def dismiss(self, message: p.AnyMessage | None, reason: str) -> None:
        if message is not None:
            self.send(p.ENCODER.encode(message))
        self._out.end(HangUp(reason, GOING))

    # Its life

    async def serve(self) -> None:
        writer = asyncio.create_task(self._out.write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not writer.done() and self._socket.client_state is WebSocketState.CONNECTED:
                await asyncio.wait((writer,), timeout=2.0)  # let the last sentence out
        finally:
            if self._table is not None:
                self._table.leave(self)
            self._errands.stop()
            for task in (writer, reader):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(self._limits.join_seconds):
                while self._table is None:
                    await self._hear(joining=True)
            while True:
                await self._hear(joining=False)
        except TimeoutError:
            self._out.end(HangUp("nothing was joined in time"))
        except HangUp as end:
            self._out.end(end)
        except WebSocketDisconnect:
            self._out.close()
        except Unavailable as error:
            log.warning("a connection waits for the database: %s", error)
            self._out.end(HangUp("one moment: the database is restarting; join again", GOING))
        except Exception:
            log.exception("a connection failed")
            self._break()

    def _break(self) -> None:
        self._house.measures.errors.inc()
        self._out.end(HangUp("the server has a defect here; nothing was changed", BROKEN))

    async def _hear(self, joining: bool) -> None:
        """Take one message in and answer it."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        text = received.get("text")
        data: bytes = text.encode("utf-8", "surrogatepass") if text is not None else received.get("bytes") or b""
        if len(data) > self._limits.message_bytes:
            raise HangUp(f"a message has at most {self._limits.message_bytes} bytes, not {len(data)}", TOO_BIG)
        if not self._bucket.take():
            raise HangUp(f"at most {self._limits.messages_per_s:g} messages a second, please")
        if text is None:
            self._fault("", "messages are text in JSON, not binary")
            return
        try:
            command = p.COMMANDS.decode(without_null(data))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._fault("", f"this is no command: {error}")
            return
        if isinstance(command, ERRANDS) and not joining:
            self._errands.begin(command)
            return
        if joining != isinstance(command, p.Join):
            self._fault(command.id, "join a table first" if joining else "this socket has joined a table already")
            return
        if joining:
            self._asker = join_asker(command, self._address)
        if isinstance(command, DEEDS) and isinstance(self._table, HostedTable):
            await self._house.turns.at_once(self._asker, self._obey(command))
        else:
            await self._house.turns.do(self._asker, self._obey(command))

    def _fault(self, command: str, text: str) -> None:
        self._house.measures.faults.inc()
        self._count_fault(text)
        self.send(p.ENCODER.encode(p.Fault(command, text[:300])))

    def _count_fault(self, text: str) -> None:
        """Hang up on somebody who makes no sense again and again, or tries one link after the other."""
        self._faults += 1
        if self._faults >= self._limits.faults:
            raise HangUp(f"{text}; that was one too many")

    def _refuse(self, command: str, refusal: TableRefusal) -> None:
        self._house.measures.refusals.inc()
        reason = said(refusal.reason, words(self.audience.language))
        if self._table is None:
            self._count_fault(reason.text)
        self.send(p.ENCODER.encode(p.Refused(command, "", reason)))

    def _progress(self, command: str) -> Callable[[float], None]:
        return lambda share: self.send(p.ENCODER.encode(p.Progress(command, round(share, 3))))

    async def _obey(self, command: p.AnyCommand) -> None:
        try:
            answer = await self._join(command) if isinstance(command, p.Join) else await self._carry_out(command)
        except Refusal as refusal:
            self._house.measures.refusals.inc()
            spoken = self._table.words(self.audience.language) if self._table else words(self.audience.language)
            answer = p.Refused(command.id, refusal.clause, said(refusal.reason, spoken))
        except TableRefusal as refusal:
            self._refuse(command.id, refusal)
            return
        except Unsaved:
            self._refuse(command.id, TableRefusal("not_stored"))
            return
        if answer is not None:
            self.send(p.ENCODER.encode(answer))

    async def _join(self, join: p.Join) -> p.AnyMessage | None:
        if self._house.puzzles.has(join.table) or is_lesson(join.table):
            await self._sit_before(join)
            return None
        try:
            table = await self._house.find(join.table)
        except KeyError:
            self._fault(join.id, "there is no such table")
            return None
        except Elsewhere as elsewhere:
            self.send(p.ENCODER.encode(p.Moved(elsewhere.address, join.table)))
            raise HangUp("another process has this table", GOING) from None
        self.audience = msgspec.structs.replace(self.audience, language=join.language)
        seat, host = table.seating.find(join.token) if join.token else (None, False)
        eyes = None
        if seat is None:
            eyes = self._spectator_eyes(table, join, host)
            crowded = self._house.connections > self._limits.spectators_share * self._limits.connections
            if crowded or table.company.count(None) >= self._limits.per_table:
                raise TableRefusal("full")
        elif table.company.count(seat) >= self._limits.per_seat:
            table.company.send_oldest_away(seat)
        self.seat, self.host = seat, host
        self.audience = audience_of(join, seat, eyes)
        self._table = table
        await arriving.join(table, self, join.id, join.since, join.check)
        return None

    async def _sit_before(self, join: p.Join) -> None:
        """Open a puzzle or a lesson. Anybody may; no token is needed, and nobody else notices."""
        self.audience = msgspec.structs.replace(self.audience, language=join.language)
        if is_lesson(join.table):
            staged: PosedTable | TaughtTable = await open_lesson(join.table, self._house.thinkers)
        else:
            staged = await self._house.puzzles.find(join.table)
        self._table = staged
        staged.welcome(self, join)

    def _spectator_eyes(self, table: HostedTable, join: p.Join, host: bool) -> int | None:
        settings = table.settings
        if settings.spectators == "none" and not host:
            raise TableRefusal("no_watching")
        if not settings.public and not join.token:
            raise TableRefusal("not_invited")
        if join.seat is None or settings.spectators != "all":
            return None
        if join.seat not in table.seating.rows:
            raise TableRefusal("no_seat")
        return join.seat

    async def _carry_out(self, command: p.AnyCommand) -> p.AnyMessage:
        """Questions for any table; the rest depends on what kind of table it is."""
        table = self._table
        assert table is not None
        if isinstance(command, SHOWING) and isinstance(table, HostedTable) and not table.begun:
            raise TableRefusal("not_begun")
        match command:
            case p.Speak():
                await table.readdress(self, msgspec.structs.replace(self.audience, language=command.language))
            case p.Show():
                await table.readdress(self, msgspec.structs.replace(self.audience, view=command.view))
            case p.AskOdds():
                asked = command.id, command.question, command.key, command.runs
                return await looking.odds(table, self, *asked, self._asker)
            case p.Cancel():
                self._errands.cancel(command.command)
            case p.Look():
                return await looking.look(table, self, command.id, command.seq, command.seat, command.entries)
            case p.AskGoal():
                return await looking.goal(table, self, command)
            case p.Why():
                return p.Reasons(command.id, await looking.why(table, self, command.key))
            case p.Preview():
                whole = ABOUT.fullmatch(command.about) and not command.about.startswith(REPLY)
                if not self._previews.take(MAP_COST if whole else 1):
                    raise TableRefusal("previews", rate=f"{self._limits.previews_per_s:g}")
                return p.Previewed(command.id, await looking.preview(table, self, command.about))
            case p.Join():
                raise AssertionError("joined already")
            case _ if isinstance(table, PosedTable):
                return await self._solve(table, command)
            case _ if isinstance(table, TaughtTable):
                return await self._learn(table, command)
            case _:
                return await self._act(table, command)
        return p.Done(command.id)

    async def _solve(self, puzzle: PosedTable, command: p.AnyCommand) -> p.AnyMessage:
        """At a puzzle an answer is judged; nothing else can be done there."""
        if isinstance(command, p.Answer):
            return await puzzle.judge(self, command.id, command.question, command.key)
        raise TableRefusal("puzzle_no_advice" if isinstance(command, p.Hint) else "only_a_puzzle")

    async def _learn(self, lesson: TaughtTable, command: p.AnyCommand) -> p.AnyMessage:
        """At a lesson one answers, or goes through it."""
        if isinstance(command, p.Answer):
            return await lesson.judge(self, command.id, command.question, command.key)
        if isinstance(command, p.Turn):
            await lesson.turn(self, command.to)
            return p.Done(command.id)
        raise TableRefusal("only_a_lesson")

    async def _act(self, table: HostedTable, command: p.AnyCommand) -> p.AnyMessage:
        """Commands at a table where a match is played."""
        match command:
            case p.Seal():
                await reseating.seal(table, self.seat, command.seal)
            case p.Reveal():
                await reseating.reveal(table, self.seat, command.nonce)
            case p.Answer():
                began = time.perf_counter()
                again = await acting.answer(table, self.seat, command.id, command.question, command.key)
                self._house.measures.answers.observe(time.perf_counter() - began)
                return p.Done(command.id, again)
            case p.Undo():
                return p.Done(command.id, await acting.undo(table, self.seat, command.id))
            case p.Reset():
                return p.Done(command.id, await acting.reset(table, self.seat, command.id))
            case p.Takeback():
                return p.Done(command.id, await acting.takeback(table, self.seat, command.id))
            case p.Consent():
                await acting.consent(table, self.seat, command.agree)
            case p.Settle():
                await acting.settle(table, self.seat, command.on)
            case p.Hint():
                on_progress = self._progress(command.id)
                return await coaching.hint(table, self, command.id, command.question, self._asker, on_progress)
            case p.Analyse():
                on_progress = self._progress(command.id)
                return await coaching.analyse(table, self, command.id, command.stored, self._asker, on_progress)
            case p.Chat():
                if self._house.orders.mutes(self._address, table.player_at(self.seat)):
                    raise TableRefusal("muted")
                again = await acting.chat(
                    table, self, command.id, command.text, command.phrase, network_of(self._address)
                )
                return p.Done(command.id, again)
            case p.StandIn():
                await reseating.stand_in(table, self, command.seat, command.bot)
            case p.Return():
                await reseating.come_back(table, self.seat)
            case p.Free():
                await reseating.free(table, self, command.seat)
            case p.Moment():
                return await looking.moment(table, self, command.id, command.seq)
            case p.Export():
                return p.JournalText(command.id, await looking.journal(table))
            case p.Dice():
                return await looking.dice(table, command.id)
            case p.Delete():
                acting.check_deletable(table, self)
                await self._house.delete(table.id)
            case p.Rematch():
                return await self._rematch(table)
            case p.Turn():
                raise TableRefusal("not_a_lesson")
        return p.Done(command.id)

    async def _rematch(self, table: HostedTable) -> p.AnyMessage:
        if self.seat is None and not self.host:
            raise TableRefusal("spectator")
        name = await self._house.founding.rematch(table)
        moved = p.Moved("", name)
        table.company.tell(moved, but=self)
        return moved


def join_asker(command: p.AnyCommand, address: str) -> str:
    """The line in which somebody who comes to a table waits."""
    return command.table if isinstance(command, p.Join) and is_here(address) else network_of(address)
