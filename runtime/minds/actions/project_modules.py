"""Load the Python modules of a project: only when its folder is trusted, and never on loading a document.

A module is ordinary code and may do anything, so it runs only when the user has said that the folder is
trusted (rule 2.7). A module that fails gives a located problem; the others are used.

The modules of a project are parts of one package of their own, so that they can import one another by
`from .targets import nearest`; nothing is added to the import path. They are compiled from their source each
time, and nothing is written beside them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from graphs.files.document_file import FileProblem
from graphs.files.plain_file import is_file
from graphs.projects.project_file import Project
from graphs.projects.relative_paths import PathRefused, path_inside
from runtime.minds.actions.registration import Registration, registrations_in


@dataclass(frozen=True, slots=True)
class FoundRegistration:
    """Hold what a module declares, and where: the file and the line of the code."""

    registration: Registration
    path: Path
    line: int

    @property
    def where(self) -> str:
        """Return the line as problems name it."""
        return f"line {self.line}"


@dataclass(frozen=True, slots=True)
class LoadedModules:
    """Hold what the Python modules of a project declare.

    `problems` are of modules that failed. `waiting` are the modules, as the project writes them, that were
    not loaded since the folder is not trusted.
    """

    found: tuple[FoundRegistration, ...] = ()
    problems: tuple[FileProblem, ...] = ()
    waiting: tuple[str, ...] = ()


def load_project_modules(project: Project | None, *, trusted: bool) -> LoadedModules:
    """Run the Python modules that a project names, if its folder is trusted, and return what they declare.

    Never raises for what a module does: each failing one is a `FileProblem` with its file and line. What a
    failing module declared before it failed is not used.
    """
    if project is None or not project.file.python_modules:
        return LoadedModules()
    if not trusted:
        return LoadedModules(waiting=project.file.python_modules)
    package = _package_name(project)
    _forget(package)
    importlib.invalidate_caches()
    found: list[FoundRegistration] = []
    problems: list[FileProblem] = []
    seen: set[int] = set()
    for place, relative in enumerate(project.file.python_modules):
        try:
            path = _path_of(project, place, relative)
            module = _load(package, project.folder, path, relative)
        except FileProblem as problem:
            problems.append(problem)
            continue
        for each in registrations_in(vars(module)):
            if id(each) not in seen:
                seen.add(id(each))
                found.append(_located(each, path))
    return LoadedModules(tuple(found), tuple(problems))


def _package_name(project: Project) -> str:
    digest = hashlib.blake2b(str(project.folder).encode(), digest_size=8).hexdigest()
    return f"mindloom_project_{digest}"


def _forget(package: str) -> None:
    for name in [module for module in sys.modules if module == package or module.startswith(f"{package}.")]:
        del sys.modules[name]


def _path_of(project: Project, place: int, relative: str) -> Path:
    where = f"python_modules.{place}"
    try:
        path = path_inside(project.folder, project.folder, relative)
    except PathRefused as refused:
        raise FileProblem(project.path, where, refused.message, refused.remedy) from None
    if not is_file(path):
        raise FileProblem(
            project.path,
            where,
            f"There is no file {relative!r} in {project.folder.name or 'this folder'}.",
            "Correct the path, or remove it from the list.",
        )
    return path


class _FreshSource(SourceFileLoader):
    """Compile a file from its source each time; write nothing beside it."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _load(package: str, folder: Path, path: Path, relative: str) -> ModuleType:
    """Return the module at `path`, run once; raise `FileProblem` for what goes wrong in it."""
    parts = [package, *relative.removesuffix(".py").split("/")]
    name = ".".join(parts)
    known = sys.modules.get(name)
    if known is not None:
        return known
    for depth in range(1, len(parts)):
        _make_package(".".join(parts[:depth]), folder.joinpath(*parts[1:depth]))
    spec = importlib.util.spec_from_loader(name, _FreshSource(name, str(path)))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _nothing_written():
            assert spec.loader is not None
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        sys.modules.pop(name, None)
        raise _problem(path, folder, error) from error
    return module


def _make_package(name: str, folder: Path) -> None:
    if name not in sys.modules:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        sys.modules[name] = importlib.util.module_from_spec(spec)


@contextmanager
def _nothing_written() -> Iterator[None]:
    """Keep Python from writing compiled files beside the modules that a module imports."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _problem(path: Path, folder: Path, error: BaseException) -> FileProblem:
    if isinstance(error, SyntaxError) and error.filename:
        column = f", column {error.offset}" if error.offset else ""
        return FileProblem(
            Path(error.filename),
            f"line {error.lineno}{column}",
            f"This is not Python: {error.msg}.",
            "Mend the line; the module is left out.",
        )
    where, line = _innermost(path, folder, error)
    said = str(error).rstrip(".")
    shown = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return FileProblem(
        where,
        f"line {line}" if line else "",
        f"The module fails when it is loaded. {shown}.",
        "Mend it; what it declares is left out.",
    )


def _innermost(path: Path, folder: Path, error: BaseException) -> tuple[Path, int]:
    """Return the last place of the project's own code that an exception went through."""
    found = (path, 0)
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).is_relative_to(folder):
            found = (Path(frame.filename), frame.lineno or 0)
    return found


def _located(registration: Registration, path: Path) -> FoundRegistration:
    """Say where a registration is, which may be in a file that the module at `path` imports."""
    source = registration.source
    if inspect.isfunction(source):
        return FoundRegistration(
            registration, Path(source.__code__.co_filename), source.__code__.co_firstlineno
        )
    try:
        return FoundRegistration(
            registration, Path(inspect.getfile(source)), inspect.getsourcelines(source)[1]
        )
    except (OSError, TypeError):
        return FoundRegistration(registration, path, 1)
