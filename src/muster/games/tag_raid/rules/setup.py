"""Setting up: corporations, timeline, event deck, deployment (rulebook, "Setting up the Match")."""

from __future__ import annotations

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.site import Site
from muster.games.tag_raid.cards.content import Content, TagCard
from muster.games.tag_raid.rules.aftermath import deploy_tag
from muster.games.tag_raid.rules.effects import take_card
from muster.games.tag_raid.state.questions import tag_of
from muster.games.tag_raid.state.state import NOBODY, Beast, Miner, Stage, State
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


def new_state(content: Content, field: Battlefield, players: int, beast: int, site: Site | None = None) -> State:
    """The table before the first choice: panel, tokens, decks, and the MegaBeast unless it is to be drawn; with a site
    if the players set up the table themselves.

    [TR setup.components] [TR setup.beast] [TR mode.standard]
    """
    constants = content.constants
    return State(
        content,
        field,
        [Miner(seat) for seat in range(players)],
        Beast(NOBODY, 0, 0, ()) if beast == NOBODY else fresh_beast(content, beast),
        tuple([tool.number for tool in content.tools if not tool.initial]),
        reserve_teseum=constants.reserve,
        reserve_bezoar=constants.reserve,
        site=site,
    )


def fresh_beast(content: Content, number: int) -> Beast:
    """A MegaBeast with all its wounds, its trophy and its whole deck.  [TR setup.wounds_bar] [TR setup.trophy]"""
    card = content.beasts[number]
    return Beast(number, card.wounds, content.constants.trophy, tuple(range(len(card.events))))


async def draw_beast(table: Table, state: State) -> None:
    """Draw the MegaBeast, if the players have not agreed on one.  [TR setup.random]"""
    names = [card.id for card in state.content.beasts]
    number = (await table.draw("beast", names, 1))[0]
    state.beast = fresh_beast(state.content, number)
    if table.listening:
        table.tell("beast_drawn", "TR setup.random", {"beast": names[number]})


async def choose_corporation(table: Table, state: State) -> None:
    """Let each player in turn choose a corporation with its TAG, initial equipment and orders, or draw one.

    [TR setup.corporation] [TR setup.equipment] [TR setup.random]
    """
    if state.beast.card == NOBODY:
        await draw_beast(table, state)
    waiting = [miner for miner in state.miners if miner.card == NOBODY]
    miner = waiting[0]
    space = OneOf(lambda: corporation_options(state), lambda: taken_corporations(state))
    chosen = await table.ask(miner.seat, Text("prompt.corporation"), space)
    if chosen is None:
        free = free_corporations(state)
        chosen = free[(await table.draw("corporation", [card.id for card in free], 1))[0]].number
    take_card(state, miner, chosen)
    card = tag_of(state, miner)
    if len(waiting) == 1:
        state.stage = Stage.TIMELINE if state.site is None else Stage.LAY_TILES
    if table.listening:
        table.tell("corporation", "TR setup.corporation", {"seat": miner.seat, "tag": card.id})


def free_corporations(state: State) -> list[TagCard]:
    taken = [miner.card for miner in state.miners]
    return [card for card in state.content.tags if card.number not in taken]


def corporation_options(state: State) -> list[Option[int | None]]:
    """The free corporations, and a random one as long as there are several."""
    found: list[Option[int | None]] = [
        Option(f"tag:{card.id}", card.number, "TR setup.corporation", Text("option.tag", {"tag": card.id}))
        for card in free_corporations(state)
    ]
    if len(found) > 1:
        found.append(Option("tag:random", None, "TR setup.random", Text("option.tag_random")))
    return found


def taken_corporations(state: State) -> list[Blocked]:
    """The corporations that other players have, blocked."""
    return [
        Blocked(
            f"tag:{tag_of(state, miner).id}",
            "TR setup.corporation",
            Text("refusal.setup.corporation", {"tag": tag_of(state, miner).id, "seat": miner.seat}),
        )
        for miner in state.miners
        if miner.card != NOBODY
    ]


async def make_timeline(table: Table, state: State) -> None:
    """Shuffle the corporations: their order is the order of turns for the whole match.  [TR timeline.shuffle]"""
    names = [tag_of(state, miner).id for miner in state.miners]
    state.timeline = tuple(await table.draw("timeline", names, len(names)))
    state.stage = Stage.EVENT_DECK
    if table.listening:
        order = "+".join([names[seat] for seat in state.timeline])
        table.tell("timeline", "TR timeline.shuffle", {"tags": order})


async def make_event_deck(table: Table, state: State) -> None:
    """Make the event deck of ten random events that nobody sees.  [TR setup.event_deck]"""
    cards = state.content.events
    drawn = await table.draw(
        "event_deck", [card.id for card in cards], state.content.constants.event_cards, secret=True
    )
    state.event_deck = tuple(sorted(drawn))
    state.stage = Stage.DEPLOY


async def deploy(table: Table, state: State) -> None:
    """Deploy everybody at an access point, in timeline order.  [TR deploy.order]"""
    waiting = [seat for seat in state.timeline if not state.miners[seat].on_table]
    if not waiting:
        state.stage = Stage.EVENT
        return
    await deploy_tag(table, state, state.miners[waiting[0]], "TR deploy.order")
