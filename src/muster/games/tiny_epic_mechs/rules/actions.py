"""The actions of the program cards: collect, purchase, deploy, power up (rulebook, "Actions").

An action is optional: a player who can do something is asked, and may pass. Collecting costs nothing and is automatic.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tiny_epic_mechs.cards.content import Kind, Weapon, kind_of
from muster.games.tiny_epic_mechs.rules.abilities import collect_bonus, health_per_energy, weapon_cost
from muster.games.tiny_epic_mechs.rules.changes import gain
from muster.games.tiny_epic_mechs.rules.devices import PASS, cannot, deploy_mine, deploy_turret
from muster.games.tiny_epic_mechs.rules.equipment import change_status, may_equip
from muster.games.tiny_epic_mechs.rules.setup import refill_row
from muster.games.tiny_epic_mechs.state.questions import armor_ability, devices_of, full_health
from muster.games.tiny_epic_mechs.state.state import NOBODY, Player, Stage, State, Status
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Param, Text


async def act(table: Table, state: State) -> None:
    """Offer the action of the card being executed; jumps have none.

    [TEM execute.move_then_action] [TEM action.optional] [TEM move.jump_no_action]
    """
    player = state.players[state.active]
    state.stage = Stage.END_TURN
    kind = kind_of(state.card)
    if kind == Kind.COLLECT:
        collect(table, state, player)
    elif kind == Kind.PURCHASE:
        await purchase(table, state, player)
    elif kind == Kind.MINE:
        await deploy_mine(table, state, player)
    elif kind == Kind.TURRET:
        await deploy_turret(table, state, player)
    elif kind == Kind.POWER_UP:
        await power_up(table, state, player)


def controlled_zones(state: State, player: Player, standing: int) -> list[int]:
    """The zones of the player's pilot, mines and turrets, each once.  [TEM collect.zones] [TEM collect.one]"""
    zones = devices_of(state, player)
    if standing not in zones:
        zones.append(standing)
    return zones


def harvest(state: State, player: Player, standing: int) -> tuple[int, int]:
    """The energy and credits of all controlled zones; a base and the Mech zone give both.  [TEM collect.both]"""
    energy, found = collect_bonus(state, player)
    for zone in controlled_zones(state, player, standing):
        card = state.zones[zone]
        energy += card.energy
        found += card.credits
    return energy, found


def collect(table: Table, state: State, player: Player) -> None:
    """Collect what the zones give, up to the end of the track.  [TEM collect.zones]"""
    energy, found = harvest(state, player, player.zone)
    energy, found = gain(state, player, energy, found)
    if table.listening:
        clause = "TEM solo.collect" if player.robot else "TEM collect.zones"
        table.tell("collected", clause, {"seat": player.seat, "energy": energy, "credits": found})


PURCHASE = Text("prompt.purchase")


def on_offer(state: State, player: Player) -> list[Weapon]:
    """The advanced row and the basic types the player lacks; there is always one of those left.

    [TEM purchase.row] [TEM purchase.basic_once] [TEM setup.basics]
    """
    weapons = state.content.weapons
    basics = state.content.in_mask(state.content.basic_mask & ~player.weapons)
    return [weapons[number] for number in state.row] + basics


def affordable(state: State, player: Player) -> list[Weapon]:
    return [weapon for weapon in on_offer(state, player) if can_pay(player, weapon_cost(state, player, weapon))]


def can_pay(player: Player, cost: tuple[int, int]) -> bool:
    return player.energy >= cost[0] and player.credits >= cost[1]


def purchase_options(state: State, player: Player) -> Sequence[Option[int]]:
    return [*(buy_option(state, player, weapon) for weapon in affordable(state, player)), PASS]


def buy_key(weapon: Weapon) -> str:
    return f"buy:{weapon.id}"


def buy_option(state: State, player: Player, weapon: Weapon) -> Option[int]:
    """Make an option of a weapon with its price for this player.  [TEM purchase.pay]"""
    energy, price = weapon_cost(state, player, weapon)
    text = Text("option.buy", {"weapon": weapon.id, "energy": energy, "credits": price})
    return Option(buy_key(weapon), weapon.number, "TEM purchase.pay", text)


