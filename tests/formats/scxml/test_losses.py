"""What a chart of SCXML loses, keeps or changes is told at its line, and what is exact is not."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

import pytest

from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.scxml.scxml_format import read_scxml, write_scxml
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import Document

REGISTRY = builtin_registry()
HEAD = '<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:o="urn:o" version="1.0" datamodel="ecmascript">'
MARK = "§"
"""Stands before the line that a case is about, and is taken out."""

Case = tuple[str, str, str, str]
"""A text with a marked line, how it is imported, what the row is about, the node it leads to."""


def state(inside: str, name: str = "a") -> str:
    return f'<state id="{name}">\n{inside}\n</state>'


def entry(line: str) -> str:
    return state(f"<onentry>\n{MARK}{line}\n</onentry>")


def data(line: str) -> str:
    return f'<datamodel>\n{MARK}{line}\n<data id="n" expr="1"/>\n</datamodel>\n<state id="a"/>'


def two_blocks(line: str, tag: str = "onentry") -> str:
    first = f'{MARK}<{tag}>{line}</{tag}>\n<{tag}><raise event="e"/></{tag}>'
    return '<datamodel><data id="n" expr="1.5"/></datamodel>' + state(first)


DEEP = "<if cond='true'>" * 5 + "<raise event='e'/>" + "</if>" * 5
CASES: dict[str, list[Case]] = {
    "blocks of which one can fail": [
        (two_blocks('<assign location="n" expr="n % 2"/>'), "changed", "<onentry>", "a"),
        (two_blocks("<script>f()</script>"), "changed", "<onentry>", "a"),
        (two_blocks('<send event="e" target="other"/>', "onexit"), "changed", "<onexit>", "a"),
    ],
    "onexit of a final": [
        (state(f'<final id="f">\n{MARK}<onexit>{inner}</onexit>\n</final>'), "changed", "<onexit>", "a")
        for inner in ('<raise event="e"/>', '<log expr="1"/>', '<send event="e"/>')
    ],
    "data that begins undefined": [
        (
            f'<datamodel>\n{MARK}<data id="d"/>\n</datamodel>'
            + state(f'<onentry><assign location="d" expr="{value}"/></onentry>'),
            "changed",
            "<data>",
            "",
        )
        for value in ("1", "'x'", "true")
    ],
    "conditions that cannot be said": [
        (entry('<if cond="f(1)"><raise event="e"/></if>'), "kept", "<if>", "a"),
        (entry('<if cond="_x.y"><raise event="e"/></if>'), "kept", "<if>", "a"),
        (entry(DEEP), "kept", "<if>", "a"),
        (state(f'\n{MARK}<transition cond="f()"/>'), "kept", "<transition>", "a.1"),
        (state(f'{MARK}<transition event="e" cond="_sessionid == 1"/>'), "kept", "<transition>", "a.1"),
        (state(f'<state id="b"/>\n{MARK}<transition cond="x => 1"/>'), "kept", "<transition>", "a.1"),
    ],
    "expressions that differ": [
        (
            '<datamodel><data id="n" expr="1.5"/></datamodel>'
            + entry(f'<assign location="n" expr="{said}"/>'),
            "changed",
            "<assign>",
            "a",
        )
        for said in ("n % 2", "1 / n", "2 + n % n")
    ],
    "script": [
        (entry("<script>f()</script>"), "kept", "<script>", "a"),
        (
            state(f"<transition event='e'>\n{MARK}<script>g()</script>\n</transition>"),
            "kept",
            "<script>",
            "a.1",
        ),
        (f"\n{MARK}<script>h()</script>\n<state id='a'/>", "kept", "<script>", ""),
    ],
    "foreach": [
        (entry('<foreach array="l" item="i"/>'), "kept", "<foreach>", "a"),
        (entry('<foreach array="l" item="i"><log/></foreach>'), "kept", "<foreach>", "a"),
        (
            state(f"<transition>\n{MARK}<foreach array='l' item='i'/></transition>"),
            "kept",
            "<foreach>",
            "a.1",
        ),
    ],
    "send to others": [
        (entry('<send event="e" target="#_parent"/>'), "kept", "<send>", "a"),
        (entry('<send event="e" type="http"/>'), "kept", "<send>", "a"),
        (entry('<send event="e" targetexpr="t"/>'), "kept", "<send>", "a"),
    ],
    "invoke": [
        (state(f'{MARK}<invoke type="scxml" src="x"/>'), "kept", "<invoke>", "a"),
        (
            state(f'<onentry/>\n{MARK}<invoke id="i"><param name="n" expr="1"/></invoke>'),
            "kept",
            "<invoke>",
            "a",
        ),
        (state(f'<state id="b">\n{MARK}<invoke/>\n</state>'), "kept", "<invoke>", "b"),
    ],
    "donedata": [
        (state(f'<final id="f">\n{MARK}<donedata>{inner}</donedata></final>'), "kept", "<donedata>", "f")
        for inner in ('<param name="n" expr="1"/>', "<content>1</content>", "")
    ],
    "data that is no single value": [
        (data('<data id="d" src="x.json"/>'), "kept", "<data>", ""),
        (data('<data id="d" expr="[1, 2]"/>'), "kept", "<data>", ""),
        (data('<data id="d"><o:x/></data>'), "kept", "<data>", ""),
        (data('<data id="d"/>'), "kept", "<data>", ""),
    ],
    "elements of other namespaces": [
        (state(f"{MARK}<o:look/>"), "kept", "<o:look>", "a"),
        (f"<state id='a'/>\n{MARK}<o:look x='1'/>", "kept", "<o:look>", ""),
        (entry("<o:act/>"), "kept", "<o:act>", "a"),
        (entry('<raise event="e"><o:act/></raise>'), "kept", "<o:act>", "a"),
    ],
    "attributes of other namespaces": [
        (f'\n{MARK}<state id="a" o:x="1"/>', "kept", "<state>", "a"),
        (state(f'{MARK}<transition event="e" o:x="1"/>'), "kept", "<transition>", "a.1"),
        (entry('<raise event="e" o:x="1"/>'), "kept", "<raise>", "a"),
        (state(f'{MARK}<onentry o:x="1"/>'), "kept", "<onentry>", "a"),
    ],
    "targets that are not there": [
        (state(f'{MARK}<transition event="e" target="z"/>'), "lost", "<transition>", "a.1"),
        (state(f'\n{MARK}<transition target="a z"/>'), "lost", "<transition>", "a.1"),
        (f'{MARK}<state id="a" initial="z"><state id="b"/></state>', "lost", "<state>", "a"),
        (
            state(f'<initial>\n{MARK}<transition target="z"/></initial><state id="b"/>'),
            "lost",
            "<transition>",
            "a",
        ),
        (
            state(f'<history id="h">\n{MARK}<transition target="z"/></history><state id="b"/>'),
            "lost",
            "<transition>",
            "h",
        ),
        (
            state(f'<history id="h">\n{MARK}<transition/></history><state id="b"/>'),
            "lost",
            "<transition>",
            "h",
        ),
        (state(f'{MARK}<initial/>\n<state id="b"/>'), "lost", "<initial>", "a"),
    ],
    "histories without a default": [
        (state(f'{MARK}<history id="h"/>\n<state id="b"/>'), "changed", "<history>", "h"),
        (state(f'<state id="b"/>\n{MARK}<history id="h" type="deep"/>'), "changed", "<history>", "h"),
        (
            f'<parallel id="p"><state id="b"/>\n{MARK}<history id="h"/></parallel>',
            "changed",
            "<history>",
            "h",
        ),
    ],
    "parallel without regions": [
        (f'\n{MARK}<parallel id="p"/>', "kept", "<parallel>", "p"),
        (state(f'{MARK}<parallel id="p"/>'), "kept", "<parallel>", "p"),
        (state(f'{MARK}<parallel id="p">\n<history id="h"/></parallel>'), "kept", "<parallel>", "p"),
    ],
    "only histories inside": [
        (f'{MARK}<state id="a"><history id="h"/></state>', "kept", "<state>", "a"),
        (state(f'{MARK}<state id="b"><history id="h" type="deep"/></state>'), "kept", "<state>", "b"),
        (
            f'\n{MARK}<state id="a">\n<history id="h"/><history id="i"/></state>',
            "kept",
            "<state>",
            "a",
        ),
    ],
    "other shapes": [
        (f'<parallel id="p">\n{MARK}<final id="f"/></parallel>', "kept", "<final>", "f"),
        (f'<state id="a"/>\n{MARK}<state id="a"/>', "kept", "<state>", "a_2"),
        (
            state(
                f'<initial><transition target="b"/>\n{MARK}<transition target="b"/></initial><state id="b"/>'
            ),
            "kept",
            "<transition>",
            "a",
        ),
    ],
}
EACH = [
    pytest.param(*case, id=f"{name} {place}")
    for name, found in CASES.items()
    for place, case in enumerate(found)
]


def chart(text: str) -> Imported:
    return read_scxml([Source("chart.scxml", f"{HEAD}{text}</scxml>".encode())], REGISTRY)


@pytest.mark.parametrize(("text", "how", "what", "node"), EACH)
def test_what_is_not_exact_is_told_at_its_line_and_node(text: str, how: str, what: str, node: str) -> None:
    line = text[: text.index(MARK)].count("\n") + 1
    found = chart(text.replace(MARK, ""))
    rows = [row for row in found.rows if (row.how, row.what, row.line) == (how, what, line)]
    row = next((each for each in rows if each.node == node), None)
    assert row is not None, [each.sentence() for each in found.rows]
    assert row.file == "chart.scxml"
    assert row.reason
    graph = found.document.graphs[row.graph]
    assert not node or node in graph.nodes or node in graph.edges  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        text
        for name in (
            "targets that are not there",
            "parallel without regions",
            "only histories inside",
            "script",
        )
        for text, *_ in CASES[name]
    ],
)
def test_where_something_can_be_done_the_row_says_what(text: str) -> None:
    rows = [row for row in chart(text.replace(MARK, "")).rows if row.how in ("lost", "kept")]
    assert rows[0].remedy


def exact_chart(seed: int) -> str:
    """Return a chart of constructs that are exact by the table of the help page."""
    draw = random.Random(seed)
    lines = (
        '<raise event="x"/>',
        '<send event="y"/>',
        '<send event="z" target="#_internal"><param name="v" expr="n"/></send>',
        '<assign location="n" expr="n + 1"/>',
        '<log label="l" expr="n"/>',
        '<if cond="n &lt; 3"><raise event="x"/><elseif cond="n == 4"/><log/><else/><raise event="y"/></if>',
        '<send event="late" delay="500ms" id="t"/>',
        '<cancel sendid="t"/>',
    )
    names = [f"s{place}" for place in range(draw.randint(2, 6))]
    conds = ("n &gt; 2 &amp;&amp; flag", "!flag", "In('s0')", "n ? flag : true", "Math.abs(n) &lt; 9")
    parts = []
    for name in names:
        moves = "".join(
            f'<transition event="{draw.choice(("x", "y z", "*", "error.execution", "a.b"))}"'
            + (f' cond="{draw.choice(conds)}"' if draw.random() < 0.5 else "")
            + f' target="{draw.choice(names)}" type="{draw.choice(("internal", "external"))}"/>'
            for _ in range(draw.randint(1, 3))
        )
        first, second, last = (draw.choice(lines) for _ in range(3))
        blocks = f"<onentry>{first}{second}</onentry><onexit>{last}</onexit>"
        inside = draw.choice(
            (
                "",
                f'<initial><transition target="{name}i"><raise event="x"/></transition></initial>'
                f'<state id="{name}i"/><history id="{name}h" type="deep">'
                f'<transition target="{name}i"/></history>',
                f'<state id="{name}i"><transition event="x" target="{name}f"/></state><final id="{name}f"/>'
                f'<transition event="done.state.{name}" target="s0"/>',
                f'<parallel id="{name}p"><state id="{name}q"/><state id="{name}r"/></parallel>',
            )
        )
        parts.append(f'<state id="{name}">{blocks}{moves}{inside}</state>')
    model = '<datamodel><data id="n" expr="0"/><data id="flag" expr="false"/></datamodel>'
    return model + "".join(parts)


def test_of_charts_that_are_exact_at_most_one_row_in_twenty_is_not() -> None:
    rows = [row for seed in range(30) for row in chart(exact_chart(seed)).rows]
    false = [row.sentence() for row in rows if row.how != "exact"]
    assert len(rows) > 500
    assert len(false) <= 0.05 * len(rows), false[:5]


def test_what_mindloom_wrote_is_exact_when_it_is_read_again() -> None:
    text = write_scxml(machine({"event": "tick", "priority": 3}, ["do fire()"]), REGISTRY, "m").files[0].text
    found = read_scxml([Source("m.scxml", text.encode())], REGISTRY)
    assert [row.sentence() for row in found.rows if row.how != "exact"] == []


# -- writing --------------------------------------------------------------------------------------


def machine(
    edge: dict[str, object] | None = None,
    entry: list[str] | None = None,
    variable: dict[str, object] | None = None,
    extra: Mapping[str, object] | None = None,
) -> Document:
    """Return a document of two states, with the fields of a transition and of its source."""
    states: dict[str, object] = {
        "a": {"kind": "state", "name": "a", "transitions": ["t"], "entry": entry or [], **(extra or {})},
        "b": {"kind": "state", "name": "b"},
    }
    graph = {
        "kind": "state_machine",
        "children": ["a", "b"],
        "initial": "a",
        "nodes": states,
        "edges": {"t": {"event": "go", "targets": ["b"], **(edge or {})}},
    }
    return Document.model_validate_json(
        json.dumps(
            {
                "format": "mindloom",
                "version": 3,
                "root": "m",
                "graphs": {"m": graph, "other0": {"kind": "state_machine"}},
                "variables": {"v": variable or {"type": "int", "default": 1}},
                "events": {"go": {}, "stop": {}},
            }
        )
    )


WRITTEN = {
    "polled": [
        (machine({"event": "tick", "guard": guard}), "changed", "transition t", "t")
        for guard in (None, "v > 1", "v == 2 or v > 5")
    ],
    "after with a guard": [
        (machine({"event": "tick", "after": after, "guard": "v > 1"}), "changed", "transition t", "t")
        for after in (1, 0.25, 60)
    ],
    "fields of transitions": [
        (machine({name: value}), "kept", "transition t", "t")
        for name, value in (("priority", 2), ("cooldown", 1.5), ("interrupt", True), ("delay", 1.0))
    ],
    "fields of states": [
        (machine(extra=extra), "kept", "state a", "a")
        for extra in (
            {"activity": {"action": "walk"}},
            {"activity": {"action": "walk", "loop": True}},
            {"update": ["v = v + 1"]},
        )
    ],
    "lines": [
        (machine(entry=[line]), "kept", line, "a")
        for line in ("do fire()", "send go to team", "do fire(power = 2)")
    ],
    "types": [
        (machine(variable={"type": kind}), "changed", "variable v", "")
        for kind in ("vector", "entity", "trigger")
    ],
    "completions": [
        (machine({"event": event}), "changed", "transition t", "t")
        for event in ("done.success", "done.failure", ["go", "done.failure"])
    ],
}


@pytest.mark.parametrize(
    ("document", "how", "what", "node"),
    [
        pytest.param(*case, id=f"{name} {place}")
        for name, found in WRITTEN.items()
        for place, case in enumerate(found)
    ],
)
def test_what_a_chart_cannot_say_is_told_as_it_is_written(
    document: Document, how: str, what: str, node: str
) -> None:
    rows = write_scxml(document, REGISTRY, "m").rows
    found = [row for row in rows if (row.how, row.what, row.node) == (how, what, node)]
    assert found, [row.sentence() for row in rows]
    assert found[0].reason
    assert ("lost", "graph other0", "other0") in [(row.how, row.what, row.graph) for row in rows]
