# Two commands are enough for everyone: `make play` and `make test`. `make help` lists the rest.
# All of it happens in this folder: the virtual environment is .venv, what is built is in build/.

PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,\
            $(shell command -v $(name) 2>/dev/null)) python3.11)
# Not to be named on the command line: one that was made elsewhere is removed below.
override VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# A bundle takes the system's Python: one that was built at home carries the paths of that home.
BUNDLE_PYTHON ?= $(firstword $(wildcard $(addprefix /usr/bin/python3.,11 12 13 14)) $(PYTHON))
# How an install finds the tools that build the C modules: in .venv, listed once, in pyproject.toml.
BUILD_TOOLS = $$($(BIN)/python -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')

NATIVE := setup.py $(shell find native -name '*.[ch]' -o -name '*.py')
CATALOGUES := $(wildcard camelnet/locale/*/LC_MESSAGES/camelnet.po)

export AUTO PYTHON
# Tests start hundreds of processes: none of them should compile the package anew.
unexport PYTHONDONTWRITEBYTECODE
.NOTPARALLEL:
.DELETE_ON_ERROR:

.PHONY: play test test-all test-lowest live evenings test-desktop test-cross test-windows-core test-windows-app lint format sim mutants model attacks floods bench strength screenshots catalogue \
        bundle test-bundle deb test-systems clean help ready-play ready-test system-play system-test system-test-bundle system-test-cross system-test-windows-core system-test-windows-app

play: ready-play ## open the app against three bots (GAME=KEY: another game; AUTO=1: a bot plays)
	@$(BIN)/python -m camelnet play $(if $(GAME),--game $(GAME))

PYTEST := $(BIN)/python -m pytest
# Twice as many as cores: tests over real sockets mostly wait.
WORKERS = $(shell expr 2 '*' $$(nproc 2>/dev/null || echo 2))

# Each worker reads all tests: they are compiled once, beside the lint, and not by all at once.
CHECKED = $(if $(ARGS),,$(PYTEST) --collect-only --quiet >/dev/null 2>&1 &) \
	status=0; $(MAKE) --no-print-directory lint || status=1; wait; echo 'pytest'

test: ready-test ## lint and the tests (ARGS='tests/rules -k desert': these)
	@$(CHECKED); \
	if [ -n "$(ARGS)" ]; then $(PYTEST) $(ARGS) || status=1; else \
		$(PYTEST) --numprocesses=$(WORKERS) -m 'not slow' || status=1; fi; exit $$status

test-all: ready-test ## lint, the tests, the slow ones, and those in a live window (SLOW=1/2: half of them; FULL=1: no samples)
	@$(CHECKED); \
	$(PYTEST) --numprocesses=$(WORKERS) || status=1; \
	$(BIN)/python -m tests.gui.live || status=1; exit $$status

test-lowest: system-test ## the fast tests on the oldest libraries that pyproject.toml allows
	@$(PYTHON) packaging/dist/lowest.py $(ARGS)

live: ready-test ## the tests in a live window (ARGS='-k keyboard': these)
	@$(BIN)/python -m tests.gui.live $(ARGS)

evenings: ready-test ## three apps in namespaces and live windows: cuts, kills, leaving (root; ARGS='cut-27-pending -v')
	@$(BIN)/python -m tests.evenings $(ARGS)

test-desktop: ready-play ## check menu entry, metainfo, man pages and icons with their own tools
	@packaging/bootstrap desktop && packaging/desktop/check.sh $(BIN)/python

# The C sources by other compilers, for other processors and systems; what is missing is installed.
test-cross: ready-test system-test-cross build/zig ## the C tests for every processor and system (TARGETS='s390x windows': these)
	@THOROUGH=1 TARGETS='$(TARGETS)' $(PYTEST) tests/portability

test-windows-core: ready-test system-test-windows-core ## the C tests and the installer of Windows, under wine
	@THOROUGH=1 TARGETS=windows $(PYTEST) tests/portability

test-windows-app: ready-test system-test-windows-app ## build, install and play the Windows app under wine (root; ARGS='-k window')
	@$(BIN)/python -m tests.windows_app $(ARGS)

.PHONY: test-wheels
test-wheels: ready-test ## ask pip for a wheel of every dependency, for each system and processor
	@$(BIN)/python packaging/release/wheels.py $(ARGS)

.PHONY: test-workflows
test-workflows: ## check .github/workflows; their Linux jobs run here: JOB='test packages'
	@$(PYTHON) packaging/release/workflows.py $(if $(JOB),run $(JOB),check)

lint: ready-test ## ruff, mypy --strict, the import contract
	@status=0; for check in 'ruff check' 'ruff format --check' mypy \
		'lint-imports --no-cache --no-logo'; do \
		echo "$$check"; $(BIN)/$$check || status=1; done; exit $$status

format: ready-test ## format the sources and mend what ruff can mend
	@$(BIN)/ruff format; $(BIN)/ruff check --fix

sim: ready-test ## simulate whole tables on all cores: SEEDS=2000, FROM=0, RESUME=1, LIVENESS=1
	@$(BIN)/python -m tests.sim --seeds $(or $(SEEDS),2000) --from $(or $(FROM),0) $(if $(RESUME),--resume) $(if $(LIVENESS),--liveness)

attacks: ready-test ## make every directed attack on all cores (ARGS='--case ID -v': that one)
	@$(BIN)/python -m tests.attacks $(ARGS)

mutants: ready-test ## plant bugs, and see which seed or test finds each
	@$(BIN)/python -m tests.sim.mutants

floods: ready-test ## flood a table of real processes, and measure what that does to it (ARGS='--seconds 30')
	@$(BIN)/python -m tests.floods $(ARGS)

model: ready-test ## search every interleaving of finality and the end of an epoch
	@$(BIN)/python -m tests.model

.PHONY: train
train: ready-test ## train a game's network by self-play: GAME=camelup (ARGS='--games 2000')
	@$(BIN)/python -m camelnet.lab.train --game $(or $(GAME),camelup) $(ARGS)

bench: ready-test ## measure, print a table, write build/bench.json
	@$(BIN)/python -m bench.run

# Strength is measured by hours of games; what was played is kept in build/strength.
strength: ready-test ## play the bots' ladder, write docs/bots.md: HOURS=8 (BUDGET=time SCHEDULER=tcp://HOST:8786 GAME=KEY)
	@$(BIN)/python -m camelnet.lab.strength --docs --hours $(or $(HOURS),1) --budget $(or $(BUDGET),nodes) \
		$(if $(SCHEDULER),--scheduler $(SCHEDULER)) $(if $(GAME),--game $(GAME)) $(ARGS)

screenshots: ready-play ## paint every screen, in all languages, themes and three sizes, as one contact sheet
	@$(BIN)/python -m tools.screenshots.contact_sheet build/screenshots

catalogue: ready-test ## take new words into the translations
	@$(BIN)/python packaging/catalogue.py

.PHONY: dist test-pythons
dist: ## build source archive and wheel into dist: twice, equal to a byte; check them, install, play
	@packaging/bootstrap dist && $(PYTHON) packaging/dist/build.py

test-pythons: dist ## the fast tests against the wheel, on every Python that we promise
	@packaging/bootstrap test-pythons && $(PYTHON) packaging/dist/pythons.py $(ARGS)

bundle: ## build the app with its own Python and Qt: a folder in build/bundle, an archive in dist
	@PYTHON=$(BUNDLE_PYTHON) packaging/bootstrap bundle
	@$(BUNDLE_PYTHON) packaging/bundle/build.py

test-bundle: ready-test system-test-bundle ## play with the packed bundle where nothing else is (root; ARGS='-k window')
	@$(BIN)/python -m tests.bundle.shipped $(ARGS)

deb: bundle ready-play ## pack the bundle for Debian and Ubuntu, into dist
	@packaging/bootstrap deb && $(BIN)/python packaging/debian/deb.py

test-systems: ready-test ## install the .deb of dist in bare Debians and Ubuntu, play, remove (SUITES=trixie)
	@packaging/bootstrap test-systems && $(BIN)/python -m tests.systems $(SUITES)

clean: ## remove what was built; .venv and your games stay
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f camelnet/_native.c camelnet/_sodium.c camelnet/_*.so camelnet/_*.pyd
	rm -f $(CATALOGUES:.po=.mo) $(VENV)/.native
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

help: ## this list
	@grep -E '^[a-z-]+:.* ## ' Makefile | sed -E 's/^([a-z-]+):.* ## (.*)/  make \1|\2/' | \
		while IFS='|' read -r name words; do printf '%-18s %s\n' "$$name" "$$words"; done

# --- setting up: each step leaves a stamp in .venv and is done again when its sources change ----

ready-play: system-play $(VENV)/.play $(VENV)/.native $(CATALOGUES:.po=.mo)
ready-test: system-test $(VENV)/.test $(VENV)/.native $(CATALOGUES:.po=.mo)

system-play system-test system-test-bundle system-test-cross system-test-windows-core system-test-windows-app: system-%:
	@packaging/bootstrap $*

# A virtual environment that was cut short lacks its stamp and is completed in place. One that was
# moved, or whose interpreter is gone, is of no use any more (its stamp says where it was made).
$(shell if [ -e $(VENV)/.made ]; then \
    { [ "$$(cat $(VENV)/.made)" = '$(CURDIR)' ] && $(BIN)/python -c ''; } 2>/dev/null || \
    rm -rf $(VENV); fi)

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	@echo '$(CURDIR)' > $@

$(VENV)/.play: $(VENV)/.made pyproject.toml
	$(PIP) install $(BUILD_TOOLS)
	$(PIP) install --no-build-isolation --editable '.[gui,sound]'
	@touch $@ $(VENV)/.native

$(VENV)/.test: $(VENV)/.made pyproject.toml
	$(PIP) install $(BUILD_TOOLS)
	$(PIP) install --no-build-isolation --editable '.[gui,sound,test,lint]'
	@touch $@ $(VENV)/.play $(VENV)/.native

# The C modules are built in place, beside the sources.
$(VENV)/.native: $(NATIVE)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

# A compiler that also builds for macOS and for Windows on ARM: a wheel of 100 MB.
build/zig: $(VENV)/.made
	$(PIP) install --quiet --target $@ ziglang

%.mo: %.po
	$(BIN)/python setup.py --quiet build_catalogues
