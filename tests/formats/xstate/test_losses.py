"""What a machine of XState loses, keeps or changes is told at its line, and what is exact is not."""

from __future__ import annotations

import json
import random

import pytest

from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.xstate.xstate_format import read_xstate, write_xstate
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import Document

REGISTRY = builtin_registry()
MARK = "§"
"""Stands before the line that a case is about, and is taken out."""
CODE = '{"$function": "() => 1"}'

Case = tuple[str, str, str, str]
"""A text with a marked line, how it is imported, what the row is about, the node it leads to."""


def machine(fields: str, more: str = "") -> str:
    """Return a machine of a state a with these fields, and of b."""
    return f'{{"id": "m", "initial": "a",{more}\n"states": {{\n"a": {{\n{fields}\n}},\n"b": {{}} }} }}'


def entry(action: str) -> str:
    return machine(f'"exit": "x",\n{MARK}"entry": {action}')


def move(fields: str) -> str:
    return machine(f'"on": {{\n{MARK}"E": {{"target": "b", {fields}}}\n}}')


def built_in(name: str, fields: str = "") -> list[Case]:
    action = f'{{"type": "xstate.{name}"{fields}}}'
    return [
        (entry(action), "kept", name, "a"),
        (machine(f'"exit": ["x",\n{MARK}{action}]'), "kept", name, "a"),
        (move(f'"actions": {action}'), "kept", name, "a.1"),
    ]


def regions(fields: str) -> str:
    """Return a parallel state of the regions r and s, with fields of a state in r."""
    inside = f'"r": {{"initial": "u", "states": {{"u": {{\n{fields}}}, "w": {{}} }} }}'
    return (
        f'{{"id": "m", "initial": "p", "states": {{"p": {{"type": "parallel", "states": {{{inside},\n'
        '"s": {"initial": "v", "states": {"v": {"on": {"F": "z"}}, "z": {}}}}}}}'
    )


def around(outer: str, inner: str) -> str:
    return (
        f'{{"id": "m", "initial": "p", "states": {{"p": {{"type": "parallel", '
        f'"on": {{\n{MARK}"E": {outer}\n}},'
        f'"states": {{"r": {{"on": {{"E": {inner}}}}}, "s": {{}}}}}}, "q": {{}}}}}}'
    )


