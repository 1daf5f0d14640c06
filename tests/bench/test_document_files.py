"""Loading and saving 10,000 nodes, beside a plain pydantic parse and dump of the same file in the same run.

The ratios are printed (`-s` shows them) and held: load at most 2 × the parse, load and a full check with
every expression typed at most 12 ×, save at most 2 × the dump.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import pytest

from graphs.checks.checker import check_document
from graphs.checks.rules.texts import KeptScopes
from graphs.files.document_file import document_from_bytes, document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.bench.large_documents import NODES, mixed_document

ROUNDS = 7
MOST_LOAD, MOST_SAVE, MOST_LOAD_AND_CHECK = 2.0, 2.0, 12.0
TOLERANCE = 1.3
"""What a busy machine may add to a ratio."""


@pytest.fixture(scope="module")
def large_file() -> bytes:
    """Return the bytes of a document of 3,000 states with 6,000 edges and seven trees of 1,000 nodes."""
    document = mixed_document()
    assert sum(len(graph.nodes) for graph in document.graphs.values()) == NODES
    return document_to_bytes(document)


def test_loading_takes_at_most_twice_a_plain_parse(large_file: bytes) -> None:
    ours, plain = _medians_of(
        lambda: document_from_bytes(large_file), lambda: Document.model_validate_json(large_file)
    )
    _report("load", ours, plain, large_file)
    assert ours <= TOLERANCE * MOST_LOAD * plain


def test_loading_and_a_full_check_take_at_most_twelve_plain_parses(
    large_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = builtin_registry()

    def load_and_check() -> None:
        # What expressions mean is remembered; each round reads every one of them again.
        for kept in ("_documents", "_graphs"):
            monkeypatch.setattr(f"graphs.checks.rules.texts.{kept}", KeptScopes())
        check_document(document_from_bytes(large_file), registry)

    ours, plain = _medians_of(load_and_check, lambda: Document.model_validate_json(large_file))
    _report("load and check", ours, plain, large_file)
    assert ours <= TOLERANCE * MOST_LOAD_AND_CHECK * plain


def test_saving_takes_at_most_twice_a_plain_dump(large_file: bytes) -> None:
    document = document_from_bytes(large_file)
    assert document_to_bytes(document) == large_file
    ours, plain = _medians_of(
        lambda: document_to_bytes(document),
        lambda: document.model_dump_json(indent=2, exclude_defaults=True).encode(),
    )
    _report("save", ours, plain, large_file)
    assert ours <= TOLERANCE * MOST_SAVE * plain


def test_refusing_a_file_cut_off_at_its_end_takes_no_longer_than_four_parses(large_file: bytes) -> None:
    ours, plain = _medians_of(
        lambda: _refuse(large_file[:-3]), lambda: Document.model_validate_json(large_file), rounds=3
    )
    _report("refuse", ours, plain, large_file)
    assert ours <= TOLERANCE * 4 * plain


def _medians_of(
    ours: Callable[[], object], plain: Callable[[], object], rounds: int = ROUNDS
) -> tuple[float, float]:
    """Return the median time of each, in seconds, measured by turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for action, list_of_times in zip((ours, plain), times, strict=True):
            started = time.perf_counter()
            action()
            list_of_times.append(time.perf_counter() - started)
    return median(times[0]), median(times[1])


def _report(what: str, ours: float, plain: float, data: bytes) -> None:
    print(
        f"\n{what} {NODES:,} nodes, {len(data) / 1e6:.1f} MB: {ours * 1e3:.0f} ms, "
        f"plain pydantic {plain * 1e3:.0f} ms, ratio {ours / plain:.2f}"
    )


def _refuse(data: bytes) -> None:
    with pytest.raises(Exception, match="ends in the middle"):
        document_from_bytes(data)
