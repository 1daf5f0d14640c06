"""Find out what the blackboards of trees hold: keys, who writes them, of which types, joined by which ports.

Each tree has a blackboard of its own; ports of a `SubTree` join entries of two. A tree's own entries become
variables of its graph, joined ones its parameters, those of the main tree variables of the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.node_models import (
    POST_SCRIPTS,
    PRECONDITIONS,
    SCRIPT_PORTS,
    PortDirection,
    PortModel,
    id_of,
    is_open,
    is_port,
)
from graphs.formats.btcpp.script_syntax import ScriptError, ScriptNode, parse_script
from graphs.formats.btcpp.source_files import ReadFiles, TreeElement
from graphs.formats.btcpp.value_types import EntryType, joined, key_of, number_of, type_of_text

_ROUNDS = 12
"""Types are passed on so often from entry to entry at most; a longer chain is not seen."""


@dataclass(slots=True)
class Entry:
    """Hold what is known of an entry: types that ports declare and such as it is used with."""

    declared: set[EntryType] = field(default_factory=set)
    used: set[EntryType] = field(default_factory=set)
    odd: set[str] = field(default_factory=set)
    written: bool = False

    @property
    def type(self) -> EntryType | None:
        """Return the type; None where nothing says one."""
        return joined(self.declared) or joined(self.used)


@dataclass(slots=True)
class SubtreeCall:
    """Hold one `SubTree` element: what its ports are given, those that remapping adds too."""

    caller: str
    callee: str
    ports: dict[str, str]
    autoremaps: bool
    added: tuple[str, ...] = ()


@dataclass
class Blackboards:
    """Hold the entries of all trees, by tree and key, and the calls of subtrees by the id of the element.

    `of_root` are the keys of the root's blackboard that trees name by `@`.
    """

    main: str
    entries: dict[tuple[str, str], Entry] = field(default_factory=dict)
    calls: dict[int, SubtreeCall] = field(default_factory=dict)
    statements: list[tuple[str, ScriptNode, bool]] = field(default_factory=list)
    links: list[tuple[Entry, Entry]] = field(default_factory=list)
    of_root: set[tuple[str, str]] = field(default_factory=set)
    _keys: dict[str, list[str]] = field(default_factory=dict)
    _by_callee: dict[str, list[SubtreeCall]] = field(default_factory=dict)

    def place(self, tree: str, key: str) -> tuple[str, str]:
        """Return the tree whose blackboard has the entry of a key, and its key there."""
        return (self.main, key[1:]) if key.startswith("@") and len(key) > 1 else (tree, key)

    def entry(self, tree: str, key: str) -> Entry:
        """Return the entry of a key in a tree, a new one where there is none yet."""
        place = self.place(tree, key)
        if place[1] != key:
            self.of_root.add((tree, place[1]))
        if place not in self.entries:
            self.entries[place] = Entry()
            self._keys.setdefault(place[0], []).append(place[1])
        return self.entries[place]

    def keys(self, tree: str) -> list[str]:
        """Return the keys of a tree in the order in which they appear."""
        return self._keys.get(tree, [])

    def calls_of(self, callee: str) -> list[SubtreeCall]:
        """Return the calls of a tree."""
        if not self._by_callee:
            for call in self.calls.values():
                self._by_callee.setdefault(call.callee, []).append(call)
        return self._by_callee.get(callee, [])


def find_blackboards(files: ReadFiles, main: str) -> Blackboards:
    """Return what the blackboards hold."""
    found = Blackboards(main)
    trees = {tree.id: tree for tree in files.trees}
    for tree in trees.values():
        for element in _nodes(tree):
            if element.tag == "SubTree":
                _note_call(found, tree.id, element, files)
            else:
                _note_ports(found, tree.id, element, files)
            for name in (*PRECONDITIONS, *POST_SCRIPTS):
                _note_script(found, tree.id, element.attributes.get(name), name in PRECONDITIONS)
        for key, value in files.defaults[id(tree.element)].items():
            found.entry(tree.id, key).used.add(type_of_value(value))
    _remap_by_name(found, trees)
    _join_entries(found, trees)
    _pass_types_on(found)
    return found


def _nodes(tree: TreeElement) -> Iterator[XmlElement]:
    walked = tree.element.walk()
    next(walked)
    return walked


def _note_call(found: Blackboards, tree: str, element: XmlElement, files: ReadFiles) -> None:
    callee = element.attributes.get("ID", "")
    model = files.models.get(callee)
    declared = model.ports if model is not None and model.category == "SubTree" else {}
    autoremaps = element.attributes.get("_autoremap", "").lower() in ("1", "true")
    ports = {name: text for name, text in element.attributes.items() if is_port(name)}
    if not autoremaps:
        for name, port in declared.items():
            if name not in ports and port.default:
                ports[name] = port.default
    ports = {name: f"{{{name}}}" if text == "{=}" else text for name, text in ports.items()}
    found.calls[id(element)] = SubtreeCall(tree, callee, ports, autoremaps)
    for text in ports.values():
        if (key := key_of(text)) is not None:
            found.entry(tree, key)


def _note_ports(found: Blackboards, tree: str, element: XmlElement, files: ReadFiles) -> None:
    node_id = id_of(element)
    model = files.model(node_id)
    ports = dict(element.attributes.items())
    for name, port in model.ports.items() if model is not None else ():
        if name not in ports and port.default and (port.default == "{=}" or key_of(port.default)):
            ports[name] = port.default
    for name, text in ports.items():
        if not is_port(name):
            continue
        if (node_id, name) in SCRIPT_PORTS:
            _note_script(found, tree, text, node_id != "Script")
            continue
        key = name if text == "{=}" else key_of(text)
        if key is None:
            if (node_id, name) in _KEY_PORTS and text.strip():
                found.entry(tree, text).written = True
            continue
        _note_port(found.entry(tree, key), None if model is None else model.ports.get(name))
    _note_values(found, tree, node_id, element)


_KEY_PORTS = {("SetBlackboard", "output_key"), ("UnsetBlackboard", "key")}
"""Ports that hold a key without braces."""


def _note_port(entry: Entry, port: PortModel | None) -> None:
    direction: PortDirection = "inout" if port is None else port.direction
    entry.written |= direction != "input"
    if port is None:
        return
    if port.type is not None:
        entry.declared.add(port.type)
    elif not is_open(port):
        entry.odd.add(port.named)
        entry.declared.add("string")


def _note_values(found: Blackboards, tree: str, node_id: str, element: XmlElement) -> None:
    """Note what the kinds of the library tell of types beside their ports."""
    if node_id == "SetBlackboard":
        key, value = element.attributes.get("output_key", ""), element.attributes.get("value", "")
        if not key:
            return
        target = found.entry(tree, key_of(key) or key)
        source = key_of(value)
        if source is not None:
            found.links.append((target, found.entry(tree, source)))
        else:
            target.used.add("bool" if value in ("true", "false") else type_of_text(value))
    elif node_id.startswith("Switch"):
        variable = key_of(element.attributes.get("variable", ""))
        if variable is None:
            return
        cases = [text for name, text in element.attributes.items() if name.startswith("case_")]
        numbers = [number_of(text) for text in cases]
        if cases and all(isinstance(number, int) for number in numbers):
            found.entry(tree, variable).used.add("int")
        elif cases:
            found.entry(tree, variable).used.add("string" if None in numbers else "float")


def _note_script(found: Blackboards, tree: str, text: str | None, is_test: bool) -> None:
    if text is None:
        return
    try:
        statements = parse_script(text)
    except ScriptError:
        return
    for statement in statements:
        found.statements.append((tree, statement, is_test))
        for part in statement.walk():
            if part.sort == "assign" and part.parts[0].sort == "name":
                found.entry(tree, str(part.parts[0].value)).written = True
            elif part.sort == "name" and not str(part.value).isupper():
                found.entry(tree, str(part.value))


def _remap_by_name(found: Blackboards, trees: Mapping[str, TreeElement]) -> None:
    """Add what `_autoremap` joins: every key of a called tree that is not given and not private."""
    added = True
    while added:
        added = False
        for call in found.calls.values():
            if not call.autoremaps or call.callee not in trees:
                continue
            for key in [*found.keys(call.callee)]:
                if key in call.ports or key.startswith(("_", "@")):
                    continue
                call.ports[key] = f"{{{key}}}"
                call.added += (key,)
                found.entry(call.caller, key)
                added = True


def _join_entries(found: Blackboards, trees: Mapping[str, TreeElement]) -> None:
    for call in found.calls.values():
        if call.callee not in trees:
            continue
        for port, text in call.ports.items():
            inner, key = found.entry(call.callee, port), key_of(text)
            if key is None:
                inner.used.add(type_of_text(text))
            else:
                outer = found.entry(call.caller, key)
                found.links += [(inner, outer), (outer, inner)]
    _note_aliases(found)
    for _ in range(_ROUNDS):
        before = sum(entry.written for entry in found.entries.values())
        for call in found.calls.values():
            for port, text in call.ports.items():
                key = key_of(text)
                if key is not None and (call.callee, port) in found.entries:
                    inner, outer = found.entry(call.callee, port), found.entry(call.caller, key)
                    outer.written |= inner.written
        if before == sum(entry.written for entry in found.entries.values()):
            return


def _note_aliases(found: Blackboards) -> None:
    """Take a port for written where the same entry may be written by another name of it in the tree."""
    joined_to = {place: place for place in found.entries}

    def first(place: tuple[str, str]) -> tuple[str, str]:
        while joined_to[place] != place:
            place = joined_to[place]
        return place

    for call in found.calls.values():
        for port, text in call.ports.items():
            if (key := key_of(text)) is not None and (call.callee, port) in found.entries:
                joined_to[first((call.callee, port))] = first(found.place(call.caller, key))
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for place in found.entries:
        groups.setdefault(first(place), []).append(place)
    for group in groups.values():
        named_twice = len({tree for tree, _ in group}) < len(group)
        of_root = any(place == (found.main, key) for place in group for _, key in found.of_root)
        if (named_twice or of_root) and any(found.entries[place].written for place in group):
            for place in group:
                found.entries[place].written = True


def _pass_types_on(found: Blackboards) -> None:
    """Tell entries the types of what they are joined to, written with and compared with."""
    for _ in range(_ROUNDS):
        before = [(len(entry.declared), len(entry.used)) for entry in found.entries.values()]
        for first, second in found.links:
            first.declared |= second.declared
            first.used |= second.used
            first.odd |= second.odd
        for tree, statement, is_test in found.statements:
            _Typing(found, tree).read(statement, is_test)
        if before == [(len(entry.declared), len(entry.used)) for entry in found.entries.values()]:
            return


class _Typing:
    """Follow the types in a script, and tell its entries what they are used as."""

    def __init__(self, found: Blackboards, tree: str) -> None:
        self._found, self._tree = found, tree

    def _entry(self, node: ScriptNode) -> Entry | None:
        place = self._found.place(self._tree, str(node.value))
        return self._found.entries.get(place) if node.sort == "name" else None

    def _use(self, node: ScriptNode, wanted: EntryType | None) -> None:
        """Take a name of which nothing is known for one of a type."""
        entry = self._entry(node)
        if entry is not None and wanted is not None and entry.type is None:
            entry.used.add(wanted)

    def read(self, statement: ScriptNode, is_test: bool) -> None:
        """Follow a statement; a name by itself that is a test is true or false."""
        self.type_of(statement)
        if is_test:
            self._use(statement, "bool")

    def type_of(self, node: ScriptNode) -> EntryType | None:
        """Return the type of a value, None while it is not known."""
        types = [self.type_of(part) for part in node.parts]
        known = [each for each in types if each is not None]
        match node.sort, node.value:
            case "literal", value:
                return type_of_value(value)
            case "name", _:
                entry = self._entry(node)
                return entry.type if entry is not None else None
            case "unary", operator:
                self._use(node.parts[0], "bool" if operator == "!" else "float")
                return "bool" if operator == "!" else types[0]
            case "compare", _:
                for operand in node.parts:
                    self._use(operand, known[0] if known else None)
                return "bool"
            case "choose", _:
                self._use(node.parts[0], "bool")
                return joined({each for each in types[1:] if each is not None})
            case "assign", operator:
                self._written(node.parts[0], str(operator), types[1])
                return types[1]
            case "binary", "&&" | "||":
                for operand in node.parts:
                    self._use(operand, "bool")
                return "bool"
        return self._calculated(str(node.value), node.parts, types)

    def _calculated(
        self, operator: str, parts: Sequence[ScriptNode], types: Sequence[EntryType | None]
    ) -> EntryType | None:
        if "string" in types or operator == "..":
            return "string"
        for part, other in zip(parts, reversed(types), strict=True):
            self._use(part, other if other != "bool" else None)
        if operator == "/" or "float" in types:
            return "float"
        return None if None in types else "int"

    def _written(self, target: ScriptNode, operator: str, given: EntryType | None) -> None:
        entry = self._entry(target)
        if entry is None or given is None:
            return
        if operator not in (":=", "=") and given == "bool":
            given = "int"
        entry.used.add("float" if operator == "/=" else given)


def type_of_value(value: JsonValue) -> EntryType:
    """Return the type of a literal."""
    if isinstance(value, bool):
        return "bool"
    return "int" if isinstance(value, int) else "float" if isinstance(value, float) else "string"
