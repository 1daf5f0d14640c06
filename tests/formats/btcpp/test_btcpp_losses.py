"""What does not do the same is told at its line, in at least three small files of each sort."""

from __future__ import annotations

import pytest

from graphs.formats.basics.format_report import How
from tests.formats.btcpp.btcpp_files import imported, tree

S, F, SKIPS = "<AlwaysSuccess/>", "<AlwaysFailure/>", '<AlwaysSuccess _skipIf="s"/>'


def _around(tag: str, *inside: str) -> tuple[str, ...]:
    return tuple(f"<{tag}>{each}</{tag.split()[0]}>" for each in inside)


LOSSES: dict[str, tuple[How, tuple[str, ...]]] = {
    "yields": (
        "changed",
        (*_around("AsyncSequence", S + S, "<A/><B/>"), *_around("AsyncFallback", F + S)),
    ),
    "time": (
        "changed",
        ('<Sleep msec="5"/>', *_around('Timeout msec="9"', "<A/>"), *_around('Delay delay_msec="1"', S)),
    ),
    "skipped in a parallel": (
        "changed",
        (*_around("Parallel", S + SKIPS), *_around("ParallelAll", SKIPS + S), *_around("Parallel", SKIPS)),
    ),
    "skipped condition": (
        "changed",
        (
            *_around("IfThenElse", SKIPS + S, SKIPS + S + F),
            *_around("WhileDoElse", SKIPS + S),
        ),
    ),
    "thresholds": (
        "changed",
        (
            *_around('Parallel success_count="0"', S + S),
            *_around('Parallel failure_count="0"', S + S),
            *_around('Parallel success_count="5"', S),
            *_around('ParallelAll max_failures="0"', S),
        ),
    ),
    "numbers of entries": (
        "changed",
        (
            *_around('Repeat num_cycles="{n}"', S),
            *_around('RetryUntilSuccessful num_attempts="{n}"', F),
            *_around('Parallel success_count="{n}"', S),
        ),
    ),
    "scripts after a precondition": (
        "changed",
        (
            '<A _successIf="a" _onSuccess="n := 1"/>',
            '<A _failureIf="a" _onFailure="n := 1"/>',
            '<A _failureIf="a" _post="n := 1"/>',
        ),
    ),
    "ticked again": (
        "changed",
        (
            *_around("ReactiveFallback", '<B/><Repeat num_cycles="2"><A/></Repeat>'),
            *_around("Parallel", "<SequenceWithMemory><A/><B/></SequenceWithMemory>"),
            '<Sequence _while="a"><Repeat num_cycles="2"><A/></Repeat></Sequence>',
            *_around("ParallelAll", '<RetryUntilSuccessful num_attempts="2"><A/></RetryUntilSuccessful>'),
            *_around("ReactiveSequence", "<B/><SequenceWithMemory><A/><B/></SequenceWithMemory>"),
        ),
    ),
    "skipped below a decorator": (
        "changed",
        (
            *_around("KeepRunningUntilFailure", SKIPS),
            *_around('Repeat num_cycles="3"', SKIPS),
            *_around('RetryUntilSuccessful num_attempts="3"', '<A _skipIf="s"/>'),
            *_around("KeepRunningUntilFailure", '<A _skipIf="s"/>', f"<Inverter>{SKIPS}</Inverter>"),
            *_around('Precondition if="a" else="FAILURE"', SKIPS),
        ),
    ),
    "preconditions that can be halted": (
        "changed",
        (
            *_around('Timeout msec="9"', '<Precondition if="a"><A/></Precondition>'),
            *_around("Parallel", f'<Precondition if="a"><A/></Precondition>{S}'),
            '<Sequence _while="b"><Precondition if="a"><A/></Precondition></Sequence>',
        ),
    ),
    "ports of several types": (
        "kept",
        tuple(
            f'<Sequence><Script code="n := {value}"/><A v="x"/><A v="{{n}}"/></Sequence>'
            for value in ("1", "2.5", "true")
        ),
    ),
    "rates": ("changed", (*_around("RateController", S), *_around('RateController hz="5"', S, "<A/>"))),
    "decorators of the game": (
        "kept",
        (*_around("MyDecorator", S), *_around('Often n="2"', "<A/>"), *_around('Decorator ID="Hm"', F)),
    ),
    "numbers that are none": (
        "kept",
        (
            *_around('Parallel success_count="many"', S),
            *_around('Parallel failure_count="0.5"', S),
            *_around('ParallelAll max_failures="x"', S),
        ),
    ),
    "loops": (
        "kept",
        (
            *_around('LoopInt queue="1;2" value="{n}"', S),
            *_around('LoopString queue="{q}" value="{n}"', S),
            *_around('ConsumeQueue queue="{q}" popped_item="{n}"', S),
        ),
    ),
    "controls": (
        "kept",
        (*_around("TryCatch", S + F), *_around("ManualSelector", S + F), *_around("MyControl", S + F)),
    ),
    "updates": (
        "kept",
        (
            *_around('SkipUnlessUpdated entry="{n}"', S),
            *_around('WaitValueUpdate entry="{n}"', S),
            '<WasEntryUpdated entry="{n}"/>',
        ),
    ),
    "scripts": (
        "kept",
        (
            """<Script code="t := 'a' .. 'b'"/>""",
            '<Script code="n := 5 &amp; 4"/>',
            '<ScriptCondition code="color == RED"/>',
            '<ScriptCondition code="(n := 2) &gt; 1"/>',
        ),
    ),
    "scripts of a node": (
        "kept",
        (
            '<A _skipIf="~n"/>',
            """<A _while="t + 'x' == 'ax'"/>""",
            '<A _onHalted="n := "/>',
            '<A _post="oops ("/>',
        ),
    ),
    "entries": (
        "changed",
        (
            '<UnsetBlackboard key="n"/>',
            '<SetBlackboard value="1" output_key="n"/>',
            '<SetBlackboard value="a" output_key="{t}"/>',
            '<UnsetBlackboard key="t"/>',
            '<UnsetBlackboard key="s"/>',
        ),
    ),
    "trees that are not there": (
        "kept",
        ('<SubTree ID="X"/>', '<SubTree ID="Y" a="1"/>', '<SubTree ID="Z" _autoremap="1"/>'),
    ),
    "switches": (
        "kept",
        (
            f'<Switch2 variable="one" case_1="1" case_2="2">{S}{S}{S}</Switch2>',
            f'<Switch2 variable="{{n}}" case_1="1" case_2="1">{S}{S}{S}</Switch2>',
            f'<Switch3 variable="{{n}}" case_1="1" case_2="2" case_3="3">{S}{S}{S}</Switch3>',
        ),
    ),
    "preconditions that wait": (
        "kept",
        (
            *_around('Precondition if="a" else="RUNNING"', S),
            *_around('Precondition if="a .. b"', S),
            *_around('Precondition if=""', S),
        ),
    ),
}
CASES = [(how, text) for how, texts in LOSSES.values() for text in texts]


