"""Write action blocks as Python source (SEMANTICS 2.1, 2.5)."""

from __future__ import annotations

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


def write_block(block: ActionBlock, row: TreeRow, writer: SourceWriter) -> None:
    """Write the lines of a block; one that has a line which can fail is run by the interpreter."""
    values = [_inline_value(line) for line in block.lines]
    if any(value is None for value in values):
        name = writer.name("block", row.index, block)
        writer.line(f"{name}.run(context, {writer.name('row', row.index, row)})")
        return
    for line, value in zip(block.lines, values, strict=True):
        assert isinstance(line, AssignLine)
        assert value is not None
        _write_assignment(line, value, row, writer)


def _inline_value(line: LineCode) -> str | None:
    """Return the value of an assignment to an agent variable, where it cannot fail."""
    if not isinstance(line, AssignLine) or line.slot.shared:
        return None
    if line.slot.type.kind not in (*_BUFFERS, ValueType.FLOAT):
        return None
    return inline_or_none(line.value)


def _write_assignment(line: AssignLine, value: str, row: TreeRow, writer: SourceWriter) -> None:
    if line.slot.type.kind is ValueType.FLOAT:
        writer.line(f"value = {value}")
        with writer.block("if value - value == 0.0:"):
            writer.line(f"floats[{line.slot.index}] = value")
        with writer.block("else:"):
            slot = writer.name("slot", row.index * 100 + line.number, line.slot)
            name = writer.name("row", row.index, row)
            writer.line(f"context.write({line.name!r}, {slot}, value, {name})")
        return
    writer.line(f"value = {value}")
    writer.line(f"{_BUFFERS[line.slot.type.kind]}[{line.slot.index}] = value")
    writer.line(f"writes.append(({line.name!r}, value, {row.index}))")
