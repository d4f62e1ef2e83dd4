# On a fresh machine `make run` and `make test` do all the set-up: a virtual environment in .venv,
# with Orange, Qt and the add-on. They need Python 3.10 or newer, and a network the first time.

PYTHON = python3
VENV = .venv
BIN = $(VENV)/bin
WORKFLOW = tutorials/phi-delta-diagram.ows
FOLDERS = orangecontrib tutorials doc
SOURCES := $(filter-out doc, $(shell find $(FOLDERS) -name __pycache__ -prune -o -print)) \
    setup.py pyproject.toml MANIFEST.in README.md
QT = PyQt6 PyQt6-WebEngine
CONSTRAINTS = /dev/null
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL = $(PIP) install --prefer-binary --constraint $(CONSTRAINTS)

# a worker for each processor; each file of tests stays with one
SIDE_BY_SIDE = -n auto --dist loadfile

.PHONY: run test test-long test-oldest test-newest pytest coverage mutants bench wheel doc clean qt display

# -I: the installed add-on, not the one in this folder
run: qt
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    $(BIN)/python -I -m orangecontrib.phidelta.tutorials $(WORKFLOW) --out build/demo; \
	else \
	    $(BIN)/python -I -m Orange.canvas $(WORKFLOW); \
	fi

test: $(VENV)/installed-for-tests qt display
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(BIN)/pytest $(SIDE_BY_SIDE)

# all hostile inputs with all controls, long storms of events, many examples of each property
test-long: $(VENV)/installed-for-tests qt display
	@$(BIN)/pytest $(SIDE_BY_SIDE) -m long tests/net

# The same tests with the lowest versions that setup.py allows, and with the newest there are, each
# in a virtual environment of its own; say which Pythons with OLDEST= and NEWEST=.
OLDEST = python3.10
NEWEST = python3.13
test-oldest:
	@mkdir -p build
	@sed -n 's/^ *"\([A-Za-z0-9-]*\)>=\([0-9.]*\)",$$/\1==\2/p' setup.py > build/oldest.txt
	@$(MAKE) pytest VENV=.venv-oldest PYTHON=$(OLDEST) QT="PyQt5 PyQtWebEngine" \
	    CONSTRAINTS=build/oldest.txt

test-newest:
	rm -rf .venv-newest
	@$(MAKE) pytest VENV=.venv-newest PYTHON=$(NEWEST)

pytest: $(VENV)/installed-for-tests qt display
	@$(BIN)/pytest $(SIDE_BY_SIDE)

# how much of each layer the tests reach, by branches; it fails where that is less than here
LEAST = core:95 orange:95 plot:90 widgets:90
coverage: $(VENV)/installed-for-tests qt display
	@$(PIP) install "coverage>=7.10"
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest $(SIDE_BY_SIDE) $(TESTS) || failed=1; \
	$(BIN)/coverage combine --quiet; \
	for least in $(LEAST); do \
	    $(BIN)/coverage report --include="*/phidelta/$${least%:*}/*" --skip-covered; \
	done; \
	for least in $(LEAST); do \
	    of="--include=*/phidelta/$${least%:*}/*"; \
	    echo "$${least%:*}: $$($(BIN)/coverage report $$of --format=total) %, at least $${least#*:}"; \
	    $(BIN)/coverage report $$of --fail-under=$${least#*:} >/dev/null || failed=1; \
	done; test -z "$$failed"

# how many small faults the tests notice, of as many drawn from these modules; some minutes
MODULES = core
SAMPLE = 400
SEED = 0
mutants: $(VENV)/installed-for-tests qt
	@$(INSTALL) "Orange3-PhiDelta[mutants]"
	@OMP_NUM_THREADS=1 $(BIN)/python benchmarks/mutants.py --sample $(SAMPLE) --seed $(SEED) $(MODULES)

# how fast everything is, beside other libraries, into benchmarks/RESULTS.md; best on a quiet machine
bench: $(VENV)/installed-for-tests qt
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -W ignore benchmarks/bench.py

wheel: $(BIN)/python
	$(PIP) wheel --no-deps --wheel-dir dist .

doc: $(VENV)/installed-for-tests
	$(BIN)/sphinx-build -W -E -b html -d build/doctrees doc build/doc

clean:
	rm -rf $(VENV) .venv-oldest .venv-newest build dist *.egg-info .coverage* .hypothesis .pytest_cache .ruff_cache
	find $(FOLDERS) tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10))" || \
	    { echo "Python 3.10 or newer is needed; say which with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || \
	    { echo "Python cannot make virtual environments here; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(BIN)/python
	@echo "Installing the add-on with Orange and Qt; the first time this takes a few minutes."
	@$(INSTALL) . $(QT)
	@touch $@

qt: $(VENV)/installed
	@$(BIN)/python .ci/qt_libraries.py

display: $(VENV)/installed
	@$(BIN)/python .ci/virtual_display.py

$(VENV)/installed-for-tests: $(VENV)/installed
	@$(INSTALL) "Orange3-PhiDelta[test]"
	@touch $@
