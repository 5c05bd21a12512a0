# Two commands: `make play` to play, `make test` to check everything. Both set up what they need in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
NODE_WANTED := 20.19
# More test processes than cores: many tests wait for a server, a browser or a program they started.
WORKERS := $(shell expr $$(nproc 2>/dev/null || echo 2) \* 2)
NODE_FITS = command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a + b / 100 < $(NODE_WANTED) ? 1 : 0)' 2>/dev/null
# The client's tools, as its lock file names them; nothing is fetched while they are the same.
QUIETLY := --loglevel error --no-audit --no-fund
# Some packages want a newer npm than a machine may have: then that one fetches them.
FETCH_TOOLS = cmp -s web/package-lock.json web/node_modules/.fetched || { { npm --prefix web ci $(QUIETLY) || npx --yes npm@11 --prefix web ci $(QUIETLY); } && cp web/package-lock.json web/node_modules/.fetched; }

# The tests start hundreds of programs. If those kept nothing of what Python compiles, each would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play serve web docs screens examples client node browser ears database proxy test checks lint types arrows read unit compiled nightly bench clean

play: $(STAMP)
	@$(BIN)/muster

serve: $(STAMP)
	@$(BIN)/muster serve

# Build the browser client anew, after its sources in web/ or the protocol changed; `make client` proves that it was not forgotten.
web: node
	@$(FETCH_TOOLS)
	npm --prefix web run --silent build

# The documentation as a site, in build/docs/html. Nothing is fetched, and a link that leads nowhere is an error.
docs: $(STAMP)
	$(BIN)/python tools/site.py

# Pictures of every main screen at three sizes, dark and light, on contact sheets in docs/pictures/screens: a quarter of an hour.
screens: $(STAMP)
	cd tests && ../$(BIN)/python -m web.sheets

# Choose the examples of the rules books anew, after scenarios changed.
examples: $(STAMP)
	$(BIN)/python -m muster.lab.examples

# The checks run two at a time, each with its output in one piece; the tests come last, with all cores for themselves.
test:
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target checks
	@$(MAKE) --no-print-directory unit

checks: client types read lint arrows

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

arrows: $(STAMP)
	$(BIN)/lint-imports

# Read all tests once, so that the processes that run them find them compiled.
read: $(STAMP)
	@$(BIN)/pytest --collect-only -q -q >$(VENV)/.collected || { cat $(VENV)/.collected; exit 1; }

# The browser client: its types, its format, the tests of what thinks in it, and that the committed build is what its sources
# build, byte for byte. Without Node that is left out, saying so (in CI, where the variable CI is set, it fails).
client: node
	@if $(NODE_FITS); then \
		{ $(FETCH_TOOLS); } && cd web && npm run --silent types && npm run --silent formatted && npm run --silent test \
		&& { npm run --silent built || { echo "the committed client is not what web/ builds: run 'make web' and commit it"; exit 1; }; }; \
	elif [ -n "$$CI" ]; then echo "the client cannot be checked: install Node $(NODE_WANTED) or newer, with npm"; exit 1; \
	else echo "no Node $(NODE_WANTED) or newer: the client's own checks are skipped, and its committed build is not compared"; fi

# Debian's package, if it is not there and we may install it.
node:
	@if $(NODE_FITS); then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Node for the browser client"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nodejs npm; } >/dev/null 2>&1 \
		|| echo "Node could not be installed"; \
	fi

# The server's tests want a real PostgreSQL: Debian's package, if it is not there and we may install it. Elsewhere they
# are skipped, saying so (in CI, where the variable CI is set, they fail).
database:
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing PostgreSQL for the server's tests"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } >/dev/null 2>&1 \
		|| echo "PostgreSQL could not be installed; its tests will be skipped"; \
	fi

# The tests in a real browser want Debian's Chromium, installed where we may; elsewhere they say what to install. Most of them
# are quicker with the one without a window, where there is such a package.
WINDOWLESS := chromium-headless-shell
browser:
	@if command -v chromium >/dev/null && { command -v $(WINDOWLESS) || ! apt-cache show $(WINDOWLESS); } >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Chromium for the tests in a browser"; \
		{ apt-get update -qq && for packages in "chromium $(WINDOWLESS)" chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$packages && break; done; } >/dev/null 2>&1 \
		|| echo "Chromium could not be installed; the tests in a browser will say so"; \
	fi

# A turn of each game is played by night with Orca, a screen reader, on a display without a monitor and with a voice that writes.
ears: browser
	@if command -v orca >/dev/null && command -v Xvfb >/dev/null && command -v xdotool >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Orca for the tests by ear"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq orca at-spi2-core dbus speech-dispatcher \
			xvfb xdotool openbox locales; } >/dev/null 2>&1 \
		|| echo "Orca could not be installed; its test will be skipped"; \
	fi

# The settings for a public server are tried with Debian's Caddy. Elsewhere that test is skipped, saying so (in CI it fails).
proxy:
	@if command -v caddy >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Caddy for the server's tests"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq caddy; } >/dev/null 2>&1 \
		|| echo "Caddy could not be installed; its test will be skipped"; \
	fi

# The browser's driver keeps an event loop running, which tests of other kinds in the same process could not bear.
unit: $(STAMP) database browser proxy
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore tests/web
	$(BIN)/pytest -n $(WORKERS) --dist worksteal tests/web

# The tests of what is compiled and of all that calls it with its own values, against the compiled build, in an environment of
# its own (needs a C compiler). Words, packs and experiments are plain in every build: `make test` has tried them.
NEVER_COMPILED := clauses glossary words packs pack_lines
compiled: .venv-compiled/.installed
	.venv-compiled/bin/python -m pytest -n auto --dist worksteal $(NEVER_COMPILED:%=--ignore-glob='*/test_%.py') \
		tests/kernel tests/geometry tests/bots tests/games tests/lab/test_benchmark.py tests/lab/test_simulate.py

# Everything else that is needed is lent by $(VENV). Muster itself is not among that: it is there by a link, which is not lent.
PACKAGES_OF = "$$($(1)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
.venv-compiled/.installed: $(STAMP) $(shell find src -name '*.py' -o -name '*.toml')
	$(PYTHON) -m venv --without-pip .venv-compiled
	echo $(call PACKAGES_OF,$(VENV)) >$(call PACKAGES_OF,.venv-compiled)/lent.pth
	MUSTER_COMPILE=quick .venv-compiled/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .
	@touch $@

# What takes hours: the slow tests, the invariants of every game in thousands of matches, and how many broken rules its
# tests notice. Ray is too large for everybody's environment, so its test gets it here.
nightly: $(STAMP) ears
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "ray>=2.40"
	$(BIN)/pytest -m slow
	HYPOTHESIS_PROFILE=nightly $(BIN)/pytest -n $(WORKERS) --dist worksteal tests/games/test_every_game.py \
		tests/games/test_goals.py tests/games/test_packs.py tests/kernel/test_history.py
	$(BIN)/pytest tests/lab/test_cluster.py
	@for game in $$(ls -d src/muster/games/*/ | xargs -n 1 basename | grep -v __pycache__); do \
		PYTHONPATH=tests $(BIN)/python -m games.watched $$game --greedy 2000 --random 5000 --workers 2 || exit 1; \
		$(BIN)/python tools/mutants.py $$game --count 200 --workers 2 || exit 1; \
		$(BIN)/python tools/mutants.py $$game --terms --workers 2 || exit 1; \
	done

bench: $(STAMP)
	$(BIN)/muster bench

$(STAMP): pyproject.toml hatch_build.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) .venv-compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis
