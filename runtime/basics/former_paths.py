"""Keep the import paths that games and users' modules know: each leads to the module of today.

`runtime.embedding` offers all these names and is what the help tells of. `runtime/__init__` installs the
finder, so that a module of a user that was written for an earlier version imports as it did.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

FORMER_PATHS = {
    "runtime.status": "runtime.basics.status",
    "runtime.actions.action": "runtime.minds.actions.action",
    "runtime.actions.condition": "runtime.minds.actions.condition",
    "runtime.actions.call_signature": "runtime.minds.actions.call_signature",
    "runtime.actions.parameter_types": "runtime.minds.actions.parameter_types",
    "runtime.actions.registration": "runtime.minds.actions.registration",
    "runtime.actions.memory_check": "runtime.minds.actions.memory_check",
    "runtime.ballistics.falling": "runtime.formulas.ballistics",
    "runtime.ballistics.leading": "runtime.formulas.ballistics",
    "runtime.ballistics.throwing": "runtime.formulas.ballistics",
}
"""Modules that the help once called public, by their paths of then."""

FORMER_PACKAGES = frozenset(path.rpartition(".")[0] for path in FORMER_PATHS if path.count(".") > 1)
"""Packages that hold nothing but such modules."""


class FormerPathFinder(MetaPathFinder, Loader):
    """Find modules by the paths they had."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module or package of `FORMER_PATHS`, None for any other."""
        if fullname in FORMER_PACKAGES:
            return ModuleSpec(fullname, self, is_package=True)
        return ModuleSpec(fullname, self) if fullname in FORMER_PATHS else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of today in the place of the empty one, so that there is one of each class."""
        if module.__name__ in FORMER_PATHS:
            sys.modules[module.__name__] = importlib.import_module(FORMER_PATHS[module.__name__])


def keep_former_paths() -> None:
    """Let the former paths be imported in this process."""
    if not any(isinstance(finder, FormerPathFinder) for finder in sys.meta_path):
        sys.meta_path.append(FormerPathFinder())
