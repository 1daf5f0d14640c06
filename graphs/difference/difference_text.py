"""Write differences: as lines that a reviewer can read without the editor, and as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import ABSENT, Absent, Entry, JsonObject, texts_at
from graphs.checks.rules.places import json_path
from graphs.difference.difference import Difference, Part, What
from graphs.difference.value_text import Names, counted, field_label, listed
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.graph_parts import END_FIELDS
from graphs.structure.queries import TOP

_DECLARED = ("variable", "event", "parameter", "curve", "sheet")

MOST_PARTS = 4
"""So many kinds of differences are counted each for themselves."""
_WORDS = {"edge": "transition", "document": "field of the document"}


def difference_text(
    differences: Sequence[Difference], old: Document, new: Document, registry: Registry
) -> str:
    """Return the differences as text, graph by graph with an empty line between, "" for none.

    What hangs below an added or removed node is counted, not listed; what moved on the canvas is one line
    for each graph.
    """
    writer = _Writer(old, new, registry)
    blocks = []
    for _, group in groupby(differences, key=lambda difference: difference.place.graph):
        # A line break in a title is shown, so that no title can look like a line of its own.
        lines = [line.replace("\n", "\\n") for line in writer.lines([*group])]
        blocks.append("\n".join(lines))
    return "\n\n".join(block for block in blocks if block) + ("\n" if blocks else "")


def difference_line(difference: Difference, old: Document, new: Document, registry: Registry) -> str:
    """Return one difference as a line."""
    return _Writer(old, new, registry).line(difference)


def difference_lines(
    differences: Sequence[Difference], old: Document, new: Document, registry: Registry
) -> tuple[str, ...]:
    """Return a line for each difference."""
    writer = _Writer(old, new, registry)
    return tuple(writer.line(difference) for difference in differences)


class _Writer:
    """Write differences between two documents."""

    def __init__(self, old: Document, new: Document, registry: Registry) -> None:
        self._old = Names(old, registry)
        self._new = Names(new, registry)

    def lines(self, differences: Sequence[Difference]) -> list[str]:
        """Return the lines for the differences of one graph."""
        folded = {**self._folded(differences, "removed"), **self._folded(differences, "added")}
        lines = []
        for difference in differences:
            words = folded.get(difference.place.element, "")
            if not difference.only_canvas and words is not None:
                lines.append(self.line(difference) + words)
        placed = [self._subject(each) for each in differences if each.only_canvas]
        if placed:
            title = self._new.graph(differences[0].place.graph)
            lines.append(f"{title}: moved on the canvas: {', '.join(dict.fromkeys(placed))}")
        return lines

    def line(self, difference: Difference) -> str:
        """Return one difference as a line."""
        match difference.what:
            case "renamed":
                return self._renamed(difference)
            case "moved":
                return self._moved(difference)
            case "placed":
                title = self._new.graph(difference.place.graph)
                return f"{title}: moved on the canvas: {self._subject(difference)}"
            case "added" | "removed":
                return self._came_or_went(difference)
            case "changed":
                return self._changed(difference)

    def _came_or_went(self, one: Difference) -> str:
        names = self._new if one.what == "added" else self._old
        place = one.place
        if one.part == "graph":
            value = one.new if one.what == "added" else one.old
            return f"{names.graph(place.graph)} {one.what} ({_graph_words(value)})"
        if one.part == "branch":
            value = one.new if one.what == "added" else one.old
            where = names.element(place.graph, place.element)
            return f"{where}: {self._branch(names, place.graph, value)} {one.what}"
        if one.part == "frame":
            return f"{names.graph(place.graph)}: {_frame_words(one)} {one.what}"
        if one.part in _DECLARED:
            return f"{self._declared(one)} {one.what}"
        where = names.element(place.graph, place.element)
        graph = names.document.graphs[place.graph]
        if one.part == "edge":
            return f"{where} {one.what}"
        kind = f" ({names.kind(graph, place.element)})"
        if one.what == "removed" or graph.kind == "state_machine":
            return f"{where} {one.what}{kind}"
        return f"{where} added{kind}{self._under(place.graph, place.element)}"

    def _under(self, graph_id: str, node_id: str) -> str:
        location = self._new.locations(graph_id).get(node_id)
        if location is None:
            return ""
        parent, name, _ = location
        if parent == TOP:
            return {"root": " as the root", "loose": " as a loose node"}.get(name, " at the top")
        return f" under {self._new.node(graph_id, parent)}"

    def _renamed(self, one: Difference) -> str:
        place = one.place
        if one.part in _DECLARED:
            line = f"{self._declared(one)} renamed to {one.new}"
            return f"{line}, with {counted(one.followers, 'place')} that name it" if one.followers else line
        if isinstance(one.old, str) and isinstance(one.new, str) and one.old and one.new:
            return f"{self._old.element(place.graph, place.element)} renamed to {one.new}"
        return self._changed(one, "title" if one.part == "graph" else place.field)

    def _moved(self, one: Difference) -> str:
        place = one.place
        where = self._new.element(place.graph, place.element)
        if one.part == "branch":
            branch = self._branch_at(self._new, one)
            return f"{where}: {branch} moved"
        old, new = _location(one.old), _location(one.new)
        if old is None or new is None:
            return f"{where} moved"
        if (old["parent"], old["list"]) == (new["parent"], new["list"]):
            return f"{where} moved {self._among(one, new)}"
        return (
            f"{where} moved from {self._holder(self._old, one, old)} to {self._holder(self._new, one, new)}"
        )

    def _holder(self, names: Names, one: Difference, location: JsonObject) -> str:
        parent = location["parent"]
        if isinstance(parent, str):
            return names.node(one.place.graph, parent)
        if one.part == "edge":
            return "any state"
        return {"root": "the root", "loose": "the loose nodes"}.get(str(location["list"]), "the top")

    def _among(self, one: Difference, location: JsonObject) -> str:
        """Say after which sibling a thing stands now."""
        graph = self._new.graph_value(one.place.graph)
        nodes = graph.get("nodes")
        parent = location["parent"]
        holder = nodes.get(parent) if isinstance(nodes, dict) and isinstance(parent, str) else graph
        siblings = texts_at(holder, str(location["list"])) if isinstance(holder, dict) else []
        index = location["index"]
        if not isinstance(index, int) or index == 0:
            return "to the front"
        before = siblings[index - 1]
        if one.part == "edge":
            text = self._new.element(one.place.graph, before)
            return f"after {text.removeprefix(self._new.graph(one.place.graph) + ' › ')}"
        return f"after {self._new.node(one.place.graph, before)}"

    def _changed(self, one: Difference, path: str | None = None) -> str:
        place = one.place
        path = place.field if path is None else path
        subject = self._new.element(place.graph, place.element) if place.graph else "Document"
        if one.part in _DECLARED:
            subject = self._declared(one)
            path = path.split(".", 1)[1].removeprefix(self._declared_name(one)).removeprefix(".")
        elif one.part == "branch":
            subject = f"{subject}: {self._branch_at(self._new, one)}"
            path = path.split(".", 2)[2]
        elif one.part == "frame":
            subject, path = f"{subject}: frame {place.field.split('.')[1]}", path.rpartition(".")[2]
        return f"{subject}: {self._field_words(one, path)}"

    def _field_words(self, one: Difference, path: str) -> str:
        graph_id = one.place.graph
        named = "x.child" if path == "child" and one.part == "branch" else path
        old = self._old.value(graph_id, named, one.old)
        new = self._new.value(graph_id, named, one.new)
        if path == "kind" and one.part == "node":
            old, new = (
                self._kind(names, one, value) for names, value in ((self._old, old), (self._new, new))
            )
        if path.rpartition(".")[2] in _BLOCKS and (rows := _row_words(one.old, one.new)):
            return f"{field_label(path)} {rows}"
        label = "leads to" if named == "x.child" else field_label(path)
        if one.old is ABSENT:
            return f"{label} set to {new}" if named != "x.child" else f"{label} {new}"
        if one.new is ABSENT:
            return f"{label} {old} removed"
        return f"{label} {old} → {new}"

    def _kind(self, names: Names, one: Difference, shown: str) -> str:
        graph = names.document.graphs[one.place.graph]
        return names.kind(graph, one.place.element) if one.place.element in graph.nodes else shown

    def _subject(self, one: Difference) -> str:
        place = one.place
        if one.part == "frame":
            return f"frame {place.field.split('.')[1]}"
        graph = self._new.document.graphs.get(place.graph)
        if place.element == TOP or graph is None:
            ways = [isinstance(each, dict) and bool(each.get("across")) for each in (one.old, one.new)]
            return "the way it grows" if ways[0] != ways[1] else "its own marks"
        text = self._new.element(place.graph, place.element)
        return text.removeprefix(f"{self._new.graph(place.graph)} › ")

    def _folded(self, differences: Sequence[Difference], what: What) -> dict[str, str | None]:
        """Return for what came or went the words for all below it, None for what is told with its parent."""
        told: dict[str, Part] = {
            difference.place.element: difference.part
            for difference in differences
            if difference.what == what and difference.part in ("node", "edge")
        }
        if not told:
            return {}
        names = self._new if what == "added" else self._old
        found = names.locations(differences[0].place.graph)
        parents = {each: found[each][0] for each in told if each in found}
        folded: dict[str, str | None] = {}
        below: dict[str, list[Part]] = {}
        for key, part in told.items():
            top = _highest(key, parents)
            if top != key:
                folded[key] = None
                below.setdefault(top, []).append(part)
        for top, parts in below.items():
            words = [(parts.count("node"), "node"), (parts.count("edge"), "transition")]
            folded[top] = " with " + listed([counted(number, noun) for number, noun in words if number])
        return folded

    def _declared(self, one: Difference) -> str:
        name = str(one.old) if one.what == "renamed" else self._declared_name(one)
        where = f"{self._new.graph(one.place.graph)} › " if one.place.graph else ""
        return f"{where}{one.part} {name}"

    def _declared_name(self, one: Difference) -> str:
        """Return the name in a path; names of events may have dots."""
        section, _, rest = one.place.field.partition(".")
        known: list[str] = []
        for names in (self._new, self._old):
            graphs = names.document.graphs
            holder = graphs.get(one.place.graph) if one.place.graph else names.document
            known += [
                name for name in getattr(holder, section, {}) if rest == name or rest.startswith(f"{name}.")
            ]
        return max(known, key=len, default=rest)

    def _branch_at(self, names: Names, one: Difference) -> str:
        nodes = names.graph_value(one.place.graph)["nodes"]
        assert isinstance(nodes, dict)
        node = nodes[one.place.element]
        assert isinstance(node, dict)
        branches = node["branches"]
        assert isinstance(branches, list)
        return self._branch(names, one.place.graph, branches[int(one.place.field.split(".")[1])])

    def _branch(self, names: Names, graph_id: str, branch: Entry) -> str:
        assert isinstance(branch, dict)
        words = [
            "else"
            if name == "else"
            else names.value(graph_id, name, branch[name])
            if name in ("when", "case")
            else f"{field_label(name)} {names.value(graph_id, name, branch[name])}"
            for name in ("when", "upto", "case", "test", "weight", "row", "else")
            if name in branch
        ]
        child = branch.get("child")
        leading = f" to {names.node(graph_id, child)}" if isinstance(child, str) else ""
        return " ".join(["branch", *words]) + leading


def _highest(one: str, parents: Mapping[str, str]) -> str:
    """Follow parents up among what is told; `parents` has no entry for anything else."""
    seen = {one}
    while parents.get(one, TOP) in parents and parents[one] not in seen:
        one = parents[one]
        seen.add(one)
    return one


_BLOCKS = frozenset({"actions", "entry", "update", "exit", *END_FIELDS})


def _row_words(old: Entry, new: Entry) -> str:
    """Return what differs between two action blocks row by row, "" where that says no more than the whole."""
    before, after = ([str(row) for row in side] if isinstance(side, list) else [] for side in (old, new))
    if min(len(before), len(after)) < 2:
        return ""
    said = []
    for _, first, last, begin, end in _changed_stretches(before, after):
        gone, come = before[first:last], after[begin:end]
        both = min(len(gone), len(come))
        said += [f"line {begin + place + 1} {gone[place]!r} → {come[place]!r}" for place in range(both)]
        said += [f"line {begin + place + 1} {come[place]!r} added" for place in range(both, len(come))]
        said += [f"line {first + place + 1} {gone[place]!r} removed" for place in range(both, len(gone))]
    return ", ".join(said)


def _changed_stretches(before: list[str], after: list[str]) -> list[tuple[str, int, int, int, int]]:
    compared = SequenceMatcher(None, before, after, autojunk=False)
    return [stretch for stretch in compared.get_opcodes() if stretch[0] != "equal"]


def _location(value: Entry) -> JsonObject | None:
    return value if isinstance(value, dict) else None


def _graph_words(value: Entry) -> str:
    assert isinstance(value, dict)
    nodes = value.get("nodes")
    kind: JsonValue = value.get("kind")
    return f"{str(kind).replace('_', ' ')}, {counted(len(nodes) if isinstance(nodes, dict) else 0, 'node')}"


def _frame_words(one: Difference) -> str:
    value = one.new if isinstance(one.old, Absent) else one.old
    title = value.get("title") if isinstance(value, dict) else None
    return f"frame {title or one.place.field.split('.')[1]}"


def difference_summary(differences: Sequence[Difference]) -> str:
    """Return what differs as counts: "2 nodes added, 1 transition changed"; "nothing differs" for none.

    A node or transition of which several fields changed counts once, and what only moved on the canvas is
    counted together.
    """
    things: dict[tuple[str, str], set[tuple[str, str, str]]] = {}
    placed: set[tuple[str, str]] = set()
    for difference in differences:
        place = difference.place
        if difference.only_canvas:
            placed.add((place.graph, place.element))
            continue
        part = "node" if difference.part == "branch" else difference.part
        what = (
            "changed"
            if difference.what in ("renamed", "changed") or difference.part == "branch"
            else difference.what
        )
        name = place.element or ".".join(place.field.split(".")[:2])
        things.setdefault((part, what), set()).add((place.graph, part, name))
    counts = Counter({key: len(found) for key, found in things.items()})
    parts = [f"{counted(number, _WORDS.get(part, part))} {what}" for (part, what), number in counts.items()]
    if placed:
        parts.append(f"{len(placed)} moved on the canvas")
    if not parts:
        return "nothing differs"
    if len(parts) > MOST_PARTS:
        rest = sum(counts.values()) - sum([*counts.values()][: MOST_PARTS - 1]) + len(placed)
        parts = [*parts[: MOST_PARTS - 1], f"{rest} more"]
    return listed(parts)


def difference_json(
    differences: Sequence[Difference], old: Document, new: Document, registry: Registry
) -> JsonObject:
    """Return the differences as one JSON object, the same for the same two documents.

    `differences` is a list of objects: `what`, `part`, `path` into the file (of the old one for what was
    removed), `graph`, `element` and `field` where there are such, `old` and `new` unless absent, `canvas`
    true for what is a matter of the picture alone, and `text`, the line a person reads.
    """
    entries: list[JsonValue] = [_entry(difference, old, new, registry) for difference in differences]
    return {"differences": entries, "format": "mindloom-difference", "version": 1}


def _entry(difference: Difference, old: Document, new: Document, registry: Registry) -> JsonObject:
    place = difference.place
    if difference.what == "placed" and place.field == "layout":
        path = f"graphs.{place.graph}.layout.{place.element}"
    else:
        path = json_path(place, old if difference.what == "removed" else new)
    entry: JsonObject = {
        "what": difference.what,
        "part": difference.part,
        "path": path,
        "text": difference_line(difference, old, new, registry),
    }
    named = {"graph": place.graph, "element": place.element, "field": place.field}
    entry.update({name: value for name, value in named.items() if value})
    if not isinstance(difference.old, Absent):
        entry["old"] = difference.old
    if not isinstance(difference.new, Absent):
        entry["new"] = difference.new
    if difference.only_canvas:
        entry["canvas"] = True
    if difference.followers:
        entry["followers"] = difference.followers
    return entry
