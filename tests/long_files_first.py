"""Let the files that take longest begin first: a pytest plugin for runs on several processes.

A long file that begins last keeps one process busy while the others have nothing left to do. How long each
takes is in `tests/file_seconds.tsv`; a file that is not told of counts as a short one.
"""

from __future__ import annotations

import pytest

from tools.quick_tests import ROOT, known_seconds


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests by the seconds of their files, those of one file as they are."""
    seconds = {ROOT / name: told for name, told in known_seconds().items()}
    items.sort(key=lambda item: -seconds.get(item.path, 0.0))
