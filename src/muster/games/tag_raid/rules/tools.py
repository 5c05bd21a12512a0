"""Tool containers and loot: drawing, equipping, replacing, picking up (rulebook, "Tool Containers and Loot")."""

from __future__ import annotations

from muster.games.tag_raid.cards.content import Effect, Tool, ToolKind
from muster.games.tag_raid.rules.effects import repair
from muster.games.tag_raid.rules.neomaterial import gain_bezoar, gain_teseum, store
from muster.games.tag_raid.state.questions import (
    event_sum,
    is_there,
    is_whole,
    loot_lies,
    tag_of,
    timeline,
    touched,
    touches_token,
    touching,
)
from muster.games.tag_raid.state.state import NOWHERE, Miner, Stage, State
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


def draws_allowed(state: State) -> int:
    """The cards each miner may draw from each container a round: one, and more if an event says so.

    [TR container.once]
    """
    return 1 + event_sum(state, Effect.MORE_TOOLS)


def sources(state: State, miner: Miner) -> list[int]:
    """The containers and loot that a miner touches where its move ended, by number. The loot of a seat is a number
    below 0.

    [TR container.reach] [TR container.free] [TR loot.take]
    """
    spot = miner.spot
    containers = touched(state, spot, state.field.containers)
    found = [number for number in containers if miner.drawn.count(number) < draws_allowed(state)]
    found += [~other.seat for other in state.miners if loot_lies(other) and touches_token(state, spot, other.loot_spot)]
    return [] if found and touching(state, miner.seat, spot) else found


def source_option(number: int) -> Option[int | None]:
    if number < 0:
        seat = ~number
        return Option(f"loot:{'ABCD'[seat]}", number, "TR loot.take", Text("option.loot", {"seat": seat}))
    return Option(f"draw:{number + 1}", number, "TR container.draw", Text("option.draw", {"number": number + 1}))


NO_SEARCH: Option[int | None] = Option("done", None, "TR container.may", Text("option.done"))


def blocked_sources(state: State, miner: Miner) -> list[Blocked]:
    """The containers in contact that give nothing more this round."""
    return [
        Blocked(f"draw:{number + 1}", "TR container.once", Text("refusal.container.once", {"number": number + 1}))
        for number in touched(state, miner.spot, state.field.containers)
        if miner.drawn.count(number) >= draws_allowed(state)
    ]


async def search(table: Table, state: State) -> None:
    """Let the player search containers and loot in contact, one after the other.

    [TR container.may] [TR move.interact]
    """
    order = state.order
    assert order is not None
    miner = state.miners[state.active]
    if order.searching:
        await equip(table, state, miner, state.content.tools[order.searching[0]])
        return
    found = sources(state, miner)
    if not found:
        state.stage = Stage.ARO_CHECK
        return
    space = OneOf(
        lambda: [*[source_option(number) for number in found], NO_SEARCH], lambda: blocked_sources(state, miner)
    )
    choice = await table.ask(state.active, Text("prompt.search"), space)
    if choice is None:
        state.stage = Stage.ARO_CHECK
    elif choice < 0:
        take_loot(table, state, miner, state.miners[~choice])
    else:
        await draw_tool(table, state, miner, choice)


async def draw_tool(table: Table, state: State, miner: Miner, container: int) -> None:
    """Draw a card from the tool deck, face up; an empty deck is made anew from the discards.

    [TR container.draw] [TR tool.deck]
    """
    if not state.tools:
        state.tools, state.discard = state.discard, ()
    miner.drawn = (*miner.drawn, container)
    if not state.tools:
        return
    names = [state.content.tools[number].id for number in state.tools]
    index = (await table.draw("tool", names, 1))[0]
    number = state.tools[index]
    state.tools = state.tools[:index] + state.tools[index + 1 :]
    tool = state.content.tools[number]
    if table.listening:
        table.tell("tool_drawn", "TR container.draw", {"seat": miner.seat, "tool": tool.id})
    await lay_open(table, state, miner, tool)


async def lay_open(table: Table, state: State, miner: Miner, tool: Tool) -> None:
    """Lay a tool open to be equipped; any other card takes effect at once, unless it can be kept.

    [TR tool.find] [TR tool.kept]
    """
    order = state.order
    assert order is not None
    if tool.kind == ToolKind.FIND and not can_be_kept(state, miner, tool):
        state.discard = (*state.discard, tool.number)
        await follow(table, state, miner, tool)
    else:
        order.searching = (*order.searching, tool.number)


def can_be_kept(state: State, miner: Miner, tool: Tool) -> bool:
    """Whether a find is a repair kit that has nothing to repair yet.  [TR tool.kept]"""
    return tool.effect == Effect.REPAIR and is_whole(state, miner)


