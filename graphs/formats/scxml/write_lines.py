"""Write lines of action blocks as executable elements of SCXML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

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
from graphs.formats.basics.format_report import How
from graphs.formats.basics.javascript_text import JavaScriptWords
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.scxml.kept_parts import LINE, Content, Part, pieces_of
from graphs.model.action_rows import INDENT, BlockPart, ConditionRows, block_parts


@dataclass
class LineWriter:
    """Write lines; `report` hears of each: how it is written, what it is and why."""

    prefix: str
    name_of: Callable[[tuple[str, ...]], str | None]
    event_of: Callable[[str], str]
    asked: dict[str, str]
    report: Callable[[How, str, str], None]
    own_names: bool = False

    def content(self, rows: Sequence[str], parts: Iterable[Part]) -> Content:
        """Return the elements of a block: those of the file where their lines are there, others made."""
        found: Content = []
        at = 0
        for text, lines in parts:
            place = place_of(lines, rows, at)
            if place is None:
                continue
            found += self._made(rows[at:place])
            found += pieces_of(text)
            at = place + len(lines)
            for line in lines if text else ():
                self.report("exact", line.strip(), "")
        return [*found, *self._made(rows[at:])]

    def _made(self, rows: Sequence[str]) -> Content:
        """Return elements for lines that no element of the file says."""
        return self._parts(rows, block_parts(rows), 0)

    def _parts(self, rows: Sequence[str], parts: Iterable[BlockPart], depth: int) -> Content:
        found: Content = []
        for part in parts:
            if isinstance(part, int):
                found += self._line(rows[part][len(INDENT) * depth :])
            else:
                found.append(self._condition(rows, part, depth))
        return found

    def _condition(self, rows: Sequence[str], part: ConditionRows, depth: int) -> XmlElement:
        words = JavaScriptWords(self.name_of)
        element = self._element("if", {"cond": words.text(part.test)})
        self._report_said(f"if {part.test}", words)
        element.content += self._parts(rows, part.then, depth + 1)
        if part.otherwise is not None:
            element.content += [self._element("else", {}), *self._parts(rows, part.otherwise, depth + 1)]
        return element

    def _element(self, tag: str, attributes: dict[str, str]) -> XmlElement:
        return XmlElement(self.prefix + tag, attributes)

    def _report_said(self, line: str, words: JavaScriptWords) -> None:
        self.report("changed" if words.notes else "exact", line, " ".join(words.notes))

    def _line(self, line: str) -> Content:
        if not line.strip():
            return []
        asked = self.asked.get(line.strip().removeprefix("do ").removesuffix("()"))
        if asked is not None and line.startswith("do "):
            self.report("exact", line, "")
            return pieces_of(asked)
        words = JavaScriptWords(self.name_of)
        try:
            element = self._statement(line, words)
        except ExpressionError:
            element = None
        if element is None:
            self.own_names = True
            reason = "SCXML has no such action; it is written in an element of Mindloom."
            self.report("kept", line, reason)
            return [XmlElement(LINE, {}, [XmlPiece("text", line)])]
        self._report_said(line, words)
        return [element]

    def _statement(self, line: str, words: JavaScriptWords) -> XmlElement | None:
        said = parse_action_line(line)

        def text(node: SyntaxNode) -> str:
            return words.text(line[node.start : node.end])

        match said:
            case AssignStatement():
                if isinstance(said.value, CallSyntax) and said.value.name in RANDOM_DRAWS:
                    return None
                location = self.name_of((said.target.name,)) or said.target.name
                return self._element("assign", {"location": location, "expr": text(said.value)})
            case CancelStatement():
                return self._element("cancel", {"sendid": said.id})
            case RaiseStatement():
                return self._raised(said, text)
            case SendStatement(receiver="self"):
                return self._send({"event": self.event_of(said.event.name)}, said.event, text)
        return None

    def _raised(self, said: RaiseStatement, text: Callable[[SyntaxNode], str]) -> XmlElement:
        attributes = {"event": self.event_of(said.event.name)}
        if said.after is None:
            if not said.event.arguments:
                return self._element("raise", attributes)
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
        element = self._element("send", attributes)
        for each in event.arguments:
            param = {"name": each.name or "", "expr": text(each.value)}
            element.content.append(self._element("param", param))
        return element


def place_of(lines: Sequence[str], rows: Sequence[str], start: int) -> int | None:
    """Return where lines are among rows, from a place on; None where they are not."""
    for place in range(start, len(rows) - len(lines) + 1):
        if tuple(rows[place : place + len(lines)]) == tuple(lines):
            return place
    return None
