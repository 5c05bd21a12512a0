"""The hash of the client's sources. `make web` writes it beside the built files; a test compares it.

python web/stamp.py          prints the hash of the sources
python web/stamp.py FILE     writes it there
"""

import hashlib
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
SERVER = WEB.parent / "src/muster/server"
FILES = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json", "index.html")


def sources() -> list[Path]:
    """Everything a build depends on: the client itself and the types that the server makes."""
    types = [SERVER / "protocol.ts", *(SERVER / "views").glob("*.ts")]
    return sorted([*(WEB / name for name in FILES), *(p for p in (WEB / "src").rglob("*") if p.is_file()), *types])


def stamp() -> str:
    found = hashlib.sha256()
    for path in sources():
        found.update(path.relative_to(WEB.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(stamp() + "\n")
    else:
        print(stamp())
