"""A real PostgreSQL for the tests: Debian's package, on loopback, in a temporary directory, not as root."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ABSENT = "PostgreSQL is not installed here (Debian: apt-get install postgresql; 'make test' does it where it may)"


def programs() -> Path | None:
    """Where PostgreSQL's own programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@contextmanager
def postgres(*settings: str) -> Iterator[str]:
    """Start one with some settings (`max_connections=20`); the URL of its database."""
    folder = programs()
    if folder is None:
        if os.environ.get("CI"):
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    user = "postgres" if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="muster-pg-"))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    if user is not None:
        os.chown(home, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)

    def call(name: str, *arguments: str) -> None:
        command = [str(folder / name), *arguments]
        done = subprocess.run(command, user=user, cwd=home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout

    data = str(home / "data")
    call("initdb", "-D", data, "-U", "muster", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home}"
    options += "".join(f" -c {setting}" for setting in settings)
    call("pg_ctl", "-D", data, "-w", "-l", str(home / "log"), "-o", options, "start")
    try:
        yield f"postgresql://muster@127.0.0.1:{port}/postgres"
    finally:
        call("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)
