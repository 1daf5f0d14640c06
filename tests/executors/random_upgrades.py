"""Make cases in which a game goes on from what an older version of its mind saved."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from graphs.model import Document
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.export_document import Export, export_document
from runtime.export.program_json import ProgramFiles
from runtime.minds.program.problems import CompileError
from tests.executors.engine_game import Json, told_by_engine
from tests.executors.random_cases import halves, random_case
from tests.runtime.behavior_trees.random_trees import TREES
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.hot_swap.random_neighbors import MACHINE_EDITS, TREE_EDITS, neighbor, steps
from tests.runtime.lone_brain import REGISTRY
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import machines

SORTS: tuple[tuple[Any, Any, Any], ...] = (
    (TREES, mind_of_tree, TREE_EDITS),
    (machines(), mind_of_machine, MACHINE_EDITS),
)


def cases_of_upgrades(count: int, start: int) -> Iterator[Json]:
    """Yield so many cases, trees and machines in turn; `start` seeds them."""
    pairs = [versions(sort, count, start) for sort in range(len(SORTS))]
    for number in range(count):
        old, new = pairs[number % len(SORTS)][number // len(SORTS)]
        case = random_case(f"upgrade {start} {number}", old.data, 12)
        first, rest = halves(case, 6)
        for tick in rest["ticks"]:
            for sort in ("set", "shared", "post"):  # The new version may not know what the old one did.
                tick.pop(sort, None)
        save = told_by_engine(first)[-1]["save"]
        table = upgrade_table(*(ProgramFiles(each.data, each.names) for each in (old, new)))
        yield {**rest, "program": new.data, "restore": save, "upgrades": [table]}


def versions(sort: int, count: int, start: int) -> list[tuple[Export, Export]]:
    """Return so many pairs of an export and one of the document after some edits."""
    strategy, document_of, edits = SORTS[sort]
    found: list[tuple[Export, Export]] = []

    @seed(start)
    @settings(
        max_examples=3 * count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy, steps(edits))
    def gather(drawn: Any, chosen: Any) -> None:
        source: Document = document_of(drawn)
        try:
            pair = [export_document(each, REGISTRY) for each in (source, neighbor(source, edits, chosen))]
        except CompileError:
            return
        if pair[0].data["hash"] != pair[1].data["hash"]:
            found.append((pair[0], pair[1]))

    gather()
    return random.Random(start).sample(found, count)
