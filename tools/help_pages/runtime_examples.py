"""Write the help pages of worked examples of the runtime format: programs, and their memory tick by tick.

`python -m tools.help_pages.runtime_examples` writes them to `resources/help`. They are several because a long
page takes long to open.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from tools.conformance.engine_driver import CaseRun
from tools.conformance.example_documents import RATE, SEED, WorkedExample, worked_examples

Data = dict[str, Any]
HELP = Path(__file__).resolve().parents[2] / "resources" / "help"

_INTRO = f"""\
# Worked examples of the runtime format

Each shows a part of [the runtime format](runtime-format.md) at work: a small program, what happens to it, and
what an agent remembers after each tick. Mindloom's own engine wrote them. Every one is also
[a case of the suite](conformance.md), with all that is left out here. These are of behavior trees; then come
[decorators and leaves](runtime-examples-leaves.md),
[lines and decision trees](runtime-examples-decisions.md)
and [state machines](runtime-examples-machines.md).

- Of a program `format`, `version`, `hash`, `uses`, the `rate`, which is {RATE}, actions without parameters,
  and the `rank` and `stream` of actions are left out. Rows and variables are numbered as in their lists; `op`
  comes first. The seed is {SEED}; the agent is `me` where no others are named.
- *set*, *shared*, *posted* and *answers* are what happens before the tick. Actions `a`, `b` and `c` give
  RUNNING until an answer says otherwise; it holds from then on.
