"""Move modules by a table, with every import and every path that names them.

`python tools/move_modules.py tools/module_moves.tsv` does it in the working folder, which must be clean. A
line of the table is an old path, a tab and a new path; where several old paths have one new path, the modules
keep their own names in its folder, to be merged by hand. Afterwards `ruff check --fix` and `ruff format` sort
the imports. It serves the redesign of the house, and goes with its last move.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

TOPS = ("graphs", "runtime", "editor", "tools")
KEPT_DOORS = frozenset(
    {"graphs.edits", "graphs.model", "graphs.difference", "graphs.merging", "runtime.embedding"}
)
"""Packages that go on offering names of their modules."""

_MODULE = re.compile(r"(?<![\w./@])(?:graphs|runtime|editor|tools|tests)(?:\.[A-Za-z_]\w*)+")
_PATH = re.compile(r"(?<![\w/.])(?:graphs|runtime|editor|tools)(?:/\w+)+\.py\b")


def main(arguments: Sequence[str]) -> int:
    """Move the modules of the tables named; return 0."""
    tracked = subprocess.check_output(["git", "ls-files"], text=True).splitlines()
    table = dict(
        line.split("\t") for name in arguments for line in Path(name).read_text("utf-8").splitlines() if line
    )
    moves = moves_of({old: new for old, new in table.items() if old in tracked})
    Names(moves, tracked).rewrite(tracked)
    _rename(moves)
    _drop_empty_packages(tracked)
    return 0


def moves_of(table: Mapping[str, str]) -> dict[str, str]:
    """Return where each module goes; of several with one new path, all but its namesake keep their names."""
    olds = defaultdict(list)
    for old, new in table.items():
        if not old.endswith("__init__.py"):
            olds[new].append(old)
    found = {}
    for new, several in olds.items():
        first = next((old for old in several if Path(old).name == Path(new).name), several[0])
        for old in several:
            found[old] = new if old == first else str(Path(new).with_name(Path(old).name))
    assert len(set(found.values())) == len(found), "two modules would have one path"
    return {old: new for old, new in found.items() if old != new}


def module_of(path: str) -> str:
    """Return the dotted name of a module or package by its path."""
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


class Names:
    """Rewrite the names of modules in all files that are tracked."""

    def __init__(self, moves: Mapping[str, str], tracked: Sequence[str]) -> None:
        self._paths = moves
        self._moved = {module_of(old): module_of(new) for old, new in moves.items()}
        self._modules = {module_of(path) for path in tracked if path.endswith(".py")}
        self._offered: dict[tuple[str, str], tuple[str, str]] = {}
        for path in tracked:
            if path.endswith("/__init__.py") and path.partition("/")[0] in TOPS:
                self._note_door(path)

    def _note_door(self, path: str) -> None:
        """Remember which names a package takes from its modules."""
        package = module_of(path)
        for node in ast.parse(Path(path).read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module and package not in KEPT_DOORS:
                for alias in node.names:
                    self._offered[package, alias.asname or alias.name] = (node.module, alias.name)

    def rewrite(self, tracked: Sequence[str]) -> None:
        """Write every file again in which a name changes."""
        for name in tracked:
            path = Path(name)
            if path.suffix not in (".py", ".toml", ".md", ".in") or not path.is_file():
                continue
            text = path.read_text("utf-8")
            new = self._imports(text) if path.suffix == ".py" else text
            new = _MODULE.sub(lambda found: self._dotted(found[0]), new).replace("from ", "from ")
            new = _PATH.sub(lambda found: self._paths.get(found[0], found[0]), new)
            if new != text:
                path.write_text(new, "utf-8")

    def _imports(self, text: str) -> str:
        """Return source whose imports of modules, and through doors, name the modules' new places.

        What is done here is marked with @@, so that it is not taken for an old name.
        """
        lines = text.split("\n")
        found = [
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.module
        ]
        for node in sorted(found, key=lambda node: -node.lineno):
            made = self._import(node)
            if made:
                indent = " " * node.col_offset
                lines[node.lineno - 1 : node.end_lineno] = [indent + line for line in made]
        return "\n".join(lines)

    def _import(self, node: ast.ImportFrom) -> list[str]:
        """Return what an import becomes; nothing where its names may stay as they are."""
        assert node.module is not None
        made, kept = [], []
        for alias in node.names:
            full, here = f"{node.module}.{alias.name}", alias.asname or alias.name
            if full in self._moved:
                package, _, name = self._moved[full].rpartition(".")
            elif full not in self._modules and (node.module, alias.name) in self._offered:
                module, name = self._offered[node.module, alias.name]
                package = self._moved.get(module, module)
            else:
                kept.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
                continue
            made.append(f"from {package} import {name}" + (f" as {here}" if here != name else ""))
        if made and kept:
            made.append(f"from {self._moved.get(node.module, node.module)} import {', '.join(kept)}")
        return made

    def _dotted(self, name: str) -> str:
        """Return a dotted name with its longest part that was moved, or is offered by a door, replaced."""
        parts = name.split(".")
        for count in range(len(parts), 1, -1):
            first = ".".join(parts[:count])
            if first in self._moved:
                return ".".join([self._moved[first], *parts[count:]])
        for count in range(len(parts) - 1, 1, -1):
            offered = self._offered.get((".".join(parts[:count]), parts[count]))
            if offered is not None:
                return ".".join([self._moved.get(offered[0], offered[0]), offered[1], *parts[count + 1 :]])
        return name


def _rename(moves: Mapping[str, str]) -> None:
    """Rename the files, in two steps, since a new path may be the old one of another."""
    for number, old in enumerate(moves):
        Path(old).rename(f".moving-{number}")
    for number, new in enumerate(moves.values()):
        Path(new).parent.mkdir(parents=True, exist_ok=True)
        Path(f".moving-{number}").rename(new)


def _drop_empty_packages(tracked: Sequence[str]) -> None:
    """Remove packages that hold nothing any more, and give new ones a door."""
    doors = [
        Path(path) for path in tracked if path.endswith("__init__.py") and path.partition("/")[0] in TOPS
    ]
    for door in sorted(doors, key=lambda path: -len(path.parts)):
        others = [each for each in door.parent.iterdir() if each.name not in ("__init__.py", "__pycache__")]
        if not others:
            subprocess.run(["rm", "-r", str(door.parent)], check=True)
    for top in TOPS:
        for folder in sorted({path.parent for path in Path(top).rglob("*.py")}):
            for each in (folder, *folder.parents):
                door = each / "__init__.py"
                if each.name and not door.exists():
                    door.write_text(
                        f'"""{rooms().get(str(each), "Say what this room is for.")}"""\n', "utf-8"
                    )


def rooms() -> dict[str, str]:
    """Return what each room is for, by its path."""
    lines = Path(__file__).with_name("rooms.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
