"""Read trees of LimboAI into a document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePosixPath

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.gathered_trees import (
    MOST_LEVELS,
    GatheredNode,
    GatheredTree,
    GatheredTrees,
    Place,
    RowDraft,
)
from graphs.formats.basics.sources import Source
from graphs.formats.limbo.blackboard import LimboBoard
from graphs.formats.limbo.resource_text import (
    GodotCall,
    GodotMap,
    GodotSection,
    GodotText,
    GodotValue,
    plain,
    text_of,
)
from graphs.formats.limbo.task_kinds import DECORATORS, GAME_ACTIONS, LEAF_KINDS, LimboTask
from graphs.kinds.declarations.registry import Registry
from graphs.model.variables_and_events import Variable

_Say = Callable[[str, Place, RowDraft], None]
_OF_EVERY_TASK = ("children", "custom_name", "_enabled", "script", "metadata/_weight_")


def read_limbo(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return the trees of files as one document with one blackboard, that of the first file as its root."""
    return GatheredTrees("limbo", registry, _read_file).all_files(sources)


def is_limbo(source: Source) -> bool:
    """Tell whether a file is a tree of LimboAI, by the head of the resource."""
    head = source.data[:2000].lstrip()
    return head.startswith(b"[gd_resource") and b'"BehaviorTree"' in head.partition(b"]")[0]


def _read_file(trees: GatheredTrees, source: Source, tree: GatheredTree) -> None:
    _LimboFile(trees, source).read(tree)


