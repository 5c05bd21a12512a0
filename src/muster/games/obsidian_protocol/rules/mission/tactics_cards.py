"""Tactics cards (rulebook 5.4.2): extra moves for a commander, one card in a round."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import STANCE_NAMES, Kind, Stance
from muster.games.obsidian_protocol.cards.missions import Tactic
from muster.games.obsidian_protocol.rules.actions.available import has_tokens
from muster.games.obsidian_protocol.rules.actions.swift_tactical import remove_token
from muster.games.obsidian_protocol.rules.asking import STANCES, ask_unit
from muster.games.obsidian_protocol.rules.attack.damage import restore_link
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.state.geometry import allies_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def playable(state: State, seat: int, effect: str) -> Tactic | None:
    """A card in hand with this effect, if the seat has played none in this round.  [OP 5.4.2.play] [OP 5.4.2.once]"""
    if not state.hands[seat] or state.played >> seat & 1:
        return None
    for card in state.content.tactics:
        if card.effect == effect and state.hands[seat] >> card.number & 1:
            return card
    return None


def play(table: Table, state: State, seat: int, card: Tactic) -> None:
    """Play a card from the hand; the next can be played in the next round.  [OP 5.4.2.once]"""
    state.hands[seat] &= ~(1 << card.number)
    state.played |= 1 << seat
    if table.listening:
        table.tell("tactic_played", "OP 5.4.2.play", {"seat": seat, "card": card.id})


def option(card: Tactic) -> Option[tuple[str, int, str]]:
    """A tactics card as an option."""
    return Option(
        f"tactic:{card.id}", ("tactic", card.number, ""), "OP 5.4.2.play", Text("option.tactic", {"card": card.id})
    )


async def offered(table: Table, state: State, seat: int, card: Tactic) -> bool:
    """Whether a seat plays a card whose moment has come."""

    def options() -> list[Option[bool]]:
        text = Text("option.tactic", {"card": card.id})
        return [
            Option(f"tactic:{card.id}", True, "OP 5.4.2.play", text),
            Option("pass", False, "OP 5.4.2.play", Text("option.pass")),
        ]

    return await table.ask(seat, Text("prompt.tactic"), OneOf(options))


# During the opportunity of an allied mech


def for_opportunity(state: State, unit: Unit) -> list[Tactic]:
    """The cards that can be played in this mech's opportunity.  [OP card.system_repair] [OP card.disposition]"""
    found = []
    repair = playable(state, unit.seat, "system_repair")
    if repair is not None and marked(state, unit.seat):
        found.append(repair)
    stance = playable(state, unit.seat, "change_stance")
    if stance is not None and standing_mechs(state, unit.seat):
        found.append(stance)
    return found


def marked(state: State, seat: int) -> list[Unit]:
    return [ally for ally in allies_of(state, seat) if has_tokens(ally)]


def standing_mechs(state: State, seat: int) -> list[Unit]:
    return [ally for ally in allies_of(state, seat) if ally.kind == Kind.MECH and ally.stance != Stance.SHUTDOWN]


async def play_in_opportunity(table: Table, state: State, seat: int, card: Tactic) -> None:
    """Play a card in a mech's opportunity.  [OP card.system_repair] [OP card.disposition]"""
    play(table, state, seat, card)
    if card.effect == "system_repair":
        ally = await ask_unit(table, state, seat, "prompt.ally", "OP card.system_repair", lambda: marked(state, seat))
        assert ally is not None
        await remove_token(table, state, ally, seat, hexagons=True)
        return
    ally = await ask_unit(table, state, seat, "prompt.ally", "OP card.disposition", lambda: standing_mechs(state, seat))
    assert ally is not None
    await change_stance(table, state, ally, "OP card.disposition")


async def change_stance(table: Table, state: State, unit: Unit, clause: str) -> None:
    """Put a mech into a stance other than its present one."""
    stances = [choice for choice in STANCES if choice.value != unit.stance]
    prompt = Text("prompt.stance", named(state, unit))
    unit.stance = await table.ask(unit.seat, prompt, OneOf(lambda: stances))
    tell(table, state, "stance_taken", clause, unit, stance=STANCE_NAMES[unit.stance])


# In the end phase


async def end_phase_tactics(table: Table, state: State) -> None:
    """Each player in turn may play a card of the end phase, beginning with the first player.

    [OP card.recovery] [OP card.restart]
    """
    for seat in (state.first, 1 - state.first):
        for effect in ("remote_restart", "battlefield_recovery"):
            card = playable(state, seat, effect)
            mechs = restartable(state, seat) if effect == "remote_restart" else recoverable(state, seat)
            if card is not None and mechs and await offered(table, state, seat, card):
                play(table, state, seat, card)
                await revive(table, state, seat, effect, mechs)


def restartable(state: State, seat: int) -> list[Unit]:
    return [ally for ally in allies_of(state, seat) if ally.kind == Kind.MECH and ally.stance == Stance.SHUTDOWN]


def recoverable(state: State, seat: int) -> list[Unit]:
    return [mech for mech in standing_mechs(state, seat) if mech.link < state.content.pilots[mech.pilot].link]


async def revive(table: Table, state: State, seat: int, effect: str, mechs: list[Unit]) -> None:
    """Restore link to a mech, and let it take a stance if the card restarts it.

    [OP card.recovery] [OP card.restart]
    """
    clause = "OP card.restart" if effect == "remote_restart" else "OP card.recovery"
    mech = await ask_unit(table, state, seat, "prompt.ally", clause, lambda: mechs)
    assert mech is not None
    if effect == "remote_restart":
        await change_stance(table, state, mech, clause)
    restore_link(table, state, mech, 1, clause)
