"""The Mighty Mech: taking it and losing it (rulebook, "The Mighty Mech")."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.rules.changes import award
from muster.games.tiny_epic_mechs.rules.equipment import change_status
from muster.games.tiny_epic_mechs.state.questions import full_health
from muster.games.tiny_epic_mechs.state.state import NOBODY, Player, Stage, State, Status
from muster.geometry.squares import NOWHERE
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

DECLINE = Option("decline", NOBODY, "TEM mech.enter", Text("option.decline"))
BOARD = Text("prompt.board")


def why_not_board(state: State, player: Player) -> Refusal | None:
    """The reason why a player cannot take a free Mech, or None: it needs Power Armor, full health and an advanced
    weapon. A robot takes it as it is.

    [TEM mech.enter] [TEM mech.needs_weapon] [TEM solo.mech]
    """
    if player.robot:
        return None
    if player.status != Status.ARMOR:
        return Refusal("TEM mech.enter", Text("refuse.needs_armor"))
    if player.health < full_health(state, player):
        return Refusal("TEM mech.enter", Text("refuse.needs_full_health"))
    return why_not_armed(state, player)


def why_not_armed(state: State, player: Player) -> Refusal | None:
    """The reason why a player cannot arm the Mech, or None: it needs an advanced weapon; a robot does not.

    [TEM mech.needs_weapon]
    """
    if not player.robot and not player.weapons & state.content.advanced_mask:
        return Refusal("TEM mech.needs_weapon", Text("refuse.needs_advanced"))
    return None


async def board(table: Table, state: State) -> None:
    """Let the active player, if still standing, take a free Mech in the zone.  [TEM mech.enter]"""
    await may_board(table, state, state.players[state.active])
    state.stage = Stage.END_TURN if state.fought else Stage.ACT


async def may_board(table: Table, state: State, player: Player) -> None:
    """Let a player who has entered a zone take the Mech, if it stands free there.  [TEM mech.free]"""
    if state.mech_zone != player.zone:
        return
    refusal = why_not_board(state, player)
    if refusal is None:
        await offer(table, state, player)
    elif table.listening:
        table.tell(refusal.reason.key.replace("refuse.", "cannot."), refusal.clause, {"seat": player.seat})


async def offer(table: Table, state: State, player: Player) -> None:
    """Let a player take the Mech and choose its side, or leave it; a robot always takes it.

    [TEM mech.side] [TEM solo.mech]
    """
    if player.robot:
        await take(table, state, player, 0)
        return
    sides = state.content.mech_sides
    side = await table.ask(player.seat, BOARD, OneOf(lambda: [*(side.board for side in sides), DECLINE]))
    if side != NOBODY:
        await take(table, state, player, side)


async def take(table: Table, state: State, player: Player, side: int) -> None:
    """Give a player the Mech: points, full Mech health, advanced weapons only.

    [TEM mech.points] [TEM mech.health] [TEM mech.weapons]
    """
    state.mech_zone = NOWHERE
    state.mech_owner = player.seat
    state.mech_side = side
    if table.listening:
        clause = "TEM solo.mech" if player.robot else "TEM mech.enter"
        table.tell("mech_taken", clause, {"seat": player.seat, "mech": state.content.mech_sides[side].id})
    award(table, player, state.content.constants.take_mech, "TEM mech.points")
    player.health = state.content.constants.mech_health
    await change_status(table, state, player, Status.MECH)


def abandon(state: State, player: Player) -> None:
    """Leave the Mech free where its owner was knocked out; there is no other way out of it.

    [TEM ko.mech] [TEM mech.no_leaving]
    """
    state.mech_owner = NOBODY
    state.mech_zone = player.zone
