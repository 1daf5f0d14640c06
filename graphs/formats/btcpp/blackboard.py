"""Find out what the blackboards of trees hold: keys, who writes them, of which types, joined by which ports.

Each tree has a blackboard of its own; ports of a `SubTree` join entries of two. A tree's own entries become
variables of its graph, joined ones its parameters, those of the main tree variables of the document.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.node_models import (
    PRECONDITIONS,
    SCRIPT_PORTS,
    SCRIPTS,
    PortModel,
    autoremaps,
    id_of,
    ports_of,
)
from graphs.formats.btcpp.script_syntax import ScriptError, ScriptNode, parse_script
from graphs.formats.btcpp.source_files import ReadFiles
from graphs.formats.btcpp.value_types import (
    EntryType,
    as_key,
    joined,
    key_at,
    key_of,
    type_of_constant,
    type_of_text,
    type_of_value,
)

Place = tuple[str, str]
"""A tree and a key of its blackboard."""

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
    """Hold the entries of all trees, by tree and key, and the calls of subtrees.

    `calls` are by the id of the element, `calls_of` by the tree that is called; `of_root` are the keys of the
    root's blackboard that trees name by `@`.
    """

    main: str
    entries: dict[Place, Entry] = field(default_factory=dict)
    calls: dict[int, SubtreeCall] = field(default_factory=dict)
    calls_of: dict[str, list[SubtreeCall]] = field(default_factory=dict)
    statements: list[tuple[str, ScriptNode, bool]] = field(default_factory=list)
    links: list[tuple[Entry, Entry]] = field(default_factory=list)
    of_root: set[Place] = field(default_factory=set)
    _keys: dict[str, list[str]] = field(default_factory=dict)

    def place(self, tree: str, key: str) -> Place:
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


def find_blackboards(files: ReadFiles, main: str) -> Blackboards:
    """Return what the blackboards hold."""
    found = Blackboards(main)
    trees = {tree.id: tree for tree in files.trees}
    for tree in trees.values():
        for element in tree.nodes:
            if element.tag == "SubTree":
                _note_call(found, tree.id, element, files)
            else:
                _note_ports(found, tree.id, element, files)
            for name in SCRIPTS:
                _note_script(found, tree.id, element.attributes.get(name), name in PRECONDITIONS)
        for key, value in tree.defaults.items():
            found.entry(tree.id, key).used.add(type_of_value(value))
    _remap_by_name(found, trees)
    _join_entries(found, trees)
    _pass_types_on(found)
    return found


def _note_call(found: Blackboards, tree: str, element: XmlElement, files: ReadFiles) -> None:
    callee, by_name = element.attributes.get("ID", ""), autoremaps(element.attributes)
    ports = ports_of(element.attributes)
    for name, port in files.tree_ports(callee).items():
        if not by_name and name not in ports and port.default:
            ports[name] = port.default
    ports = {name: as_key(name) if text == "{=}" else text for name, text in ports.items()}
    found.calls[id(element)] = call = SubtreeCall(tree, callee, ports, by_name)
    found.calls_of.setdefault(callee, []).append(call)
    for key in filter(None, map(key_of, ports.values())):
        found.entry(tree, key)


def _note_ports(found: Blackboards, tree: str, element: XmlElement, files: ReadFiles) -> None:
    node_id = id_of(element)
    models, given = files.ports(node_id), dict(element.attributes)
    for name, port in models.items():
        if name not in given and port.default_key is not None:
            given[name] = port.default_key
    for name, text in ports_of(given).items():
        key = key_at(name, text)
        if (node_id, name) in SCRIPT_PORTS:
            _note_script(found, tree, text, node_id != "Script")
        elif key is not None:
            _note_port(found.entry(tree, key), models.get(name))
        elif (node_id, name) in _KEY_PORTS and text.strip():
            found.entry(tree, text).written = True
    if node_id == "SetBlackboard":
        _note_value(found, tree, element.attributes)
    elif node_id.startswith("Switch"):
        _note_cases(found, tree, element.attributes)


_KEY_PORTS = {("SetBlackboard", "output_key"), ("UnsetBlackboard", "key")}
"""Ports that hold a key without braces."""


def _note_port(entry: Entry, port: PortModel | None) -> None:
    entry.written |= port is None or port.direction != "input"
    if port is not None and port.type is not None:
        entry.declared.add(port.type)
    elif port is not None and not port.is_open:
        entry.odd.add(port.named)
        entry.declared.add("string")


def _note_value(found: Blackboards, tree: str, attributes: Mapping[str, str]) -> None:
    """Note the type of what `SetBlackboard` writes."""
    key, value = attributes.get("output_key", ""), attributes.get("value", "")
    if not key:
        return
    target, source = found.entry(tree, key_of(key) or key), key_of(value)
    if source is not None:
        found.links.append((target, found.entry(tree, source)))
    else:
        target.used.add(type_of_constant(value))


def _note_cases(found: Blackboards, tree: str, attributes: Mapping[str, str]) -> None:
    """Note what the cases of a switch tell of the entry that it compares."""
    variable = key_of(attributes.get("variable", ""))
    types = {type_of_text(text) for name, text in attributes.items() if name.startswith("case_")}
    if variable is not None and types:
        found.entry(tree, variable).used.add(joined(types) or "string")


def _note_script(found: Blackboards, tree: str, text: str | None, is_test: bool) -> None:
    try:
        statements = () if text is None else parse_script(text)
    except ScriptError:
        return
    for statement in statements:
        found.statements.append((tree, statement, is_test))
        for part in statement.walk():
            if part.sort == "assign" and part.parts[0].sort == "name":
                found.entry(tree, str(part.parts[0].value)).written = True
            elif part.sort == "name" and not str(part.value).isupper():
                found.entry(tree, str(part.value))


def _remap_by_name(found: Blackboards, trees: Container[str]) -> None:
    """Add what `_autoremap` joins: every key of a called tree that is not given and not private."""
    remapping = [call for call in found.calls.values() if call.autoremaps and call.callee in trees]
    added = True
    while added:
        added = False
        for call in remapping:
            for key in [*found.keys(call.callee)]:
                if key not in call.ports and not key.startswith(("_", "@")):
                    call.ports[key] = as_key(key)
                    call.added += (key,)
                    found.entry(call.caller, key)
                    added = True


def _join_entries(found: Blackboards, trees: Container[str]) -> None:
    """Join entries by the ports of calls; what a called tree writes is written for its caller too."""
    joins: list[tuple[Place, Place]] = []
    for call in found.calls.values():
        for port, text in call.ports.items() if call.callee in trees else ():
            inner, key = found.entry(call.callee, port), key_of(text)
            if key is None:
                inner.used.add(type_of_text(text))
                continue
            outer = found.entry(call.caller, key)
            found.links += [(inner, outer), (outer, inner)]
            joins.append(((call.callee, port), found.place(call.caller, key)))
    _note_aliases(found, joins)
    for _ in range(_ROUNDS):
        before = sum(entry.written for entry in found.entries.values())
        for inside, outside in joins:
            found.entries[outside].written |= found.entries[inside].written
        if before == sum(entry.written for entry in found.entries.values()):
            return


def _note_aliases(found: Blackboards, joins: Sequence[tuple[Place, Place]]) -> None:
    """Take a port for written where the same entry may be written by another name of it in the tree."""
    groups = {place: [place] for place in found.entries}
    for inside, outside in joins:
        small, large = sorted((groups[inside], groups[outside]), key=len)
        if small is not large:
            large += small
            groups.update(dict.fromkeys(small, large))
    of_root = {(found.main, key) for _, key in found.of_root}
    for group in {id(each): each for each in groups.values()}.values():
        named_twice = len({tree for tree, _ in group}) < len(group)
        is_aliased = named_twice or not of_root.isdisjoint(group)
        if is_aliased and any(found.entries[place].written for place in group):
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
                    self._use(operand, next(filter(None, types), None))
                return "bool"
            case "choose", _:
                self._use(node.parts[0], "bool")
                return joined(types[1:])
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
