# Everything runs in .venv, which these targets make and keep up to date.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help

.PHONY: help play test test-all chromium check format bench load screenshots pictures clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(READY) ## set everything up, start the server and open the browser
	@$(BIN)/carreau serve --open

test: $(READY) chromium ## set everything up and run the checks and tests
	@$(MAKE) --no-print-directory check
	$(BIN)/pytest -n 2 -m "not heavy"

test-all: $(READY) chromium ## the tests, and the heavy ones
	@$(MAKE) --no-print-directory check
	$(BIN)/pytest -n 2

chromium: # the browser of the tests, from Debian if there is none
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { echo "Installing Chromium from Debian ..."; \
		SUDO=$$(test "$$(id -u)" = 0 || echo sudo); $$SUDO apt-get update -q \
		&& $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends chromium; }

check: $(READY) ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(READY) ## put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY) ## measure: playouts and nodes a second, signatures of the searches, worst move lists, start-up, memory, solvers
	$(BIN)/carreau bench playouts
	$(BIN)/carreau bench search
	$(BIN)/carreau bench signature
	$(BIN)/python bench/limits.py
	$(BIN)/python bench/solvers.py

load: $(READY) ## measure: 500 tables at one move a second against a real server, and 4,000 idle sockets
	$(BIN)/python bench/load.py

screenshots: $(READY) chromium ## keep pictures of every page and state in screenshots/
	$(BIN)/python tests/browser/screens.py screenshots

pictures: $(READY) ## draw the pictures of the documentation again
	$(BIN)/python docs/draw_pictures.py

clean: ## remove what these targets made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist screenshots

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Carreau needs Python 3.11 or later; say which: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv || { echo "Installing python3-venv from Debian ..."; \
		SUDO=$$(test "$$(id -u)" = 0 || echo sudo); $$SUDO apt-get update -q && $$SUDO apt-get install -qy python3-venv \
		&& $(PYTHON) -m venv .venv; }
	@echo "Setting up .venv (once, about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)