def use_repair_kits(table: Table, state: State) -> None:
    """Use the repair kits that were kept, wherever one has something to repair.  [TR tool.kept]"""
    for seat in timeline(state):
        miner = state.miners[seat]
        for number in miner.slots:
            tool = state.content.tools[number]
            if tool.effect == Effect.REPAIR and is_there(state, seat) and not is_whole(state, miner):
                discard_tool(table, state, miner, number)
                mend(table, state, miner, tool, "TR tool.kept")


def mend(table: Table, state: State, miner: Miner, tool: Tool, clause: str) -> None:
    """Give a miner the wounds back that a repair kit repairs."""
    repaired = repair(state, miner, tool.amount)
    if repaired and table.listening:
        table.tell("repaired", clause, {"seat": miner.seat, "count": repaired})


async def follow(table: Table, state: State, miner: Miner, tool: Tool) -> None:
    """Apply the effect of a find.  [TR tool.find]"""
    clause = "TR tool.find"
    if tool.effect == Effect.TESEUM:
        gain_teseum(table, state, miner, tool.amount, clause)
    elif tool.effect == Effect.BEZOAR:
        gain_bezoar(table, state, miner, tool.amount, clause)
    elif tool.effect == Effect.STORE:
        await store(table, state, miner, tool.amount, clause)
    elif tool.effect == Effect.ORDERS:
        miner.orders += tool.amount
        if table.listening:
            table.tell("orders_gained", clause, {"seat": miner.seat, "count": tool.amount})
    elif tool.effect == Effect.REPAIR:
        mend(table, state, miner, tool, clause)


def equip_options(state: State, miner: Miner, tool: Tool) -> list[Option[int | None]]:
    """The options for a tool: into a free slot, in place of another tool, or not at all.

    [TR tool.slot] [TR tool.replace]
    """
    leave: Option[int | None] = Option("leave", None, "TR tool.slot", Text("option.leave", {"tool": tool.id}))
    if len(miner.slots) < tag_of(state, miner).slots:
        text = Text("option.equip", {"tool": tool.id})
        return [Option(f"equip:{tool.id}", tool.number, "TR tool.slot", text), leave]
    options: list[Option[int | None]] = []
    for number in miner.slots:
        old = state.content.tools[number].id
        text = Text("option.replace", {"tool": tool.id, "old": old})
        options.append(Option(f"replace:{old}", number, "TR tool.replace", text))
    return [*options, leave]


async def equip(table: Table, state: State, miner: Miner, tool: Tool) -> None:
    """Let the player equip a tool that lies open, or discard it.  [TR tool.slot] [TR tool.replace] [TR tool.discard]"""
    order = state.order
    assert order is not None
    space = OneOf(lambda: equip_options(state, miner, tool))
    free = tag_of(state, miner).slots - len(miner.slots)
    choice = await table.ask(miner.seat, Text("prompt.equip", {"tool": tool.id, "free": free}), space, midway=True)
    order.searching = order.searching[1:]
    if choice is None:
        state.discard = (*state.discard, tool.number)
        return
    if choice != tool.number:
        discard_tool(table, state, miner, choice)
    miner.slots = (*miner.slots, tool.number)
    order.found = (*order.found, (tool.number, len(order.path) - 1))
    if table.listening:
        table.tell("equipped", "TR tool.slot", {"seat": miner.seat, "tool": tool.id})


def discard_tool(table: Table, state: State, miner: Miner, number: int) -> None:
    """Move a tool from a slot onto the discards.  [TR tool.discard]"""
    miner.slots = tuple([slot for slot in miner.slots if slot != number])
    state.discard = (*state.discard, number)
    if table.listening:
        tool = state.content.tools[number].id
        table.tell("discarded", "TR tool.discard", {"seat": miner.seat, "tool": tool})


def take_loot(table: Table, state: State, miner: Miner, owner: Miner) -> None:
    """Take loot: its neomaterial goes into the scoring zone, its tools lie open to be equipped, its token goes back.

    [TR loot.take] [TR loot.tools] [TR loot.token_back]
    """
    order = state.order
    assert order is not None
    miner.teseum += owner.loot_teseum
    miner.bezoar += owner.loot_bezoar
    order.searching = (*order.searching, *owner.loot_tools)
    if table.listening:
        count = owner.loot_teseum + owner.loot_bezoar
        table.tell("loot_taken", "TR loot.take", {"seat": miner.seat, "owner": owner.seat, "count": count})
    owner.loot_teseum, owner.loot_bezoar, owner.loot_tools = 0, 0, ()
    owner.loot_spot = NOWHERE
