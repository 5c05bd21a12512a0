"""Knock-outs: of a pilot, of Power Armor, of the Mighty Mech; by an enemy, a mine or a turret (rulebook,
"Knocked out").
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.rules import robots
from muster.games.tiny_epic_mechs.rules.abilities import on_knocking_out
from muster.games.tiny_epic_mechs.rules.changes import award
from muster.games.tiny_epic_mechs.rules.combat import go_to_peace
from muster.games.tiny_epic_mechs.rules.devices import cannot
from muster.games.tiny_epic_mechs.rules.equipment import change_status, may_equip
from muster.games.tiny_epic_mechs.rules.mech import abandon, offer, why_not_armed
from muster.games.tiny_epic_mechs.rules.tactical import enter_tactical_mode
from muster.games.tiny_epic_mechs.state.questions import is_hostile
from muster.games.tiny_epic_mechs.state.state import NOBODY, Player, Stage, State, Status
from muster.kernel.requests import Table


async def knocked_out(table: Table, state: State) -> None:
    """Deal with a player who is down: points, the Mech, tactical mode, and the way back.

    [TEM ko.points] [TEM mine.score]
    """
    player, victor = state.players[state.fallen], state.players[state.fallen_by]
    combat = state.combat
    in_combat = combat is not None
    if combat is not None:
        combat.loser = player.seat
    constants = state.content.constants
    if table.listening:
        clause = "TEM ko.points" if in_combat else "TEM mine.score"
        table.tell("knocked_out", clause, {"seat": player.seat, "enemy": victor.seat})
    if in_combat:
        award(table, victor, constants.knock_out, "TEM ko.points")
        on_knocking_out(table, state, victor)
    else:
        award(table, victor, constants.device_knock_out, "TEM mine.score")
    state.fallen = state.fallen_by = NOBODY
    # A mine or turret also ends the turn: there is no action after it.  [TEM solo.ko_no_action]
    state.stage = Stage.AFTER_COMBAT if in_combat else Stage.END_TURN
    enter_tactical_mode(table, player)
    fell_from = player.status
    if fell_from == Status.MECH:
        abandon(state, player)
        player.status = Status.ARMOR if player.robot else Status.PILOT
        # Whoever knocks the Mech out in combat may take it, even as a mere pilot; from a mine or turret nobody gets it.
        # [TEM ko.mech_captured] [TEM ko.mech_device]
        if combat is not None:
            combat.mech_lost = True
            refusal = why_not_armed(state, victor)
            if refusal is None:
                await offer(table, state, victor)
            else:
                cannot(table, victor, refusal)
    if player.robot:
        await robots.return_to_base(table, state, player)
    else:
        await back_on_foot(table, state, player, fell_from)


async def back_on_foot(table: Table, state: State, player: Player, fell_from: int) -> None:
    """Bring a player back at full health. A pilot starts again from the base; others lose Power Armor or the Mech. No
    weapon is lost, and equipment may be changed.

    [TEM ko.pilot] [TEM ko.floor] [TEM ko.armor] [TEM ko.mech] [TEM ko.weapons_kept]
    """
    constants = state.content.constants
    player.health = constants.pilot_health
    if fell_from == Status.PILOT:
        player.energy = max(player.energy, constants.floor)
        player.credits = max(player.credits, constants.floor)
        await respawn(table, state, player)
        await may_equip(table, state, player)
    else:
        await go_to_peace(
            table, state, player, player.zone, "TEM ko.armor" if fell_from == Status.ARMOR else "TEM ko.mech"
        )
        await change_status(table, state, player, Status.PILOT)


async def respawn(table: Table, state: State, player: Player) -> None:
    """Put a pilot on their base, or in the closest zone that is not hostile.  [TEM ko.base] [TEM ko.base_hostile]"""
    if is_hostile(state, player, player.base):
        await go_to_peace(table, state, player, player.base, "TEM ko.base_hostile")
        return
    player.zone = player.base
    if table.listening:
        table.tell("respawned", "TEM ko.base", {"seat": player.seat, "zone": state.arena.names[player.base]})
