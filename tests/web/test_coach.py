"""The coach in the browser: advice on an open question, and a match that was analysed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from muster.coach.sheets import Advice, Analysis, Decision, Point, Roll, Said, Side, Step
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.links import create_table
from muster.server.thinking.jobs import AnalysisJob
from server.running import Server, server
from web.moments import asked, finished, moment, moment_against_a_bot
from web.sitting import settled, violations

GAME = "tiny_epic_mechs"


def test_advice_against_a_bot(page: Page, address: str, pictures: Path) -> None:
    page.goto(moment_against_a_bot(address, asked(0, "prompt.program"), GAME))
    settled(page)
    page.keyboard.press("h")
    page.get_by_role("progressbar").or_(page.locator(".advice")).first.wait_for()
    page.locator(".advice").wait_for()
    rows = page.locator("[data-advice]")
    assert 1 <= rows.count() <= 3
    expect(rows.first).to_contain_text("%")
    rows.first.click()
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    assert page.locator(".tray .slot:not(.empty)").count() >= 1, "the programme lies in the tray"
    page.screenshot(path=pictures / "advice.png")
    assert violations(Axe().run(page)) == []
    english = rows.first.inner_text()
    page.get_by_role("button", name="Language").click()
    expect(page.locator(".advice")).to_contain_text("Mejores respuestas")
    expect(rows.first).not_to_have_text(english, use_inner_text=True)
    page.get_by_role("button", name="Idioma").click()
    expect(rows.first).to_have_text(english, use_inner_text=True)
    page.locator(".advice").get_by_role("button", name="Close").click()
    expect(page.locator(".advice")).to_have_count(0)


def test_no_advice_beside_somebody_who_has_not_agreed(page: Page, address: str) -> None:
    page.goto(moment(address, asked(0, "prompt.program")))
    settled(page)
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_role("alert")).to_contain_text("have not agreed")


def test_the_invitation_says_whether_there_is_advice(page: Page, address: str) -> None:
    for hints, words in ((True, "By sitting down you agree"), (False, "At this table nobody can ask")):
        made = create_table(address, p.NewTable(game=GAME, name="Ana", hints=hints))
        page.goto(f"{address}/t/{made.table}#invite={made.invite}")
        page.reload()
        expect(page.locator("[data-advice]")).to_contain_text(words)


def sheet(job: AnalysisJob) -> Analysis:
    """An analysis made by hand: one decision of each seat, and dice at the start."""
    entries = job.position.entries
    decisions = [(index, seat, key) for index, (seat, key, _) in enumerate(entries) if seat >= 0]
    curve = [
        Point(index, 1 + 6 * index // len(entries), [0.5 + 0.4 * (index % 7) / 7, 0.5 - 0.4 * (index % 7) / 7])
        for index, _, _ in decisions
    ]
    moments: list[Decision | Roll] = [Roll(decisions[2][0], 1, 1, None, [3], 0.09, 75.0)]
    for place in (20, 45):
        index, seat, key = decisions[place]
        played = Advice(Step(seat, key), 0.5, 100)
        better = Advice(Step(seat, key, Said("option.pass")), 0.6, 300, line=[Step(1 - seat, key)])
        moments.append(Decision(index, seat, 2, played, better, 0.1))
    sides = [Side(0, 24.0, -0.1, 0.18, 6, 44), Side(1, 76.0, 0.1, 0.0, 0, 46)]
    return Analysis(GAME, load_game(GAME).rules_version, len(entries), 200, curve, moments, sides)


@pytest.fixture
def analyst(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose analyses are made by hand, the second one at once: the first goes on until it is called off."""
    asked_for: list[AnalysisJob] = []

    async def analyse(job: AnalysisJob, asker: str, on_progress: Any) -> Analysis:
        asked_for.append(job)
        on_progress(0.5)
        if len(asked_for) == 1:
            await asyncio.sleep(600)
        return sheet(job)

    with server(tmp_path) as running:
        monkeypatch.setattr(running.house.thinkers, "analyse", analyse)
        yield running


def test_an_analysed_match(page: Page, analyst: Server, pictures: Path) -> None:
    page.goto(moment(analyst.address, finished))
    page.locator(".end [data-analyse]").click()
    page.get_by_role("progressbar").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".end [data-analyse]").click()
    page.locator(".end .curve").wait_for()
    page.locator("[data-analysis]").click()
    expect(page.locator(".explained h2")).to_have_text("3 moments decided this match")
    expect(page.locator("[data-moment]")).to_have_count(3)
    page.keyboard.press("n")
    expect(page.locator(".explained h2")).to_have_text("Luck gave Ben 9 wins in 100")
    page.keyboard.press("n")
    expect(page.locator(".explained h2")).to_contain_text("10 wins in 100")
    expect(page.locator(".explained [data-advice]")).to_have_count(2)
    assert violations(Axe().run(page)) == []
    page.screenshot(path=pictures / "analysis.png")
    page.locator(".curve svg").click(position={"x": 300, "y": 70})
    expect(page.locator(".explained h2")).to_have_text("3 moments decided this match")
    expect(page.locator(".where")).not_to_contain_text("Event 0")
    page.get_by_role("radiogroup", name="Moments that mattered").get_by_role("radio", name="Luck").click()
    expect(page.locator("[data-n]")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-n]").first.click()
    expect(page.locator(".explained h2")).to_have_text("Luck gave Ben 9 wins in 100")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.reload()
    page.locator(".end .curve").wait_for()  # it was kept
