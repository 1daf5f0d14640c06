"""Write action blocks as Python source (SEMANTICS 2.1, 2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.expressions.typed import Constant
from graphs.expressions.types import ValueType
from runtime.actions.action_lines import AssignLine, LineCode
from runtime.behavior_trees.tree_row import TreeRow
from runtime.generated.inline_expressions import inline_or_none
from runtime.generated.source_writer import SourceWriter
from runtime.program.code import ActionBlock

_BUFFERS = {
    ValueType.BOOL: "bytes_",
    ValueType.INT: "ints",
    ValueType.STRING: "objects",
    ValueType.ENTITY: "objects",
}


def inline_values(block: ActionBlock) -> tuple[str, ...] | None:
    """Return the values of all lines as source, or None where one can fail or is no plain assignment."""
    values = []
    for line in block.lines:
        value = _inline_value(line)
        if value is None:
            return None
        values.append(value)
    return tuple(values)


def _inline_value(line: LineCode) -> str | None:
    """Return the value of an assignment to an agent variable, where it cannot fail."""
    if not isinstance(line, AssignLine) or line.slot.shared:
        return None
    if line.slot.type.kind not in (*_BUFFERS, ValueType.FLOAT):
        return None
    return inline_or_none(line.value)


def write_block(block: ActionBlock, values: Sequence[str], row: TreeRow, writer: SourceWriter) -> None:
    """Write the lines of a block with the `inline_values` of it."""
    for line, value in zip(block.lines, values, strict=True):
        assert isinstance(line, AssignLine)
        _write_assignment(line, value, row, writer)


def _write_assignment(line: AssignLine, value: str, row: TreeRow, writer: SourceWriter) -> None:
    number = f"{row.index}_{line.number}"
    if line.slot.type.kind is ValueType.FLOAT:
        writer.line(f"value = {value}")
        with writer.block("if value - value == 0.0:"):
            writer.line(f"floats[{line.slot.index}] = value")
            with writer.block("if context.watched:"):
                writer.line(f"writes.append(({line.name!r}, value, {row.index}))")
        with writer.block("else:"):
            writer.names[f"slot_{number}"] = line.slot
            writer.names[f"row_{row.index}"] = row
            writer.line(f"context.write_variable({line.name!r}, slot_{number}, value, row_{row.index})")
        return
    buffer = f"{_BUFFERS[line.slot.type.kind]}[{line.slot.index}]"
    if isinstance(line.value.typed, Constant):
        writer.names[f"write_{number}"] = (line.name, line.value.typed.value, row.index)
        writer.line(f"{buffer} = {value}")
        writer.line(f"writes.append(write_{number})")
        return
    writer.line(f"value = {value}")
    writer.line(f"{buffer} = value")
    writer.line(f"writes.append(({line.name!r}, value, {row.index}))")
