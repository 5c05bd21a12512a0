"""Phase 2, execution: turn after turn, one card each, clockwise from the start player.  [TEM execute.order]"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import TURNS, card_key
from muster.games.tiny_epic_mechs.rules.equipment import EQUIP, equip, has_choice, may_equip
from muster.games.tiny_epic_mechs.rules.tactical import choose_tactical_card
from muster.games.tiny_epic_mechs.state.state import Stage, State, Tactical
from muster.kernel.requests import Table
from muster.kernel.text import Text


async def begin_turn(table: Table, state: State) -> None:
    """Begin a turn: the active player reveals the next card, or in tactical mode chooses one.  [TEM execute.reveal]"""
    player = state.players[state.active]
    state.fought = False
    state.stage = Stage.MOVE
    await may_equip(table, state, player)
    state.rearmed = False
    if player.tactical != Tactical.OFF:
        state.card = await choose_tactical_card(table, state, player)
        player.tactical = Tactical.ON
        return
    state.card = player.program[player.revealed]
    player.revealed += 1
    table.reveal()
    if table.listening:
        table.tell("card_revealed", "TEM execute.reveal", {"seat": player.seat, "card": card_key(state.card)})


END_OF_TURN = Text("prompt.end_turn")


async def end_turn(table: Table, state: State) -> None:
    """End a turn: equipment may be changed, then the next player clockwise acts, or the round ends.

    [TEM equip.when]
    """
    player = state.players[state.active]
    if not player.robot and (state.confirm_turns or (has_choice(state, player) and not state.rearmed)):
        await equip(table, state, player, END_OF_TURN if state.confirm_turns else EQUIP)
    state.turn += 1
    count = len(state.players)
    if state.turn == TURNS * count:
        state.stage = Stage.END_ROUND
    else:
        state.active = (state.start + state.turn) % count
        state.stage = Stage.BEGIN_TURN
