"""Invariants of Tiny Epic Mechs, after every answer: a board moved by the events alone stays the board.

Every event is looked at in its order: is whoever it names on their feet, in that zone, entitled? Then it changes the
board of the watcher (`slow.py`, the second way through the rules). After the last event that board must be the one of
the state: nothing happened untold, nothing was told that did not happen, and nothing happened twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.tiny_epic_mechs.slow import BEATS, FIGURES, FULL, MECHS, WEAPONS, Device, board_of, leads, steps_between
from muster.games.tiny_epic_mechs.state.state import STATUS_NAMES, Stage, Status
from muster.kernel.match import Match
from muster.kernel.requests import Event

WHILE_DOWN = {
    *("knocked_out", "tactical_mode", "all_hostile", "withdrew", "respawned", "robot_base_held", "robot_card"),
    *("robot_ahead", "robot_highest", "robot_lowest", "robot_tie", "robot_wall", "robot_in_the_way"),
}
"""What is told of somebody who is down, until they are back."""
BACK = {"prompt.retreat"}
"""What may be asked of somebody who is down: the way back."""
MIDWAY = {"prompt.board", "prompt.equip", "prompt.ready", "prompt.robot_zone"}
"""What may be asked of others meanwhile: about the Mech that was lost, the blow that did it, where a robot goes."""
SLOTS = {"pilot": (2, 0), "armor": (2, 2), "mech": (0, 4)}
TRACK = FIGURES["track"]


class Watcher:
    """Follows one match from its first question on."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.board = board_of(match.state)
        self.before = len(match.table.events)
        self.down: set[int] = set()
        self.out: set[int] = set()
        self.exhausted: dict[int, set[str]] = {}
        self.fight: list[int] = []
        self.turn = -1
        self.last = ""
        self.blow = ""
        self.card = ""
        self.active = -1
        self.moved = False
        self.first_tactical: set[int] = set()
        self.desperate = False
        self.found: list[str] = []

    def breaches(self, events: Sequence[Event]) -> list[str]:
        """Called after every answer with the events told since the last call: what does not hold, a sentence each."""
        self.found = []
        if self.before:
            events, self.before = events[self.before :], 0
        for event in events:
            self._hear(event)
        self._compare()
        self._bounds()
        return self.found

    def _must(self, holds: bool, sentence: str) -> None:
        if not holds:
            self.found.append(sentence)

    # Events, one by one

    def _hear(self, event: Event) -> None:
        params: dict[str, Any] = dict(event.params)
        if not self.board.zones and self.match.state.zones:
            self.board.zones = board_of(self.match.state).zones
        for name in ("seat", "enemy"):
            seat = params.get(name)
            self._must(seat not in self.down or event.key in WHILE_DOWN, f"{event!r} names {seat}, who is down")
        rule = getattr(self, f"_{event.key}", None)
        if rule is not None:
            rule(event, params)

    def _pilot_chosen(self, event: Event, params: dict[str, Any]) -> None:
        self.board.pieces[params["seat"]].pilot = params["pilot"]

    def _arena_laid(self, event: Event, params: dict[str, Any]) -> None:
        self.board.zones = board_of(self.match.state).zones
        self.board.mech = "c3" if "d1" in self.board.zones else "b3"

    def _solo_placed(self, event: Event, params: dict[str, Any]) -> None:
        for piece, zone in zip(self.board.pieces, ("c1", "a3", "e3"), strict=True):
            piece.zone = zone

    def _base_placed(self, event: Event, params: dict[str, Any]) -> None:
        taken = [piece.zone for piece in self.board.pieces]
        self._must(params["zone"] not in taken, f"{event!r}: that place is taken")
        self.board.pieces[params["seat"]].zone = params["zone"]

    def _first_mine(self, event: Event, params: dict[str, Any]) -> None:
        self._put(event, params["zone"], params["seat"], mine=True)

    def _first_weapon(self, event: Event, params: dict[str, Any]) -> None:
        self.board.pieces[params["seat"]].weapons = {params["weapon"]}

    def _robot_armed(self, event: Event, params: dict[str, Any]) -> None:
        self.board.pieces[params["seat"]].weapons = set(params["weapons"].split("+"))

    def _round_begins(self, event: Event, params: dict[str, Any]) -> None:
        self._must(not self.fight, f"{event!r} in the middle of a combat")
        self.first_tactical.clear()
        self.active = -1

    def _begin(self, seat: int, card: str) -> None:
        self._must(not self.fight and not self.down, f"{seat} begins a turn while somebody is down or fighting")
        before = self.active
        skipped = before >= 0 and not self.moved and not self.board.pieces[before].robot
        self._must(not skipped, f"{seat} begins a turn, but {before} has not made the move of {self.card}")
        self.active, self.card, self.moved = seat, card, False

    def _card_revealed(self, event: Event, params: dict[str, Any]) -> None:
        self._begin(params["seat"], params["card"])
        self._must(params["seat"] not in self.first_tactical, f"{event!r} by somebody in tactical mode")

    def _card_turned(self, event: Event, params: dict[str, Any]) -> None:
        self._must(params["seat"] == self.active and not self.moved, f"{event!r} out of turn")
        self.card = params["card"]

    def _tactical_card(self, event: Event, params: dict[str, Any]) -> None:
        self._begin(params["seat"], params["card"])
        there = leads(self.board.zones, self.board.pieces[params["seat"]].zone, params["card"])
        if params["seat"] in self.first_tactical and there:
            attacks = self.board.enemy_pilots(params["seat"], there)
            self._must(not attacks, f"{event!r} starts a combat in the first turn of tactical mode")
        self.first_tactical.discard(params["seat"])

    def _tactical_mode(self, event: Event, params: dict[str, Any]) -> None:
        self.first_tactical.add(params["seat"])

    def _robot_card(self, event: Event, params: dict[str, Any]) -> None:
        if params["seat"] not in self.down:
            self._begin(params["seat"], params["card"])

    def _wall(self, event: Event, params: dict[str, Any]) -> None:
        self._must(params["seat"] == self.active and not self.moved, f"{event!r} out of turn")
        piece = self.board.pieces[params["seat"]]
        self._must(leads(self.board.zones, piece.zone, self.card) is None, f"{event!r}, but there is no wall")
        self.moved = True

    def _moved(self, event: Event, params: dict[str, Any]) -> None:
        piece, there = self.board.pieces[params["seat"]], params["zone"]
        self._must(params["seat"] == self.active and not self.moved, f"{event!r} out of turn")
        self._must(not self.fight, f"{event!r} in the middle of a combat")
        if piece.robot:
            jump = self.card.endswith("jump")
            reached = (
                there == self.board.pieces[0].zone if jump else steps_between(self.board.zones, piece.zone, there) == 1
            )
            self._must(reached, f"{event!r} from {piece.zone} is out of reach")
            others = [other.zone for other in self.board.pieces if other.robot and other is not piece]
            self._must(there not in others, f"{event!r} enters the other robot's zone")
        else:
            self._must(
                leads(self.board.zones, piece.zone, self.card) == there, f"{event!r} from {piece.zone} by {self.card}"
            )
        piece.zone, self.moved = there, True

    # Devices

    def _put(self, event: Event, zone: str, seat: int, mine: bool) -> None:
        own = [found for found in self.board.devices.values() if found.owner == seat and found.turret != mine]
        self._must(zone not in self.board.devices, f"{event!r}: the zone holds a device already")
        self._must(len(own) < (4 if mine else 3), f"{event!r}: there is none left")
        self.board.devices[zone] = Device(seat, 1 if mine else 0)

    def _deploy(self, event: Event, params: dict[str, Any], mine: bool, source: str | None = None) -> None:
        seat, zone = params["seat"], params["zone"]
        self._acts(event, seat, "mine" if mine else "turret")
        if source is not None:
            found = self.board.devices.pop(source, None)
            held = found is not None and found.owner == seat and found.turret != mine
            self._must(held, f"{event!r}: no such device there")
        piece = self.board.pieces[seat]
        self._must(piece.zone == zone and self.board.mech != zone, f"{event!r} by somebody who cannot deploy there")
        value = max(0, self.board.zones[zone][0] - piece.ability("sapper"))
        self._pay(event, seat, 0 if mine else value, value if mine else 0)
        self._must(params["credits" if mine else "energy"] == value, f"{event!r}: the price is {value}")
        self._put(event, zone, seat, mine)

    def _mine_laid(self, event: Event, params: dict[str, Any]) -> None:
        self._deploy(event, params, mine=True)

    def _turret_deployed(self, event: Event, params: dict[str, Any]) -> None:
        self._deploy(event, params, mine=False)

    def _mine_moved(self, event: Event, params: dict[str, Any]) -> None:
        self._deploy(event, params, mine=True, source=params["source"])

    def _turret_moved(self, event: Event, params: dict[str, Any]) -> None:
        self._deploy(event, params, mine=False, source=params["source"])

    def _goes_off(self, event: Event, params: dict[str, Any], mine: bool) -> None:
        seat, zone = params["seat"], params["zone"]
        piece, found = self.board.pieces[seat], self.board.enemy_device(seat, zone)
        self._must(seat == self.active and self.moved, f"{event!r} at somebody who entered no zone")
        self._must(not self.fight, f"{event!r} in the middle of a combat")
        self._must(piece.zone == zone, f"{event!r} at somebody in {piece.zone}")
        if found is None or found.turret == mine or found.owner != params["owner"]:
            self._must(False, f"{event!r}: there is no such device")
            return
        if mine:
            self.board.devices[zone] = Device(found.owner, params["number"])
        damage = min(self.board.device_damage(seat, zone), piece.health)
        self._must(params["damage"] == damage, f"{event!r}: the damage is {damage}")
        piece.health -= damage
        if piece.health:
            del self.board.devices[zone]
        else:
            self.down.add(seat)
            if mine:
                del self.board.devices[zone]

    def _mine_exploded(self, event: Event, params: dict[str, Any]) -> None:
        self._goes_off(event, params, mine=True)

    def _turret_fired(self, event: Event, params: dict[str, Any]) -> None:
        self._goes_off(event, params, mine=False)

    # Actions

    def _acts(self, event: Event, seat: int, kind: str) -> None:
        entitled = seat == self.active and (self.card.startswith(kind) or self.board.pieces[seat].robot)
        self._must(entitled and not self.fight, f"{event!r} by somebody who is not to act")

    def _gain(self, event: Event, params: dict[str, Any]) -> None:
        piece = self.board.pieces[params["seat"]]
        piece.energy += params["energy"]
        piece.credits += params["credits"]
        self._must(max(piece.energy, piece.credits) <= TRACK, f"{event!r} leads beyond the track")

    def _pay(self, event: Event, seat: int, energy: int, price: int) -> None:
        piece = self.board.pieces[seat]
        piece.energy -= energy
        piece.credits -= price
        self._must(min(piece.energy, piece.credits) >= 0, f"{event!r} by somebody who cannot pay")

    def _collected(self, event: Event, params: dict[str, Any]) -> None:
        self._acts(event, params["seat"], "collect")
        harvest = self.board.harvest(params["seat"])
        self._must((params["energy"], params["credits"]) == harvest, f"{event!r}: the zones give {harvest}")
        self._gain(event, params)

    def _gained(self, event: Event, params: dict[str, Any]) -> None:
        self._gain(event, params)

    def _paid(self, event: Event, params: dict[str, Any]) -> None:
        self._pay(event, params["seat"], params["energy"], params["credits"])

    def _drained(self, event: Event, params: dict[str, Any]) -> None:
        self._must(params["seat"] in self.fight, f"{event!r} of somebody who does not fight")
        self._pay(event, params["seat"], params["energy"], params["credits"])

    def _bought(self, event: Event, params: dict[str, Any]) -> None:
        self._acts(event, params["seat"], "purchase")
        self._pay(event, params["seat"], params["energy"], params["credits"])
        owners = [piece for piece in self.board.pieces if params["weapon"] in piece.weapons]
        twice = owners if WEAPONS[params["weapon"]]["level"] == "advanced" else []
        piece = self.board.pieces[params["seat"]]
        self._must(not twice and piece not in owners, f"{event!r}: that card has an owner")
        piece.weapons.add(params["weapon"])

    def _restored(self, event: Event, params: dict[str, Any]) -> None:
        self._acts(event, params["seat"], "power_up")
        self._pay(event, params["seat"], params["energy"], 0)
        piece = self.board.pieces[params["seat"]]
        self._must(piece.status != "mech", f"{event!r} in the Mighty Mech")
        piece.health += params["health"]

    def _upgraded(self, event: Event, params: dict[str, Any]) -> None:
        self._acts(event, params["seat"], "power_up")
        self._pay(event, params["seat"], 0, FIGURES["armor_cost"])
        piece = self.board.pieces[params["seat"]]
        self._must(piece.status == "pilot", f"{event!r} of somebody in {piece.status}")
        piece.status, piece.health = "armor", FULL["armor"]

    def _mech_taken(self, event: Event, params: dict[str, Any]) -> None:
        piece = self.board.pieces[params["seat"]]
        self._must(self.board.mech == piece.zone, f"{event!r}: it is not there")
        captured = bool(self.down)
        fit = piece.robot or captured or (piece.status == "armor" and piece.health == FULL["armor"])
        self._must(fit and (piece.robot or bool(piece.advanced())), f"{event!r} by somebody who may not")
        self.board.mech = None
        piece.status, piece.health, piece.mech_side = "mech", FULL["mech"], params["mech"]
        for other in self.board.pieces:
            other.mech_side = params["mech"]

    # Combat

    def _combat_started(self, event: Event, params: dict[str, Any]) -> None:
        seat, enemy = params["seat"], params["enemy"]
        zones = {self.board.pieces[one].zone for one in (seat, enemy)}
        self._must(seat == self.active and self.moved and not self.fight, f"{event!r} out of turn")
        self._must(zones == {params["zone"]} and self.board.enemies(seat, enemy), f"{event!r} between those two")
        self.fight, self.turn, self.last = [seat, enemy], seat, ""
        self.exhausted = {seat: set(), enemy: set()}

    def _strikes(self, event: Event, params: dict[str, Any]) -> None:
        seat, name = params["seat"], params["weapon"]
        self._must(seat in self.fight and seat == self.turn, f"{event!r} out of turn")
        self._must(name in self.board.pieces[seat].weapons, f"{event!r} with a weapon of somebody else")
        self._must(name not in self.exhausted.get(seat, set()), f"{event!r} with an exhausted weapon")
        self.exhausted.setdefault(seat, set()).add(name)
        self.blow = name

    def _attack(self, event: Event, params: dict[str, Any]) -> None:
        self._strikes(event, params)

    def _power_attack(self, event: Event, params: dict[str, Any]) -> None:
        counters = bool(self.last) and BEATS[WEAPONS[params["weapon"]]["type"]] == WEAPONS[self.last]["type"]
        leaps = not self.last and self.card.split("-")[0].endswith("jump") and params["seat"] == self.active
        riposte = self.board.pieces[params["seat"]].ability("riposte") > 0
        self._must(counters or leaps or riposte, f"{event!r} counters nothing")
        self._strikes(event, params)

    def _damage(self, event: Event, params: dict[str, Any]) -> None:
        seat, enemy = params["seat"], params["enemy"]
        one, other = self.board.pieces[seat], self.board.pieces[enemy]
        self._must(seat == self.turn and {seat, enemy} == set(self.fight), f"{event!r} outside of a combat")
        self._must(one.zone == other.zone, f"{event!r} across zones")
        other.health -= params["damage"]
        self._must(other.health == params["health"] >= 0, f"{event!r}: {other.health} is left")
        self._must(bool(self.blow), f"{event!r} by no weapon")
        self.turn, self.last, self.blow = enemy, self.blow, ""
        if not other.health:
            self.down.add(enemy)

    def _robot_unarmed(self, event: Event, params: dict[str, Any]) -> None:
        piece = self.board.pieces[params["seat"]]
        self._must(params["seat"] == self.turn, f"{event!r} out of turn")
        self._must(piece.status == "mech" and not piece.advanced(), f"{event!r}, but it could strike")
        self.turn, self.last = next(seat for seat in self.fight if seat != piece.seat), ""

    def _robot_reshuffles(self, event: Event, params: dict[str, Any]) -> None:
        self.exhausted[params["seat"]] = set()

    def _exhausted(self, event: Event, params: dict[str, Any]) -> None:
        self._must(params["seat"] in self.fight, f"{event!r} of somebody who does not fight")
        self.exhausted[params["seat"]].add(params["weapon"])

    def _readied(self, event: Event, params: dict[str, Any]) -> None:
        spent = self.exhausted.get(params["seat"], set())
        self._must(params["weapon"] in spent, f"{event!r}: it was ready")
        spent.discard(params["weapon"])

    def _healed(self, event: Event, params: dict[str, Any]) -> None:
        piece = self.board.pieces[params["seat"]]
        self._must(piece.seat in self.fight and piece.status != "mech", f"{event!r} of somebody who cannot heal")
        piece.health += params["health"]

    def _knocked_out(self, event: Event, params: dict[str, Any]) -> None:
        piece = self.board.pieces[params["seat"]]
        self._must(piece.seat in self.down - self.out and not piece.health, f"{event!r}, but they stand")
        self.out.add(piece.seat)
        if self.fight:
            self._must({params["seat"], params["enemy"]} == set(self.fight), f"{event!r} by somebody else")
        if piece.status == "mech":
            self.board.mech = piece.zone
        if piece.status == "pilot":
            piece.energy, piece.credits = max(piece.energy, FIGURES["floor"]), max(piece.credits, FIGURES["floor"])
        piece.status = "armor" if piece.robot else "pilot"

    def _all_hostile(self, event: Event, params: dict[str, Any]) -> None:
        self.desperate = True

    def _withdrew(self, event: Event, params: dict[str, Any]) -> None:
        seat, zone = params["seat"], params["zone"]
        piece = self.board.pieces[seat]
        self._must(seat in self.fight or seat in self.down, f"{event!r}, but nothing drives them away")
        self._must(self.desperate or not self.board.hostile(seat, zone), f"{event!r} into a hostile zone")
        self.desperate = False
        if event.clause == "TEM combat.retreat_zone":
            self._must(seat == self.turn, f"{event!r} out of turn")
            self._must(zone in self.board.refuges(seat, piece.zone), f"{event!r}: there are closer zones")
        self._back(seat, zone)

    def _respawned(self, event: Event, params: dict[str, Any]) -> None:
        seat, zone = params["seat"], params["zone"]
        self._must(seat in self.down, f"{event!r}, but they stand")
        self._must(not self.board.hostile(seat, zone), f"{event!r} in a hostile zone")
        self._back(seat, zone)

    def _back(self, seat: int, zone: str) -> None:
        piece = self.board.pieces[seat]
        piece.zone = zone
        if seat in self.down:
            self._must(seat in self.out, f"{seat} is back, but nobody has knocked them out")
            piece.health = FULL[piece.status]
            self.down.discard(seat)
            self.out.discard(seat)
        self.fight, self.turn, self.exhausted = [], -1, {}

    def _scored(self, event: Event, params: dict[str, Any]) -> None:
        piece = self.board.pieces[params["seat"]]
        piece.score += params["points"]
        self._must(piece.score == params["total"], f"{event!r}: the points do not add up to {piece.score}")
        self._must(params["points"] > 0, f"{event!r} is nothing")

    # The end of the answer

    def _compare(self) -> None:
        """The board that the events made is the board of the state."""
        state = self.match.state
        real = board_of(state)
        if not self.board.zones:
            self.board.zones = real.zones
        for seat, ask in self.match.pending.items():
            meant = ask.prompt.key in (BACK if seat in self.down else MIDWAY)
            self._must(not self.down or meant, f"{seat} is asked {ask.prompt.key} while {self.down} are down")
        for ours, theirs in zip(self.board.pieces, real.pieces, strict=True):
            for name in ("zone", "health", "energy", "credits", "score", "weapons", "status"):
                mine, found = getattr(ours, name), getattr(theirs, name)
                loose = name in ("zone", "health", "status") and ours.seat in self.down
                self._must(mine == found or loose, f"{name} of {ours.seat} is {found}, but {mine} was told")
            ours.mech_side = theirs.mech_side
            ours.pilot = theirs.pilot
        if state.stage > Stage.LAY_FIRST_MINE:
            told = {zone: (found.owner, found.turret) for zone, found in self.board.devices.items()}
            found = {zone: (found.owner, found.turret) for zone, found in real.devices.items()}
            self._must(told == found, f"mines and turrets are {found}, but {told} was told")
        self._must(self.board.mech == real.mech, f"the Mech is in {real.mech}, but {self.board.mech} was told")
        self.board.devices = real.devices

    def _bounds(self) -> None:
        """Figures on their tracks, weapons in their slots, nobody where they cannot be."""
        state = self.match.state
        names = list(WEAPONS)
        for player in state.players:
            seat, status = player.seat, STATUS_NAMES[player.status]
            self._must(0 <= player.energy <= TRACK, f"{seat} has {player.energy} energy")
            self._must(0 <= player.credits <= TRACK, f"{seat} has {player.credits} credits")
            self._must(player.health <= FULL[status], f"{seat} has {player.health} health as {status}")
            self._must(player.health > 0 or seat in self.down, f"{seat} stands without health")
            carried = [names[number] for number in range(len(names)) if player.equipped >> number & 1]
            basic = sum(WEAPONS[name]["level"] == "basic" for name in carried)
            slots = SLOTS[status]
            fits = basic <= slots[0] and len(carried) - basic <= slots[1]
            self._must(fits or seat in self.down or bool(self.fight), f"{seat} carries {carried} as {status}")
            armed = bool(carried) or (player.robot and status == "mech") or state.stage <= Stage.OPEN_ROW
            self._must(armed or seat in self.down, f"{seat} carries no weapon")
            self._must(not player.equipped & ~player.weapons, f"{seat} carries what they do not own")
            self._must(not player.exhausted or state.combat is not None, f"{seat} has exhausted weapons after a combat")
        owners = [player.seat for player in state.players if player.status == Status.MECH]
        self._must(owners == ([state.mech_owner] if state.mech_owner >= 0 else []), f"the Mech is with {owners}")
        self._must(state.mech_side in range(len(MECHS)), "the Mech has no such side")
        if state.combat is None and not self.down:
            self._nobody_shares_a_zone()

    def _nobody_shares_a_zone(self) -> None:
        zones = [piece.zone for piece in self.board.pieces if piece.zone]
        self._must(len(set(zones)) == len(zones), f"two stand in one zone: {zones}")