CASES: dict[str, list[Case]] = {
    "a named delay": [
        (machine(f'"after": {{\n{MARK}"long": "b"}}'), "kept", "after long", "a.1"),
        (machine(f'"after": {{"5": "b",\n{MARK}"long": {{"target": "b"}}}}'), "kept", "after long", "a.2"),
        (
            entry('{"type": "xstate.raise", "event": {"type": "E"}, "delay": "long"}'),
            "kept",
            "raise",
            "a",
        ),
    ],
    "context that is no single value": [
        (machine("", f'\n"context": {{"n": 1,\n{MARK}"c": {value}}},'), "kept", "context c", "")
        for value in ("[1]", '{"x": 1}', "null", CODE)
    ],
    "an actor that becomes an activity": [
        (machine(f'{MARK}"invoke": {value}'), "changed", f"invoke {name}", "a")
        for name, value in (
            ("call", '{"src": "call", "onDone": "b"}'),
            ("ring", '{"src": "ring"}'),
            ("actor", f'{{"src": {CODE}}}'),
        )
    ],
    "other actors": [
        (machine(f'"invoke": [{{"src": "x"}},\n{MARK}{{"src": "y"}}]'), "kept", "invoke y", "a"),
        (machine("", f'\n{MARK}"invoke": {{"src": "x"}},'), "kept", "invoke x", ""),
        (machine(f'"states": {{"c": {{}}}},\n{MARK}"invoke": {{"src": "x"}}'), "kept", "invoke x", "a"),
    ],
    "inline functions": [
        (entry(CODE), "kept", "action", "a"),
        (move(f'"actions": {CODE}'), "kept", "action", "a.1"),
        (move(f'"guard": {CODE}'), "kept", "guard", "a.1"),
        (entry(f'{{"type": "x", "params": {CODE}}}'), "kept", "action x", "a"),
        (move(f'"guard": {{"type": "g", "params": {CODE}}}'), "kept", "guard g", "a.1"),
    ],
    "assign of functions": built_in("assign", f', "assignment": {{"n": {CODE}}}'),
    "sendTo": built_in("sendTo", ', "to": "other"'),
    "spawnChild": built_in("spawnChild"),
    "emit": built_in("emit", f', "event": {CODE}'),
    "enqueueActions": built_in("enqueueActions", f', "collect": {CODE}'),
    "raise of what is no single value": [
        (entry(f'{{"type": "xstate.raise", "event": {event}}}'), "kept", "raise", "a")
        for event in (CODE, '{"type": "E", "x": [1]}', '{"type": "E", "x-y": 1}')
    ],
    "stateIn of no state": [
        (
            move(f'"guard": {{"type": "xstate.stateIn", "stateValue": {value}}}'),
            "kept",
            "guard stateIn",
            "a.1",
        )
        for value in ('"nowhere"', '{"a": "b"}', '"#gone"')
    ],
    **{
        name: [
            (machine(f'{MARK}"{name}": {value}'), "kept", name, "a"),
            (machine("", f'\n{MARK}"{name}": {value},'), "kept", name, ""),
            (machine(f'"states": {{"c": {{\n{MARK}"{name}": {value}}}}}'), "kept", name, "a.c"),
        ]
        for name, value in (("output", '{"x": 1}'), ("tags", '["x"]'), ("meta", '{"x": 1}'), ("odd", "1"))
    },
    "a transition with more": [
        (move(f'"{name}": {value}'), "kept", "on E", "a.1")
        for name, value in (("meta", "{}"), ("in", '"b"'), ("odd", "1"))
    ],
    "an exit of the machine": [
        (machine("", f'\n{MARK}"exit": {value},'), "kept", "exit", "") for value in ('"x"', "[]", CODE)
    ],
    "between regions": [
        (regions(f'"on": {{\n{MARK}"E": "#m.p.s.z"}}'), "changed", "on E", "p.r.u.1"),
        (regions(f'"always": [\n{MARK}{{"target": "#m.p.s"}}]'), "changed", "always", "p.r.u.1"),
        (regions(f'"on": {{"F": "w",\n{MARK}"E": ["#m.p.s.z"]}}'), "changed", "on E", "p.r.u.2"),
    ],
    "around regions": [
        (around('"q"', '{"actions": "x"}'), "changed", "on E", "p.1"),
        (around('{"actions": "x"}', '"s"'), "changed", "on E", "p.1"),
        (around("{}", '{"actions": ["x", "y"]}'), "changed", "on E", "p.1"),
    ],
    "targets that are not there": [
        (machine(f'"on": {{\n{MARK}"E": "z"}}'), "lost", "on E", "a.1"),
        (machine(f'"always": [\n{MARK}{{"target": "#z.y"}}]'), "lost", "always", "a.1"),
        (
            machine(f'"after": {{"9": [{{"target": "b"}},\n{MARK}{{"target": ".c"}}]}}'),
            "lost",
            "after 9",
            "a.2",
        ),
        (machine(f'{MARK}"initial": "z",\n"states": {{"c": {{}}}}'), "lost", "initial", "a"),
        (machine(f'{MARK}"initial": {{"target": ["z"]}},\n"states": {{"c": {{}}}}'), "lost", "initial", "a"),
        (
            machine(f'"states": {{"c": {{}}, "h": {{"history": true,\n{MARK}"target": "z"}}}}'),
            "lost",
            "target",
            "a.h",
        ),
    ],
    "parallel without regions": [
        (f'{{"initial": "a", "states": {{\n{MARK}"a": {{"type": "parallel"}}}}}}', "kept", "state a", "a"),
        (
            f'{{"initial": "a", "states": {{\n{MARK}"a": {{"type": "parallel", "states": {{}}}}}}}}',
            "kept",
            "state a",
            "a",
        ),
        (
            machine(
                f'"states": {{\n{MARK}"c": {{"type": "parallel",\n'
                f'"states": {{"h": {{"type": "history"}}}}}}}}'
            ),
            "kept",
            "state c",
            "a.c",
        ),
    ],
    "only histories inside": [
        (
            f'{{"initial": "a", "states": {{\n{MARK}"a": {{"states": {{"h": {{{said}}}}}}}}}}}',
            "kept",
            "state a",
            "a",
        )
        for said in ('"type": "history"', '"history": "deep"', '"type": "history", "history": "shallow"')
    ],
    "other shapes": [
        (f'{{"type": "parallel", "states": {{\n{MARK}"f": {{"type": "final"}}}}}}', "kept", "state f", "f"),
        (
            f'{{"initial": "a", "states": {{\n{MARK}"a": {{"type": "final", "on": {{"E": "a"}}}}}}}}',
            "kept",
            "state a",
            "a",
        ),
        (machine(f'"id": "x",\n"states": {{"c": {{\n{MARK}"id": "x"}}}}'), "kept", "id", "a.c"),
        (machine(f'"states": {{\n{MARK}"c": 3}}'), "lost", "state c", "a"),
        (machine(f'"on": {{\n{MARK}"E": 3}}'), "kept", "on E", "a.1"),
        (machine(f'{MARK}"on": 3'), "kept", "on", "a"),
        (machine(f'"states": {{\n{MARK}"c": {{"type": "odd"}}}}'), "kept", "state c", "a.c"),
    ],
}
EACH = [
    pytest.param(*case, id=f"{name} {place}")
    for name, found in CASES.items()
    for place, case in enumerate(found)
]


