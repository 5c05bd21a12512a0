"""Setting up: pilots, arena, bases, the first mine, the first weapon, the advanced row (rulebook, "Set-up")."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.board.arena import ARENAS
from muster.games.tiny_epic_mechs.cards.content import MINES, ROBOT_WEAPONS, ROW, Content, Weapon
from muster.games.tiny_epic_mechs.state.questions import device, mine_supply
from muster.games.tiny_epic_mechs.state.state import Player, Stage, State, Status
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Ask, Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text

DEALT = 2
"""The number of pilot cards dealt to each player."""
ROBOTS = 2
"""The number of robot pilots in a solo game."""


def new_state(content: Content, players: int, solo: bool, confirm_turns: bool) -> State:
    """An empty table for a number of players; a solo game has one player and two robots in armor, in the arena for
    three.

    [TEM setup.resources] [TEM setup.score] [TEM solo.arena] [TEM solo.armor]
    """
    seats = [Player(0, False)] + [Player(seat, True) for seat in range(1, 1 + ROBOTS)]
    if not solo:
        seats = [Player(seat, False) for seat in range(players)]
    state = State(content, ARENAS[len(seats)], seats, confirm_turns)
    state.deck = content.advanced_mask
    for player in seats:
        player.energy = content.constants.start_energy
        player.credits = content.constants.start_credits
        player.health = content.constants.pilot_health
        if player.robot:
            player.status = Status.ARMOR
            player.health = content.constants.armor_health
    return state


def humans(state: State) -> list[Player]:
    """The players who are asked for decisions."""
    return [player for player in state.players if not player.robot]


async def deal_pilots(table: Table, state: State) -> None:
    """Deal two random pilots to each player, for their eyes only.  [TEM setup.pilot]"""
    people = humans(state)
    names = [card.id for card in state.content.pilots]
    drawn = await table.draw("pilots", names, DEALT * len(people), secret=True)
    for index, player in enumerate(people):
        player.dealt = tuple(sorted(drawn[index * DEALT : (index + 1) * DEALT]))
    state.stage = Stage.CHOOSE_PILOT


async def choose_pilot(table: Table, state: State) -> None:
    """Let each player keep one of the two, pilot side up, at full health.  [TEM setup.pilot] [TEM setup.health]"""
    cards = state.content.pilots

    def question(player: Player) -> Ask[int]:
        return table.ask(player.seat, CHOOSE_PILOT, OneOf(lambda: [cards[number].choose for number in player.dealt]))

    chosen = await table.ask_all({player.seat: question(player) for player in humans(state)})
    for seat, number in chosen.items():
        player = state.players[seat]
        player.pilot = number
        player.dealt = ()
        table.tell("pilot_chosen", "TEM setup.pilot", {"seat": seat, "pilot": cards[number].id})
    state.stage = Stage.LAY_ARENA


CHOOSE_PILOT = Text("prompt.choose_pilot")


async def lay_arena(table: Table, state: State) -> None:
    """Lay the resource zones at random, the Mech in the middle, and draw a start player.

    [TEM setup.arena] [TEM setup.mech] [TEM setup.start_player]
    """
    arena, content = state.arena, state.content
    names = [card.id for card in content.resources]
    drawn = await table.draw("arena", names, len(arena.resource_places))
    zones = [content.base] * arena.size
    zones[arena.mech_place] = content.mech
    for number, place in enumerate(arena.resource_places):
        zones[place] = content.resources[drawn[number]]
    state.zones = tuple(zones)
    state.mech_zone = arena.mech_place
    table.tell("arena_laid", "TEM setup.arena")
    if any(player.robot for player in state.players):
        _place_solo(state)
        table.tell("solo_placed", "TEM solo.base")
        state.stage = Stage.LAY_ROBOT_MINE
        return
    state.start = (await table.roll("start", (len(state.players),)))[0] - 1
    table.tell("start_player", "TEM setup.start_player", {"seat": state.start})
    state.stage = Stage.PLACE_BASES


def _place_solo(state: State) -> None:
    """Put the player in the north and a robot at each other base, facing north.  [TEM solo.base] [TEM solo.facing]"""
    for number, player in enumerate(state.players):
        player.base = player.zone = state.arena.base_places[number]


async def place_bases(table: Table, state: State) -> None:
    """Let players place bases and pilots clockwise from the start player's left; the start player is last.

    [TEM setup.base]
    """
    count = len(state.players)
    seat = next(
        seat % count for seat in range(state.start + 1, state.start + 1 + count) if state.players[seat % count].base < 0
    )
    player = state.players[seat]

    def places() -> list[Option[int]]:
        taken = [other.base for other in state.players]
        return [zone_option(state, zone, "TEM setup.base") for zone in state.arena.base_places if zone not in taken]

    def taken_places() -> list[Blocked]:
        return [
            Blocked(zone_key(state, other.base), "TEM setup.base", Text("refuse.base_taken", {"seat": other.seat}))
            for other in state.players
            if other.base != NOWHERE
        ]

    player.base = player.zone = await table.ask(seat, PLACE_BASE, OneOf(places, taken_places))
    table.tell("base_placed", "TEM setup.base", {"seat": seat, "zone": state.arena.names[player.base]})
    if all(other.base != NOWHERE for other in state.players):
        state.stage = Stage.LAY_FIRST_MINE


PLACE_BASE = Text("prompt.place_base")


def zone_option(state: State, zone: int, clause: str) -> Option[int]:
    return Option(zone_key(state, zone), zone, clause, Text("option.zone", {"zone": state.arena.names[zone]}))


def zone_key(state: State, zone: int) -> str:
    return f"zone:{state.arena.names[zone]}"


MINE_OPTIONS = {
    number: Option(f"lay:{number}", number, "TEM deploy.mine_secret", Text("option.mine", {"number": number}))
    for number in MINES
}
LAY_FIRST_MINE = Text("prompt.lay_first_mine")


async def lay_robot_mine(table: Table, state: State) -> None:
    """Draw a robot's mine unseen.  [TEM solo.mine]"""
    robots = [player for player in state.players if player.robot and not state.devices[player.base]]
    if not robots:
        state.stage = Stage.LAY_FIRST_MINE
        return
    drawn = await table.draw("robot_mine", [str(number) for number in MINES], 1, secret=True)
    state.devices[robots[0].base] = device(robots[0].seat, MINES[drawn[0]])


