"""Mines and turrets: deploying them, and their damage to an enemy who enters (rulebook, "Deploy a mine or turret")."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import MINES
from muster.games.tiny_epic_mechs.rules.abilities import after_destroying, deploy_cost, device_protection
from muster.games.tiny_epic_mechs.rules.changes import hurt
from muster.games.tiny_epic_mechs.rules.setup import lay_options, zone_option
from muster.games.tiny_epic_mechs.state.questions import (
    device,
    device_number,
    device_owner,
    mine_supply,
    mines_of,
    stands,
    turret_supply,
    turrets_of,
)
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, State
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Param, Text

PASS = Option("pass", NOBODY, "TEM action.optional", Text("option.pass"))
DEPLOY = "deploy"
NO_TURRET_LEFT = Blocked(DEPLOY, "TEM deploy.turret", Text("refuse.turrets_deployed"))


def why_no_deploying(state: State, player: Player) -> Refusal | None:
    """The reason why this player cannot deploy here at all, whatever the price, or None.

    [TEM deploy.one_per_zone] [TEM deploy.mech_zone] [TEM deploy.anywhere]
    """
    if state.devices[player.zone]:
        return Refusal("TEM deploy.one_per_zone", Text("refuse.device_here"))
    if state.mech_zone == player.zone:
        return Refusal("TEM deploy.mech_zone", Text("refuse.free_mech_here"))
    return None


def why_no_mine(state: State, player: Player) -> Refusal | None:
    """The reason why this player cannot lay a mine here, or None; it costs credits, the value of the zone.

    [TEM deploy.cost]
    """
    cost = deploy_cost(state, player)
    if player.credits < cost:
        return Refusal("TEM deploy.cost", Text("refuse.credits", {"cost": cost, "have": player.credits}))
    return why_no_deploying(state, player)


def why_no_turret(state: State, player: Player) -> Refusal | None:
    """The reason why this player cannot set up a turret here, or None; it costs energy, the value of the zone.

    [TEM deploy.cost]
    """
    cost = deploy_cost(state, player)
    if player.energy < cost:
        return Refusal("TEM deploy.cost", Text("refuse.energy", {"cost": cost, "have": player.energy}))
    return why_no_deploying(state, player)


def cannot(table: Table, player: Player, refusal: Refusal) -> None:
    """Tell the reason why an action came to nothing."""
    if table.listening:
        params = {"seat": player.seat, **refusal.reason.params}
        table.tell(refusal.reason.key.replace("refuse.", "cannot."), refusal.clause, params)


async def deploy_mine(table: Table, state: State, player: Player) -> None:
    """Let the player lay a mine face down, or move one here if all are laid. The question names the price.

    [TEM deploy.mine] [TEM deploy.relocate] [TEM deploy.cost]
    """
    refusal = why_no_mine(state, player)
    if refusal is not None:
        cannot(table, player, refusal)
        return
    price = {"credits": deploy_cost(state, player)}
    if mine_supply(state, player):
        # Which one is nobody else's business.  [TEM deploy.mine_secret]
        number = await table.ask(
            player.seat,
            Text("prompt.deploy_mine", price),
            OneOf(lambda: [*lay_options(state, player), PASS], lambda: laid(state, player)),
            secret=True,
        )
        if number != NOBODY:
            put_mine(table, state, player, number, "TEM deploy.mine")
    else:
        zones = mines_of(state, player)
        space = OneOf(lambda: relocations(state, zones), lambda: laid(state, player))
        source = await table.ask(player.seat, Text("prompt.relocate_mine", price), space)
        if source != NOBODY:
            player.credits -= price["credits"]
            _relocate(table, state, player, source, "mine_moved", price)


def put_mine(table: Table, state: State, player: Player, number: int, clause: str) -> None:
    """Pay for a mine of the supply and lay it in the player's zone.  [TEM deploy.cost]"""
    cost = deploy_cost(state, player)
    player.credits -= cost
    state.devices[player.zone] = device(player.seat, number)
    if table.listening:
        params: dict[str, Param] = {"seat": player.seat, "zone": state.arena.names[player.zone], "credits": cost}
        table.tell("mine_laid", clause, params)


