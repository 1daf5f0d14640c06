"""Find the programs of other languages that some tests need: node, a browser."""

from __future__ import annotations

import os

import pytest

import dev


def path_of(package: str) -> str:
    """Return the path of a program, or of a library, by its package; skip the test where it is missing.

    In CI that fails the test.
    """
    for name in dev.EXECUTOR_PROGRAMS[package]:
        found = dev.found_program(name)
        if found:
            return found
    said = f"{package} is not here; python3 dev.py setup --executors brings it"
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)