- *outcomes* are the [outcome bytes](runtime-format.md#outcome-bytes), one a row; *asked* is what was asked of
  the game.
- *bytes*, *ints*, *floats* and *objects* are the memory after the tick, from place 0 on; `0 × 11` are eleven
  places.
- *waits* is what else is remembered: events that were raised for later, or sent and so posted for the next
  tick; transitions with a delay; steering in force. A column with nothing in it is left out.
"""

_AGAIN = """\
They are told as [the first ones](runtime-examples.md).
"""

PAGES = {
    "runtime-examples": ("", ("Visiting a row", "Rows with several children")),
    "runtime-examples-leaves": ("Worked examples: decorators and leaves", ("Rows with one child or none",)),
    "runtime-examples-decisions": (
        "Worked examples: lines and decision trees",
        ("Lines", "Expressions", "Decision trees"),
    ),
    "runtime-examples-machines": ("Worked examples: state machines", ("State machines", "Triggers")),
}
"""The pages: their title, that of the first with the introduction, and their sections."""

OF_ACTIONS = ("stream", "rank")
"""What is left out of actions: it matters to steering alone."""

_WIDTH, _TOGETHER = 77, "\x00"
"""How many letters of JSON a line of the help has room for; what is between a name and its value."""

_HIDDEN = ("format", "version", "hash", "rate", "uses", "rows", "variables")


def pages() -> dict[str, str]:
    """Return the pages by the names of their files."""
    grouped = groupby(worked_examples(), key=lambda each: each.section)
    told = {section: [f"## {section}\n", *map(example_text, examples)] for section, examples in grouped}
    assert [*told] == [section for _, sections in PAGES.values() for section in sections]
    made = {}
    for name, (title, sections) in PAGES.items():
        begin = _INTRO if title == "" else f"# {title}\n\n{_AGAIN}"
        made[f"{name}.md"] = "\n".join([begin, *(part for section in sections for part in told[section])])
    return made


def example_text(example: WorkedExample) -> str:
    """Return an example as the page shows it: words, program, table."""
    case = example.case()
    told = program_text(case["program"])
    words = f"### {example.title}\n\n{example.says}\n\n```\n{told}\n```\n"
    return f"{words}\nCase `page-{example.name}`:\n\n{table_text(rows_of(case))}\n"


def program_text(program: Data) -> str:
    """Return a program, one part, variable or row a line."""
    shown = {name: program[name] for name in sorted(program) if name not in _HIDDEN and _says(program[name])}
    if "needs" in shown:
        shown["needs"] = _needs_that_matter(shown["needs"])
    lines = [line for name, part in shown.items() if _says(part) for line in _lines(name, part)]
    for word, name in (("variable", "variables"), ("row", "rows")):
        for number, part in enumerate(program.get(name, [])):
            lines += _lines(f"{word} {number}", _shown(part))
    return "\n".join(lines)


def _says(part: object) -> bool:
    """Tell whether a part is worth a line; place 0 is."""
    return bool(part) or part == 0


def _shown(part: Data) -> Data:
    first = {"op": part["op"]} if "op" in part else {}
    left_out = OF_ACTIONS if first.get("op") == "action" else ()
    return first | {key: part[key] for key in sorted(part) if key not in left_out}


def _lines(name: str, part: object) -> list[str]:
    """Return a part under its name; the text is that of the lines, with a blank between two."""
    together = _json(part).replace('": ', f'":{_TOGETHER}')
    text = textwrap.wrap(together, _WIDTH, break_long_words=False, break_on_hyphens=False)
    lines = [line.replace(_TOGETHER, " ") for line in text]
    return [f"{name if not number else '':<10} {line}" for number, line in enumerate(lines)]


def _needs_that_matter(needs: Data) -> Data:
    actions = {name: each for name, each in needs.get("actions", {}).items() if each.get("parameters")}
    return {name: each for name, each in {**needs, "actions": actions}.items() if each}


def rows_of(case: Mapping[str, Any]) -> list[dict[str, str]]:
    """Run a case by the engine; return for each tick, and each agent of several, the cells of the table."""
    run, rows = CaseRun(case), []
    for number, given in enumerate(case["ticks"]):
        told = run.tick(given)
        saved = cast(Data, run.minds.save()["agents"])
        rows += cells_of(case, number, told, saved)
    return rows


def cells_of(case: Mapping[str, Any], number: int, told: Data, saved: Data) -> list[dict[str, str]]:
    """Return the cells of one tick: for each agent what was given, what came, and what is saved of it."""
    rows, given = [], case["ticks"][number]
    for agent in case["agents"]:
        first = agent == case["agents"][0]
        row = {"tick": str(number), "agent": agent if len(case["agents"]) > 1 else ""}
        row |= _given(given, agent, first) | _came(told, agent) | memory(saved[agent])
        if first:
            row["shared after"] = _pairs(told.get("shared", {}))
        rows.append(row)
    return rows


def _given(given: Data, agent: str, first: bool) -> dict[str, str]:
    posted = [each for each in given.get("post", []) if each[0] == agent]
    cells = {
        "set": _pairs(given.get("set", {}).get(agent, {})),
        "posted": ", ".join(_call(name, fields) for _, name, fields in posted),
    }
    if first:
        cells["shared"] = _pairs(given.get("shared", {}))
        cells["answers"] = ", ".join(_pairs(each) for each in given.get("answers", {}).values())
    return cells


def _came(told: Data, agent: str) -> dict[str, str]:
    of_agent = told["agents"][agent]
    asked = [_call(f"{step} {name}", arguments) for step, name, arguments in of_agent.get("asked", [])]
    sent = [_call(name, fields) + f" to {to}" for by, to, name, fields in told.get("sent", []) if by == agent]
    effects = [_call(name, fields) for by, name, fields in told.get("effects", []) if by == agent]
    return {
        "result": of_agent["result"].upper(),
        "outcomes": _numbers(of_agent["outcomes"]),
        "asked": ", ".join(asked),
        "sent": ", ".join(sent),
        "effects": ", ".join(effects),
    }


def memory(saved: Data) -> dict[str, str]:
    """Return what is saved of an agent as cells of the table."""
    arrays = {name: saved.get(name, []) for name in ("ints", "floats", "objects")}
    waits = [
        f"{_call(each['event']['name'], each['event'].get('fields', {}))} until {each['due']}"
        for each in saved.get("delayed", [])
    ]
    waits += [f"{_call(each['name'], each.get('fields', {}))} posted" for each in saved.get("posted", [])]
    waits += [f"row {each['transition']} until {each['due']}" for each in saved.get("pending", [])]
    waits += [f"steering of row {each['row']}" for each in saved.get("requests", [])]
    return {
        "bytes": _numbers(bytes.fromhex(saved.get("bytes", ""))),
        **{name: _numbers(array) for name, array in arrays.items()},
        "waits": ", ".join(waits),
    }


MOST_ALIKE, NOTHING = 8, "–"
COLUMNS = (
    *("tick", "agent", "set", "shared", "posted", "answers", "result", "outcomes", "asked", "sent"),
    *("effects", "bytes", "ints", "floats", "objects", "shared after", "waits"),
)
"""Columns of a table in their order."""


def table_text(rows: Sequence[Mapping[str, str]]) -> str:
    """Return the table of an example, without columns that are empty."""
    columns = [name for name in COLUMNS if any(row.get(name) for row in rows)]
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(row.get(name) or NOTHING for name in columns) + " |" for row in rows]
    return "\n".join(lines)


def _call(name: str, given: Mapping[str, Any] | Sequence[Any]) -> str:
    inner = _pairs(given) if isinstance(given, Mapping) else ", ".join(map(_json, given))
    return f"{name} ({inner})" if inner else name


def _pairs(values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}: {each if isinstance(each, str) else _json(each)}" for name, each in values.items()
    )


def _numbers(values: Sequence[Any]) -> str:
    """Return values with blanks between; where more than eight are equal, one with their number."""
    told: list[str] = []
    for text, same in groupby(each if isinstance(each, str) else _json(each) for each in values):
        count = len([*same])
        told += [text] * count if count <= MOST_ALIKE else [f"{text} × {count}"]
    return " ".join(told)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for name, text in pages().items():
        (HELP / name).write_text(text, encoding="utf-8", newline="\n")
