"""What `deploy/` brings: TLS in front of a server, a server that may write nowhere but where its tables are."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.config import read_config
from server.running import PATIENCE, open_table, play, server

DEPLOY = Path(__file__).parents[2] / "deploy"
NO_CADDY = "Caddy is not installed here (Debian: apt-get install caddy; 'make test' does it where it may)"
OF_OTHERS = {"MUSTER_SITE", "MUSTER_UPSTREAM", "MUSTER_HTTP_PORT"}
"""Variables for the proxy."""
READ_ONLY = """
mount --bind "$1" "$1" && mount -o remount,bind,ro / || exit 77
shift
exec setpriv --reuid=10001 --regid=10001 --clear-groups --inh-caps=-all,+dac_read_search \
    --ambient-caps=-all,+dac_read_search --bounding-set=-all,+dac_read_search "$@"
"""
"""What a container does: everything read-only but one folder, and no right but to read what root put there."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def proxy(upstream: str, folder: Path) -> Iterator[str]:
    """Caddy with our settings in front of a server, with a certificate of its own making."""
    program = shutil.which("caddy")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail(NO_CADDY)
        pytest.skip(NO_CADDY)
    site = f"https://localhost:{free_port()}"
    environment = {
        **os.environ,
        "MUSTER_SITE": site,
        "MUSTER_UPSTREAM": upstream.removeprefix("http://"),
        "MUSTER_HTTP_PORT": str(free_port()),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    command = [program, "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            wait_for(site, folder)
            yield site
        finally:
            process.terminate()
            process.wait(PATIENCE)


def wait_for(site: str, folder: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if certificate(folder).exists() and httpx.get(f"{site}/health", verify=trusting(folder)).is_success:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    pytest.fail((folder / "log").read_text())


def certificate(folder: Path) -> Path:
    return folder / "caddy/pki/authorities/local/root.crt"


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate(folder)))


def test_a_match_through_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables, sockets and the page behind Caddy; what is measured stays behind it."""
    with server(tmp_path) as running, proxy(running.address, tmp_path) as site:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path)))
        link, *_ = open_table(site, "Ana", seats=("random",))
        assert link.address.startswith("https://")

        async def whole() -> None:
            async with await RemoteSeat.join(link) as ana:
                await play(ana, random.Random(5))
                assert ana.over

        asyncio.run(whole())
        with httpx.Client(verify=trusting(tmp_path)) as browser:
            page = browser.get(site)
            assert (page.status_code, page.headers["strict-transport-security"]) == (200, "max-age=31536000")
            assert "default-src" in page.headers["content-security-policy"]
            assert browser.get(f"{site}/metrics").status_code == 404
            elsewhere = browser.post(f"{site}/api/tables", json={}, headers={"Origin": "https://evil.example"})
            assert elsewhere.status_code == 403


def test_a_proxy_is_believed_only_if_it_was_named(tmp_path: Path) -> None:
    """Else anybody could call under another address."""
    entrance = f"{free_port()}"
    for proxies, count in (((), 1), (("--proxy", "127.0.0.2"), 2)):
        command = [sys.executable, "-m", "muster.cli", "serve", "--port", entrance, "--host", "0.0.0.0", *proxies]
        environment = {
            **os.environ,
            "MUSTER_LIMITS_REQUESTS_PER_MINUTE": "1",
            "MUSTER_LIMITS_TRUST_HERE": "false",
            "PYTHONUNBUFFERED": "1",
        }
        database = ("--database", str(tmp_path / f"{count}.sqlite"))
        with subprocess.Popen([*command, *database], env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Muster is at ")
            transport = httpx.HTTPTransport(local_address="127.0.0.2")
            made = 0
            with httpx.Client(transport=transport, base_url=f"http://127.0.0.1:{entrance}") as caller:
                for number in range(2):
                    headers = {"X-Forwarded-For": f"203.0.113.{number}"}
                    made += caller.post("/api/tables", json={"game": "pig"}, headers=headers).status_code != 429
            process.terminate()
        assert made == count, proxies


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="only root can make a mount read-only")
def test_a_server_that_may_write_nothing_but_its_tables(tmp_path: Path) -> None:
    """As in the container: another user, no rights, everything else read-only."""
    state = tmp_path / "state"
    state.mkdir()
    os.chown(state, 10001, 10001)
    inside = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", str(state), sys.executable]
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "HOME": str(state), "PYTHONUNBUFFERED": "1"}
    tried = [*inside, "-c", f"open({str(tmp_path / 'elsewhere')!r}, 'w')"]
    refused = subprocess.run(tried, env=environment, capture_output=True, text=True, check=False)
    if refused.returncode == 77:
        pytest.skip("mounts cannot be changed here")
    assert "Read-only file system" in refused.stderr or "Permission denied" in refused.stderr
    command = [*inside, "-m", "muster.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        link: Link = open_table(address, "Ana", seats=("easy",))[0]

        async def some() -> None:
            async with await RemoteSeat.join(link) as ana:
                await play(ana, random.Random(1), 12)

        asyncio.run(some())
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert list(state.rglob("*.sqlite"))


def test_the_settings_in_our_files_are_settings() -> None:
    """A name that nobody reads would be refused at the start, on somebody else's machine."""
    for file in ("compose.yaml", "Containerfile", "muster.service"):
        text = (DEPLOY / file).read_text("utf-8")
        found = dict(re.findall(r"(MUSTER_[A-Z_]+)[:=] ?([\w./]+)", text))
        read_config(None, {name: value for name, value in found.items() if name not in OF_OTHERS}, {})
    named = set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text("utf-8")))
    assert named == OF_OTHERS


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    text = (DEPLOY / "muster.service").read_text("utf-8").replace("/opt/muster/bin/muster", sys.executable)
    (tmp_path / "muster.service").write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "muster.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "muster.service" in line] == []


def test_the_container_asks_after_its_health_as_it_should(tmp_path: Path) -> None:
    """The command of the container file, word for word: content with a server that serves, not with one that cannot,
    nor with none.
    """
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    [command] = re.findall(r"HEALTHCHECK.*?CMD (\[.*?\])\n", text, re.DOTALL)
    python, *rest = json.loads(command)
    assert python == "python"

    def healthy(address: str) -> bool:
        asked = [sys.executable, *(word.replace("http://127.0.0.1:8480", address) for word in rest)]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0

    with server(tmp_path) as running:
        assert healthy(running.address)

        async def cannot() -> str:
            return "the disk is full"

        running.house.health = cannot  # type: ignore[method-assign]
        assert not healthy(running.address)
    assert not healthy("http://127.0.0.1:9")
    assert re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE) == ['["muster", "serve"]']
    assert re.findall(r"^USER (.*)$", text, re.MULTILINE) == ["10001"]
