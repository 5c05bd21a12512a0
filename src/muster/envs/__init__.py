"""Environments for learning: every game as a PettingZoo environment, one alone or many at once.

    env = muster.envs.aec("deadzone", seed=7)

Observations are made from what a seat may know and nothing else, so an agent cannot learn to peek. `docs/envs.md` says
how they are encoded. Needs the extra: pip install 'muster[envs]'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from muster.kernel.errors import GameError

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from muster.envs.together import Many


def aec(
    game: str, seed: int | None = None, render_mode: str | None = None, **options: Any
) -> AECEnv[str, Any, int | None]:
    """A game as a PettingZoo AEC environment; `options` are those of its set-up. An action that is masked out ends the
    match for the agent that took it, with a reward of -1.
    """
    try:
        from pettingzoo.utils import wrappers
    except ImportError:
        raise GameError("environments need the extra: pip install 'muster[envs]'") from None
    from muster.envs.table import TableEnv

    env = wrappers.TerminateIllegalWrapper(TableEnv(game, seed, render_mode, options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def parallel(game: str, seed: int | None = None, render_mode: str | None = None, **options: Any) -> Any:
    """The same as a PettingZoo parallel environment: of all actions, that of the agent whose turn it is counts."""
    made = aec(game, seed, render_mode, **options)
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    made.metadata["is_parallelizable"] = True
    return turn_based_aec_to_parallel(made)


def many(game: str, count: int, seed: int = 0, workers: int = 0, **options: Any) -> Many:
    """Many tables at once, stepped together, spread over one process for each core."""
    from muster.envs.together import Many

    return Many(game, count, seed, workers, options)


__all__ = ["aec", "many", "parallel"]
