"""Logs: one line for each thing, with its time, as text or as JSON."""

from __future__ import annotations

import json
import logging
from typing import Literal

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """A line of JSON for each record; a traceback is one text in it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "where": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


NO_NEWS = (
    "ASGI callable returned without completing handshake",
    "Invalid HTTP request received",
    "Invalid UTF-8 sequence received from client",
    "Unsupported upgrade request",
)
"""Things that uvicorn says of every socket that was refused, and of everything it cannot read."""


def is_news(record: logging.LogRecord) -> bool:
    """Leave out what strangers could say as often as they like: an attack must not fill the log."""
    return not record.getMessage().startswith(NO_NEWS)


def begin_logs(kind: Literal["text", "json"]) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if kind == "json" else logging.Formatter(TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("uvicorn.error").addFilter(is_news)
