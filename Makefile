# On a fresh machine `make run` and `make test` do all the set-up: a virtual environment in .venv,
# with Orange, Qt and the add-on. They need Python 3.10 or newer, and a network the first time.

PYTHON = python3
VENV = .venv
BIN = $(VENV)/bin
WORKFLOW = tutorials/phi-delta-diagram.ows
FOLDERS = orangecontrib tutorials doc
SOURCES := $(filter-out doc, $(shell find $(FOLDERS) -name __pycache__ -prune -o -print)) \
    setup.py pyproject.toml MANIFEST.in README.md
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test test-long mutants wheel doc clean qt

# -I: the installed add-on, not the one in this folder
run: qt
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    $(BIN)/python -I -m orangecontrib.phidelta.tutorials $(WORKFLOW) --out build/demo; \
	else \
	    $(BIN)/python -I -m Orange.canvas $(WORKFLOW); \
	fi

test: $(VENV)/installed-for-tests qt
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(BIN)/pytest

# all hostile inputs with all controls, long storms of events, many examples of each property
test-long: $(VENV)/installed-for-tests qt
	@$(BIN)/pytest -m long tests/net

# how many small faults the tests notice; it takes some seconds for each
MODULES = core/features/subsets.py core/decisions/counts.py
mutants: $(VENV)/installed-for-tests qt
	@$(PIP) install --prefer-binary "Orange3-PhiDelta[mutants]"
	@QT_QPA_PLATFORM=offscreen $(BIN)/python benchmarks/mutants.py $(MODULES)

wheel: $(BIN)/python
	$(PIP) wheel --no-deps --wheel-dir dist .

doc: $(VENV)/installed-for-tests
	$(BIN)/sphinx-build -W -E -b html -d build/doctrees doc build/doc

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .pytest_cache .ruff_cache
	find $(FOLDERS) tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10))" || \
	    { echo "Python 3.10 or newer is needed; say which with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || \
	    { echo "Python cannot make virtual environments here; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(BIN)/python
	@echo "Installing the add-on with Orange and Qt; the first time this takes a few minutes."
	@$(PIP) install --prefer-binary . PyQt6 PyQt6-WebEngine
	@touch $@

qt: $(VENV)/installed
	@$(BIN)/python .ci/qt_libraries.py

$(VENV)/installed-for-tests: $(VENV)/installed
	@$(PIP) install --prefer-binary "Orange3-PhiDelta[test]"
	@touch $@
