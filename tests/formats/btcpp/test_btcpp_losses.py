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


def test_each_sort_has_three_files_at_least() -> None:
    assert all(len(texts) >= 3 for _, texts in LOSSES.values())


@pytest.mark.parametrize("key", ["{goal}", "{pose}", "{t}"])
def test_an_entry_of_a_type_that_is_not_known_is_told(key: str) -> None:
    models = '<Action ID="Go"><output_port name="to" type="Pose2D"/></Action>'
    read = imported(tree(f'<Go to="{key}"/>', models))
    assert [(row.how, row.what) for row in read.rows if row.how != "exact"] == [("kept", key)]