async def lay_first_mine(table: Table, state: State) -> None:
    """Let each player lay one mine face down on their base, in secret.  [TEM setup.mine]"""
    people = humans(state)

    def question(player: Player) -> Ask[int]:
        return table.ask(player.seat, LAY_FIRST_MINE, OneOf(lambda: lay_options(state, player)))

    chosen = await table.ask_all({player.seat: question(player) for player in people})
    for player in people:
        state.devices[player.base] = device(player.seat, chosen[player.seat])
        table.tell("first_mine", "TEM setup.mine", {"seat": player.seat, "zone": state.arena.names[player.base]})
    state.stage = Stage.CHOOSE_FIRST_WEAPON


def lay_options(state: State, player: Player) -> list[Option[int]]:
    """The mines in a player's supply, by number."""
    return [MINE_OPTIONS[number] for number in mine_supply(state, player)]


CHOOSE_WEAPON = Text("prompt.choose_first_weapon")


def first_weapon_option(weapon: Weapon) -> Option[int]:
    text = Text("option.weapon", {"weapon": weapon.id})
    return Option(f"weapon:{weapon.id}", weapon.number, "TEM setup.weapon", text)


async def choose_first_weapon(table: Table, state: State) -> None:
    """Let each player choose one basic weapon in secret; all are revealed together and equipped.  [TEM setup.weapon]"""
    content = state.content
    options = OneOf(lambda: [first_weapon_option(weapon) for weapon in content.in_mask(content.basic_mask)])
    chosen = await table.ask_all(
        {player.seat: table.ask(player.seat, CHOOSE_WEAPON, options) for player in humans(state)}
    )
    for seat, number in chosen.items():
        player = state.players[seat]
        player.weapons = player.equipped = 1 << number
        table.tell("first_weapon", "TEM setup.weapon", {"seat": seat, "weapon": content.weapons[number].id})
    robots = [player for player in state.players if player.robot]
    for player, names in zip(robots, ROBOT_WEAPONS, strict=False):
        # Two basic weapons for each robot.  [TEM solo.weapons]
        player.weapons = player.equipped = sum(1 << content.weapon_number[name] for name in names)
        table.tell("robot_armed", "TEM solo.weapons", {"seat": player.seat, "weapons": "+".join(names)})
    state.stage = Stage.OPEN_ROW


async def open_row(table: Table, state: State) -> None:
    """Lay four advanced weapons face up.  [TEM setup.row]"""
    while len(state.row) < ROW:
        await refill_row(table, state, len(state.row))
    state.stage = Stage.PROGRAM


async def refill_row(table: Table, state: State, place: int) -> None:
    """Move the next card of the deck into the row, if there is one.

    [TEM purchase.refill] [TEM purchase.deck_empty]
    """
    left = state.content.in_mask(state.deck)
    if not left:
        return
    weapon = left[(await table.draw("advanced", [weapon.id for weapon in left], 1))[0]]
    state.deck &= ~weapon.bit
    state.row.insert(place, weapon.number)
    if table.listening:
        table.tell("on_offer", "TEM purchase.refill", {"weapon": weapon.id})
