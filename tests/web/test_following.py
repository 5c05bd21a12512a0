"""Follow what happened: the goal at the start and ever after, the turn of others as a film, an end worth reaching."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from muster.kernel.match import Match
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link, create_table
from server.running import in_thread
from web.moments import finished, journal_until, moment_against_a_bot, moments, offered
from web.sitting import answered, decide, question, settled

GAMES = ("tiny_epic_mechs", "obsidian_protocol", "deadzone", "tag_raid")
LONG = ("obsidian_protocol", "deadzone")


@pytest.fixture
def follower(browser: Browser) -> Any:
    """A page of somebody who wants to be held at every act."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script('localStorage.setItem(\'muster.settings\', \'{"hold": "each", "intro": false}\')')
    yield from watched(context)


def watched(context: BrowserContext) -> Any:
    """A page whose scripts must not fail."""
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert not troubles


def others_turn(match: Match[Any]) -> bool:
    """Until only the second seat is asked, in the midst of the match."""
    thinking = match.game.thinking
    return list(match.pending) == [1] and thinking is not None and thinking.round(match.state) >= 2


async def play_on(link: str, until_asked: str) -> None:
    """The second player goes on by chance until the first is asked something."""
    address, _, rest = link.partition("/t/")
    table, _, token = rest.partition("#")
    first = until_asked.rpartition("#")[2]
    rng = random.Random(3)
    async with (
        await RemoteSeat.join(Link(address, table, token)) as ben,
        await RemoteSeat.join(Link(address, table, first)) as ana,
    ):
        for _ in range(60):
            if ana.question is not None or ben.update.outcome is not None:
                return
            if ben.question is None:
                await ben.news()
                continue
            await ben.answer(rng.choice(ben.question.options).key)


@pytest.mark.parametrize("game", GAMES)
def test_the_turn_of_others_is_a_film(follower: Page, address: str, game: str) -> None:
    mine, theirs = moments(address, others_turn, game)
    page = follower
    page.goto(mine)
    expect(page.locator("[data-how]")).to_be_visible()
    in_thread(play_on(theirs, mine))
    film = page.locator("[data-film]")
    expect(page.locator("[data-film=held]")).to_be_visible()
    # Nothing is asked behind it, and the log says no more than the film.
    expect(page.locator("[data-commit]")).to_have_count(0)
    title = film.locator("h2").inner_text()
    assert title
    expect(page.locator("[data-film-bar]")).to_contain_text(title)
    expect(page.locator(".log .ev").first).to_contain_text(title[:12])
    page.keyboard.press("r")
    expect(film.locator("h2")).to_have_text(title)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(film).to_have_count(0)
    expect(page.locator(".decision[data-question]")).to_be_visible()
    # It can be watched again, from the person's last turn on.
    page.locator("[data-rerun], [data-again]").first.click()
    expect(film).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    expect(film).to_have_count(0)


def test_a_program_stays_in_sight_while_others_act(follower: Page, address: str) -> None:
    mine, theirs = moments(address, executing)
    follower.goto(mine)
    expect(follower.locator("[data-program] li")).to_have_count(4)
    in_thread(play_on(theirs, mine))
    expect(follower.locator("[data-film=held]")).to_be_visible()
    expect(follower.locator("[data-program] li").first).to_be_visible()


def executing(match: Match[Any]) -> bool:
    """Until the second seat decides something while programs are carried out."""
    return list(match.pending) == [1] and len(match.state.players[0].program) == 4


