"""Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013). Names are those of his paper.

A rating period here is a match, so that a rating moves when a match ends; how unsure it is grows with the days that
have passed since the last one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

SCALE = 173.7178
TAU = 0.5
"""How much the volatility may change: between 0.3 and 1.2, says the paper."""
SURE = 30.0
"""No rating is surer than this, so that it can still move."""
UNSURE = 350.0
PRECISE = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is, how unsure that is, and how erratic they are."""

    rating: float = 1500.0
    deviation: float = UNSURE
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        return (self.rating - 1500.0) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


def rate(own: Rating, met: Sequence[tuple[Rating, float]], elapsed: float = 1.0) -> Rating:
    """The rating after a period in which these others were met, each with a score of 1, 0.5 or 0; `elapsed` is how many
    periods have passed since the last one.
    """
    mu, phi = own.mu, own.phi
    if not met:
        return aged(own, elapsed)
    g = [1 / math.sqrt(1 + 3 * other.phi**2 / math.pi**2) for other, _ in met]
    e = [1 / (1 + math.exp(-gj * (mu - other.mu))) for gj, (other, _) in zip(g, met, strict=True)]
    v = 1 / sum(gj**2 * ej * (1 - ej) for gj, ej in zip(g, e, strict=True))
    gained = sum(gj * (score - ej) for gj, ej, (_, score) in zip(g, e, met, strict=True))
    sigma = _volatility(phi, own.volatility, v, v * gained)
    phi_star = math.sqrt(phi**2 + elapsed * sigma**2)
    phi_new = 1 / math.sqrt(1 / phi_star**2 + 1 / v)
    mu_new = mu + phi_new**2 * gained
    return Rating(1500.0 + SCALE * mu_new, min(UNSURE, max(SURE, SCALE * phi_new)), sigma)


def aged(own: Rating, elapsed: float) -> Rating:
    """The rating when so many periods have passed without a match."""
    phi = math.sqrt(own.phi**2 + elapsed * own.volatility**2)
    return Rating(own.rating, min(UNSURE, SCALE * phi), own.volatility)


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5 of the paper: the volatility by the Illinois method."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
