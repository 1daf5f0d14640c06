"""Write lines of action blocks as executable elements of SCXML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

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
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.scxml.origin_parts import LINE
from graphs.formats.scxml.write_parts import pieces_of
from graphs.model.action_rows import INDENT, BlockPart, ConditionRows, block_parts

Part = tuple[str, tuple[str, ...]]
Content = list[XmlElement | XmlPiece]


@dataclass
class LineWriter:
    """Write lines; `report` hears of each: what it is, how it is written and why."""

    prefix: str
    name_of: Callable[[tuple[str, ...]], str | None]
    event_of: Callable[[str], str]
    asked: dict[str, str]
    report: Callable[[str, str, str], None]
    own_names: bool = field(default=False)

    def content(self, rows: Sequence[str], parts: Iterable[Part]) -> Content:
        """Return the elements of a block: those of the file where their lines are there, others made."""
        found: Content = []
        at = 0
        for text, lines in parts:
            place = _find(rows, lines, at)
            if place is None:
                continue
            found += self.made(rows[at:place])
            found += pieces_of(text)
            at = place + len(lines)
            for line in lines if text else ():
                self.report(line.strip(), "exact", "")
        return [*found, *self.made(rows[at:])]

    def made(self, rows: Sequence[str]) -> Content:
        """Return elements for lines that no element of the file says."""
        return list(self._parts(rows, block_parts(rows), 0))

    def _parts(self, rows: Sequence[str], parts: Iterable[BlockPart], depth: int) -> Content:
        found: Content = []
        for part in parts:
            if isinstance(part, int):
                found += self._line(rows[part][len(INDENT) * depth :])
                continue
            found.append(self._condition(rows, part, depth))
        return found

    def _condition(self, rows: Sequence[str], part: ConditionRows, depth: int) -> XmlElement:
        words = JavaScriptWords(self.name_of)
        element = self._element("if", {"cond": words.text(part.test)})
        self.report(f"if {part.test}", "changed" if words.notes else "exact", " ".join(words.notes))
        element.content += self._parts(rows, part.then, depth + 1)
        if part.otherwise is not None:
            element.content.append(self._element("else"))
            element.content += self._parts(rows, part.otherwise, depth + 1)
        return element

    def _element(self, tag: str, attributes: dict[str, str] | None = None) -> XmlElement:
        return XmlElement(self.prefix + tag, attributes or {})

    def _line(self, line: str) -> Content:
        if not line.strip():
            return []
        asked = line.strip().removeprefix("do ").removesuffix("()")
        if asked in self.asked and line.startswith("do "):
            self.report(line, "exact", "")
            return pieces_of(self.asked[asked])
        words = JavaScriptWords(self.name_of)
        try:
            element = self._statement(line, words)
        except ExpressionError:
            element = None
        if element is None:
            self.own_names = True
            reason = "SCXML has no such action; it is written in an element of Mindloom."
            self.report(line, "kept", reason)
            return [XmlElement(LINE, {}, [XmlPiece("text", line)])]
        self.report(line, "changed" if words.notes else "exact", " ".join(words.notes))
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
                return self._with_fields("send", {"event": self.event_of(said.event.name)}, said.event, text)
        return None

    def _raised(self, said: RaiseStatement, text: Callable[[SyntaxNode], str]) -> XmlElement:
        attributes = {"event": self.event_of(said.event.name)}
        if said.after is None:
            if not said.event.arguments:
                return self._element("raise", attributes)
            return self._with_fields("send", {**attributes, "target": "#_internal"}, said.event, text)
        if isinstance(said.after, NumberLiteral):
            attributes["delay"] = f"{said.after.value}s"
        else:
            attributes["delayexpr"] = f"({text(said.after)}) + 's'"
        if said.id:
            attributes["id"] = said.id
        return self._with_fields("send", attributes, said.event, text)

    def _with_fields(
        self, tag: str, attributes: dict[str, str], event: CallSyntax, text: Callable[[SyntaxNode], str]
    ) -> XmlElement:
        element = self._element(tag, attributes)
        for each in event.arguments:
            param = {"name": each.name or "", "expr": text(each.value)}
            element.content.append(self._element("param", param))
        return element


def _find(rows: Sequence[str], lines: Sequence[str], start: int) -> int | None:
    """Return where lines are among rows, from a place on; None where they are not."""
    for place in range(start, len(rows) - len(lines) + 1):
        if tuple(rows[place : place + len(lines)]) == tuple(lines):
            return place
    return None
