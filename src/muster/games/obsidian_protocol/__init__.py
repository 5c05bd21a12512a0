"""Ember: Obsidian Protocol, rules version 0.9.95.

One module for each chapter of the rulebook: `setup` and `deployment` (3.1), `command_phase` (3.2), `planning` (3.3),
`action_phase` with `available` and `actions` (3.4), `automatic_phase` and `drones` (3.5), `delay_phase` (3.6),
`end_phase` (3.7), `position` (4.2), `movement`, `ways`, `mobility`, `travel` and `entering` (4.3), `attack`, `rolls`,
`offsetting` and `damage` (4.4), `pools` and `attacking` (4.5, 4.6), `projectiles` (4.7, 4.9), `surplus` (4.8),
`electronic` (4.11), `stealth` (4.12), `supply` (4.13), `smoke` (4.16), `forces` and `builder` (5.1), `tasks` (5.2,
5.3), `environment` and `tactics` (5.4), `common` and `tactical` (6.1), `keywords` (6.2).
"""

from muster.games.obsidian_protocol.game import create

__all__ = ["create"]
