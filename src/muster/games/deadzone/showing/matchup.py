"""One strike team against another: every weapon of every model against every model on the other side.

Shots are worked out clear, clear at long range, and at a target in cover, fights one against one. Nobody plays a card,
aims or is enraged, and blasts and fire count only as the hit itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muster.games.deadzone.cards.content import Content, ModelCard, Weapon
from muster.games.deadzone.cards.keywords import Ability, Keyword
from muster.games.deadzone.cards.pack import TeamFile
from muster.games.deadzone.rules.dice import BASE
from muster.games.deadzone.rules.shooting import CLEAR, COVER, LONG
from muster.games.deadzone.showing.harm import Body, Tally
from muster.games.deadzone.showing.reckoning import bout, loss, shot
from muster.kernel.odds import Cell, Matchup, Share
from muster.kernel.packs import decode
from muster.kernel.text import Text

Strike = tuple[str, Tally, range]
"""The key of the circumstances, what comes of an attack then, and at which distances it is so, if distance decides."""


def models(content: Content, team: TeamFile) -> list[ModelCard]:
    """The models of a team, each kind once."""
    names = dict.fromkeys(entry.model for entry in team.models)
    return [content.models[name] for name in names]


def body_of(card: ModelCard, weapon: Weapon | None) -> Body:
    """A fresh model as damage finds it.  [DZ damage.armour] [DZ ability.tough] [DZ ability.toxic]"""

    def able(ability: int) -> bool:
        return bool(card.abilities >> ability & 1)

    toxic = weapon is not None and weapon.has(Keyword.TOXIC) and not able(Ability.CONSTRUCT)
    tough = 2 if able(Ability.REALLY_TOUGH) else 1 if able(Ability.TOUGH) else 0
    hard = weapon is not None and weapon.has(Keyword.IRRESISTIBLE)
    return Body(card.armour, tough, card.shield, False, toxic or able(Ability.VULNERABLE), hard)


def strikes(card: ModelCard, weapon: Weapon | None, target: ModelCard) -> Iterator[Strike]:
    """The effect of a weapon on a model, in each of the circumstances.

    [DZ shoot.clear] [DZ shoot.long] [DZ shoot.range] [DZ ability.limited_range] [DZ shoot.cover] [DZ fight.dice]
    """
    body = body_of(target, weapon)
    if weapon is not None and weapon.range:
        clear = BASE + CLEAR.count
        for name, dice, resist, away in (
            ("open", clear, BASE, range(1, weapon.range + 1)),
            ("long", clear + LONG.count, BASE, range(weapon.range + 1, weapon.reach + 1)),
            ("cover", BASE, BASE + COVER.count, range(0)),
        ):
            if away or name != "long":
                yield f"odds.{name}", shot(dice, card.shoot, resist, target.survive, body, weapon.ap)[0], away
        return
    ap = 0 if weapon is None else weapon.ap
    ways = [bout(BASE, card.fight, BASE, target.survive, False, body, ap, Body(0), 0)]
    if target.fight:
        for blade in blades(target):
            own, back = body_of(card, blade), 0 if blade is None else blade.ap
            ways.append(bout(BASE, card.fight, BASE, target.fight, True, body, ap, own, back))
    yield "odds.close", min(ways, key=loss), range(1)


def arms(card: ModelCard) -> list[Weapon | None]:
    """The weapons a model attacks with: those it shoots, its blades, or its bare hands."""
    found: list[Weapon | None] = [weapon for weapon in card.weapons if weapon.range and card.shoot]
    return found + (blades(card) if card.fight else [])


def blades(card: ModelCard) -> list[Weapon | None]:
    """The weapons a model fights with: its blades, or its bare hands.  [DZ fight.weapons]"""
    found: list[Weapon | None] = [*card.blades]
    return found or [None]


def matchup(content: Content, force: Mapping[str, Any], other: Mapping[str, Any]) -> Matchup:
    """Every weapon against every model; and for each weapon the most damage that it brings, on the mean of all."""
    mine, theirs = (models(content, decode(team, TeamFile, "team")) for team in (force, other))
    cells, shares = [], []
    for card in mine:
        bearer = Text("odds.bearer", {"model": card.id})
        for weapon in arms(card):
            name = Text("odds.weapon", {"weapon": weapon.id if weapon else "bare"})
            worth: dict[str, float] = {}
            for target in theirs:
                for band, found, away in strikes(card, weapon, target):
                    chance = found.ends["injured"] + found.ends["killed"]
                    damage = sum([number * share for number, share in enumerate(found.damage)], 0.0)
                    armour = Text("odds.armour", {"armour": target.armour})
                    struck = Text("odds.bearer", {"model": target.id})
                    where = (away[0], away[-1]) if away else (1, 0)
                    cells.append(Cell(bearer, name, struck, armour, Text(band), chance, damage, *where))
                    worth[band] = worth.get(band, 0.0) + damage / len(theirs)
            shares.append(Share(bearer, name, max(worth.values())))
    return Matchup(tuple(cells), tuple(shares), (Text("odds.aim_matchup"),))
