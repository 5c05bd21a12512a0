"""Files and data that a browser may cache: the built client, the plain page, the words and rules of the games.

Everything is in memory. A browser that asks again with the tag it has gets no second copy; a file whose name holds the
hash of its content is cached for good.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

import muster.server

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "txt": "text/plain; charset=utf-8",
}
"""The kinds of files we serve, by the end of the name; nothing else is served."""
PACKED = ("text/", "application/", "image/svg")
"""Types that are worth compressing."""
HASHED = re.compile(r"[-.](?=[\w-]*\d)[\w-]{8,}\.\w+$")
"""A name such as `index-B3kd81Qx.js`."""
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class Cacheable:
    """Something a browser may cache: its bytes, plain and compressed, its type and its tag."""

    def __init__(self, body: bytes, media_type: str, caching: str = ASK_AGAIN) -> None:
        self._body = body
        self._media_type = media_type
        self._headers = {
            "etag": f'"{hashlib.sha256(body).hexdigest()[:20]}"',
            "cache-control": caching,
            "vary": "accept-encoding",
        }

    @cached_property
    def _packed(self) -> bytes:
        """The compressed bytes, if they are worth it; made when somebody wants them, so that a server starts soon."""
        packed = gzip.compress(self._body, 6, mtime=0) if self._media_type.startswith(PACKED) else self._body
        return packed if len(packed) < len(self._body) else b""

    def answer(self, request: Request) -> Response:
        if self._headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self._headers)
        if "gzip" in request.headers.get("accept-encoding", "") and self._packed:
            packed = {**self._headers, "content-encoding": "gzip"}
            return Response(self._packed, headers=packed, media_type=self._media_type)
        return Response(self._body, headers=self._headers, media_type=self._media_type)


def read_folder(name: str) -> dict[str, Cacheable]:
    """Every file of a folder of this package that may be served, by its path; empty if there is no such folder."""
    folder = resources.files(muster.server) / name
    return dict(_walk(folder, "")) if folder.is_dir() else {}


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, Cacheable]]:
    for item in folder.iterdir():
        where = path + item.name
        if item.is_dir():
            yield from _walk(item, f"{where}/")
        elif (media_type := TYPES.get(item.name.rpartition(".")[2])) is not None:
            yield where, Cacheable(item.read_bytes(), media_type, FOR_GOOD if HASHED.search(item.name) else ASK_AGAIN)