class _LimboFile:
    """Read one file: its sections by id, its tasks from the root on."""

    def __init__(self, trees: GatheredTrees, source: Source) -> None:
        self._trees, self._board, self._source = trees, LimboBoard(trees), source
        self._sections = GodotText(source).sections()
        self._files = self._by_id("ext_resource")
        self._parts = self._by_id("sub_resource")
        self._read: set[str] = set()
        self._inner: dict[str, GatheredTree] = {}

    def _by_id(self, tag: str) -> dict[str, GodotSection]:
        return {str(each.head.get("id")): each for each in self._sections if each.tag == tag}

    def read(self, tree: GatheredTree) -> None:
        """Read the tree of the file, then say which parts nothing uses."""
        head = self._sections[0] if self._sections else None
        if head is None or head.tag != "gd_resource" or head.type != "BehaviorTree":
            said = "This is no behavior tree of LimboAI."
            raise self._source.problem(said, 'Import a resource of type="BehaviorTree".', 1)
        tree.origin = {name: plain(value) for name, value in head.head.items() if name == "uid"}
        main = next((each for each in self._sections if each.tag == "resource"), None)
        if main is None:
            raise self._source.problem("The resource has no section [resource].", "Save it from Godot again.")
        self._tree(tree, main)
        for name, part in self._parts.items():
            if name not in self._read:
                said = "Nothing in the tree uses it."
                draft = RowDraft("lost", said, "Add it to the tree in Godot, if wanted.")
                self._trees.say(f"{part.type} {name}", self._at(part), draft)

    def _tree(self, tree: GatheredTree, section: GodotSection) -> None:
        values = section.properties
        tree.note = text_of(values.get("description"))
        if plan := self._part(values.get("blackboard_plan")):
            self._board.read_plan(plan, self._source.name)
        self._trees.say("BehaviorTree", self._at(section), graph=tree.id)
        if root := self._part(values.get("root_task")):
            self._task(tree, root, None, ())
        known = {"description", "blackboard_plan", "root_task"}
        self._leave(section, known, tree.origin, partial(self._trees.say, graph=tree.id))

    def _part(self, value: GodotValue) -> GodotSection | None:
        """Return the section that `SubResource("…")` names."""
        if not isinstance(value, GodotCall) or value.name != "SubResource" or len(value.values) != 1:
            return None
        name = str(value.values[0])
        if name not in self._parts:
            said = f"There is no sub_resource {name!r}."
            raise self._source.problem(said, "Save the resource from Godot again.")
        self._read.add(name)
        return self._parts[name]

    def _at(self, section: GodotSection) -> Place:
        return self._source.name, section.line, 1

    def _task(
        self, tree: GatheredTree, section: GodotSection, parent: GatheredNode | None, above: tuple[int, ...]
    ) -> GatheredNode:
        """Add a task with all inside it, and its row."""
        if id(section) in above or len(above) >= MOST_LEVELS:
            is_circle = id(section) in above
            said = "A task is inside itself." if is_circle else f"It has over {MOST_LEVELS} levels."
            raise self._source.problem(said, "Take it out in Godot.", section.line)
        script = self._script(section)
        title = script or section.type.removeprefix("BT")
        node = self._trees.add(tree, title, parent)
        inside = [child for child in self._children(section) if child.type != "BTComment"]
        enabled = [child for child in inside if child.properties.get("_enabled") is not False]
        task = LimboTask(section, node, len(enabled), {*_OF_EVERY_TASK})
        if name := text_of(section.properties.get("custom_name")):
            node.fields["title"] = name
        if section.properties.get("_enabled") is False:
            node.fields["disabled"] = True
        node.origin["type"] = plain(section.head.get("type"))
        self._make(task, title, script, bool(inside))
        self._leave(section, task.used, node.origin, partial(self._trees.say_of, node))
        self._trees.say_of(node, title, self._at(section))
        self._add_children(task, (*above, id(section)))
        return node

    def _add_children(self, task: LimboTask, above: tuple[int, ...]) -> None:
        """Add the tasks inside; comments become the note of the next task, or of the one around them."""
        node, kind = task.node, task.node.fields["kind"]
        comments: list[str] = []
        runs_one, runs_none = task.section.type in DECORATORS, task.section.type == "BTCheckTrigger"
        runs_none = runs_none or kind in LEAF_KINDS
        count = 0
        for child in self._children(task.section):
            if child.type == "BTComment":
                comments.append(text_of(child.properties.get("custom_name")))
                self._trees.say_of(node, "Comment", self._at(child), RowDraft())
                continue
            is_apart = runs_none or (runs_one and count > 0)
            added = self._task(node.tree, child, None if is_apart else node, above)
            count += child.properties.get("_enabled") is not False
            if is_apart:
                said = "It never runs there; it stands beside the tree."
                draft = RowDraft("kept", said, "Remove it.", "8.5")
                self._trees.say_of(added, "task without effect", self._at(child), draft)
            weight = child.properties.get("metadata/_weight_")
            if kind in ("random_selector", "random_child") and isinstance(weight, int | float):
                added.fields["slot"] = {"weight": max(0, weight)}
            if comments:
                added.fields["note"], comments = "\n".join(comments), []
        if comments:
            node.fields["note"] = "\n".join(comments)

    def _children(self, section: GodotSection) -> list[GodotSection]:
        listed = section.properties.get("children")
        found = [self._part(each) for each in listed] if isinstance(listed, list) else []
        return [each for each in found if each is not None]

    def _script(self, section: GodotSection) -> str:
        """Return the name of the script of a task of the game, "" for none."""
        value = section.properties.get("script")
        path = self._path(value)
        return PurePosixPath(path).stem if path else "script" if isinstance(value, GodotCall) else ""

    def _path(self, value: GodotValue) -> str:
        """Return the path that `ExtResource("…")` leads to, "" for none."""
        if isinstance(value, GodotCall) and value.name == "ExtResource" and value.values:
            found = self._files.get(str(value.values[0]))
            return text_of(found.head.get("path")) if found else ""
        return ""

    def _make(self, task: LimboTask, title: str, script: str, has_children: bool) -> None:
        """Let the node be what the task is: of the add-on, a leaf of the game, or a place that is kept."""
        kind = task.section.type
        if script and not has_children and kind in ("BTAction", "BTCondition"):
            self._leaf(task, title, is_condition=kind == "BTCondition")
        elif script:
            task.node.become_foreign(title)
        elif kind == "BTSubtree":
            self._subtree(task)
        elif kind == "BTForEach":
            self._for_each(task, title)
        elif kind == "BTNewScope":
            task.node.become("foreign_node", name=title)
            self._scope(task)
        elif kind in ("BTCheckVar", "BTSetVar", "BTCheckTrigger"):
            self._with_variable(task, kind, title)
        elif kind in (*GAME_ACTIONS, "BTCheckAgentProperty"):
            self._leaf(task, title, is_condition=kind == "BTCheckAgentProperty")
        elif not task.make():
            task.node.become_foreign(title)

    def _leaf(self, task: LimboTask, name: str, *, is_condition: bool) -> None:
        given: dict[str, JsonValue] = {}
        for key, value in task.section.properties.items():
            if key not in _OF_EVERY_TASK and not key.startswith(("metadata/", "resource_")):
                given[key] = self._given(key, value, task)
        task.used.update(given)
        make = self._trees.condition if is_condition else self._trees.action
        make(task.node, name, given)

    def _given(self, key: str, value: GodotValue, task: LimboTask) -> JsonValue:
        """Return what a property gives to a task of the game: a value, a variable, the path of a file."""
        if part := self._part(value):
            given = self._board.given(part) if part.type.startswith("BB") else part.type
            if isinstance(given, str) and part.properties.get("value_source") == 1:
                said = f"{key} is the variable {given!r}, whose value cannot be given; its name is."
                task.changed(said, "Declare the variable in the plan.", "2.1")
            return given
        if isinstance(value, list):
            return self._given_array(key, value, task)
        if isinstance(value, GodotMap):
            task.node.tell_text(key)
        return self._path(value) or plain(value)

    def _given_array(self, key: str, values: list[GodotValue], task: LimboTask) -> JsonValue:
        """Return the text of an array: the names of variables in it, not their values."""
        parts = [self._part(each) for each in values]
        variables = [part for part in parts if part and part.properties.get("value_source") == 1]
        task.node.tell_text(key)
        for part in variables:
            name = text_of(part.properties.get("variable"))
            task.changed(f"Of the variable {name!r} in {key} it is the name.", "Read it in the game.", "2.2")
        if not any(isinstance(each, GodotCall) for each in values):
            return plain(values)
        given = (
            self._board.given(part) if part else plain(each) for part, each in zip(parts, values, strict=True)
        )
        return ", ".join(str(each["expr"] if isinstance(each, dict) else each) for each in given)

    def _with_variable(self, task: LimboTask, kind: str, title: str) -> None:
        """Let a task with a variable be a condition or a line, where expressions can say it."""
        node, name = task.node, text_of(task.value("variable"))
        part = self._part(task.section.properties.get("value"))
        value = self._board.given(part) if part else None
        if kind == "BTCheckTrigger" and (self._board.kind(name) or "bool") == "bool" and name:
            legal = self._board.declared(name, "bool", default=False)
            node.become("sequence")
            asked = self._trees.add(node.tree, f"{title} condition", node)
            asked.fields.update(kind="condition", test=legal)
            cleared = self._trees.add(node.tree, f"{title} set", node)
            cleared.fields.update(kind="set", actions=[f"{legal} = false"])
        elif kind == "BTCheckVar" and (test := self._board.test(name, task.whole("check_type", 0), value)):
            node.fields.update(kind="condition", test=test)
            task.used.add("value")
        elif kind == "BTSetVar" and (line := self._board.line(name, task.whole("operation", 0), value)):
            node.fields.update(kind="set", actions=[line])
            task.used.add("value")
        else:
            said = "No expression can say it; it is left to the game."
            node.tell("kept", said, "Write it for the game, or say it by variables of one type.", "2.4")
            self._leaf(task, title, is_condition=kind != "BTSetVar")

    def _for_each(self, task: LimboTask, title: str) -> None:
        names = [text_of(task.value(key)) for key in ("array_var", "save_var")]
        listed = None
        if all(names):
            legal = self._board.names.legal(names[0])
            listed = self._trees.variables.setdefault(legal, Variable(type="list", of="entity", most=64))
        if listed is None or listed.type != "list" or self._board.kind(names[1]) not in (None, listed.of):
            task.node.become("foreign_node", name=title)
            said = "Its variables are no list and item of one type."
            task.node.tell("kept", said, "Declare them so.", "2.1")
            return
        item = self._board.declared(names[1], listed.of)
        task.node.become("for_each", list=self._board.names.legal(names[0]), item=item)
        task.changed("There it takes one item in a tick; here all in one.", "Add a wait.", "3.14")

    def _scope(self, task: LimboTask) -> None:
        """Tell that variables of a scope of its own are those of the document here."""
        if plan := self._part(task.value("blackboard_plan")):
            self._board.read_plan(plan, self._source.name)
        said = "There it has a blackboard of its own; here its variables are those of the document."
        task.changed(said, "Make them variables of a graph where it matters.", "2.2")

    def _subtree(self, task: LimboTask) -> None:
        value = task.value("subtree")
        target = self._target(value)
        self._scope(task)
        if target is not None:
            task.node.fields.update(kind="subtree", graph=target.id)
            return
        path = self._path(value)
        task.node.become("foreign_node", name="Subtree")
        task.node.fields.setdefault("title", PurePosixPath(path).name or "Subtree")
        said = f"The file {path!r} is not beside this one." if path else "It names no tree."
        task.node.tell("kept", said, "Copy it into this folder and import again.")
        task.used.discard("subtree")

    def _target(self, value: GodotValue) -> GatheredTree | None:
        """Return the tree of another file, by its name alone, or of a part of this one."""
        if part := self._part(value):
            name = str(part.head.get("id"))
            if name not in self._inner:
                tree = self._inner[name] = self._trees.tree(name)
                self._tree(tree, part)
            return self._inner[name]
        source = self._source.found_beside(PurePosixPath(self._path(value)).name)
        return self._trees.file(source) if source and is_limbo(source) else None

    def _leave(self, section: GodotSection, known: set[str], origin: dict[str, JsonValue], say: _Say) -> None:
        """Keep what nothing here reads, as text, with a row for each."""
        left = {name: text for name, text in section.texts.items() if name not in known}
        if left:
            origin["properties"] = {**left}
        for name in left:
            self._part(section.properties[name])
            if name != "resource_name":
                said = f"{name} has no place here; it is kept as text."
                draft = RowDraft("kept", said, "Nothing need be done where it does not matter.")
                say(f"property {name}", (self._source.name, section.lines[name], 1), draft)


LIMBO = Format("limbo", "LimboAI tree", (".tres",), recognizes=is_limbo, read=read_limbo)
