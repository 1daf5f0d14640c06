"""Read trees of LimboAI into a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.gathered_trees import MOST_LEVELS, GatheredTree, GatheredTrees, RowDraft
from graphs.formats.basics.sources import Source
from graphs.formats.limbo.blackboard import LimboBoard, plain
from graphs.formats.limbo.resource_text import GodotCall, GodotSection, GodotText, GodotValue
from graphs.formats.limbo.task_kinds import DECORATORS, GAME_ACTIONS, LEAF_KINDS, LimboTask
from graphs.kinds.declarations.registry import Registry
from graphs.model.variables_and_events import Variable

_MOST_FILES = 50
_OF_EVERY_TASK = ("children", "custom_name", "_enabled", "script", "metadata/_weight_")


def read_limbo(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return the trees of files as one document, that of the first file as its root."""
    reading = _LimboReading(GatheredTrees("limbo", registry))
    roots = [reading.file(source) for source in sources]
    names = {legal: name for legal, name in reading.board.names.originals.items() if legal != name}
    origin: dict[str, JsonValue] = {"variables": dict(names)} if names else {}
    return reading.trees.finished(roots[0] if roots else None, Path(sources[0].name).stem, origin)


def is_limbo(source: Source) -> bool:
    """Tell whether a file is a tree of LimboAI, by the head of the resource."""
    head = source.data[:2000].lstrip()
    return head.startswith(b"[gd_resource") and b'"BehaviorTree"' in head.partition(b"]")[0]


class _LimboReading:
    """Read files, each once, into one document with one blackboard."""

    def __init__(self, trees: GatheredTrees) -> None:
        self.trees, self.board = trees, LimboBoard(trees)
        self._files: dict[str, GatheredTree] = {}

    def file(self, source: Source) -> GatheredTree:
        """Return the tree of a file; one that holds itself leads to the same tree."""
        if source.name in self._files:
            return self._files[source.name]
        if len(self._files) >= _MOST_FILES:
            said = f"It uses more than {_MOST_FILES} files."
            raise FileProblem(Path(source.name), "", said, "Import them in parts.")
        sections = GodotText(source.text("Save it from Godot as text."), source.name).sections()
        if not sections or sections[0].tag != "gd_resource" or sections[0].head.get("type") != "BehaviorTree":
            said = "This is no behavior tree of LimboAI."
            raise FileProblem(Path(source.name), "line 1", said, 'Import a resource of type="BehaviorTree".')
        tree = self._files[source.name] = self.trees.tree(Path(source.name).stem)
        _LimboFile(self, source, sections).read(tree)
        return tree


