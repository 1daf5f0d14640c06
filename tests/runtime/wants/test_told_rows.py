"""What goals and moods are written as is told as the node or graph it stands for (section 10)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.history.recording.comparison import Divergence, first_divergence
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.trace_export import chrome_trace
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.trials.cases.case_file import CaseFile, case_from_bytes
from runtime.trials.cases.case_runner import CaseResult, run_case
from runtime.trials.cases.recorded_case import record_case
from tests.graphs.wanting_documents import wanting
from tests.runtime.session_of import session_of

GAME = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())


def moody() -> Document:
    """Return a machine of moods that is mad once it was hurt."""
    return wanting(moods={"matrix": {"calm": {"calm": 1}}}).model_copy(update={"root": "m"})


def recorded(document: Document, ticks: int = 3, **variables: Any) -> Recorder:
    agents = {"jim": {"mind": "m.mind.json", "variables": variables}}
    recorder = Recorder(session_of(agents, {"m.mind.json": document}))
    for _ in range(ticks):
        recorder.step()
    return recorder


def divergence(document: Document, **variables: Any) -> Divergence:
    found = first_divergence(recorded(document).recording, recorded(document, **variables).recording)
    assert found is not None
    return found


def test_two_runs_go_apart_at_a_transition_of_the_document_not_at_what_stands_around_it() -> None:
    found = divergence(moody(), hp=9)
    assert (found.tick, found.part, found.name, found.second) == (1, "outcome", "hurt", "taken")


def test_a_trace_for_chrome_has_moods_and_nothing_around_them() -> None:
    told = json.loads(chrome_trace(recorded(moody()).recording, builtin_registry()))
    spans = [each["args"]["path"] for each in told["traceEvents"] if each["ph"] == "X"]
    assert spans == ["calm"]


def case_of(document: Document, *expected: dict[str, Any]) -> CaseFile:
    ticks = [{"expect": each} for each in expected]
    data = {"format": "mindloom-case", "version": 1, "document": "m.mind.json", "ticks": ticks}
    return case_from_bytes(json.dumps(data).encode())


def mismatches(result: CaseResult) -> list[tuple[str, str, str]]:
    assert result.problems == ()
    return [(each.what, each.expected, each.got) for tick in result.ticks for each in tick.mismatches]


@pytest.mark.parametrize("active", [["calm"], ["~moods", "~clock", "~quiet", "~mind", "calm"]])
def test_a_case_lists_moods_and_what_it_says_of_what_stands_around_them_is_passed_over(active: Any) -> None:
    expected = {"active": active, "transitions": [], "passages": ["enter", "enter calm"]}
    assert mismatches(run_case(case_of(moody(), expected), moody(), GAME)) == []


def test_a_case_that_expects_another_mood_fails_without_a_word_of_what_stands_around_it() -> None:
    result = run_case(case_of(moody(), {"active": ["mad"], "passages": []}), moody(), GAME)
    told = mismatches(result)
    assert {what for what, _, _ in told} == {"active states", "passages"}
    assert "~" not in repr(told)


def test_a_case_of_a_run_lists_moods_alone() -> None:
    recorder = recorded(moody(), hp=9, joy=1)
    case = record_case(recorder.recording, recorder.session.at_start(), "jim", range(3), "m.mind.json")
    assert case.ticks[0].expect.active == ("calm",)
    assert case.ticks[1].expect.active == ("mad",)
    assert case.ticks[1].expect.transitions == ("hurt",)
    assert run_case(case, moody(), GAME).passed


def test_an_unknown_name_in_a_case_is_not_answered_with_what_expanding_added() -> None:
    (problem,) = run_case(case_of(moody(), {"active": ["quiet"]}), moody(), GAME).problems
    assert "~" not in problem.message + problem.remedy