def test_the_last_move_leaves_a_trail_until_the_next_act(page: Page, address: str) -> None:
    page.goto(moment_against_a_bot(address, offered(0, "move"), "deadzone"))
    settled(page)
    own = page.locator(".stage .trails g[stroke='var(--side-a)']")
    expect(own).to_have_count(0)
    number = question(page)
    place = page.locator("svg[role=application] [data-lit][data-target^='cube:']").first
    place.focus()
    page.keyboard.press("Enter")
    page.locator("[data-commit]:not([disabled])").click()
    answered(page, number)
    expect(own).to_have_count(1)
    settled(page)
    number = question(page)
    decide(page, 99)
    answered(page, number)
    expect(own).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_begins_with_what_it_is_about(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('muster.settings', '{\"hints\": false}')")
    for page in watched(context):
        made = create_table(address, p.NewTable(game=game, seats=["open", "random"], name="Ana"))
        page.goto(f"{address}/t/{made.table}#{made.token}")
        sheet = page.locator("[data-goal=first]")
        expect(sheet.locator("h2")).not_to_be_empty()
        expect(sheet.locator("[data-points] tbody tr").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        page.keyboard.press("g")
        expect(page.locator("[data-goal=asked]")).to_be_visible()
        page.keyboard.press("g")
        expect(page.locator("[data-goal]")).to_have_count(0)
        # Once is enough.
        page.reload()
        expect(page.locator(".decision[data-question]")).to_be_visible()
        expect(page.locator("[data-goal]")).to_have_count(0)


def test_the_score_in_the_top_bar_is_the_sum_of_its_sources(page: Page, address: str) -> None:
    mine, _ = moments(address, lambda match: 0 in match.pending and match.state.players[0].score > 3)
    page.goto(mine)
    score = page.locator("[data-score='0']")
    expect(score).to_have_text(r := score.inner_text())
    page.locator("[data-how]").click()
    cells = page.locator("[data-points] tbody tr:not(.sum) td:nth-child(2)").all_inner_texts()
    assert sum(int(cell.split("+")[0]) for cell in cells) == int(r)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_says_who_won_and_why(page: Page, address: str, game: str) -> None:
    page.goto(ended(address, game))
    summary = page.locator("[data-summary]")
    expect(summary.locator("h2")).to_have_text(re.compile("won|shared"))
    expect(summary.locator("[data-points] .sum")).to_be_visible()
    scores = page.locator("section.end .score").all_inner_texts()
    totals = summary.locator("[data-total]").all_inner_texts()
    assert sorted(scores) == sorted(totals)
    if game == "deadzone":
        names = [card.locator("b").last.inner_text() for card in summary.locator("[data-mission]").all()]
        assert all(names)
        assert len(names) == 2
    lucky = summary.locator("[data-luck] li")
    if game == "tiny_epic_mechs":  # which has no dice
        expect(lucky).to_have_count(0)
    else:
        expect(lucky).to_have_text([re.compile(r"better than in \d+ of 100 .*\d+ good di.*, [\d.]+ expected")] * 2)
    picture = summary.locator("[data-share]")
    expect(picture).to_be_visible()
    with page.expect_download() as saved:
        page.locator("[data-save=png]").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as saved:
        page.locator("[data-save=svg]").click()
    drawn = saved.value.path().read_text()
    assert set(re.findall(r"var\((--[\w-]+)", drawn)) <= {"--side", "--piece-bg"}
    page.locator("[data-board]").click()
    expect(summary).to_have_count(0)
    page.locator("[data-summary-again]").click()
    expect(summary).to_be_visible()


def ended(address: str, game: str) -> str:
    """The link of a seat at a table whose match is over."""
    made = create_table(address, p.NewTable(journal=journal_until(finished, game, 7), name="Ana"))
    return f"{address}/t/{made.table}#{made.token}"


@pytest.mark.parametrize(
    "game", ["tiny_epic_mechs", "tag_raid", *(pytest.param(long, marks=pytest.mark.slow) for long in LONG)]
)
def test_a_replay_is_the_film_of_the_whole_match(page: Page, address: str, game: str) -> None:
    """It steps act by act, with trails and dice, forwards and backwards, as the turn of others does."""
    link, _, token = ended(address, game).partition("#")
    page.goto(f"{link}?at=40#{token}")
    slider = page.get_by_role("slider").first
    expect(slider).to_have_attribute("aria-valuenow", re.compile(r"^[3-9]\d$"))
    film, bar = page.locator("[data-film]"), page.locator("[data-film-bar]")
    expect(film).to_have_count(0)
    slider.focus()
    told: list[tuple[str, str]] = []
    trails, dice = 0, int(game == "tiny_epic_mechs")  # which has no dice
    while len(told) < 60 and not (trails and dice and len(told) > 4):
        at = str(slider.get_attribute("aria-valuenow"))
        page.keyboard.press("ArrowRight")
        expect(slider).not_to_have_attribute("aria-valuenow", at)
        told.append((str(slider.get_attribute("aria-valuenow")), film.locator("h2").inner_text()))
        expect(bar).to_contain_text(told[-1][1])
        expect(page.locator(".log .ev.hot, .log .ev.headline").first).to_be_visible()
        trails += page.locator(".stage .trails path").count()
        dice += bar.locator(".dice > *").count()
    assert trails
    assert dice
    assert [int(seq) for seq, _ in told] == sorted({int(seq) for seq, _ in told})
    # Back the same way, act by act, and further back than where it began.
    for seq, text in reversed(told[-4:-1]):
        page.keyboard.press("ArrowLeft")
        expect(slider).to_have_attribute("aria-valuenow", seq)
        expect(film.locator("h2")).to_have_text(text)
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", re.compile(r"^\d$"))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-film=playing]")).to_be_visible()
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.locator("[data-film=held]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(film).to_have_count(0)
    expect(page.locator("[data-summary]")).to_be_visible()
