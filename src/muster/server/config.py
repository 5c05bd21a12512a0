"""The settings of `muster serve`: from a file, from the environment and from the command line, the later ones winning.

# muster.toml                                   MUSTER_PORT=8480 MUSTER_LIMITS_TABLES=500 muster serve
port = 8480
database = "postgresql://muster@db/muster"
[limits]
tables = 500
"""

from __future__ import annotations

import ipaddress
import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import tomli_w

from muster.kernel.errors import GameError
from muster.kernel.packs import explain
from muster.server.lobby.limits import Limits
from muster.server.storage.opening import without_password

PREFIX = "MUSTER_"
OTHERS = {"MUSTER_COMPILE", "MUSTER_CONFIG", "MUSTER_PICTURES", "MUSTER_SERVER", "MUSTER_SNAPSHOTS"}
"""Variables that are not settings of a server."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] | None = None
    browser: bool = False
    database: str | None = None
    address: str | None = None
    names: list[str] = []
    origins: list[str] = []
    proxies: list[str] = []
    formers: list[str] = []
    webhooks: list[str] = []
    bot_workers: Annotated[int, msgspec.Meta(ge=1)] = max(1, (os.cpu_count() or 2) - 1)
    bot_seconds: float = 8.0
    log: Literal["text", "json"] = "text"
    access_log: bool = False
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            ipaddress.ip_network(proxy)
        if not 0 < self.bot_seconds < math.inf:
            raise ValueError("bot_seconds: a bot needs some seconds to think in")
        for name, value in msgspec.structs.asdict(self.limits).items():
            if isinstance(value, int | float) and not 0 <= value < math.inf:
                raise ValueError(f"limits.{name}: a limit is 0 or more, not {value}")


LISTS = ("formers", "names", "origins", "proxies", "webhooks")
"""Settings that are several words; in the environment a space parts them."""


def read_config(file: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> Config:
    """The settings; raises `GameError` naming the one that is wrong."""
    settings: dict[str, Any] = {}
    if file is not None:
        try:
            settings = tomllib.loads(file.read_text("utf-8"))
        except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
            raise GameError(f"{file}: {error}") from None
        _check(settings, str(file))
    limits = dict(settings.get("limits", {}))
    for name, value in environment.items():
        if name.startswith(PREFIX) and name not in OTHERS:
            field = name.removeprefix(PREFIX).lower()
            place, key = (limits, field.removeprefix("limits_")) if field.startswith("limits_") else (settings, field)
            place[key] = value.split() if field in LISTS else value
    _check({**settings, "limits": limits}, "the environment")
    own = dict(given)
    if "tables" in own:
        limits["tables"] = own.pop("tables")
    return _check({**settings, **own, "limits": limits}, "the command line")


def _check(settings: Mapping[str, Any], where: str) -> Config:
    limits = settings.get("limits", {})
    unknown = set(limits) - set(Limits.__struct_fields__) if isinstance(limits, Mapping) else set()
    if unknown:
        raise GameError(f"{where}: there is no limit called {min(unknown)!r}")
    try:
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        raise GameError(f"{where}: {explain(error)}") from None


def print_config(config: Config) -> str:
    """The settings as a file that could be read again, without the password of the database."""
    plain = msgspec.to_builtins(config)
    if config.database:
        plain["database"] = without_password(config.database)
    return tomli_w.dumps({key: value for key, value in plain.items() if value is not None})
