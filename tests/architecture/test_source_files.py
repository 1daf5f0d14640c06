"""What every source file keeps to: its size, and nothing of the machine it was written on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE = 500
LONGEST_CLASS = 600
"""Lines of a class together with its bases."""

EXECUTORS = ROOT / "resources" / "executors"
"""Each is one file that a game copies, so it is as long as all that a program may say needs."""

FLOORS = ("graphs", "runtime", "mindloom", "editor")
TEXT = {".cfg", ".css", ".html", ".json", ".lock", ".md", ".py", ".qss", ".svg", ".toml", ".txt", ".yml", ""}
PRODUCT = ("graphs", "runtime", "mindloom", "editor", "tools", "resources", "tests", ".ci")
TOP_FILES = (
    "dev.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    ".gitignore",
    "requirements.lock",
    "requirements-dev.lock",
)
PATHS = (
    r"/workspace(?=/)",
    r"/root/(?=\.|[a-z])",
    r"/home/\w",
    r"/Users/\w",
    r"[A-Z]:\\+Users",
    r"/tmp/\w",
    r"/opt/\w",
)
MACHINE_PATH = re.compile(r"(?<![\w./~-])(" + "|".join(PATHS) + ")")
INDEX_HOST = re.compile(r"https?://|file:|--(extra-)?index-url|--find-links")


def product_files() -> Iterator[Path]:
    """Yield every text file of the product."""
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in TEXT and "__pycache__" not in path.parts:
                yield path
    yield from (ROOT / name for name in TOP_FILES)


def machine_paths(text: str) -> list[str]:
    """Return the paths in ``text`` that exist on one machine only."""
    return [match[0] for match in MACHINE_PATH.finditer(text)]


def test_no_module_is_longer_than_one_idea_takes() -> None:
    modules = [
        path
        for path in product_files()
        if path.suffix == ".py" and not {ROOT / "tests", EXECUTORS} & {*path.parents}
    ]
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    too_long = [f"{path.relative_to(ROOT)}: {size}" for path, size in sizes.items() if size > LONGEST_MODULE]
    assert modules
    assert too_long == []


def definitions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node, which classes are, without their expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield inner
            yield from definitions(inner)


def lines_with_bases() -> dict[str, int]:
    """Return the lines of every class of the product, together with those of its bases in the product."""
    own: dict[str, int] = {}
    bases: dict[str, list[str]] = {}
    for path in (path for folder in FLOORS for path in sorted((ROOT / folder).rglob("*.py"))):
        for node in definitions(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                own[node.name] = max(
                    own.get(node.name, 0), (node.end_lineno or node.lineno) - node.lineno + 1
                )
                named = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
                bases.setdefault(node.name, []).extend(named)

    def whole(name: str, seen: frozenset[str]) -> set[str]:
        if name not in own or name in seen:
            return set()
        return {name}.union(*(whole(base, seen | {name}) for base in bases[name]))

    return {name: sum(own[part] for part in whole(name, frozenset())) for name in own}


def test_no_class_is_longer_with_its_bases_than_one_idea_takes() -> None:
    sizes = lines_with_bases()
    assert len(sizes) > 1_000
    assert {name: size for name, size in sizes.items() if size > LONGEST_CLASS} == {}


def test_no_product_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in product_files()
        if path != Path(__file__)
        for name in machine_paths(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_machine_paths_are_recognized_and_others_are_not() -> None:
    assert machine_paths('open("/home/ada/x") or "C:\\Users\\ada" or (/workspace/main)') == [
        "/home/a",
        "C:\\Users",
        "/workspace",
    ]
    others = "/graphs/g1/root/x https://example.org/home/x docs/workspace/x /root/ /workspaces"
    assert machine_paths(others) == []


def test_lock_files_pin_every_package_and_name_no_index() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        pins = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert pins
        assert [pin for pin in pins if not re.match(r"[a-z0-9-]+==[\w.]+(\s|$)", pin)] == []
        assert INDEX_HOST.search(text) is None


def test_development_lock_holds_the_run_lock() -> None:
    run, development = (
        {line.split()[0] for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if "==" in line}
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert run < development
