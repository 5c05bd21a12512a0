"""The form of a squad: factions and scales, mechs of five parts and a pilot, drones with loads, tactics cards, and what
is printed on each card.

[OP 5.1.scale] [OP 5.1.points] [OP 2.2.2.slots]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from muster.games.obsidian_protocol.cards.content import Action, Content, Effect, Part, Pilot, UnitCard
from muster.games.obsidian_protocol.cards.keywords import figure_of
from muster.games.obsidian_protocol.cards.kinds import (
    CONTROL_NAMES,
    KIND_NAMES,
    LENGTH_NAMES,
    LEVEL_NAMES,
    SLOT_NAMES,
    STANCE_NAMES,
    TIMINGS,
    TYPE_NAMES,
    Control,
    Length,
    Level,
)
from muster.games.obsidian_protocol.cards.pack import OWN_SQUAD, CarrierFile, MechFile, SquadFile
from muster.games.obsidian_protocol.cards.squads import SCALES, carried, is_drone
from muster.kernel.errors import GameError
from muster.kernel.forms import (
    ChoiceValue,
    Draft,
    DraftEntry,
    Figure,
    Form,
    FormCard,
    FormChoice,
    Group,
    Limit,
    Line,
    Slot,
    Tally,
    Word,
    card_points,
    once,
)
from muster.kernel.packs import Shelf, decode
from muster.kernel.text import Text
from muster.kernel.words import Words

STRANGE = "unknown"
"""The slot of cards that the packs do not have, so that a draft keeps them and the check can name them."""
DRAWN = {"torso": "torso", "chassis": "chassis", "left_arm": "larm", "right_arm": "rarm", "backpack": "backpack"}


class SquadForm:
    """The form of squads with the cards of the packs."""

    def __init__(self, content: Content, shelf: Shelf) -> None:
        self._content = content
        self._shelf = shelf
        self._sources = shelf.sources()
        self.form = once(self._make)

    def draft(self, force: Mapping[str, Any]) -> Draft:
        squad = decode(force, SquadFile, "squad")
        entries = [self._mech(mech) for mech in squad.mechs]
        for drone in squad.drones:
            card, load = carried(drone)
            entries.append(DraftEntry("drones", {"drone": (card,), **({"load": (load,)} if load else {})}))
        entries += [DraftEntry("tactics", {"tactic": (name,)}) for name in squad.tactics]
        given = {"name": squad.name, "choices": {"faction": squad.faction, "scale": squad.scale}, "entries": entries}
        return decode(msgspec.to_builtins(given), Draft, "squad")

    def _mech(self, mech: MechFile) -> DraftEntry:
        slots: dict[str, tuple[str, ...]] = {"pilot": (mech.pilot,)} if mech.pilot else {}
        for name in mech.parts:
            number = self._content.part_number.get(name, -1)
            slot = SLOT_NAMES[self._content.parts[number].slot] if number >= 0 else STRANGE
            slots[slot] = (*slots.get(slot, ()), name)
        return DraftEntry("mechs", slots)

    def force(self, draft: Draft) -> dict[str, Any]:
        mechs: list[dict[str, Any]] = []
        drones: list[str | dict[str, str]] = []
        tactics: list[str] = []
        for entry in draft.entries:
            match entry.group:
                case "mechs":
                    mechs.append(mech_of(entry))
                case "drones":
                    drones += drones_of(entry)
                case "tactics":
                    tactics += entry.slots.get("tactic", ())
                case _:
                    raise GameError(f"squad: there is no group {entry.group!r}; there are mechs, drones, tactics")
        squad = {
            "id": OWN_SQUAD,
            "source": "house",
            "name": draft.name,
            "faction": draft.choices.get("faction", "rdl"),
            "scale": draft.choices.get("scale", SCALES[0]),
            "mechs": mechs,
            "drones": drones,
            "tactics": tactics,
        }
        decode(squad, SquadFile, "squad")
        return {field: value for field, value in squad.items() if value != []}

    def tally(self, draft: Draft, words: Words) -> Tally:
        """Points against the scale; mechs, drones and pilots are counted.  [OP 5.1.points] [OP 5.1.mech]"""
        entries = card_points(self.form(words), draft)
        scale = draft.choices.get("scale", SCALES[0])
        mechs, drones, tactics = (count(draft, group) for group in ("mechs", "drones", "tactics"))
        pilots = sum(bool(entry.slots.get("pilot")) for entry in draft.entries if entry.group == "mechs")
        limits = [
            Limit(words.say(Text("form.mechs")), mechs, None, 1),
            Limit(words.say(Text("form.pilots")), pilots, mechs, mechs),
            Limit(words.say(Text("form.drones")), drones),
            Limit(words.say(Text("form.tactics")), tactics),
        ]
        return Tally(sum(entries), scale if isinstance(scale, int) else SCALES[0], entries, limits)

    # The form and its cards

    def _make(self, words: Words) -> Form:
        content = self._content
        factions = dict.fromkeys(pilot.faction for pilot in content.pilots)  # without a pilot there is no squad
        choices = [
            FormChoice(
                "faction",
                words.say(Text("form.faction")),
                [ChoiceValue(name, words.name("faction", name)) for name in factions],
                next(iter(factions), ""),
            ),
            FormChoice(
                "scale",
                words.say(Text("form.scale")),
                [ChoiceValue(scale, words.say(Text("form.points", {"points": scale}))) for scale in SCALES],
                SCALES[0],
            ),
        ]
        parts = [self._part(part, words) for part in content.parts if not part.face]
        pilots = [self._pilot(pilot, words) for pilot in content.pilots]
        drones = [self._drone(card, words) for card in content.units if is_drone(card)]
        cards = [*parts, *pilots, *drones, *self._tactics(words), *self._others(words)]
        numbered = [msgspec.structs.replace(card, number=self._number(card.term)) for card in cards]
        return Form(words.say(Text("form.squad")), choices, groups(words), numbered)

    def _number(self, term: str) -> str:
        """The number printed on the card that a term is about."""
        sheet = self._shelf.sheet(*term.split(".", 1)) or {}
        return str(sheet.get("number", ""))

    def _house(self, card: str) -> bool:
        return self._sources.get(card) == "house"

    def _part(self, part: Part, words: Words) -> FormCard:
        kind = SLOT_NAMES[part.slot]
        tags = [Word("sign.charged", words.name("sign", "charged"))] if part.charge else []
        if part.freehand:
            tags.append(Word("sign.freehand", words.name("sign", "freehand")))
        return FormCard(
            part.id,
            kind,
            f"part.{part.id}",
            words.name("part", part.id),
            part.points,
            Word(f"slot.{kind}", heading(words, kind)),
            list(figures(part, words, part.maneuver)),
            [line(action, words) for action in part.actions],
            tags,
            {"faction": [part.faction]},
            self._house(f"part.{part.id}"),
            self._beside(part.actions, part.discard),
        )

    def _pilot(self, pilot: Pilot, words: Words) -> FormCard:
        dial = [
            Figure(f"timing.{timing}", words.name("timing", timing), value, "less")
            for timing, value in zip(TYPE_NAMES[:TIMINGS], pilot.initiative, strict=True)
        ]
        return FormCard(
            pilot.id,
            "pilot",
            f"pilot.{pilot.id}",
            words.name("pilot", pilot.id),
            pilot.points,
            Word("sign.link", words.say(Text("form.pilot"))),
            [Figure("sign.link", words.name("sign", "link"), pilot.link, "more"), *dial],
            [],
            [Word(f"trait.{pilot.trait}", words.name("trait", pilot.trait))] if pilot.trait else [],
            {"faction": [pilot.faction]},
            self._house(f"pilot.{pilot.id}"),
        )

    def _drone(self, card: UnitCard, words: Words) -> FormCard:
        sub = "drone" if card.level == Level.GROUND else LEVEL_NAMES[card.level]
        stance = Word(f"stance.{STANCE_NAMES[card.stance]}", words.name("stance", STANCE_NAMES[card.stance]))
        return FormCard(
            card.id,
            "drone",
            f"drone.{card.id}",
            words.name("unit", card.id),
            card.points,
            Word(f"sign.{sub}", words.name("sign", sub)),
            list(figures(card, words, card.move)),
            [line(action, words) for action in card.actions],
            [stance],
            {"faction": [card.faction]},
            self._house(f"drone.{card.id}"),
            self._beside(card.actions),
        )

    def _beside(self, actions: Sequence[Action], face: int = -1) -> list[str]:
        """The discard face of a part, and whatever its actions launch or deploy."""
        faces = [self._content.parts[face].id] if face >= 0 else []
        return list(dict.fromkeys([*faces, *(effect.card for action in actions for effect in action.launches)]))

    def _others(self, words: Words) -> Iterator[FormCard]:
        """Discard faces, projectiles and deployables: they come with a card."""
        for part in self._content.parts:
            if part.face:
                face = Word("sign.damaged", words.say(Text("form.face")))
                card = msgspec.structs.replace(self._part(part, words), kind="beside", points=0, sub=face)
                yield card
        for unit in self._content.units:
            if not is_drone(unit):
                kind = KIND_NAMES[unit.kind]
                card = self._drone(unit, words)
                sub, term = Word(f"sign.{kind}", words.name("sign", kind)), f"projectile.{unit.id}"
                yield msgspec.structs.replace(
                    card, kind="beside", points=0, sub=sub, term=term, house=self._house(term)
                )

    def _tactics(self, words: Words) -> Iterator[FormCard]:
        for card in self._content.tactics:
            name, term = words.name("tactic", card.id), f"tactic.{card.id}"
            yield FormCard(
                card.id,
                "tactic",
                term,
                name,
                card.points,
                Word(term, words.say(Text("form.tactic"))),
                words=[Word(term, name)],
                house=self._house(term),
            )


def groups(words: Words) -> list[Group]:
    """The groups of a squad with their slots.  [OP 2.2.2.slots] [OP 5.1.pilot] [OP 6.2.load]"""
    parts = [
        Slot(name, heading(words, name), [name], needed=name in ("torso", "chassis"), figure=DRAWN[name])
        for name in SLOT_NAMES
    ]
    pilot = Slot("pilot", words.say(Text("form.pilot")), ["pilot"], needed=True)
    drone = [
        Slot("drone", words.name("sign", "drone"), ["drone"], needed=True),
        Slot("load", words.name("sign", "load"), ["backpack"]),
    ]
    tactic = [Slot("tactic", words.say(Text("form.tactic")), ["tactic"], needed=True)]
    return [
        Group("mechs", words.say(Text("form.mechs")), words.name("sign", "mech"), [pilot, *parts]),
        Group("drones", words.say(Text("form.drones")), words.name("sign", "drone"), drone),
        Group("tactics", words.say(Text("form.tactics")), words.say(Text("form.tactic")), tactic),
    ]


def heading(words: Words, slot: str) -> str:
    """A slot as it stands above its card, among other headings."""
    name = words.name("slot", slot)
    return name[:1].upper() + name[1:]


def figures(card: Part | UnitCard, words: Words, move: int) -> Iterator[Figure]:
    """The figures on a card that are not 0."""
    named: Sequence[tuple[str, int]] = (
        ("armor", card.armor),
        ("structure", card.structure),
        ("dodge", card.dodge),
        ("electronic", card.electronic),
        ("parry", card.parry),
    )
    for name, value in named:
        if value > 0 or (name == "dodge" and value):
            yield Figure(f"sign.{name}", words.name("sign", name), value, "more")
    if move:
        name = "maneuver" if isinstance(card, Part) else "move"
        yield Figure("keyword.maneuver", words.say(Text(f"form.{name}")), move, "more")


def line(action: Action, words: Words) -> Line:
    """An action as it is printed.  [OP 2.4.3.keywords]"""
    kind = TYPE_NAMES[action.type]
    about = [Word(f"timing.{kind}", words.name("timing", kind))]
    if action.length != Length.NONE:
        length = LENGTH_NAMES[action.length]
        about.append(Word(f"sign.length_{length}", words.say(Text(f"form.{length}"))))
    if action.control != Control.NONE:
        about.append(Word("sign.commands", words.say(Text(f"form.{CONTROL_NAMES[action.control]}"))))
    if action.range:
        about.append(Word("sign.reach", words.say(Text("form.range", {"range": action.range}))))
    if action.ammo:
        about.append(Word("sign.ammo", words.say(Text("form.ammo", {"ammo": action.ammo}))))
    dice = {colour: count for colour, count in (("y", action.yellow), ("r", action.red)) if count}
    return Line(
        words.name("action", action.key), about, dice, [effect_word(effect, words) for effect in action.effects]
    )


def effect_word(effect: Effect, words: Words) -> Word:
    """A keyword with its figure or the card it names, and the condition before it."""
    figure = words.name("unit", effect.card) if effect.card else figure_of(effect.keyword, effect.amount)
    condition = words.say(Text(f"form.{effect.condition}")) if effect.condition else ""
    return Word(f"keyword.{effect.keyword}", f"{words.name('keyword', effect.keyword)} {figure}".strip(), condition)


def mech_of(entry: DraftEntry) -> dict[str, Any]:
    """A mech of a draft as the pack writes it."""
    pilots = entry.slots.get("pilot", ())
    parts = [name for slot in (*SLOT_NAMES, STRANGE) for name in entry.slots.get(slot, ())]
    strange = [slot for slot in entry.slots if slot not in ("pilot", STRANGE, *SLOT_NAMES)]
    if strange or len(pilots) > 1:
        raise GameError(f"squad: a mech has one pilot, and the slots {', '.join(SLOT_NAMES)}")
    return {"pilot": "".join(pilots), "parts": parts}


def drones_of(entry: DraftEntry) -> Iterator[str | dict[str, str]]:
    cards, loads = entry.slots.get("drone", ()), entry.slots.get("load", ())
    if len(loads) > 1 or len(cards) > 1 or set(entry.slots) - {"drone", "load"}:
        raise GameError("squad: an entry has one drone and at most one load")
    for card in cards:
        yield msgspec.to_builtins(CarrierFile(card, loads[0])) if loads else card


def count(draft: Draft, group: str) -> int:
    return sum(entry.group == group for entry in draft.entries)
