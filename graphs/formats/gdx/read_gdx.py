"""Read trees of gdx-ai into a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.gathered_trees import GatheredTree, GatheredTrees, RowDraft
from graphs.formats.basics.sources import Source
from graphs.formats.gdx.distributions import Distribution, distribution
from graphs.formats.gdx.task_kinds import BUILT_IN, DRAWS, KINDS, BuiltInTask, built_in_name
from graphs.formats.gdx.tree_text import GdxFile, GdxTask, read_gdx_text
from graphs.kinds.declarations.registry import Registry

_GUARD_LOST = "Its guard is a tree that no expression can say; it is kept as text and not asked."
_MOST_FILES = 50


def read_gdx(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return the trees of files as one document, the root tree of the first as its root."""
    reading = _GdxReading(registry)
    roots = [reading.file(source) for source in sources]
    return reading.trees.finished(roots[0] if roots else None, Path(sources[0].name).stem, {})


def is_gdx(source: Source) -> bool:
    """Tell whether a file is a tree of gdx-ai: by its ending, and by what its first line begins with."""
    if Path(source.name).suffix.lower() not in (".tree", ".btree", ""):
        return False
    for line in source.data[:4000].decode("utf-8", "replace").splitlines():
        words = line.strip()
        if words and not words.startswith("#"):
            return re.match(r"[A-Za-z_($][^={}<>;\[\]]*$", words) is not None
    return False


class _GdxReading:
    """Read files, each tree of them once."""

    def __init__(self, registry: Registry) -> None:
        self.trees = GatheredTrees("gdx", registry)
        self._files: dict[str, GatheredTree] = {}

    def file(self, source: Source) -> GatheredTree:
        """Return the root tree of a file; a file that includes itself leads to the same tree."""
        if source.name in self._files:
            return self._files[source.name]
        if len(self._files) >= _MOST_FILES:
            said = f"It includes more than {_MOST_FILES} files."
            raise FileProblem(Path(source.name), "", said, "Import them in parts.")
        found = read_gdx_text(source.text(), source.name)
        stem = Path(source.name).stem
        tree = self._files[source.name] = self.trees.tree(stem)
        _TreesOfFile(self, source, found, tree).read()
        return tree


class _TreesOfFile:
    """Read the trees of one file into graphs."""

    def __init__(self, reading: _GdxReading, source: Source, file: GdxFile, root: GatheredTree) -> None:
        self._reading, self._source, self._file, self._trees = reading, source, file, reading.trees
        self._graphs = {"": root}

    def read(self) -> None:
        """Add all trees of the file, then a row for each import."""
        for alias, task in self._file.imports.items():
            what = f"import {alias}"
            if alias in BUILT_IN:
                said = f"{alias!r} is always the task of gdx-ai, which refuses the import."
                draft = RowDraft("changed", said, "Choose another name for it.")
                self._row(what, task, draft=draft)
            else:
                self._row(what, task)
        stem = self._graphs[""].id
        for name in self._file.trees:
            if name:
                self._graphs[name] = self._trees.tree(f"{stem}_{name}", name)
        for name, root in self._file.trees.items():
            tree = self._graphs[name]
            if name in self._file.heads:
                task = self._file.heads[name]
                self._row(f"subtree {name}" if name else "root", task, tree.id)
            tree.note = "\n".join(self._file.comments.get(name, []))
            self._add(tree, root, None)

    def _add(self, tree: GatheredTree, task: GdxTask, parent: str | None) -> None:
        """Add a task with all inside it, and its row."""
        name = self._name(task)
        outer = self._trees.add(
            tree, "sequence", name.rpartition(".")[2].strip("$?"), parent, self._source.name
        )
        node = tree.nodes[outer]
        origin: dict[str, JsonValue] = {}
        if task.comments:
            node["note"] = "\n".join(task.comments)
        inner = outer
        if task.is_reference:
            self._reference(task, node, tree, outer)
        elif built_in := BUILT_IN.get(name):
            inner = self._built_in(built_in, task, tree, outer, origin)
        else:
            self._own(task, name, node, origin, tree.id, outer)
        self._guard(task, tree, outer, origin)
        if origin:
            node["origin"] = self._trees.kept(origin)
        for child in task.children:
            self._add(tree, child, inner)
        if name == "dynamicGuardSelector":
            self._scores(task, tree, inner)

    def _name(self, task: GdxTask) -> str:
        """Return the name of a task: that of a built-in one, else its class where the file imports it."""
        if task.name in BUILT_IN:
            return task.name
        return built_in_name(self._file.classes.get(task.name, task.name))

    def _reference(self, task: GdxTask, node: dict[str, object], tree: GatheredTree, outer: str) -> None:
        target = self._graphs.get(task.name[1:])
        if target is None:
            raise self._wrong(task, f"There is no subtree {task.name[1:]!r}.", "Declare it before this line.")
        if task.children:
            raise self._wrong(task, "A reference to a subtree has tasks inside.", "Put them beside it.")
        node.update(kind="subtree", graph=target.id)
        self._row(task.name, task, tree.id, outer)

    def _own(
        self,
        task: GdxTask,
        name: str,
        node: dict[str, object],
        origin: dict[str, JsonValue],
        graph: str,
        outer: str,
    ) -> None:
        """Let a class of the game be an action; one with tasks inside keeps its place."""
        origin["task"] = task.name
        if name != task.name:
            origin["class"] = name
        title = _class_title(name)
        if task.children:
            node.update(kind="foreign_node", params={"name": title})
            origin["attributes"] = dict(task.attributes)
            said = f"{title} is a class of the game with tasks inside; here they run as a sequence."
            remedy = "Build what it does of nodes, or write it as an action."
            self._row(task.name, task, graph, outer, RowDraft("kept", said, remedy, "3.5"))
            return
        self._trees.action(node, title, task.attributes)
        self._row(task.name, task, graph, outer)

    def _built_in(
        self, kind: str, task: GdxTask, tree: GatheredTree, outer: str, origin: dict[str, JsonValue]
    ) -> str:
        """Make a built-in task of a node; return the node that has its children."""
        least, most = KINDS[kind]
        if not least <= len(task.children) <= most:
            said = f"{task.name} has {len(task.children)} tasks inside, which gdx-ai refuses."
            raise self._wrong(task, said, "Put one task inside." if most == 1 else "Put a task inside.")
        reading = BuiltInTask(task, self._trees, tree, outer, origin, self._distribution(task))
        if kind == "Include":
            self._include(reading)
            return outer
        inner = reading.make(kind)
        known = DRAWS.get(kind, ()) + reading.read
        for name, value in task.attributes.items():
            if name not in known:
                origin.setdefault("attributes", {})
                attributes = origin["attributes"]
                assert isinstance(attributes, dict)
                attributes[name] = value
                said = f"gdx-ai has no attribute {name!r} of it; it is kept as text."
                reading.draft.tell("kept", said, "Remove it.")
        self._row(task.name, task, tree.id, outer, reading.draft)
        return inner

    def _distribution(self, task: GdxTask) -> Callable[[str, float], Distribution]:
        def read(name: str, default: float) -> Distribution:
            try:
                return distribution(task.attributes.get(name, default))
            except ValueError as error:
                raise self._wrong(task, f"{name} of {task.name}: {error}", "Write a number.") from None

        return read

    def _include(self, reading: BuiltInTask) -> None:
        """Let an include be a subtree: of the file where it is there, else a node that keeps its place."""
        task, outer = reading.task, reading.outer
        name = task.attributes.get("subtree")
        if not isinstance(name, str):
            raise self._wrong(task, "An include names no file.", 'Write subtree:"…".')
        reading.origin["include"] = dict(task.attributes)
        target = self._found(name)
        node = reading.node
        if target is None:
            node.update(kind="foreign_node", params={"name": "include"}, title=Path(name).name)
            said = f"The file {name!r} is not beside this one, so its tree is not here."
            remedy = "Copy it into this folder and import again, or name a graph in a subtree node."
            self._row(f"include {name}", task, reading.tree.id, outer, RowDraft("kept", said, remedy))
            return
        node.update(kind="subtree", graph=target.id)
        if left := [each for each in task.attributes if each not in ("subtree", "lazy")]:
            reading.draft.tell("kept", f"gdx-ai has no {', '.join(left)} of it; it is kept.", "Remove it.")
        self._row(f"include {name}", task, reading.tree.id, outer, reading.draft)

    def _found(self, name: str) -> GatheredTree | None:
        """Return the tree of a file by its path from the folder of assets, or by its name alone."""
        for wanted in dict.fromkeys((name, Path(name.replace("\\", "/")).name)):
            try:
                source = self._source.beside(wanted)
            except FileProblem:
                continue
            return self._reading.file(source)
        return None

    def _guard(self, task: GdxTask, tree: GatheredTree, outer: str, origin: dict[str, JsonValue]) -> None:
        tests = [(guard, self._test(guard)) for guard in task.guards]
        for guard, test in tests:
            if test is None:
                what = f"guard {guard.name}"
                remedy = "Say it as an expression in the guard of the node."
                self._row(what, guard, tree.id, outer, RowDraft("kept", _GUARD_LOST, remedy, "3.9"))
                listed = origin.setdefault("guards", [])
                assert isinstance(listed, list)
                listed.append({"task": guard.name, "attributes": dict(guard.attributes)})
            else:
                self._row(f"guard {guard.name}", guard, tree.id, outer)
        known = [test for _, test in tests if test is not None]
        if known:
            node = tree.nodes[outer]
            self._trees.at_the_end(lambda: node.update(guard={"test": _joined("and", known)}))

    def _test(self, task: GdxTask, depth: int = 0) -> Callable[[], str] | None:
        """Return what gives a task as expression once all is read, None where none can say it."""
        if task.guards or depth > 20:
            return None
        if task.is_reference:
            root = self._file.trees.get(task.name[1:])
            return self._test(root, depth + 1) if root is not None else None
        kind = BUILT_IN.get(self._name(task))
        if kind is None:
            return None if task.children else self._asked(task)
        if task.attributes:
            return None
        if kind in ("Success", "Failure"):
            return lambda: "true" if kind == "Success" else "false"
        if kind not in ("Sequence", "Selector", "Invert"):
            return None
        parts = [self._test(child, depth + 1) for child in task.children]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts) or not known:
            return None
        if kind == "Invert":
            return lambda: f"not ({known[0]()})"
        return lambda: f"({_joined('and' if kind == 'Sequence' else 'or', known)})"

    def _asked(self, task: GdxTask) -> Callable[[], str]:
        found: list[str] = []
        self._trees.ask(_class_title(self._name(task)), task.attributes, found.append)
        return lambda: found[0]

    def _scores(self, task: GdxTask, tree: GatheredTree, inner: str) -> None:
        """Score the first child whose guard holds highest, and ask the guard while it runs."""
        children = tree.nodes[inner].get("children", [])
        assert isinstance(children, list)
        for child in children:
            self._trees.at_the_end(_score_setter(tree.nodes[child]))

    def _row(
        self, what: str, task: GdxTask, graph: str = "", node: str = "", draft: RowDraft | None = None
    ) -> None:
        self._trees.say(what, (self._source.name, task.line, task.column), draft, graph, node)

    def _wrong(self, task: GdxTask, said: str, remedy: str) -> FileProblem:
        return FileProblem(Path(self._source.name), f"line {task.line}, column {task.column}", said, remedy)


def _score_setter(node: dict[str, object]) -> Callable[[], None]:
    def later() -> None:
        guard = node.get("guard")
        test = guard["test"] if isinstance(guard, Mapping) else None
        node["slot"] = {"score": f"1 if {test} else 0" if test else "1"}
        if test:
            node["guard"] = {"test": test, "abort": "self"}

    return later


def _joined(word: str, tests: Sequence[Callable[[], str]]) -> str:
    return f" {word} ".join(test() for test in tests)


def _class_title(name: str) -> str:
    """Return what people call a class: `BarkTask` of `com.example.dog.BarkTask`."""
    return name.rpartition(".")[2].rpartition("$")[2].rstrip("?") or name


GDX = Format("gdx", "gdx-ai tree", (".tree",), recognizes=is_gdx, read=read_gdx)
