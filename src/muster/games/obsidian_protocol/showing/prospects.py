"""Odds of the attacks that the options of a position begin, through all faces of the black die (rulebook 4.4.1).

Both sides choose as well as they can, the attacker to penetrate and the defender not to be penetrated: parts, a shield
that draws the fire, a designated die. Nobody spends link, command tokens or charges. Of an attack on a hidden unit the
odds are those of its scan; of a harmless attack, those of a hit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.games.obsidian_protocol.cards.common_actions import SCAN, action_named
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Control, Kind, Slot, Stance
from muster.games.obsidian_protocol.rules.actions.available import action_name, every_action, support_for
from muster.games.obsidian_protocol.rules.actions.drones import acts_by_itself, nearest
from muster.games.obsidian_protocol.rules.attack.damage import may_react
from muster.games.obsidian_protocol.rules.attack.declaring import shields_before
from muster.games.obsidian_protocol.rules.attack.offsetting import at_stake, stops_heavy
from muster.games.obsidian_protocol.rules.attack.pools import Attack, blue_dice, is_back_attack, white_dice
from muster.games.obsidian_protocol.rules.attack.process import is_shield
from muster.games.obsidian_protocol.rules.attack.rolls import ANY, standing_parts
from muster.games.obsidian_protocol.rules.attack.targets import effects_of, targets
from muster.games.obsidian_protocol.rules.naming import named, unit_key
from muster.games.obsidian_protocol.rules.subjects import Acting, Aiming, Commanding, Hitting, Sending, Warring
from muster.games.obsidian_protocol.showing import counter_rolls
from muster.games.obsidian_protocol.showing.aim import attack_again
from muster.games.obsidian_protocol.showing.chances import attack_dice, declared, defence_dice
from muster.games.obsidian_protocol.showing.resolved import DAMAGED, DESTROYED, Clash, Tally, nothing, odds_of, tally
from muster.games.obsidian_protocol.showing.rolled import Dice, Pool, damaging, penetrates
from muster.games.obsidian_protocol.state.geometry import card_of
from muster.games.obsidian_protocol.state.sheet import is_attack, part_of, passive, structure_value, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DAMAGED as DAMAGED_TOKEN
from muster.games.obsidian_protocol.state.unit import DESTROYED as DESTROYED_TOKEN
from muster.games.obsidian_protocol.state.unit import NONE, REPAIRED, Unit, changed
from muster.kernel.odds import Odds, Outcome, Prospect
from muster.kernel.requests import Seat
from muster.kernel.text import Text

Mixture = list[tuple[float, int, int]]
"""The cases of an attack: how often each comes, the part that is hit, and the part that parries (or `NONE`)."""


def prospects(state: State, seat: Seat, subject: object, key: str) -> Sequence[Prospect]:
    """The attacks that an answer begins, with their odds."""
    found = []
    for declared_attack, slot in attacks_of(state, subject, key):
        attack = drawn(state, declared_attack) if slot == NONE else declared_attack
        odds = odds_in(state, attack, slot)
        if odds is not None:
            gaps = {**named(state, attack.target), "action": attack.action.key}
            found.append(Prospect(Text("odds.prospect", gaps), odds))
    return found or list(counter_rolls_of(state, subject, key))


def counter_rolls_of(state: State, subject: object, key: str) -> Iterator[Prospect]:
    """The counter-rolls that an answer can begin: scans, electronic attacks, and the scan before an attack on a hidden
    unit. What comes after a scan depends on where the unit appears.

    [OP 4.11.2.value] [OP 4.12.2.scan] [OP 4.12.4.scan]
    """
    for unit, _, action in actions_begun(state, subject, key):
        for target, odds in counter_rolls.started(state, unit, action):
            if not isinstance(subject, Warring) or key == f"unit:{unit_key(target)}":
                yield Prospect(Text("odds.prospect", {**named(state, target), "action": action.key}), odds)
    for attack, _ in attacks_of(state, subject, key):
        if attack.target.stealth >= 0:
            gaps = {**named(state, attack.target), "action": SCAN.key}
            yield Prospect(Text("odds.prospect", gaps), counter_rolls.between(state, attack.attacker, attack.target))


def actions_begun(state: State, subject: object, key: str) -> Iterator[tuple[Unit, int, Action]]:
    """The action that an answer begins at once, with its unit and part: of a mech that acts, of a drone on command or
    by itself, or of either when its target is chosen for electronic warfare.

    [OP 3.2.2.act] [OP 3.5.obligatory]
    """
    kind, _, name = key.partition(":")
    match subject:
        case Acting(unit=number) if kind == "act":
            unit = state.units[number]
            for slot, action in every_action(state, unit):
                if action_name(slot, action) == name:
                    yield unit, slot, action
        case Commanding(unit=number) if kind == "drone":
            unit = state.units[number]
            for action in card_of(state, unit).actions:
                if action.id == name:
                    yield unit, 0, action
        case Sending():
            for unit in state.units:
                if unit_key(unit) == name:
                    actions = card_of(state, unit).actions
                    yield from [(unit, 0, action) for action in actions if acts_by_itself(state, unit, action)][:1]
        case Warring(unit=number):
            yield state.units[number], 0, action_named(state.content, subject.action)


def attacks_of(state: State, subject: object, key: str) -> Iterator[tuple[Attack, int]]:
    """The attacks that an answer can begin; the part is known only where the answer names it."""
    kind, _, name = key.partition(":")
    for unit, slot, action in actions_begun(state, subject, key):
        if is_attack(action) and (action.yellow or action.red):
            support = support_for(state, unit, slot, action) if unit.kind == Kind.MECH else NONE
            yield from aimed(state, unit, slot, action, effects_of(state, unit, action, support), support)
    match subject:
        case Aiming() if kind == "target":
            action = action_named(state.content, subject.action)
            unit, effects = state.units[subject.unit], dict(subject.effects)
            for attack, slot in aimed(state, unit, subject.slot, action, effects, subject.support):
                if unit_key(attack.target) == name:
                    yield attack, slot
        case Hitting() if kind == "part":
            yield attack_again(state, subject), SLOT_NAMES.index(name)


def aimed(
    state: State, unit: Unit, slot: int, action: Action, effects: dict[str, int], support: int
) -> Iterator[tuple[Attack, int]]:
    """The attacks of a unit on everybody whom it may choose.  [OP 3.5.2.nearest]"""
    found = targets(state, unit, action, effects)
    if found and unit.kind == Kind.DRONE and action.control == Control.AUTOMATIC:
        found = nearest(state, unit, found)
    for target in found:
        yield Attack(unit, target, action, slot, effects, support), NONE


def drawn(state: State, attack: Attack) -> Attack:
    """The attack as it is resolved: a shield in the line of fire becomes the target, the best of several.

    [OP 6.2.automatic_shield] [OP card.bit_shield]
    """
    if not attack.firing or attack.target.stealth >= 0:
        return attack
    unit, action = attack.attacker, attack.action
    ways = [
        Attack(unit, shield, action, attack.slot, attack.effects, attack.support)
        for shield in shields_before(state, attack)
    ]
    return min(ways, key=lambda way: chance_in(state, way)) if ways else attack


def chance_in(state: State, attack: Attack) -> float:
    """The chance to penetrate."""
    with declared(attack):
        reckoner = Reckoner(state, attack)
        return reckoner.chance(reckoner.cases())


def odds_in(state: State, attack: Attack, slot: int) -> Odds | None:
    """The odds of an attack, on a part if that is settled; None where they cannot be worked out exactly."""
    if not is_plain(state, attack):
        return None
    with declared(attack):
        return Reckoner(state, attack).odds(slot)


def is_plain(state: State, attack: Attack) -> bool:
    """Whether nothing can come between the declaration of an attack and its dice but choices, and the dice matter; and
    nothing between the damage and its surplus.

    [OP card.defense_reaction]
    """
    target = attack.target
    if target.stealth >= 0:
        return False
    if (
        may_react(state, target)
        and target.stance not in (Stance.DEFENSIVE, Stance.SHUTDOWN)
        and at_stake(attack).surplus
    ):
        return False
    return not (passive(state, attack.target, "designate_white") and "mutilation" in attack.effects)


class Reckoner:
    """One attack, worked out part by part."""

    def __init__(self, state: State, attack: Attack) -> None:
        self.state = state
        self.attack = attack
        self.offence = attack_dice(state, attack)
        self.known: dict[tuple[int, int], Tally] = {}

    def odds(self, slot: int) -> Odds:
        attack, target = self.attack, self.attack.target
        cases = [(1.0, slot, NONE)] if slot != NONE else self.cases()
        found, fatal = nothing(), 0.0
        for share, part, parry in cases:
            case = self.against(part, parry)
            found.add(case, share)
            if target.kind != Kind.MECH or part == Slot.TORSO:
                fatal += share * case.ends[DESTROYED]
            elif self.is_patched(part):
                fatal += share * self.behind(part).ends[DESTROYED]
        lightning = ""
        if at_stake(attack).lightning:
            lightning = "interference" if "microwave" in attack.effects else "link"
        odds = odds_of(found, lightning, [Text("odds.aim_position")])
        if "harmless" in attack.effects:  # [OP card.harmless]
            missed = odds.outcomes[0]
            hit = Outcome(Text("odds.hit_only"), sum([one.chance for one in odds.outcomes[1:]], 0.0))
            return Odds((missed, hit), (), odds.aims)
        if target.kind != Kind.MECH:
            return odds
        ends = [outcome for outcome in odds.outcomes if outcome.text.key != "odds.destroyed"]
        ends.append(Outcome(Text("odds.part_destroyed"), found.ends[DESTROYED] - fatal))
        ends.append(Outcome(Text("odds.unit_destroyed"), fatal))
        return Odds(tuple(ends), odds.counts, odds.aims)

    def cases(self) -> Mixture:
        """The parts that can be hit, when everybody chooses well.

        [OP 4.4.1.part] [OP 4.4.1.both_designate] [OP 4.1.shutdown_part] [OP 4.2.6.back_attack] [OP card.snipe_chassis]
        """
        state, attack, target = self.state, self.attack, self.attack.target
        if target.kind != Kind.MECH:
            return [(1.0, 0, 0 if attack.melee and not is_back_attack(state, attack) else NONE)]
        if target.stance == Stance.SHUTDOWN or is_back_attack(state, attack):
            return [self.best_part(NONE)]
        lows = [False, True] if "snipe_chassis" in attack.effects and works(target, Slot.CHASSIS) else [False]
        return max((self.designated(low) for low in lows), key=self.chance)

    def designated(self, low: bool) -> Mixture:
        """The parts when the attacker has decided whether to aim low, and the defender answers.

        [OP 4.4.1.defender_designates] [OP 4.6.2.parry] [OP card.shield_up] [OP card.link_shock]
        """
        state, attack, target = self.state, self.attack, self.attack.target
        choices = [(NONE, NONE)]
        for slot in SLOTS:
            if works(target, slot) and "link_shock" not in attack.effects:
                if attack.melee and part_of(state, target, slot).parry > 0:
                    choices.append((slot, slot))
                if is_shield(state, target, slot):
                    choices.append((slot, NONE))
        ways = []
        for choice, parry in choices:
            if (low or "snipe" in attack.effects) == (choice != NONE):
                ways.append(self.black_die(parry))
            elif choice != NONE:
                ways.append([(1.0, choice, parry)])
            else:
                ways.append([(1.0, int(Slot.CHASSIS), NONE)] if low else [self.best_part(NONE)])
        return min(ways, key=self.chance)

    def black_die(self, parry: int) -> Mixture:
        """The black die decides: the torso for a missing part, the attacker on its sixth face.

        [OP 4.4.1.black] [OP 4.4.1.any] [OP 4.4.1.missing]
        """
        share = 1 / (ANY + 1)
        found = [(share, slot if works(self.attack.target, slot) else int(Slot.TORSO), parry) for slot in range(ANY)]
        _, best, _ = self.best_part(parry)
        return [*found, (share, best, parry)]

    def best_part(self, parry: int) -> tuple[float, int, int]:
        parts = standing_parts(self.attack.target)
        return 1.0, max(parts, key=lambda slot: self.chance([(1.0, slot, parry)])), parry

    def chance(self, cases: Mixture) -> float:
        """The chance to penetrate."""
        found = 0.0
        for share, part, parry in cases:
            ends = self.against(part, parry).ends
            found += share * (ends[DAMAGED] + ends[DESTROYED])
        return found

    def against(self, part: int, parry: int) -> Tally:
        """The ends of an attack on one part; a patched part is lost, whatever the torso behind it does.

        [OP 6.3.1.repaired]
        """
        parried = parry if parry == part else NONE
        known = self.known.get((part, parried))
        if known is None:
            if self.is_patched(part):
                known = self.behind(part)
                known = Tally([0.0, 0.0, 0.0, 1.0], known.damage, known.lightning)
            else:
                known = tally(self.clash(part, parried))
            self.known[part, parried] = known
        return known

    def is_patched(self, part: int) -> bool:
        target = self.attack.target
        return target.kind == Kind.MECH and bool(target.condition[part] & REPAIRED)

    def behind(self, part: int) -> Tally:
        """The ends for the torso, when a patched part is lost and no longer helps to defend it."""
        target = self.attack.target
        before = target.condition
        target.condition = changed(before, part, DESTROYED_TOKEN)
        found = tally(self.clash(int(Slot.TORSO), NONE))
        target.condition = before
        return found

    def clash(self, part: int, parry: int) -> Clash:
        state, attack, target = self.state, self.attack, self.attack.target
        before = attack.part, attack.parry
        attack.part, attack.parry = part, 0
        if parry != NONE:
            attack.parry = (
                part_of(state, target, part).parry if target.kind == Kind.MECH else card_of(state, target).parry
            )
        sturdy = structure_value(state, target, part) > 0 and not target.condition[part] & DAMAGED_TOKEN
        second: Pool | None = None
        defence = self.designated_die(defence_dice(state, attack))
        if sturdy and "mutilation" in attack.effects:
            second = self.second_defence(part, structure_value(state, target, part))
        found = Clash(self.offence, defence, sturdy, stops_heavy(state, target), at_stake(attack), second)
        attack.part, attack.parry = before
        return found

    def designated_die(self, defence: Pool) -> Pool:
        """The defence with the die that the defender sets before rolling, as well as possible.  [OP 6.2.designate]"""
        state, attack = self.state, self.attack
        white, blue = defence
        if not white.number or not passive(state, attack.target, "designate_white"):
            return defence
        hits = damaging(self.offence, "wrecking" in attack.effects, stops_heavy(state, attack.target))
        rest = Dice(white.die, white.number - 1)
        ways: list[Pool] = [(Dice(((face, 1.0),), 1), rest, blue) for face, _ in white.die]
        return min(ways, key=lambda way: penetrates(hits, way))

    def second_defence(self, part: int, structure: int) -> Pool:
        """The defence of a part against surplus damage.  [OP 6.2.mutilation] [OP 4.8.protection]"""
        attack = self.attack
        again = Attack(attack.attacker, attack.target, attack.action, attack.slot, {}, explosion=attack.explosion)
        again.part = part
        counts = white_dice(self.state, again, True, structure), blue_dice(self.state, again, True)
        return tuple(Dice(dice.die, count) for dice, count in zip(defence_dice(self.state, again), counts, strict=True))