@pytest.mark.parametrize(("how", "text"), CASES)
def test_a_difference_is_told_at_its_line(how: How, text: str) -> None:
    read = imported(tree(f"<Sequence>\n{S}\n\n{text}\n</Sequence>"))
    told = [row for row in read.rows if row.how == how and row.line == 6]
    assert told
    assert all(row.reason.endswith(".") and row.file == "a.xml" and row.node for row in told)
    assert all(row.remedy.endswith(".") for row in told)


def test_each_sort_has_three_files_at_least() -> None:
    assert all(len(texts) >= 3 for _, texts in LOSSES.values())


@pytest.mark.parametrize("key", ["{goal}", "{pose}", "{t}"])
def test_an_entry_of_a_type_that_is_not_known_is_told(key: str) -> None:
    models = '<Action ID="Go"><output_port name="to" type="Pose2D"/></Action>'
    read = imported(tree(f'<Go to="{key}"/>', models))
    told = [row for row in read.rows if row.how != "exact"]
    assert [(row.how, row.what, row.line, row.node) for row in told] == [("kept", key, 3, "go")]
    assert told[0].remedy


ONE, TWO = (f'<BehaviorTree ID="{each}">{S}</BehaviorTree>' for each in ("One", "Two"))
MAIN = ' main_tree_to_execute="One"'


def _file(first: str, second: str, main: str = MAIN) -> str:
    return f'<root BTCPP_format="4"{main}>\n{first}\n{second}\n</root>'


@pytest.mark.parametrize("script", ['_onSuccess="a := b"', '_onHalted="a := b"', '_post="a := b"'])
def test_an_entry_that_only_scripts_have_is_told_where_they_are(script: str) -> None:
    read = imported(tree(f"<Sequence>\n<AlwaysSuccess/>\n<Go {script}/></Sequence>"))
    told = [row for row in read.rows if row.what == "{a}"]
    assert [(row.how, row.line, row.node) for row in told] == [("kept", 5, "go")]


AROUND: dict[str, tuple[How, int, tuple[str, ...]]] = {
    "packages": (
        "kept",
        2,
        tuple(_file(f'<include ros_pkg="{each}" path="a.xml"/>', ONE) for each in ("nav", "robot", "x")),
    ),
    "files that are not there": (
        "kept",
        3,
        tuple(_file(ONE, f'<include path="{each}"/>') for each in ("no.xml", "../no.xml", "")),
    ),
    "no main tree": (
        "changed",
        1,
        (_file(ONE, TWO, ""), _file(TWO, ONE, ""), _file(ONE, ONE.replace("One", "Three"), "")),
    ),
    "IDs that are taken": ("lost", 2, tuple(_file(ONE.replace(S, each), ONE) for each in (S, F, "<A/>"))),
    "several nodes at the top": (
        "kept",
        3,
        tuple(_file(f'<BehaviorTree ID="One">{S}', f"{each}</BehaviorTree>") for each in (S, F, "<A/>")),
    ),
}


@pytest.mark.parametrize(
    ("how", "line", "text"), [(how, line, text) for how, line, texts in AROUND.values() for text in texts]
)
def test_what_is_around_nodes_is_told_at_its_line(how: How, line: int, text: str) -> None:
    told = [row for row in imported(text).rows if row.how == how and row.line == line]
    assert told
    assert all(row.reason and row.remedy and row.file == "a.xml" for row in told)