def imported(text: str) -> Imported:
    return read_xstate([Source("m.machine.json", text.encode())], REGISTRY)


@pytest.mark.parametrize(("text", "how", "what", "node"), EACH)
def test_what_is_not_exact_is_told_at_its_line_and_node(text: str, how: str, what: str, node: str) -> None:
    line = text[: text.index(MARK)].count("\n") + 1
    found = imported(text.replace(MARK, ""))
    rows = [row for row in found.rows if (row.how, row.what, row.line) == (how, what, line)]
    row = next((each for each in rows if each.node == node), None)
    assert row is not None, [each.sentence() for each in found.rows]
    assert row.file == "m.machine.json"
    assert row.reason
    assert row.remedy or how == "changed"
    graph = found.document.graphs[row.graph]
    assert not node or node in graph.nodes or node in graph.edges  # type: ignore[union-attr]


def exact_machine(seed: int) -> dict[str, object]:
    """Return a configuration of parts that are exact by the table of the help page."""
    draw = random.Random(seed)
    names = [f"s{place}" for place in range(draw.randint(2, 6))]
    actions = (
        "shut",
        {"type": "count", "params": {"by": 2}},
        {"type": "xstate.raise", "event": {"type": "X", "by": 1}},
        {"type": "xstate.raise", "event": {"type": "Y"}, "delay": 200, "id": "t"},
        {"type": "xstate.cancel", "sendId": "t"},
        {"type": "xstate.log"},
        {"type": "xstate.assign", "assignment": {"coins": 3}},
    )
    guards = (
        "isGenuine",
        {"type": "xstate.not", "guards": ["isGenuine"]},
        {"type": "xstate.and", "guards": ["isGenuine", {"type": "xstate.stateIn", "stateValue": "#m.s0"}]},
    )

    def transition() -> object:
        said = {"target": draw.choice(names), "guard": draw.choice(guards), "actions": draw.choice(actions)}
        return draw.choice((draw.choice(names), said, [said, {"target": draw.choice(names)}]))

    def inside() -> dict[str, object]:
        shapes: tuple[dict[str, object], ...] = (
            {},
            {
                "initial": "i",
                "states": {"i": {"on": {"X": "f"}}, "f": {"type": "final"}},
                "onDone": names[0],
            },
            {"type": "parallel", "states": {"q": {}, "r": {"description": "still"}}},
            {
                "initial": {"target": ["i"], "actions": ["shut"]},
                "states": {"i": {}, "h": {"type": "history", "history": "deep", "target": "i"}},
            },
        )
        return draw.choice(shapes)

    states = {
        name: {
            "entry": [draw.choice(actions), draw.choice(actions)],
            "exit": draw.choice(actions),
            "on": {event: transition() for event in draw.sample(("X", "Y", "a.b", "a.*", "*"), 2)},
            "after": {"500": transition()},
            **({"always": {"target": names[0], "guard": "isGenuine"}} if draw.random() < 0.3 else {}),
            **inside(),
        }
        for name in names
    }
    return {"id": "m", "initial": "s0", "context": {"coins": 0, "open": False}, "states": states}


