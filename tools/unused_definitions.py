"""Find what neither the product nor the tools use: `python -m tools.unused_definitions` in the checkout.

What tests alone use counts as unused. Names are compared, not objects, so that a definition that shares its
name with something used is missed. A name in a string counts as used, since commands and fields are reached
by their names; so do a method whose name is Qt's, a function that registers itself and the member of a
`StrEnum`, which is read by its value. Everything else that is called from outside is in `ALLOWED`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from vulture import Vulture

PRODUCT = ("graphs", "runtime", "mindloom", "editor")
USERS = ("tools",)

DOORS = (
    "mindloom",
    "runtime/embedding",
    "runtime/basics/status.py",
    "runtime/minds/actions/action.py",
    "runtime/minds/actions/call_signature.py",
    "runtime/minds/actions/condition.py",
    "runtime/minds/actions/memory_check.py",
    "runtime/minds/actions/parameter_types.py",
    "runtime/minds/actions/registration.py",
    "runtime/formulas/ballistics.py",
    "runtime/formulas/ballistics.py",
    "runtime/formulas/ballistics.py",
)
"""What games and modules of users import."""

ALLOWED = {
    "model_config": "pydantic reads it",
    "schema_": "the field `$schema` of files",
    "check_document": "the rules without the lints, which tests ask for",
    "characters": "the XML parser calls it",
    "forbid_dtd": "the XML parser reads it",
    "public_id": "an argument of the XML parser's call",
    "system_id": "an argument of the XML parser's call",
    "catalogue_id": "where a technique is from, for those who read its declaration",
    "get_code": "the import system calls it",
    "find_spec": "the import system calls it",
    "submodule_search_locations": "the import system reads it",
    "broadcast": "an argument of Dask's client",
    "pure": "an argument of Dask's client",
    "note_armed": "called by the code that is made of expressions",
    "ask_tick": "what a host asks for by rule 1.3",
    "ask_decisions": "what a host asks for by rule 5.5",
    "hit_obstruction": "what a frame tells of a hit",
    "tree_source": "the source of a tree, to be read and tested",
}
"""Names that are used from outside, and by what."""

QT_NAMES = "[a-z]*[A-Z]*"  # ruff lets only overrides of Qt's methods be named like this
REGISTERED = "@*.register"


class NameScan(Vulture):  # type: ignore[misc]
    """Collect what is defined and which names are used, those in strings included."""

    def __init__(self) -> None:
        super().__init__(ignore_names=[QT_NAMES], ignore_decorators=[REGISTERED])

    def visit_Constant(self, node: ast.Constant) -> None:  # noqa: N802
        """Take the words of a dotted text for names."""
        if isinstance(node.value, str):
            self.used_names.update(part for part in node.value.split(".") if part.isidentifier())

    def visit_ClassDef(self, node: ast.ClassDef) -> None:  # noqa: N802
        """Take the members of an enumeration of texts for used."""
        super().visit_ClassDef(node)
        if any(ast.unparse(base) == "StrEnum" for base in node.bases):
            names = (target for line in node.body if isinstance(line, ast.Assign) for target in line.targets)
            self.used_names.update(ast.unparse(name) for name in names)


def unused_definitions(
    root: Path, allowed: Mapping[str, str] = ALLOWED, doors: Sequence[str] = DOORS
) -> Iterator[str]:
    """Yield a line for each definition in `root` that is not used, and for each permission without need."""
    scan = NameScan()
    # This file names what is allowed, which is no use of it.
    scan.scavenge([root / name for name in (*PRODUCT, *USERS)], exclude=[Path(__file__).name])
    idle = set(allowed)
    for found in scan.get_unused_code():
        path = found.filename.relative_to(root).as_posix()
        idle.discard(found.name)
        is_open = path.startswith(tuple(doors)) and re.match("_(?!_)", found.name) is None
        if path.split("/")[0] in PRODUCT and found.name not in allowed and not is_open:
            yield f"{path}:{found.first_lineno}: {found.message}"
    yield from (f"tools/unused_definitions.py: {name!r} needs no permission" for name in sorted(idle))


def main() -> int:
    """Print what is not used; return 1 where there is something."""
    lines = [*unused_definitions(Path.cwd())]
    print(*lines, sep="\n", end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
