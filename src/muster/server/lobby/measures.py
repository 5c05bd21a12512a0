"""Measures: what a server says about itself to Prometheus (`/metrics`). Nothing in them names a table or a person."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Measures:
    """The measures of one server. Counters are counted where things happen; gauges ask when they are read."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.answers = Histogram(
            "muster_answer_seconds",
            "From an answer's arrival until it is stored and told",
            buckets=SECONDS,
            registry=self._registry,
        )
        self.refusals = Counter("muster_refusals", "Commands that were refused", registry=self._registry)
        self.faults = Counter("muster_faults", "Messages that were no commands, or too much", registry=self._registry)
        self.errors = Counter("muster_errors", "Connections that ended by a defect of ours", registry=self._registry)

    def watch(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """Add a gauge that asks for its figure when somebody looks."""
        Gauge(name, about, registry=self._registry).set_function(ask)

    def text(self) -> bytes:
        return generate_latest(self._registry)
