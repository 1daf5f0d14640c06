"""Say what becomes of each construct of a file that is read or written.

| how | means |
|---|---|
| exact | it does the same, tick by tick |
| changed | it runs, but does something else; `reason` says what, `rule` by which rule of the semantics |
| kept | it does not run as in the other program, but is written back as it was |
| lost | it cannot be said in the other form |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from graphs.basics.json_text import JsonObject

How = Literal["exact", "changed", "kept", "lost"]

HOWS: tuple[How, ...] = ("exact", "changed", "kept", "lost")


@dataclass(frozen=True, slots=True)
class FormatRow:
    """Hold one row of a report.

    `what` names the construct as its file does, such as `Parallel failure_count`. `reason` and `remedy` are
    full sentences, empty where it is exact. `line` and `column` are those of the file that is read, from 1, 0
    where there is none. `graph` and `node` are ids in the document.
    """

    how: How
    what: str
    reason: str = ""
    remedy: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    rule: str = ""
    graph: str = ""
    node: str = ""

    def sentence(self) -> str:
        """Return the row as a line of text."""
        place = ":".join([self.file, *(str(each) for each in (self.line, self.column) if each)])
        rule = f" (rule {self.rule})" if self.rule else ""
        said = f"{self.what}. {self.reason} {self.remedy}".rstrip() + rule
        return f"{place}: {self.how}: {said}" if place else f"{self.how}: {said}"


def counts(rows: Iterable[FormatRow]) -> Mapping[How, int]:
    """Return how many rows are of each sort."""
    found = Counter(row.how for row in rows)
    return {how: found[how] for how in HOWS}


def report_json(rows: Iterable[FormatRow], source: str, target: str) -> JsonObject:
    """Return a report as it is written: its rows in order, fields that say nothing left out."""
    listed = tuple(rows)
    return {
        "format": "mindloom-report",
        "version": 1,
        "from": source,
        "to": target,
        "counts": dict(counts(listed).items()),
        "rows": [{name: value for name, value in asdict(row).items() if value} for row in listed],
    }
