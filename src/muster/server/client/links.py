"""Links to tables, and a client's requests over plain HTTP before it sits down."""

from __future__ import annotations

import contextlib
import json
import urllib.error
import urllib.request
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit

import msgspec

from muster.kernel.errors import GameError
from muster.server import protocol as p

T = TypeVar("T")


class Link(msgspec.Struct, frozen=True):
    """A link to a table: the server's address, the table, and the token after the `#`, which is never sent in a URL."""

    address: str
    table: str
    token: str = ""

    def __str__(self) -> str:
        return f"{self.address}/table/{self.table}" + (f"#{self.token}" if self.token else "")


def read_link(link: str) -> Link:
    parts = urlsplit(link)
    folder, _, table = parts.path.rpartition("/")
    if parts.scheme not in ("http", "https") or not folder.endswith("/table") or not table:
        raise GameError(f"{link!r} is not a link to a table, which looks like http://HOST/table/NAME#TOKEN")
    address = urlunsplit((parts.scheme, parts.netloc, folder.removesuffix("/table"), "", ""))
    return Link(address, table, parts.fragment.removeprefix("invite="))


def create_table(address: str, wanted: p.NewTable) -> p.Created:
    """Set a table up."""
    return _post(f"{address}/api/tables", wanted, p.Created)


def claim_seat(address: str, table: str, claim: p.Claim) -> p.Claimed:
    """Take an open seat."""
    return _post(f"{address}/api/tables/{table}/seats", claim, p.Claimed)


def lobby(address: str, language: str = "en") -> p.Lobby:
    with urllib.request.urlopen(f"{address}/api/lobby?language={language}", timeout=10) as answer:
        return msgspec.json.decode(answer.read(), type=p.Lobby)


def _post(url: str, body: object, kind: type[T], redirects: int = 3) -> T:
    request = urllib.request.Request(
        url, msgspec.json.encode(body), {"Content-Type": "application/json"}, method="POST"
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return msgspec.json.decode(answer.read(), type=kind)
    except urllib.error.HTTPError as error:
        if error.code == 307 and redirects:
            return _post(error.headers["Location"], body, kind, redirects - 1)
        with contextlib.suppress(ValueError, KeyError, TypeError):
            raise GameError(str(json.loads(error.read())["text"])) from None
        raise GameError(f"{url}: {error.reason}") from None
    except urllib.error.URLError as error:
        raise GameError(f"{url}: {error.reason}") from None
