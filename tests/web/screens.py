"""Every main screen, and how one comes there: the same one each time, because matches are played from fixed seeds.

`web.sheets` takes their pictures, `test_screens` looks them over at every size and in both themes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from muster.kernel.match import Match
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link, claim_seat, create_table
from server.running import agree, in_thread, play_together
from server.test_people import Player
from web.moments import Until, asked, finished, journal_until, moments, offered, striking
from web.sitting import TITLES, settled
from web.test_following import others_turn, play_on
from web.test_obsidian_protocol import aims, walks
from web.test_obsidian_protocol import moment as obsidian

Show = Callable[[Page, str], None]
SIZES = {"desk": (1280, 800), "tablet": (1024, 768), "phone": (390, 844)}
BOARD = "svg[role=application]"


@dataclass(frozen=True)
class Screen:
    """A screen worth a picture."""

    sheet: str
    name: str
    show: Show
    settings: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.sheet}-{self.name}"


def page_of(browser: Browser, screen: Screen, size: str, theme: str = "dark") -> Page:
    """A browser of that size for that screen; no chances that are worked out by lot, nothing moves."""
    width, height = SIZES[size]
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB",
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        has_touch=size == "phone",
        is_mobile=size == "phone",
    )
    context.set_default_timeout(120_000)  # pictures are taken on a busy machine, too
    kept = json.dumps({"hints": False, "intro": False, **screen.settings})
    context.add_init_script(
        "localStorage.getItem('muster.screens') ?? ['settings', 'screens'].map((one) => "
        f"localStorage.setItem(`muster.${{one}}`, '{kept}'))"
    )
    return context.new_page()


def at_rest(page: Page) -> None:
    """Nothing is under the pointer, nothing has the focus, all letters are there."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)


# Before a match


def lobby(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".art svg").nth(3).wait_for()


def invitation(page: Page, address: str) -> None:
    made = create_table(address, p.NewTable(game="deadzone", name="Ana"))
    page.goto(f"{address}/t/{made.table}#invite={made.invite}")
    page.locator("[data-advice]").wait_for()


def waiting(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator("[data-game=tag_raid]").click()
    page.get_by_role("radiogroup", name="Seat B").get_by_role("radio", name="Friend", exact=True).click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-invite]").wait_for()


def first(game: str, page: Page, address: str) -> None:
    made = create_table(address, p.NewTable(journal=journal(game, "first"), seats=["open", "random"], name="Ana"))
    page.goto(f"{address}/t/{made.table}#{made.token}")
    page.locator("[data-goal=first]").wait_for()


def lesson(game: str, name: str, steps: int, page: Page, address: str) -> None:
    page.goto(f"{address}/lessons/{game}/{name}")
    page.locator(".lesson").wait_for()
    for number in range(steps):
        page.locator(f".lesson[data-step='{number}']").wait_for()
        showing = page.locator("[data-show]")
        if showing.count():
            showing.click()
        else:
            page.keyboard.press("Enter")
    page.locator(f".lesson[data-step='{steps}']").wait_for()


def course(game: str, page: Page, address: str) -> None:
    page.goto(f"{address}/lessons/{game}")
    page.locator("[data-lesson]").first.wait_for()


def book(game: str, name: str, page: Page, address: str) -> None:
    page.goto(f"{address}/rules/{game}/{name}")
    page.locator("main h1, main h2").first.wait_for()
    page.wait_for_timeout(1500)


def room(kind: str, game: str, page: Page, address: str) -> None:
    page.goto(f"{address}/{kind}/{game}")
    page.locator("main").first.wait_for()
    page.wait_for_timeout(1500)


# In a match


def late(match: Match[Any]) -> bool:
    thinking = match.game.thinking
    return thinking is not None and thinking.round(match.state) >= 2


def both(one: Until, other: Until) -> Until:
    return lambda match: one(match) and other(match)


UNTIL: dict[tuple[str, str], Until] = {
    **{(game, "first"): lambda match: 0 in match.pending for game in TITLES},
    **{(game, "end"): finished for game in TITLES},
    ("tiny_epic_mechs", "board"): both(asked(0, "prompt.program"), late),
    ("tiny_epic_mechs", "fight"): striking(0),
    ("deadzone", "board"): both(asked(0, "prompt.action"), late),
    ("deadzone", "fight"): both(offered(0, "shoot"), late),
    ("deadzone", "react"): asked(0, "prompt.overwatch"),
    ("tag_raid", "board"): both(
        asked(0, "prompt.turn"), lambda match: bool(match.view(0).beast.hexagon) and late(match)
    ),
    ("tag_raid", "fight"): lambda match: asked(0, "prompt.aro")(match) and len(match.view(0).order.spots) > 2,
}


