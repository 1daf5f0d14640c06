"""Write lines of action blocks as executable elements of SCXML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphs.expressions.action_syntax import (
    AssignStatement,
    CancelStatement,
    RaiseStatement,
    SendStatement,
    parse_action_line,
)
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import RANDOM_DRAWS
from graphs.expressions.syntax import CallSyntax, NumberLiteral, SyntaxNode
from graphs.formats.basics.javascript_text import JavaScriptWords
from graphs.formats.basics.json_parts import text_of, text_pairs
from graphs.formats.basics.machine_writing import MachineWriter
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.scxml.kept_parts import FORMAT_ID, LINE, Content, Part, pieces_of
from graphs.formats.scxml.write_names import ChartNames
from graphs.model.action_rows import INDENT, BlockPart, ConditionRows, block_parts
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph


class LineWriter(MachineWriter):
    """Write the lines of a machine; `uses_own_names` tells that names of Mindloom are in what is written."""

    def __init__(self, document: Document, graph_id: str, graph: StateMachineGraph) -> None:
        super().__init__(FORMAT_ID, document, graph_id, graph)
        head, colon, _ = text_of(self.kept.get("tag")).rpartition(":")
        self.prefix = f"{head}{colon}"
        self.names = ChartNames(document, graph)
        self.asked = text_pairs(self.kept.get("asked"))
        self.uses_own_names = False

    def element(self, tag: str, attributes: dict[str, str] | None = None) -> XmlElement:
        """Return a new element of SCXML."""
        return XmlElement(self.prefix + tag, attributes or {})

    def content(self, rows: Sequence[str], parts: Iterable[Part], node: str) -> Content:
        """Return what is in a block: the elements of the file where their lines are there, others made."""
        found: Content = []
        at = 0
        for text, lines in parts:
            place = place_of(lines, rows, at)
            if place is None:
                continue
            made = rows[at:place]
            found += [*self._parts(made, block_parts(made), 0, node), *pieces_of(text)]
            at = place + len(lines)
            for line in lines if text else ():
                self.report("exact", line.strip(), node=node)
        return [*found, *self._parts(rows[at:], block_parts(rows[at:]), 0, node)]

    def _parts(self, rows: Sequence[str], parts: Iterable[BlockPart], depth: int, node: str) -> Content:
        """Return elements for lines that no element of the file says."""
        found: Content = []
        for part in parts:
            if isinstance(part, int):
                found += self._line(rows[part][len(INDENT) * depth :], node)
            else:
                found.append(self._condition(rows, part, depth, node))
        return found

    def _condition(self, rows: Sequence[str], part: ConditionRows, depth: int, node: str) -> XmlElement:
        words = JavaScriptWords(self.names.of_path)
        element = self.element("if", {"cond": words.text(part.test)})
        self._report_said(f"if {part.test}", words, node)
        element.content += self._parts(rows, part.then, depth + 1, node)
        if part.otherwise is not None:
            otherwise = self._parts(rows, part.otherwise, depth + 1, node)
            element.content += [self.element("else"), *otherwise]
        return element

    def _report_said(self, line: str, words: JavaScriptWords, node: str) -> None:
        self.report("changed" if words.notes else "exact", line, " ".join(words.notes), node)

    def _line(self, line: str, node: str) -> Content:
        if not line.strip():
            return []
        asked = self.asked.get(line.strip().removeprefix("do ").removesuffix("()"))
        if asked is not None and line.startswith("do "):
            self.report("exact", line, node=node)
            return pieces_of(asked)
        words = JavaScriptWords(self.names.of_path)
        try:
            element = self._statement(line, words)
        except ExpressionError:
            element = None
        if element is None:
            self.uses_own_names = True
            reason = "SCXML has no such action; it is written in an element of Mindloom."
            self.report("kept", line, reason, node)
            return [XmlElement(LINE, {}, [XmlPiece("text", line)])]
        self._report_said(line, words, node)
        return [element]

    def _statement(self, line: str, words: JavaScriptWords) -> XmlElement | None:
        said = parse_action_line(line)

        def text(node: SyntaxNode) -> str:
            return words.text(line[node.start : node.end])

        match said:
            case AssignStatement():
                if isinstance(said.value, CallSyntax) and said.value.name in RANDOM_DRAWS:
                    return None
                location = self.names.of_path((said.target.name,)) or said.target.name
                return self.element("assign", {"location": location, "expr": text(said.value)})
            case CancelStatement():
                return self.element("cancel", {"sendid": said.id})
            case RaiseStatement():
                return self._raised(said, text)
            case SendStatement(receiver="self"):
                return self._send({"event": self.names.event(said.event.name)}, said.event, text)
        return None

    def _raised(self, said: RaiseStatement, text: Callable[[SyntaxNode], str]) -> XmlElement:
        attributes = {"event": self.names.event(said.event.name)}
        if said.after is None:
            if not said.event.arguments:
                return self.element("raise", attributes)
            attributes["target"] = "#_internal"
        elif isinstance(said.after, NumberLiteral):
            attributes["delay"] = f"{said.after.value}s"
        else:
            attributes["delayexpr"] = f"({text(said.after)}) + 's'"
        if said.id:
            attributes["id"] = said.id
        return self._send(attributes, said.event, text)

    def _send(
        self, attributes: dict[str, str], event: CallSyntax, text: Callable[[SyntaxNode], str]
    ) -> XmlElement:
        element = self.element("send", attributes)
        for each in event.arguments:
            param = {"name": each.name or "", "expr": text(each.value)}
            element.content.append(self.element("param", param))
        return element


def place_of(lines: Sequence[str], rows: Sequence[str], start: int) -> int | None:
    """Return where lines are among rows, from a place on; None where they are not."""
    for place in range(start, len(rows) - len(lines) + 1):
        if tuple(rows[place : place + len(lines)]) == tuple(lines):
            return place
    return None