def test_of_machines_that_are_exact_at_most_one_row_in_twenty_is_not() -> None:
    rows = [row for seed in range(30) for row in imported(json.dumps(exact_machine(seed), indent=1)).rows]
    false = [row.sentence() for row in rows if row.how != "exact"]
    assert len(rows) > 500
    assert len(false) <= 0.05 * len(rows), false[:5]


# -- writing --------------------------------------------------------------------------------------


def document(
    edge: dict[str, object] | None = None,
    entry: list[str] | None = None,
    extra: dict[str, object] | None = None,
) -> Document:
    """Return a document of two states, with the fields of a transition and of its source."""
    graph = {
        "kind": "state_machine",
        "children": ["a", "b"],
        "initial": "a",
        "nodes": {
            "a": {"kind": "state", "name": "a", "transitions": ["t"], "entry": entry or [], **(extra or {})},
            "b": {"kind": "state", "name": "b"},
        },
        "edges": {"t": {"event": "go", "targets": ["b"], **(edge or {})}},
    }
    return Document.model_validate_json(
        json.dumps(
            {
                "format": "mindloom",
                "version": 3,
                "root": "m",
                "graphs": {"m": graph, "other": {"kind": "state_machine"}},
                "variables": {"v": {"type": "int", "default": 1}},
                "events": {"go": {}},
            }
        )
    )


WRITTEN = {
    "after with a guard": [
        (document({"event": "tick", "after": after, "guard": "v > 1"}), "changed", "transition t", "t")
        for after in (1, 0.25, 60)
    ],
    "polled": [
        (document({"event": "tick", "guard": guard}), "changed", "transition t", "t")
        for guard in (None, "v > 1", "v == 2 or v > 5")
    ],
    "lines": [
        (document(entry=[line]), "lost", line, "a")
        for line in ("send go to team", "v = random_int(1, 6)", "send go to all")
    ],
    "activities": [
        (document(extra={"activity": activity}), "changed", f"activity {name}", "a")
        for name, activity in (
            ("walk", {"action": "walk"}),
            ("run", {"action": "run", "loop": False}),
            ("graph other", {"graph": "other"}),
        )
    ],
    "fields of transitions": [
        (document({name: value}), "lost", "transition t", "t")
        for name, value in (("interrupt", True), ("delay", 1.0), ("cooldown", 2.0), ("group", "g"))
    ],
    "updates": [
        (document(extra={"update": [line]}), "lost", "state a", "a")
        for line in ("v = v + 1", "raise go", "send go to self")
    ],
}


@pytest.mark.parametrize(
    ("written", "how", "what", "node"),
    [
        pytest.param(*case, id=f"{name} {place}")
        for name, found in WRITTEN.items()
        for place, case in enumerate(found)
    ],
)
def test_what_a_configuration_cannot_say_is_told_as_it_is_written(
    written: Document, how: str, what: str, node: str
) -> None:
    rows = write_xstate(written, REGISTRY, "m").rows
    found = [row for row in rows if (row.how, row.what, row.node) == (how, what, node)]
    assert found, [row.sentence() for row in rows]
    assert found[0].reason
    assert ("lost", "graph other", "other") in [(row.how, row.what, row.graph) for row in rows]