async def deploy_turret(table: Table, state: State, player: Player) -> None:
    """Let the player set up a turret, or move one here if all are in the arena.

    [TEM deploy.turret] [TEM deploy.relocate]
    """
    refusal = why_no_turret(state, player)
    if refusal is not None:
        cannot(table, player, refusal)
        return
    price = {"energy": deploy_cost(state, player)}
    if turret_supply(state, player):
        yes = Option(DEPLOY, TURRET, "TEM deploy.turret", Text("option.deploy_turret", price))
        if await table.ask(player.seat, Text("prompt.deploy_turret", price), OneOf(lambda: (yes, PASS))) != NOBODY:
            put_turret(table, state, player, "TEM deploy.turret")
    else:
        zones = turrets_of(state, player)
        space = OneOf(lambda: relocations(state, zones), lambda: [NO_TURRET_LEFT])
        source = await table.ask(player.seat, Text("prompt.relocate_turret", price), space)
        if source != NOBODY:
            player.energy -= price["energy"]
            _relocate(table, state, player, source, "turret_moved", price)


def put_turret(table: Table, state: State, player: Player, clause: str) -> None:
    """Pay for a turret of the supply and set it up in the player's zone.  [TEM deploy.cost]"""
    cost = deploy_cost(state, player)
    player.energy -= cost
    state.devices[player.zone] = device(player.seat, TURRET)
    if table.listening:
        params: dict[str, Param] = {"seat": player.seat, "zone": state.arena.names[player.zone], "energy": cost}
        table.tell("turret_deployed", clause, params)


def laid(state: State, player: Player) -> list[Blocked]:
    """The mines that are already in the arena, blocked."""
    supply = mine_supply(state, player)
    return [
        Blocked(f"lay:{number}", "TEM deploy.mine", Text("refuse.mine_laid", {"number": number}))
        for number in MINES
        if number not in supply
    ]


def relocations(state: State, zones: list[int]) -> list[Option[int]]:
    """The devices that could be moved here, by their present zone."""
    return [*(zone_option(state, zone, "TEM deploy.relocate") for zone in zones), PASS]


def _relocate(table: Table, state: State, player: Player, source: int, key: str, price: dict[str, int]) -> None:
    state.devices[player.zone] = state.devices[source]
    state.devices[source] = 0
    if table.listening:
        names = state.arena.names
        params: dict[str, Param] = {"seat": player.seat, "source": names[source], "zone": names[player.zone], **price}
        table.tell(key, "TEM deploy.relocate", params)


def device_damage(state: State, victim: Player, number: int) -> int:
    """The damage of a device in the victim's zone.  [TEM mine.damage] [TEM turret.damage]"""
    value = state.zones[victim.zone].value
    return max(0, (value if number == TURRET else value + number) - device_protection(state, victim))


def set_off(table: Table, state: State, victim: Player) -> None:
    """Set off the enemy device in the victim's zone.

    A mine does the value of the zone plus its number and is spent. A turret does the value of the zone; a victim who
    survives destroys it. [TEM mine.damage] [TEM mine.spent] [TEM turret.damage] [TEM turret.stands]
    [TEM turret.destroyed]
    """
    zone = victim.zone
    found = state.devices[zone]
    number = device_number(found)
    is_turret = number == TURRET
    dealt = hurt(state, victim, device_damage(state, victim, number), device_owner(found))
    if table.listening:
        params: dict[str, Param] = {
            "seat": victim.seat,
            "owner": device_owner(found),
            "damage": dealt,
            "zone": state.arena.names[zone],
        }
        if is_turret:
            table.tell("turret_fired", "TEM turret.damage", params)
        else:
            table.tell("mine_exploded", "TEM mine.damage", {**params, "number": number})
    if not is_turret:
        table.reveal()
    survived = stands(state, victim.seat)
    if survived or not is_turret:
        state.devices[zone] = 0
    if survived:
        after_destroying(table, state, victim)