class _LimboFile:
    """Read one file: its sections by id, its tasks from the root on."""

    def __init__(self, reading: _LimboReading, source: Source, sections: Sequence[GodotSection]) -> None:
        self._reading, self._source, self._sections = reading, source, sections
        self._trees, self._board = reading.trees, reading.board
        self._files = {str(each.head.get("id")): each for each in sections if each.tag == "ext_resource"}
        self._parts = {str(each.head.get("id")): each for each in sections if each.tag == "sub_resource"}
        self._read: set[str] = set()
        self._inner: dict[str, GatheredTree] = {}

    def read(self, tree: GatheredTree) -> None:
        """Read the tree of the file, then say which parts nothing uses."""
        head = self._sections[0].head
        tree.origin = {name: plain(value) for name, value in head.items() if name == "uid"}
        main = next((each for each in self._sections if each.tag == "resource"), None)
        if main is None:
            said = "The resource has no section [resource]."
            raise FileProblem(Path(self._source.name), "", said, "Save it from Godot again.")
        self._tree(tree, main)
        for name, part in self._parts.items():
            if name not in self._read:
                said = "Nothing in the tree uses it."
                draft = RowDraft("lost", said, "Add it to the tree in Godot, where it is wanted.")
                self._trees.say(f"{plain(part.head.get('type'))} {name}", self._at(part), draft)

    def _tree(self, tree: GatheredTree, section: GodotSection) -> None:
        values = section.properties
        tree.note = str(plain(values.get("description")) or "")
        if plan := self._part(values.get("blackboard_plan")):
            self._board.read_plan(plan, self._source.name)
        self._trees.say("BehaviorTree", self._at(section), graph=tree.id)
        if root := self._part(values.get("root_task")):
            self._task(tree, root, None, ())
        self._leave(section, ("description", "blackboard_plan", "root_task"), tree.origin, tree.id, "")

    def _part(self, value: GodotValue) -> GodotSection | None:
        """Return the section that `SubResource("…")` names."""
        if not isinstance(value, GodotCall) or value.name != "SubResource" or len(value.values) != 1:
            return None
        name = str(value.values[0])
        found = self._parts.get(name)
        if found is None:
            said = f"There is no sub_resource {name!r}."
            raise FileProblem(Path(self._source.name), "", said, "Save the resource from Godot again.")
        self._read.add(name)
        return found

    def _at(self, section: GodotSection) -> tuple[str, int, int]:
        return self._source.name, section.line, 1

    def _task(
        self, tree: GatheredTree, section: GodotSection, parent: str | None, above: tuple[int, ...]
    ) -> str:
        """Add a task with all inside it, and its row; return the id of its node."""
        if id(section) in above or len(above) >= MOST_LEVELS:
            said = (
                "A task is inside itself." if id(section) in above else f"It has over {MOST_LEVELS} levels."
            )
            raise FileProblem(Path(self._source.name), f"line {section.line}", said, "Take it out in Godot.")
        script = self._script(section)
        title = script or str(plain(section.head.get("type"))).removeprefix("BT")
        node_id = self._trees.add(tree, "sequence", title, parent, self._source.name)
        node = tree.nodes[node_id]
        inside = [child for child in self._children(section) if not self._is_comment(child)]
        enabled = [child for child in inside if child.properties.get("_enabled") is not False]
        task = LimboTask(section, node, len(enabled))
        name = plain(section.properties.get("custom_name"))
        node.update({"title": str(name)} if name else {})
        node.update({"disabled": True} if section.properties.get("_enabled") is False else {})
        origin: dict[str, JsonValue] = {"type": plain(section.head.get("type"))}
        self._make(task, title, script, bool(inside), tree, node_id)
        self._leave(section, (*_OF_EVERY_TASK, *task.used), origin, tree.id, node_id, task.draft)
        node["origin"] = self._trees.kept(origin)
        self._trees.say(title, self._at(section), task.draft, tree.id, node_id)
        self._add_children(tree, task, node_id, (*above, id(section)))
        return node_id

    def _add_children(
        self, tree: GatheredTree, task: LimboTask, node_id: str, above: tuple[int, ...]
    ) -> None:
        """Add the tasks inside; comments become the note of the next task, or of the one around them."""
        comments: list[str] = []
        is_decorator = task.section.head.get("type") in DECORATORS
        is_leaf = task.node["kind"] in LEAF_KINDS or task.section.head.get("type") == "BTCheckTrigger"
        has_weights = task.node["kind"] in ("random_selector", "random_child")
        count = 0
        for child in self._children(task.section):
            if self._is_comment(child):
                comments.append(str(plain(child.properties.get("custom_name")) or ""))
                self._trees.say("Comment", self._at(child), graph=tree.id, node=node_id)
                continue
            is_apart = is_leaf or (is_decorator and count > 0)
            added = self._task(tree, child, None if is_apart else node_id, above)
            count += child.properties.get("_enabled") is not False
            if is_apart:
                draft = RowDraft(
                    "kept", "It never runs there; it stands beside the tree.", "Remove it.", "8.5"
                )
                self._trees.say("task without effect", self._at(child), draft, tree.id, added)
            weight = child.properties.get("metadata/_weight_")
            if has_weights and isinstance(weight, int | float):
                tree.nodes[added]["slot"] = {"weight": max(0, weight)}
            if comments:
                tree.nodes[added]["note"], comments = "\n".join(comments), []
        if comments:
            task.node["note"] = "\n".join(comments)

    @staticmethod
    def _is_comment(section: GodotSection) -> bool:
        return section.head.get("type") == "BTComment"

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
            return str(plain(found.head.get("path")) or "") if found else ""
        return ""

    def _make(
        self, task: LimboTask, title: str, script: str, has_children: bool, tree: GatheredTree, node_id: str
    ) -> None:
        """Let the node be what the task is: of the add-on, a leaf of the game, or a place that is kept."""
        kind = str(task.section.head.get("type"))
        if script and not has_children and kind in ("BTAction", "BTCondition"):
            self._leaf(task, title, is_condition=kind == "BTCondition")
        elif not script and kind == "BTSubtree":
            self._subtree(task)
        elif not script and kind in ("BTCheckVar", "BTSetVar", "BTCheckTrigger", "BTForEach", "BTNewScope"):
            self._with_variables(task, kind, title, tree, node_id)
        elif not script and kind in (*GAME_ACTIONS, "BTCheckAgentProperty"):
            self._leaf(task, title, is_condition=kind == "BTCheckAgentProperty")
        elif script or not task.make():
            task.become("foreign_node", name=title)
            said = f"What {title} does is known to the game alone; here its tasks run as a sequence."
            task.draft.tell("kept", said, "Build it of nodes, or write it as an action.", "3.5")

    def _leaf(self, task: LimboTask, name: str, *, is_condition: bool) -> None:
        given = {
            key: self._given(value)
            for key, value in task.section.properties.items()
            if key not in _OF_EVERY_TASK and not key.startswith(("metadata/", "resource_"))
        }
        task.used.update(given)
        for key, value in task.section.properties.items():
            part = self._part(value)
            if part and part.properties.get("value_source") == 1 and isinstance(given.get(key), str):
                said = f"{key} is the variable {given[key]!r}, whose value cannot be given; its name is."
                task.draft.tell("changed", said, "Declare the variable in the plan.", "2.1")
        if is_condition:
            task.node["kind"] = "condition"
            self._trees.ask(name, given, lambda test: task.node.update(test=test))
        else:
            self._trees.action(task.node, name, given)

    def _given(self, value: GodotValue) -> JsonValue:
        """Return what a property gives to a task of the game: a value, a variable, the path of a file."""
        if part := self._part(value):
            is_parameter = str(part.head.get("type")).startswith("BB")
            return self._board.given(part) if is_parameter else str(plain(part.head.get("type")))
        if isinstance(value, list) and any(isinstance(each, GodotCall) for each in value):
            parts = [self._given(each) for each in value]
            return ", ".join(str(each["expr"] if isinstance(each, dict) else each) for each in parts)
        return self._path(value) or plain(value)

    def _with_variables(
        self, task: LimboTask, kind: str, title: str, tree: GatheredTree, node_id: str
    ) -> None:
        """Let tasks that read or write variables be conditions and lines, where expressions can say it."""
        name = str(plain(task.value("variable")) or "")
        part = self._part(task.section.properties.get("value"))
        value = self._board.given(part) if part else None
        if kind == "BTForEach":
            self._for_each(task, title)
        elif kind == "BTNewScope":
            task.become("foreign_node", name=title)
            self._scope(task)
        elif kind == "BTCheckTrigger" and (self._board.kind(name) or "bool") == "bool" and name:
            legal = self._board.declared(name, "bool", default=False)
            task.become("sequence")
            parts: dict[str, dict[str, object]] = {"condition": {"test": legal}}
            parts["set"] = {"actions": [f"{legal} = false"]}
            for inner, fields in parts.items():
                tree.nodes[self._trees.add(tree, inner, f"{title} {inner}", node_id)].update(fields)
        elif kind == "BTCheckVar" and (test := self._board.test(name, task.whole("check_type", 0), value)):
            task.node.update(kind="condition", test=test)
            task.used.add("value")
        elif kind == "BTSetVar" and (line := self._board.line(name, task.whole("operation", 0), value)):
            task.node.update(kind="set", actions=[line])
            task.used.add("value")
        else:
            said = "No expression can say it; it is left to the game."
            task.draft.tell("kept", said, "Write it for the game, or say it by variables of one type.", "2.4")
            self._leaf(task, title, is_condition=kind != "BTSetVar")

    def _for_each(self, task: LimboTask, title: str) -> None:
        names = [str(plain(task.value(key)) or "") for key in ("array_var", "save_var")]
        listed = self._trees.variables.get(self._board.names.legal(names[0])) if all(names) else None
        if listed is None and all(names):
            listed = Variable(type="list", of="entity", most=64)
            self._trees.variables[self._board.names.legal(names[0])] = listed
        item = self._board.kind(names[1]) if all(names) else None
        if listed is None or listed.type != "list" or item not in (None, listed.of):
            task.become("foreign_node", name=title)
            task.draft.tell(
                "kept", "Its variables are no list and item of one type.", "Declare them so.", "2.1"
            )
            return
        legal = self._board.declared(names[1], listed.of)
        task.become("for_each", list=self._board.names.legal(names[0]), item=legal)
        task.draft.tell(
            "changed", "There it takes one item in a tick; here all in one.", "Add a wait.", "3.14"
        )

    def _scope(self, task: LimboTask) -> None:
        """Tell that variables of a scope of its own are those of the document here."""
        if plan := self._part(task.value("blackboard_plan")):
            self._board.read_plan(plan, self._source.name)
        said = "There it has a blackboard of its own; here its variables are those of the document."
        task.draft.tell("changed", said, "Make them variables of a graph where it matters.", "2.2")

    def _subtree(self, task: LimboTask) -> None:
        value = task.value("subtree")
        target = self._target(value)
        self._scope(task)
        if target is not None:
            task.node.update(kind="subtree", graph=target.id)
            return
        path = self._path(value)
        task.become("foreign_node", name="Subtree")
        task.node.setdefault("title", PurePosixPath(path).name or "Subtree")
        said = f"The file {path!r} is not beside this one." if path else "It names no tree."
        task.draft.tell("kept", said, "Copy it into this folder and import again.")
        task.used.discard("subtree")

    def _target(self, value: GodotValue) -> GatheredTree | None:
        """Return the tree of another file, by its name alone, or of a part of this one."""
        if part := self._part(value):
            name = str(part.head.get("id"))
            if name not in self._inner:
                tree = self._inner[name] = self._trees.tree(name)
                self._tree(tree, part)
            return self._inner[name]
        path = self._path(value)
        try:
            source = self._source.beside(PurePosixPath(path).name) if path else None
        except FileProblem:
            return None
        return self._reading.file(source) if source and is_limbo(source) else None

    def _leave(
        self, section: GodotSection, known: tuple[str, ...], origin: dict[str, JsonValue], graph: str,
        node: str, draft: RowDraft | None = None
    ) -> None:  # fmt: skip
        """Keep what nothing here reads, as text; say so in a row."""
        left: Mapping[str, JsonValue] = {
            name: text
            for name, text in section.texts.items()
            if name not in known and name != "resource_name"
        }
        for name in left:
            self._part(section.properties[name])
        if "resource_name" in section.texts or left:
            resource_name = section.texts.get("resource_name")
            origin["properties"] = {**left, **({"resource_name": resource_name} if resource_name else {})}
        for name in left:
            said = f"{name} has no place here; it is kept as text."
            kept = RowDraft("kept", said, "Nothing need be done where it does not matter.")
            at = self._source.name, section.lines[name], 1
            self._trees.say(f"property {name}", at, kept, graph, node)


LIMBO = Format("limbo", "LimboAI tree", (".tres",), recognizes=is_limbo, read=read_limbo)
