"""Imported trees do in each tick what BehaviorTree.CPP does, by traces made with the library."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from tests.formats.btcpp.equal_runs import (
    Tick,
    first_difference,
    imported_job,
    library_ticks,
    mindloom_ticks,
    told_rows,
    without_passes,
)
from tests.formats.btcpp.random_trees import CONDITIONS, CONTROLS, DECORATORS, LEAVES, random_job

TRACES = Path(__file__).parent / "traces" / "random_trees.jsonl.gz"


def traces() -> list[dict[str, Any]]:
    """Return the traces: a job, and what the library told of it."""
    return [json.loads(line) for line in gzip.decompress(TRACES.read_bytes()).splitlines()]


def test_imported_trees_do_in_each_tick_what_they_do_in_the_library() -> None:
    different = {}
    for trace in traces():
        imported, registry = imported_job(trace["job"])
        ours = mindloom_ticks(trace["job"], imported, registry)
        told = told_rows(imported) or first_difference(library_ticks(trace["told"]), ours)
        if told:
            different[trace["number"]] = told
    assert not different


def test_the_traces_have_every_kind_that_random_trees_have() -> None:
    seen = {kind for trace in traces() for _path, kind, _leaf in trace["told"]["nodes"]}
    games = {"Action", "Condition"}
    assert {*CONTROLS, *DECORATORS, *LEAVES} - games <= seen
    assert seen & {*CONDITIONS}
    assert {trace["told"]["version"] for trace in traces()} == {"4.10.0"}


def test_the_traces_have_every_result_and_halts() -> None:
    letters = {
        (entry if isinstance(entry, str) else entry[0])[-1]
        for trace in traces()
        for tick in trace["told"]["ticks"]
        for entry in tick["log"]
    }
    assert letters == {*"RSFKH"}


def test_a_random_tree_is_the_same_each_time() -> None:
    assert random_job(7) == random_job(7)
    assert random_job(7)["xml"] != random_job(8)["xml"]


def test_a_visit_that_the_library_only_passes_through_is_left_out() -> None:
    log = [("leaf", "S", None), ("repeat", "R", None), ("leaf", "S", None), ("repeat", "S", None)]
    assert [path for path, _letter, _read in without_passes(log, {"repeat"})] == ["leaf", "leaf", "repeat"]


def test_a_running_leaf_that_is_visited_again_is_not_left_out() -> None:
    log = [("leaf", "R", None), ("leaf", "S", None)]
    assert without_passes(log, {"repeat"}) == log


def test_a_node_that_was_halted_between_keeps_both_visits() -> None:
    log = [("all", "R", None), ("all", "H", None), ("all", "S", None)]
    assert without_passes(log, {"all"}) == log


def test_a_difference_is_told_with_its_tick() -> None:
    same, other = Tick("S", (("a", "S", None),), {"x": 1.0}), Tick("S", (("a", "F", None),), {"x": 1})
    assert first_difference([same, same], [same, other]).startswith("tick 1\n")
    assert "x is 1.0 there, 2 here" in first_difference([same], [Tick("S", same.log, {"x": 2})])
    assert not first_difference([same], [Tick("S", same.log, {"x": 1})])
