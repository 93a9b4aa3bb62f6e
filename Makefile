# Each target sets up what it needs; a fresh machine needs make and Python 3.11 or newer.
PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DIFFERENTIAL ?= 400
BENCH_CASES ?= 200

export WRONGZERO_DIFFERENTIAL ?= $(DIFFERENTIAL)
export PYTHONDONTWRITEBYTECODE ?= 1
# The workers of pytest-xdist must collect in one order; what must not depend on the seed is
# tested in child processes that set their own.
export PYTHONHASHSEED ?= 0

.DEFAULT_GOAL := help
.PHONY: help setup demo test check format bench clean

help:
	@echo "make demo    the embedded problems, with every step and its licence"
	@echo "make test    all tests and doctests, with branch coverage of models and solver"
	@echo "make check   the fast loop before a commit: format, lint, types, tests"
	@echo "make format  let ruff rewrite what it can"
	@echo "make bench   speed of the models; GSM8K too where GSM8K_DIR is set"
	@echo "make clean   remove the virtual environment and the caches"

setup: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# 3 says that something was refused, and among the examples something is.
demo: $(READY)
	@$(BIN)/python -m solver attempt --example --explain || test $$? -eq 3

test: $(READY)
	$(BIN)/python -m pytest -q -n $(JOBS) --cov --cov-report=term

check: export WRONGZERO_DIFFERENTIAL = 100
check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n $(JOBS)

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m benchmarks.speed
	@if [ -n "$${GSM8K_DIR:-}" ]; then \
		$(BIN)/python -m benchmarks.gsm8k --slice practice --limit $(BENCH_CASES) --jobs $(JOBS); \
	else \
		echo "GSM8K_DIR is not set: the GSM8K benchmark is left out"; \
	fi

clean:
	rm -rf $(VENV) .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist *.egg-info
