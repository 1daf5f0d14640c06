"""Write random minds as plain trees and read them back: `python3 dev.py soak plain_trees --count 2000`.

Each must be exported to the same bytes, its tree be written the same again, and fit the schema. The figures
go to a table in `tests/soak/results/plain_trees.md`; `--seed` tells the same minds again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from tests.runtime.export.tree_files import RANDOM_MINDS, assert_same_by_tree

RESULT = Path(__file__).parent / "results" / "plain_trees.md"


@dataclass
class Told:
    """Count what was written; `failed` says why the last mind that differed did."""

    minds: int = 0
    nodes: int = 0
    bytes: int = 0
    document_bytes: int = 0
    failed: str = ""


def soak(strategy: st.SearchStrategy[Document], count: int, start: int) -> Told:
    """Write so many different minds and read them back, up to the first that differs."""
    told = Told()
    seen: set[bytes] = set()

    @seed(start)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def write(document: Document) -> None:
        data = document_to_bytes(document)
        if data in seen:
            return
        seen.add(data)
        text = assert_same_by_tree(document)
        told.minds += 1
        told.nodes += sum(len(graph.nodes) for graph in document.graphs.values())
        told.bytes += len(text.encode())
        told.document_bytes += len(data)

    try:
        write()
    except Exception as failure:
        told.failed = f"{type(failure).__name__}: {failure}"
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak minds of each sort and write the table; return 1 if any differed, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak plain_trees", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="random minds of all sorts (2000)")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (1)")
    asked = parser.parse_args(arguments)
    rows, failed = [], False
    for name, strategy in RANDOM_MINDS.items():
        told = soak(strategy, -(-asked.count // len(RANDOM_MINDS)), asked.seed)
        failed = failed or bool(told.failed)
        share = told.bytes / max(told.document_bytes, 1)
        rows.append(f"| {name} | {told.minds:,} | {told.nodes:,} | {int(bool(told.failed))} | {share:.0%} |")
        print(rows[-1], told.failed[:2000], flush=True)
    table = [
        "# Soak of plain trees",
        "",
        f"`python3 dev.py soak plain_trees --count {asked.count} --seed {asked.seed}`",
        "",
        "Random minds, each counted once, written as plain trees and read back: the same program, the same",
        "tree again, fitting the schema. A sort ends at the first mind that differs.",
        "",
        "| minds | written | nodes | differed | bytes of the document's |",
        "|---|---|---|---|---|",
        *rows,
    ]
    RESULT.write_text("\n".join(table) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