@cache
def journal(game: str, what: str) -> str:
    """The journal of a match that came to this."""
    if game == "obsidian_protocol" and what == "board":
        return obsidian(lambda match, ask: walks(match, ask) and match.state.round >= 2)
    if game == "obsidian_protocol" and what == "fight":
        return obsidian(aims)
    if game == "obsidian_protocol" and what == "dice":
        return obsidian(lambda _, ask: ask.prompt.key == "prompt.focus_attack")
    return journal_until(UNTIL[game, what], game, 7)


def resume(game: str, what: str, page: Page, address: str) -> None:
    """Sit down as A against a bot, where a match has come to this."""
    made = create_table(
        address, p.NewTable(game=game, journal=journal(game, what), seats=["open", "random"], name="Ana")
    )
    page.goto(f"{address}/t/{made.table}#{made.token}")


def board(game: str, page: Page, address: str) -> None:
    resume(game, "board", page, address)
    settled(page)
    if game == "tiny_epic_mechs":
        for card in ("collect", "turret", "mine"):
            page.locator(f"[data-card={card}]").click()
    if game == "tag_raid":
        page.locator("[data-commit]:not([disabled])").wait_for()
    page.wait_for_timeout(600)


def solid(game: str, page: Page, address: str) -> None:
    board(game, page, address)
    page.locator("[data-tool=three]").first.click()
    page.locator(".stage canvas").wait_for()
    page.wait_for_timeout(2500)


def fight(game: str, page: Page, address: str) -> None:
    resume(game, "fight", page, address)
    settled(page)
    if game == "tiny_epic_mechs":
        page.locator("button.opt").first.click()
        page.locator(".odds").wait_for()
    elif game == "deadzone":
        page.locator("[data-family=shoot]").click()
        page.locator("button.opt[data-key^=shoot]").first.click()
        page.locator(".outcomes").wait_for()
    elif game == "tag_raid":
        page.locator("[data-commit]:not([disabled])").wait_for()


def dice(page: Page, address: str) -> None:
    """Obsidian Protocol: an attack whose dice lie face to face."""
    resume("obsidian_protocol", "dice", page, address)
    page.locator(".op-walk .rail [aria-current=step]").wait_for()


def reaction(page: Page, address: str) -> None:
    resume("deadzone", "react", page, address)
    page.locator(".shares").wait_for()


def seated(address: str, journal: str) -> str:
    """The link of Ana's seat at a table where Ben sits too."""
    made = create_table(address, p.NewTable(journal=journal, name="Ana", absence=0))
    ben = claim_seat(address, made.table, p.Claim("Ben", made.invite))
    in_thread(agree([Link(address, made.table, token) for token in (made.token, ben.token)]))
    return f"{address}/t/{made.table}#{made.token}"


def film(game: str, page: Page, address: str) -> None:
    mine, theirs = moments(address, others_turn, game)
    page.goto(mine)
    page.locator("[data-how]").wait_for()
    in_thread(play_on(theirs, mine))
    page.locator("[data-film=held]").wait_for()


def end(game: str, page: Page, address: str) -> None:
    page.goto(seated(address, journal(game, "end")))
    page.locator("[data-summary] [data-points]").first.wait_for()


@cache
def analysed(address: str) -> str:
    """The link of a seat at a table whose match is looked through once, by whoever comes first."""
    return seated(address, journal("tiny_epic_mechs", "end"))


def analysis(page: Page, address: str) -> None:
    """The coach looks through a whole match: that takes minutes."""
    page.goto(analysed(address))
    page.locator(".end [data-analyse], .end [data-analysis]").first.wait_for()
    if page.locator(".end [data-analyse]").count():
        page.locator(".end [data-analyse]").click()
    page.locator(".end [data-analysis]").click(timeout=600_000)
    page.keyboard.press("n")
    page.locator(".explained [data-advice], .explained h2").first.wait_for()


