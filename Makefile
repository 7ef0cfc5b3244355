# Everything here works in a fresh clone: what is missing is set up first, what is up to date is left alone.
#   make PYTHON=python3.12   another Python        make VENV=/tmp/venv   another virtual environment

VENV ?= .venv
BIN := $(VENV)/bin

# What `make demo` plays: game:players. A new game is one more word here.
DEMOS := snowdonia:3 acres:2
DEMO_GAMES ?= 20000

# Tests run on every processor, file by file, as what a file's tests share is made once; JOBS= runs them in one process.
JOBS ?= -n auto --dist loadfile

CORE := setup.py $(shell find src/_core -name '*.pyx' -o -name '*.pxd')
SETUP := pyproject.toml tools/make_venv.sh
# In build/, so that `make clean` takes it away with the modules, whichever environment asked.
BUILT := build/built-$(subst /,-,$(VENV))

.PHONY: help build demo test test-slow check bench docs clean distclean
.DEFAULT_GOAL := help

help:
	@echo 'make demo       build, then simulate some thousand games and show what came out'
	@echo 'make test       build, then run the test suite'
	@echo 'make test-slow  the long forms of the tests'
	@echo 'make check      every gate: style, types, kernels, tests, debug build, instruction count'
	@echo '                (one of them: make check ARGS="--only mypy"; their names: ARGS=--list)'
	@echo 'make bench      time playouts, copies and stepping against the toy floor, into bench/results.md'
	@echo 'make docs       the pages as a site, in build/site'
	@echo 'make build      only build, in place'
	@echo 'make clean      remove what was built; distclean: also the virtual environment'

# The package alone, then what tests, gates and pages need besides: whoever only wants to play waits for no test tool.
$(VENV)/.base: $(SETUP)
	@sh tools/make_venv.sh $(VENV)
	@touch $@

$(VENV)/.test $(VENV)/.dev $(VENV)/.docs: $(VENV)/.base
	@sh tools/make_venv.sh $(VENV) $(subst .,,$(@F))
	@touch $@

$(BUILT): $(CORE) | $(VENV)/.base
	@$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

build: $(VENV)/.base $(BUILT)

demo: build
	@set -e; for demo in $(DEMOS); do \
	    set -- simulate $${demo%:*} --players $${demo#*:} --games $(DEMO_GAMES) --seed 0; \
	    printf '\n$$ snowplay %s\n' "$$*"; \
	    $(BIN)/snowplay "$$@"; \
	done

test: build $(VENV)/.test
	$(BIN)/python -m pytest $(JOBS) $(ARGS)

test-slow: build $(VENV)/.test
	$(BIN)/python -m pytest -m slow $(JOBS) $(ARGS)

check: build $(VENV)/.dev
	$(BIN)/python tools/check.py $(ARGS)

bench: build $(VENV)/.test
	$(BIN)/python bench/report.py $(ARGS)

docs: build $(VENV)/.docs
	$(BIN)/python -m sphinx -W -n --keep-going -q -c docs . build/site $(ARGS)
	@echo 'the first page is build/site/index.html'

clean:
	rm -rf build dist src/snowplay.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find src -name '*.so' -exec rm -f {} +
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} +

distclean: clean
	rm -rf $(VENV)
