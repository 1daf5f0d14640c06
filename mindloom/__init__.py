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

from graphs.model import Document as Document
from graphs.scripts.declared_edits import edits_schema as edits_schema
from mindloom.building import Refused as Refused
from mindloom.building import is_node_word
from mindloom.building import mind as mind
from mindloom.documents import check as check
from mindloom.documents import edit as edit
from mindloom.documents import export as export
from mindloom.documents import load as load
from mindloom.documents import save as save
from mindloom.given_values import GivenNode
from mindloom.given_values import branch as branch
from mindloom.given_values import call as call
from mindloom.given_values import do as do
from mindloom.given_values import expr as expr
from mindloom.given_values import node as node
from mindloom.given_values import out as out
from mindloom.given_values import part as part
from mindloom.graph_builders import decision as decision
from mindloom.graph_builders import machine as machine
from mindloom.graph_builders import tree as tree
from mindloom.running import RecordedSession
from mindloom.running import run as run
from runtime.embedding import Mind as Mind

Session = RecordedSession


def __getattr__(name: str) -> Callable[..., GivenNode]:
    """Return the builder of nodes of a kind."""
    kind = name.removesuffix("_")
    if name.startswith("_") or not is_node_word(kind):
        raise AttributeError(f"mindloom has no {name!r}, and no kind of node is called so.")
    return lambda *values, **fields: node(kind, *values, **fields)
