"""The workshop: things that people make themselves, over HTTP: cards, forces, tables of one's own, positions.

Whatever is wrong becomes one sentence. What takes a moment is done in a thread or by a worker, so that no table waits.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muster.server.answers import Ask, complaint, data
from muster.server.lobby import bench, forces, plans
from muster.server.lobby.house import House
from muster.server.lobby.limits import Addresses
from muster.server.lobby.packs import card_forms, read_pack
from muster.server.protocol import PackText
from muster.server.protocol.bench import RollAttack
from muster.server.protocol.forces import AskForm, JudgeForce, MatchForces, OpenForce
from muster.server.protocol.packs import CheckPacks
from muster.server.protocol.plans import JudgePlan, LookAround, OpenPlan


class Workshop:
    """The routes of things that people make."""

    def __init__(self, house: House, ask: Ask, addresses: Addresses) -> None:
        self._house = house
        self._for = ask
        self._addresses = addresses

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/packs/{game}/{language}", self.card_forms),
            Route("/api/packs/{game}/{language}/read", self.read_pack, methods=["POST"]),
            Route("/api/packs/{game}/{language}/checked", self.check_packs, methods=["POST"]),
            Route("/api/forces/{game}/{language}", self.form, methods=["GET", "POST"]),
            Route("/api/forces/{game}/{language}/judged", self.judge, methods=["POST"]),
            Route("/api/forces/{game}/{language}/opened", self.open_force, methods=["POST"]),
            Route("/api/forces/{game}/{language}/matched", self.match_forces, methods=["POST"]),
            Route("/api/forces/{game}/{language}/file", self.force_file),
            Route("/api/forces/{game}/{language}/sheet", self.force_sheet),
            Route("/api/plans/{game}/{language}", self.kit),
            Route("/api/plans/{game}/{language}/judged", self.judge_plan, methods=["POST"]),
            Route("/api/plans/{game}/{language}/opened", self.open_plan, methods=["POST"]),
            Route("/api/plans/{game}/{language}/looked", self.look_around, methods=["POST"]),
            Route("/api/plans/{game}/{language}/file", self.plan_file),
            Route("/api/workbench/{game}/{language}", self.bench_form),
            Route("/api/workbench/{game}/{language}/{what}", self.at_bench, methods=["POST"]),
        ]

    async def _in_thread(self, request: Request, answer: Callable[[str, str, bytes], Response]) -> Response:
        """Answer a question about something of somebody's own in a thread, so that no table waits for it."""
        game, language = request.path_params["game"], request.path_params["language"]

        async def aside(body: bytes, asker: str) -> Response:
            return await self._house.aside.do(asker, lambda: answer(game, language, body))

        return await self._for(request, "this page may not ask here", self._addresses.question, aside)

    # Cards

    async def card_forms(self, request: Request) -> Response:
        return await self._in_thread(request, lambda game, language, _: card_forms(game, language).answer(request))

    async def read_pack(self, request: Request) -> Response:
        return await self._in_thread(
            request, lambda game, language, body: data(read_pack(msgspec.json.decode(body, type=PackText)))
        )

    async def check_packs(self, request: Request) -> Response:
        """Say what is wrong with packs, or what they change."""
        game, language = request.path_params["game"], request.path_params["language"]

        async def check(body: bytes, asker: str) -> Response:
            wanted = msgspec.json.decode(body, type=CheckPacks)
            return data(await self._house.packs.report(game, language, wanted, asker))

        return await self._for(request, "this page may not ask here", self._addresses.request, check)

    # Forces

    async def form(self, request: Request) -> Response:
        def send(game: str, language: str, body: bytes) -> Response:
            packs = msgspec.json.decode(body, type=AskForm).packs if body else []
            return forces.form_of(game, language, self._house.packs.named(game, packs)).answer(request)

        return await self._in_thread(request, send)

    async def judge(self, request: Request) -> Response:
        return await self._in_thread(
            request,
            lambda game, language, body: data(
                forces.judged(game, language, msgspec.json.decode(body, type=JudgeForce), self._house.packs.named)
            ),
        )

    async def open_force(self, request: Request) -> Response:
        return await self._in_thread(
            request,
            lambda game, language, body: data(
                forces.opened(game, language, msgspec.json.decode(body, type=OpenForce), self._house.packs.named)
            ),
        )

    async def match_forces(self, request: Request) -> Response:
        """One force against another: a worker says it, as it does at the workbench."""
        game, language = request.path_params["game"], request.path_params["language"]
        thinkers, find = self._house.thinkers, self._house.packs.named

        async def answer(body: bytes, asker: str) -> Response:
            wanted = msgspec.json.decode(body, type=MatchForces)
            return data(await forces.matched(thinkers, game, language, wanted, find, asker))

        return await self._for(request, "this page may not ask here", self._addresses.question, answer)

    async def force_file(self, request: Request) -> Response:
        def send(game: str, language: str, _: bytes) -> Response:
            code = request.query_params.get("code", "")
            name, text = forces.as_file(game, language, code, self._house.packs.named)
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            return Response(text, media_type="application/toml", headers=headers)

        return await self._in_thread(request, send)

    async def force_sheet(self, request: Request) -> Response:
        def send(game: str, language: str, _: bytes) -> Response:
            asked = request.query_params
            code, paper = asked.get("code", ""), asked.get("paper", "a4")
            page, style = forces.as_sheet(game, language, code, paper, self._house.packs.named)
            policy = f"default-src 'none'; style-src '{style}'; base-uri 'none'; frame-ancestors 'none'"
            return Response(page, media_type="text/html", headers={"content-security-policy": policy})

        return await self._in_thread(request, send)

    # Tables of one's own, in the same way

    async def kit(self, request: Request) -> Response:
        return await self._in_thread(request, lambda game, language, _: plans.kit_of(game, language).answer(request))

    async def judge_plan(self, request: Request) -> Response:
        return await self._in_thread(
            request,
            lambda game, language, body: data(plans.judged(game, language, msgspec.json.decode(body, type=JudgePlan))),
        )

    async def open_plan(self, request: Request) -> Response:
        return await self._in_thread(
            request,
            lambda game, language, body: data(plans.opened(game, language, msgspec.json.decode(body, type=OpenPlan))),
        )

    async def look_around(self, request: Request) -> Response:
        return await self._in_thread(
            request,
            lambda game, language, body: data(plans.looked(game, language, msgspec.json.decode(body, type=LookAround))),
        )

    async def plan_file(self, request: Request) -> Response:
        def send(game: str, language: str, _: bytes) -> Response:
            name, text = plans.as_file(game, language, request.query_params.get("code", ""))
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            return Response(text, media_type="application/toml", headers=headers)

        return await self._in_thread(request, send)

    # The workbench: positions are read by a worker

    async def bench_form(self, request: Request) -> Response:
        return await self._in_thread(request, lambda game, language, _: bench.info_of(game, language).answer(request))

    async def at_bench(self, request: Request) -> Response:
        game, language, what = (request.path_params[name] for name in ("game", "language", "what"))
        thinkers = self._house.thinkers

        async def answer(body: bytes, asker: str) -> Response:
            if what not in bench.REQUESTS:
                return complaint("there is nothing of that name", 404)
            wanted = msgspec.json.decode(body, type=bench.REQUESTS[what])
            if isinstance(wanted, RollAttack):
                return data(await bench.roll(thinkers, game, language, wanted, asker))
            return data(await bench.ask(thinkers, game, language, wanted, asker))

        return await self._for(request, "this page may not ask here", self._addresses.question, answer)