def purchase_blocked(state: State, player: Player) -> list[Blocked]:
    """The weapons that cannot be bought now, with reasons."""
    blocked: list[Blocked] = []
    offered = on_offer(state, player)
    for weapon in state.content.weapons:
        if weapon not in offered:
            owned = player.weapons & weapon.bit
            clause = "TEM purchase.row" if weapon.advanced else "TEM purchase.basic_once"
            reason = Text("refuse.owned", {"weapon": weapon.id}) if owned else Text("refuse.not_on_offer")
            blocked.append(Blocked(buy_key(weapon), clause, reason))
            continue
        energy, price = weapon_cost(state, player, weapon)
        if not can_pay(player, (energy, price)):
            has: dict[str, Param] = {"have_energy": player.energy, "have_credits": player.credits}
            params: dict[str, Param] = {"weapon": weapon.id, "energy": energy, "credits": price, **has}
            blocked.append(Blocked(buy_key(weapon), "TEM purchase.pay", Text("refuse.price", params)))
    return blocked


def why_no_purchase(state: State, player: Player) -> Refusal | None:
    """The reason why this player can buy nothing now, or None.  [TEM purchase.pay]"""
    return None if affordable(state, player) else Refusal("TEM purchase.pay", Text("refuse.nothing_affordable"))


async def purchase(table: Table, state: State, player: Player) -> None:
    """Let the player buy one weapon, whatever they can carry; then equipment may be changed.

    [TEM purchase.one] [TEM purchase.any_status]
    """
    refusal = why_no_purchase(state, player)
    if refusal is not None:
        cannot(table, player, refusal)
        return
    space = OneOf(lambda: purchase_options(state, player), lambda: purchase_blocked(state, player))
    number = await table.ask(player.seat, PURCHASE, space)
    if number != NOBODY:
        await buy(table, state, player, state.content.weapons[number])
        await may_equip(table, state, player)


async def buy(table: Table, state: State, player: Player, weapon: Weapon) -> None:
    """Pay, take the card, refill the row.  [TEM purchase.pay] [TEM purchase.refill]"""
    energy, price = weapon_cost(state, player, weapon)
    player.energy -= energy
    player.credits -= price
    player.weapons |= weapon.bit
    if table.listening:
        params: dict[str, Param] = {"seat": player.seat, "weapon": weapon.id, "energy": energy, "credits": price}
        table.tell("bought", "TEM solo.purchase" if player.robot else "TEM purchase.pay", params)
    if weapon.advanced:
        place = state.row.index(weapon.number)
        del state.row[place]
        await refill_row(table, state, place)


POWER_UP = Text("prompt.power_up")
UPGRADE = 0
MOST_PAID = 19
"""The most energy that somebody might type to pay for health."""