def you(page: Page, address: str) -> None:
    """Somebody with a name, devices and a match."""
    page.goto(f"{address}/you")
    page.locator("[data-name]").fill("Nadia")
    page.locator("form button").click()
    page.locator("[data-devices]").wait_for()


def profile(page: Page, address: str) -> None:
    """Somebody who has played."""
    carla, ben = Player(address, "Carla").meet(), Player(address, "Ben").meet()
    made = carla.create(rated=True, clock={"bank": 3600, "bonus": 60})
    seat = ben.claim(made).json()
    links = [Link(address, made["table"], token) for token in (made["token"], seat["token"])]

    async def play() -> None:
        seats = [await RemoteSeat.join(link) for link in links]
        await play_together(seats, random.Random(1), 2_000)
        for one in seats:
            await one.close()

    in_thread(agree(links))
    in_thread(play())
    page.goto(f"{address}/people/{carla.id}")
    page.locator("[data-rating]").first.wait_for()


def tournament(kind: str, page: Page, address: str) -> None:
    """A tournament or a league whose first pairings are made."""
    page.goto(f"{address}/tournaments/")
    page.locator("[data-title]").fill("Spring Cup")
    page.locator("[data-game-choice]").select_option("tiny_epic_mechs")
    page.get_by_role("radio", name=kind, exact=True).click()
    page.locator("[data-create]").click()
    page.locator("[data-tournament]").wait_for()
    name = page.url.rpartition("/")[2]
    page.locator("[data-join]").click()
    page.locator("[data-standings] tr").first.wait_for()
    for guest in ("Bea", "Cid"):
        player = Player(address, guest).meet()
        player.post(f"/api/tournaments/{name}/joined", {"on": True})
    page.reload()
    page.locator("[data-begin]").click()
    page.locator("[data-pairing]").first.wait_for()


def cups(page: Page, address: str) -> None:
    page.goto(f"{address}/tournaments/")
    page.locator("[data-create]").wait_for()


def watched(page: Page, address: str) -> None:
    table = p.NewTable(
        game="deadzone", journal=journal("deadzone", "board"), seats=["open", "random"], name="Ana", public=True
    )
    made = create_table(address, table)
    page.goto(f"{address}/t/{made.table}")
    page.locator("[data-watching]").wait_for()


LESSONS = {
    "tiny_epic_mechs": ("1-program", 2),
    "obsidian_protocol": ("3-attack", 2),
    "deadzone": ("3-shooting", 2),
    "tag_raid": ("2-movement", 2),
}
HELD = {"hold": "each"}

SCREENS = [
    Screen("lobby", "lobby", lobby),
    Screen("lobby", "waiting", waiting),
    Screen("lobby", "invitation", invitation),
    Screen("lobby", "watcher", watched),
    *(Screen("first", game, partial(first, game), {"intro": True}) for game in TITLES),
    *(Screen("board", game, partial(board, game)) for game in TITLES),
    *(Screen("solid", game, partial(solid, game)) for game in TITLES),
    *(Screen("fight", game, partial(fight, game)) for game in TITLES),
    Screen("fight", "dice", dice),
    Screen("fight", "overwatch", reaction),
    *(Screen("film", game, partial(film, game), HELD) for game in TITLES),
    *(Screen("end", game, partial(end, game)) for game in TITLES),
    Screen("analysis", "tiny_epic_mechs", analysis),
    *(Screen("lesson", game, partial(lesson, game, *LESSONS[game])) for game in TITLES),
    Screen("lesson", "course", partial(course, "deadzone")),
    Screen("rules", "contents", partial(book, "obsidian_protocol", "")),
    Screen("rules", "clause", partial(book, "tag_raid", "TR.move.first")),
    Screen("rules", "cards", partial(book, "deadzone", "cards")),
    Screen("build", "forces", partial(room, "forces", "obsidian_protocol")),
    Screen("build", "tables", partial(room, "tables", "deadzone")),
    Screen("build", "workbench", partial(room, "workbench", "tag_raid")),
    Screen("build", "cards", partial(room, "cards", "tiny_epic_mechs")),
    Screen("build", "puzzles", partial(room, "puzzles", "deadzone")),
    Screen("people", "you", you),
    Screen("people", "profile", profile),
    Screen("people", "tournament", partial(tournament, "Swiss")),
    Screen("people", "league", partial(tournament, "League")),
    Screen("people", "tournaments", cups),
]
