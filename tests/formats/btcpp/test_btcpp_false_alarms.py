"""Files of constructs that are all exact are told as exact, into the editor and out of it again."""

from __future__ import annotations

import pytest

from graphs.formats.basics.format_report import FormatRow
from graphs.formats.btcpp.btcpp_format import BTCPP
from tests.formats.btcpp.btcpp_files import imported, not_exact, registry_of, tree
from tests.formats.btcpp.random_trees import random_job

MOST = 0.05
RANDOM_FILES = 40

DO, ASK = '<Do a="{n}"/>', "<Ask/>"
PAIR = DO + ASK
MODELS = (
    '<Action ID="Do"><input_port name="a" type="int"/>'
    '<output_port name="b" type="int" default="{m}"/></Action>'
    '<Condition ID="Ask"/>'
)
EXACT = [
    *(f"<{tag}>{PAIR}</{tag}>" for tag in ("Sequence", "Fallback", "ReactiveSequence", "ReactiveFallback")),
    *(f"<{tag}>{PAIR}</{tag}>" for tag in ("SequenceWithMemory", "Parallel", "ParallelAll")),
    *(
        f"<Parallel {port}='{n}'>{PAIR}</Parallel>"
        for port in ("success_count", "failure_count")
        for n in (1, -1)
    ),
    *(f"<{tag}>{ASK}{PAIR}</{tag}>" for tag in ("IfThenElse", "WhileDoElse")),
    f'<Switch2 variable="{{n}}" case_1="1" case_2="2">{DO}{DO}{ASK}</Switch2>',
    f'<Switch2 variable="{{t}}" case_1="a" case_2="b">{DO}{DO}{ASK}</Switch2>',
    *(f"<{tag}>{DO}</{tag}>" for tag in ("Inverter", "ForceSuccess", "ForceFailure", "RunOnce")),
    f'<RunOnce then_skip="false">{DO}</RunOnce>',
    f"<KeepRunningUntilFailure>{DO}</KeepRunningUntilFailure>",
    *(f'<Repeat num_cycles="{n}">{DO}</Repeat>' for n in (1, 3, -1)),
    *(f'<RetryUntilSuccessful num_attempts="{n}">{DO}</RetryUntilSuccessful>' for n in (1, 3, -1)),
    *(
        f'<Precondition if="n == 1" else="{each}">{DO}</Precondition>'
        for each in ("FAILURE", "SUCCESS", "SKIPPED")
    ),
    *("<AlwaysSuccess/>", "<AlwaysFailure/>", '<Sleep msec="0"/>'),
    *(f'<Script code="{code}"/>' for code in ("n := 1", "n += 2; t := 'a'", "ok := n &gt; 1 &amp;&amp; !ok")),
    *(f'<ScriptCondition code="{code}"/>' for code in ("n == 1", "t == 'a' || ok", "(ok ? 1 : 2) &lt; n")),
    *(f'<Do a="{{n}}" {name}="n == 1"/>' for name in ("_skipIf", "_failureIf", "_successIf", "_while")),
    *(f'<Do a="{{n}}" {name}="n := 1"/>' for name in ("_onSuccess", "_onFailure", "_onHalted", "_post")),
    *(f"<{tag}>{PAIR}</{tag}>" for tag in ("RoundRobin", "PipelineSequence", "RecoveryNode")),
    '<SubTree ID="Other" a="{n}"/>',
    '<SubTree ID="Other" a="3"/>',
    '<SubTree ID="Other" _autoremap="true"/>',
    f'<!-- note --><Sequence _favorite="true" _collapsed="1" name="x">{PAIR}</Sequence>',
]
OTHER = '<BehaviorTree ID="Other"><Do a="{a}"/></BehaviorTree>'


def _file(text: str) -> str:
    declared = "".join(f'<Script code="{each}"/>' for each in ("n := 1", "t := 'a'", "ok := true"))
    return tree(f"<Sequence>{declared}{text}</Sequence>", MODELS, OTHER)


def _share(rows: list[FormatRow]) -> float:
    assert len(rows) > 100
    return sum(row.how != "exact" for row in rows) / len(rows)


@pytest.mark.parametrize("text", EXACT)
def test_an_exact_construct_is_told_as_exact(text: str) -> None:
    assert not not_exact(imported(_file(text)).rows)


def test_few_rows_of_exact_files_are_false_alarms() -> None:
    rows = [row for text in EXACT for row in imported(_file(text)).rows]
    assert _share(rows) <= MOST


def test_few_rows_of_random_exact_trees_are_false_alarms() -> None:
    rows = [row for seed in range(RANDOM_FILES) for row in imported(random_job(seed)["xml"]).rows]
    assert _share(rows) <= MOST


def test_few_rows_of_exact_files_are_false_alarms_when_they_are_written_back() -> None:
    assert BTCPP.write is not None
    rows: list[FormatRow] = []
    for text in EXACT:
        read = imported(_file(text))
        rows += BTCPP.write(read.document, registry_of(read), "a").rows
    assert _share(rows) <= MOST
