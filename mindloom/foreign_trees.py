"""Make documents of trees that are made in Python with other libraries."""

from __future__ import annotations

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.pytrees.py_trees_objects import PyTreesBehaviour, read_py_trees
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from mindloom.building import Refused


def from_py_trees(root: PyTreesBehaviour, *, registry: Registry | None = None) -> Imported:
    """Return the document of a tree of py_trees, what the game must bring for it, and a row for each node.

    Behaviors of your own become actions called by their classes, which succeed until they are written for
    the game. Raises `Refused` for what is no tree of py_trees.
    """
    try:
        return read_py_trees(root, registry or builtin_registry())
    except FileProblem as problem:
        raise Refused(problem.where or "root", problem.message, problem.remedy) from None
