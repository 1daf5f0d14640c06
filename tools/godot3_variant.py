"""Write a GDScript file for Godot 4 as one for Godot 3: what is named otherwise there is replaced.

The executor for GDScript keeps to what both have, so that its tests can run where only Godot 3 is.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_NAMES = (
    (r"^extends RefCounted$", "extends Reference"),
    (r"\bTYPE_FLOAT\b", "TYPE_REAL"),
    (r"(\w+)\.join\(PackedStringArray\((\w+)\)\)", r"PoolStringArray(\2).join(\1)"),
    (r"\bPacked(\w+)Array\b", r"Pool\1Array"),
    (r"\.unicode_at\(", ".ord_at("),
    (r"\.to_utf8_buffer\(\)", ".to_utf8()"),
    (r"\bqueue_redraw\(", "update("),
    (r"\bis Callable\b", "is FuncRef"),
    (r"\bCallable\(", "funcref("),
    (r"(?<![\w.])float\(", "1.0 * ("),  # its float() rounds to 32 bits
    (r"\.callv\(\[", ".call_funcv(["),
    (r"\bconnection\.poll\(\)", "connection.get_status()"),
    (r"(\w+)\.slice\((\w+)\)", r"\1.subarray(\2, -1)"),
    (r"\bFileAccess\.open\((.+), FileAccess\.(READ|WRITE)\)", r"_opened(\1, File.\2)"),
)
_OPENED = """

static func _opened(path, mode):
	var file = File.new()
	file.open(path, mode)
	return file
"""


def godot3_variant(source: str) -> str:
    """Return a script for Godot 4 as one for Godot 3."""
    for pattern, replacement in _NAMES:
        source = re.sub(pattern, replacement, source, flags=re.MULTILINE)
    return source + (_OPENED if "_opened(" in source else "")


def write_variants(folder: Path, target: Path) -> None:
    """Write the scripts of a folder as scripts for Godot 3 to another."""
    for script in sorted(folder.glob("*.gd")):
        (target / script.name).write_text(godot3_variant(script.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write_variants(Path(sys.argv[1]), Path(sys.argv[2]))