def useful_energy(state: State, player: Player) -> int:
    """The most energy that restoring can use: what the player has, and what the track takes.

    [TEM power_up.restore_limit]
    """
    missing = full_health(state, player) - player.health
    return min(player.energy, -(-missing // health_per_energy(state, player)))


def can_upgrade(state: State, player: Player) -> bool:
    return player.status == Status.PILOT and player.credits >= state.content.constants.armor_cost


def power_up_options(state: State, player: Player) -> list[Option[int]]:
    """The options of powering up: restore or upgrade.  [TEM power_up.choice]"""
    options: list[Option[int]] = [upgrade_option(state, player)] if can_upgrade(state, player) else []
    options.extend(restore_option(state, player, paid) for paid in range(1, useful_energy(state, player) + 1))
    options.append(PASS)
    return options


def upgrade_option(state: State, player: Player) -> Option[int]:
    """Make an option of Power Armor with its price, health and ability.  [TEM power_up.upgrade]"""
    constants = state.content.constants
    ability, amount = armor_ability(state, player)
    says: dict[str, Param] = {
        "credits": constants.armor_cost,
        "health": constants.armor_health,
        "ability": ability,
        "amount": amount,
    }
    return Option("upgrade", UPGRADE, "TEM power_up.upgrade", Text("option.upgrade", says))


def restore_key(paid: int) -> str:
    return f"restore:{paid}"


def restore_option(state: State, player: Player, paid: int) -> Option[int]:
    """Make an option of restoring with its price and the health it brings.  [TEM power_up.restore]"""
    health = restored_to(state, player, paid) - player.health
    return Option(
        restore_key(paid), paid, "TEM power_up.restore", Text("option.restore", {"energy": paid, "health": health})
    )


def power_up_blocked(state: State, player: Player) -> list[Blocked]:
    blocked: list[Blocked] = []
    cost = state.content.constants.armor_cost
    if player.status != Status.PILOT:
        blocked.append(Blocked("upgrade", "TEM power_up.upgrade", Text("refuse.already_armored")))
    elif player.credits < cost:
        blocked.append(
            Blocked("upgrade", "TEM power_up.upgrade", Text("refuse.credits", {"cost": cost, "have": player.credits}))
        )
    useful = useful_energy(state, player)
    for paid in range(useful + 1, MOST_PAID + 1):
        if paid > player.energy:
            params = {"cost": paid, "have": player.energy}
            blocked.append(Blocked(restore_key(paid), "TEM power_up.restore", Text("refuse.energy", params)))
        else:
            blocked.append(Blocked(restore_key(paid), "TEM power_up.restore_limit", Text("refuse.health_full")))
    return blocked


def why_no_power_up(state: State, player: Player) -> Refusal | None:
    """The reason why this player cannot power up now, or None.  [TEM power_up.choice] [TEM mech.no_restore]"""
    if player.status == Status.MECH:
        return Refusal("TEM mech.no_restore", Text("refuse.mech_power_up"))
    if not can_upgrade(state, player) and not useful_energy(state, player):
        return Refusal("TEM power_up.choice", Text("refuse.nothing_to_power_up"))
    return None


async def power_up(table: Table, state: State, player: Player) -> None:
    """Let the player restore health or upgrade to Power Armor; in the Mighty Mech nothing happens.

    [TEM power_up.choice] [TEM mech.no_restore]
    """
    refusal = why_no_power_up(state, player)
    if refusal is not None:
        cannot(table, player, refusal)
        return
    space = OneOf(lambda: power_up_options(state, player), lambda: power_up_blocked(state, player))
    choice = await table.ask(player.seat, POWER_UP, space)
    if choice > 0:
        restore(table, state, player, choice)
    elif choice == UPGRADE:
        await upgrade(table, state, player)


def restore(table: Table, state: State, player: Player, paid: int) -> None:
    """Restore health for energy.  [TEM power_up.restore]"""
    before = player.health
    player.energy -= paid
    player.health = restored_to(state, player, paid)
    if table.listening:
        clause = "TEM solo.power_up" if player.robot else "TEM power_up.restore"
        table.tell("restored", clause, {"seat": player.seat, "energy": paid, "health": player.health - before})


def restored_to(state: State, player: Player, paid: int) -> int:
    """The health after restoring: two for each energy, up to the top of the track.

    [TEM power_up.restore] [TEM power_up.restore_limit]
    """
    return min(full_health(state, player), player.health + paid * health_per_energy(state, player))


async def upgrade(table: Table, state: State, player: Player) -> None:
    """Upgrade a pilot to Power Armor; equipment may be changed.  [TEM power_up.upgrade]"""
    pay_for_armor(table, state, player)
    await change_status(table, state, player, Status.ARMOR)


def pay_for_armor(table: Table, state: State, player: Player) -> None:
    """Pay for Power Armor, which comes at full health.  [TEM power_up.upgrade_health]"""
    player.credits -= state.content.constants.armor_cost
    if table.listening:
        table.tell("upgraded", "TEM power_up.upgrade", {"seat": player.seat})
    player.health = state.content.constants.armor_health
