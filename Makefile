# Two commands: `make play` to play, `make test` to check everything. Both set up what they need in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test lint types arrows unit compiled bench clean

play: $(STAMP)
	@$(BIN)/muster play tiny_epic_mechs

test: lint types arrows unit

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

arrows: $(STAMP)
	$(BIN)/lint-imports

unit: $(STAMP)
	$(BIN)/pytest -n auto

# The same tests against the compiled build, in an environment of its own (needs a C compiler).
compiled: .venv-compiled/.installed
	.venv-compiled/bin/python -m pytest -n auto

.venv-compiled/.installed: pyproject.toml hatch_build.py $(shell find src -name '*.py' -o -name '*.toml')
	$(PYTHON) -m venv .venv-compiled
	.venv-compiled/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	MUSTER_COMPILE=1 .venv-compiled/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall ".[dev]"
	@touch $@

bench: $(STAMP)
	$(BIN)/muster bench

$(STAMP): pyproject.toml hatch_build.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) .venv-compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis
