"""Read trees of gdx-ai into a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.gathered_trees import GatheredNode, GatheredTree, GatheredTrees, Place, RowDraft
from graphs.formats.basics.sources import Source
from graphs.formats.gdx.task_kinds import BUILT_IN, KINDS, BuiltInTask, built_in_name
from graphs.formats.gdx.tree_text import GdxFile, GdxTask
from graphs.kinds.declarations.registry import Registry

_MOST_REFERENCES = 20
"""How deep a guard may be that is said as an expression, with the subtrees that it names."""


def read_gdx(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return the trees of files as one document, the root tree of the first as its root."""
    return GatheredTrees("gdx", registry, _read_file).all_files(sources)


def is_gdx(source: Source) -> bool:
    """Tell whether a file is a tree of gdx-ai: by its ending, and by what its first line begins with."""
    if Path(source.name).suffix.lower() not in (".tree", ".btree", ""):
        return False
    for line in source.data[:4000].decode("utf-8", "replace").splitlines():
        words = line.strip()
        if words and not words.startswith("#"):
            return re.match(r"[A-Za-z_($][^={}<>;\[\]]*$", words) is not None
    return False


def _read_file(trees: GatheredTrees, source: Source, tree: GatheredTree) -> None:
    _GdxFile(trees, source, tree).read()


class _GdxFile:
    """Read the trees of one file into graphs."""

    def __init__(self, trees: GatheredTrees, source: Source, root: GatheredTree) -> None:
        self._trees, self._source, self._file = trees, source, GdxFile(source)
        self._graphs = {"": root}

    def read(self) -> None:
        """Add all trees of the file, and a row for each import."""
        self._file.read()
        for alias, task in self._file.imports.items():
            draft = RowDraft()
            if alias in BUILT_IN:
                said = f"{alias!r} is always the task of gdx-ai, which refuses the import."
                draft.tell("changed", said, "Choose another name for it.")
            self._trees.say(f"import {alias}", self._at(task), draft)
        for name in filter(None, self._file.trees):
            self._graphs[name] = self._trees.tree(f"{self._graphs[''].id}_{name}", name)
        for name, root in self._file.trees.items():
            tree = self._graphs[name]
            if head := self._file.heads.get(name):
                self._trees.say(f"subtree {name}" if name else "root", self._at(head), graph=tree.id)
            tree.note = "\n".join(self._file.comments.get(name, []))
            self._add(tree, root, None)

    def _add(self, tree: GatheredTree, task: GdxTask, parent: GatheredNode | None) -> None:
        """Add a task with all inside it, and its row."""
        name = self._name(task)
        node = self._trees.add(tree, name.rpartition(".")[2].strip("$?"), parent)
        if task.comments:
            node.fields["note"] = "\n".join(task.comments)
        inner, what = node, task.name
        if task.is_reference:
            self._reference(task, node)
        elif built_in := BUILT_IN.get(name):
            self._check_count(task, built_in)
            if built_in == "Include":
                what = self._include(task, node)
            else:
                inner = self._built_in(built_in, task, node)
        else:
            self._own(task, name, node)
        self._trees.say_of(node, what, self._at(task))
        self._guard(task, node)
        for child in task.children:
            self._add(tree, child, inner)
        if name == "dynamicGuardSelector":
            self._scores(inner)

    def _name(self, task: GdxTask) -> str:
        """Return the name of a task: that of a built-in one, else its class where the file imports it."""
        if task.name in BUILT_IN:
            return task.name
        return built_in_name(self._file.classes.get(task.name, task.name))

    def _reference(self, task: GdxTask, node: GatheredNode) -> None:
        target = self._graphs.get(task.name[1:])
        if target is None:
            raise self._wrong(task, f"There is no subtree {task.name[1:]!r}.", "Declare it before this line.")
        if task.children:
            raise self._wrong(task, "A reference to a subtree has tasks inside.", "Put them beside it.")
        node.fields.update(kind="subtree", graph=target.id)

    def _own(self, task: GdxTask, name: str, node: GatheredNode) -> None:
        """Let a class of the game be an action; one with tasks inside keeps its place."""
        node.origin["task"] = task.name
        if name != task.name:
            node.origin["class"] = name
        if task.children:
            node.origin["attributes"] = dict(task.attributes)
            node.become_foreign(_class_title(name))
        else:
            self._trees.action(node, _class_title(name), task.attributes)

    def _check_count(self, task: GdxTask, kind: str) -> None:
        least, most, _ = KINDS[kind]
        if not least <= len(task.children) <= most:
            said = f"{task.name} has {len(task.children)} tasks inside, which gdx-ai refuses."
            raise self._wrong(task, said, "Put one task inside." if most == 1 else "Put a task inside.")

    def _built_in(self, kind: str, task: GdxTask, node: GatheredNode) -> GatheredNode:
        """Make a node of a built-in task; return the node that has its children."""
        reading = BuiltInTask(self._source, task, self._trees, node)
        inner = reading.make(kind)
        unknown = {name: value for name, value in task.attributes.items() if name not in reading.read}
        if unknown:
            node.origin["attributes"] = unknown
            said = f"gdx-ai has no {', '.join(unknown)} of it; it is kept as text."
            node.tell("kept", said, "Remove it.")
        return inner

    def _include(self, task: GdxTask, node: GatheredNode) -> str:
        """Let an include be a subtree: of the file where it is there, else a node that keeps its place.

        A file is named by its path from the folder of assets; it may be beside this one instead.
        """
        name = task.attributes.get("subtree")
        if not isinstance(name, str):
            raise self._wrong(task, "An include names no file.", 'Write subtree:"…".')
        node.origin["include"] = dict(task.attributes)
        source = self._source.found_beside(name, Path(name.replace("\\", "/")).name)
        target = self._trees.file(source) if source else None
        if target is None:
            node.become("foreign_node", name="include")
            node.fields["title"] = Path(name).name
            said = f"The file {name!r} is not beside this one, so its tree is not here."
            remedy = "Copy it into this folder and import again, or name a graph in a subtree node."
            node.tell("kept", said, remedy)
        else:
            node.fields.update(kind="subtree", graph=target.id)
            if left := [each for each in task.attributes if each not in ("subtree", "lazy")]:
                node.tell("kept", f"gdx-ai has no {', '.join(left)} of it; it is kept.", "Remove it.")
        return f"include {name}"

    def _guard(self, task: GdxTask, node: GatheredNode) -> None:
        """Let the guards of a task be one expression, but those that none can say."""
        known: list[Callable[[], str]] = []
        lost: list[JsonValue] = []
        for guard in task.guards:
            draft = RowDraft()
            if test := self._test(guard):
                known.append(test)
            else:
                said = "Its guard is a tree that no expression can say; it is kept as text and not asked."
                draft.tell("kept", said, "Say it as an expression in the guard of the node.", "3.9")
                lost.append({"task": guard.name, "attributes": dict(guard.attributes)})
            self._trees.say_of(node, f"guard {guard.name}", self._at(guard), draft)
        if lost:
            node.origin["guards"] = lost
        if known:
            self._trees.at_the_end(lambda: node.fields.update(guard={"test": _joined("and", known)}))

    def _test(self, task: GdxTask, depth: int = 0) -> Callable[[], str] | None:
        """Return what gives a task as expression once all is read, None where none can say it."""
        if task.guards or depth > _MOST_REFERENCES:
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
        known = [part for child in task.children if (part := self._test(child, depth + 1))]
        if len(known) < len(task.children) or not known:
            return None
        if kind == "Invert":
            return lambda: f"not ({known[0]()})"
        return lambda: f"({_joined('and' if kind == 'Sequence' else 'or', known)})"

    def _asked(self, task: GdxTask) -> Callable[[], str]:
        found: list[str] = []
        self._trees.ask(_class_title(self._name(task)), task.attributes, found.append)
        return lambda: found[0]

    def _scores(self, selector: GatheredNode) -> None:
        """Score the first child whose guard holds highest, and ask the guard while it runs."""
        children = selector.fields.get("children", [])
        assert isinstance(children, list)
        for child in children:
            self._trees.at_the_end(partial(_set_score, selector.tree.nodes[child].fields))

    def _at(self, task: GdxTask) -> Place:
        return self._source.name, *task.at

    def _wrong(self, task: GdxTask, said: str, remedy: str) -> FileProblem:
        return self._source.problem(said, remedy, *task.at)


def _set_score(fields: dict[str, object]) -> None:
    guard = fields.get("guard")
    test = guard["test"] if isinstance(guard, Mapping) else None
    fields["slot"] = {"score": f"1 if {test} else 0" if test else "1"}
    if test:
        fields["guard"] = {"test": test, "abort": "self"}


def _joined(word: str, tests: Sequence[Callable[[], str]]) -> str:
    return f" {word} ".join(test() for test in tests)


def _class_title(name: str) -> str:
    """Return what people call a class: `BarkTask` of `com.example.dog.BarkTask`."""
    return name.rpartition(".")[2].rpartition("$")[2].rstrip("?") or name


GDX = Format("gdx", "gdx-ai tree", (".tree",), recognizes=is_gdx, read=read_gdx)
