"""Make, edit, check, run and export minds from Python; the help page on Python shows how.

    from mindloom import check, do, expr, mind, run, selector, sequence, test, tree

    guard = tree("Guard").selector(sequence(test("d < 3"), do("stop")), do("wander"))
    guard = mind(guard, variables={"d": 5.0})
    assert not check(guard)
    print(run(guard, ticks=60).active())

Every kind of node is a function here, called by its id: `sequence`, `wait`, `ranges` …, with a dash below
where that is a word of Python, as in `raise_`. What they take is what the kind declares.
"""

from collections.abc import Callable

from graphs.model import Document
from graphs.scripts.declared_edits import edits_schema
from mindloom.building import Refused, is_node_word, mind
from mindloom.documents import check, edit, export, load, save
from mindloom.foreign_trees import from_py_trees
from mindloom.given_values import GivenNode, branch, call, do, expr, node, out, part
from mindloom.graph_builders import decision, machine, tree
from mindloom.running import RecordedSession, record, run
from runtime.embedding import Mind

Session = RecordedSession

__all__ = [
    "Document",
    "Mind",
    "Refused",
    "Session",
    "branch",
    "call",
    "check",
    "decision",
    "do",
    "edit",
    "edits_schema",
    "export",
    "expr",
    "from_py_trees",
    "load",
    "machine",
    "mind",
    "node",
    "out",
    "part",
    "record",
    "run",
    "save",
    "tree",
]


def __getattr__(name: str) -> Callable[..., GivenNode]:
    """Return the builder of nodes of a kind."""
    kind = name.removesuffix("_")
    if name.startswith("_") or not is_node_word(kind):
        raise AttributeError(f"mindloom has no {name!r}, and no kind of node is called so.")
    return lambda *values, **fields: node(kind, *values, **fields)
