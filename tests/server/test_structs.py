"""Two threads that read the first struct of a kind at once end a whole server, unless all structs are known before."""

from __future__ import annotations

import inspect
import subprocess
import sys

from muster.server import serve

RACE = """
import sys, threading
import msgspec
from muster.server import structs

FAMILY = '''
import msgspec
class D(msgspec.Struct): x: int = 0
class C(msgspec.Struct): d: list[D] = []; e: dict[str, D] = {}; f: tuple[D, ...] = ()
class B(msgspec.Struct): c: C | None = None; cs: list[C] = []
class A(msgspec.Struct): b: B | None = None; bs: list[B] = []
'''

def race(found):
    together = threading.Barrier(3)
    def read(kind, value):
        together.wait()
        msgspec.convert(value, kind)
    deep = {"c": {"d": [{"x": 1}], "f": [{}]}}
    threads = [
        threading.Thread(target=read, args=(found[kind], value))
        for kind, value in (("A", {"b": deep}), ("B", deep), ("A", {"bs": [{"cs": [{}]}]}))
    ]
    for one in threads: one.start()
    for one in threads: one.join()

families = []
for number in range(60):
    exec(FAMILY, found := {"__name__": "__main__"})
    families.append(found)
if "known" in sys.argv:
    structs.load_games = list  # the games take their time, and have nothing to do with it
    structs.know_structs()
sys.setswitchinterval(1e-6)
for found in families: race(found)
print("alive")
"""


def test_threads_may_read_the_first_of_a_kind_at_once() -> None:
    ended = subprocess.run([sys.executable, "-c", RACE, "known"], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "alive\n")


def test_a_server_knows_all_structs_before_anybody_comes() -> None:
    source = inspect.getsource(serve.serve)
    assert 0 < source.find("know_structs()") < source.find("server.serve(")
