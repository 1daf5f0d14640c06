"""What the log says of a transition is read by its forms, and told by the states that others join."""

from __future__ import annotations

import pytest

from runtime.history.why.candidate_words import CandidateForm, read_candidate, titled_sentence
from tests.runtime.debugging.why_machine_scenes import MACHINE_RUNS

LINES = {
    CandidateForm.NO_GUARD: ("no guard", {}),
    CandidateForm.LOST: ("lost to the any-state transition die of the machine", {"edge": "die"}),
    CandidateForm.ALREADY_THERE: ("its target is active already", {}),
    CandidateForm.WAITS: ("0.05 s to go", {"seconds": "0.05"}),
    CandidateForm.WEIGHT_0: ("its weight is 0", {}),
    CandidateForm.DRAWN: ("weight 2.5 of 4, drawn", {"weight": "2.5", "total": "4"}),
    CandidateForm.NOT_DRAWN: ("weight 1 of 4, leave was drawn", {"weight": "1", "edge": "leave"}),
    CandidateForm.DECIDED: ("the decision tree gave flee", {"outcome": "flee"}),
    CandidateForm.NO_OUTCOME: ("the decision tree gave no outcome", {}),
    CandidateForm.CANCELED: ("was pending; its guard is false by now", {}),
}


@pytest.mark.parametrize("form", CandidateForm)
def test_every_form_is_read_with_its_parts(form: CandidateForm):
    program = MACHINE_RUNS["dying"]().recording.program("a", 0)
    sentence, parts = LINES[form]
    read = read_candidate(sentence, program, 0)
    assert read.form is form
    assert {name: read.parts[name] for name in parts} == parts


def test_what_a_guard_saw_is_no_form():
    program = MACHINE_RUNS["dying"]().recording.program("a", 0)
    assert read_candidate("d is 4.2, 1.2 too high", program, 0).form is None


@pytest.mark.parametrize(
    ("run", "sentence", "told"),
    [
        ("dying", "lost to the any-state transition die of the machine", "'any state → D' came first"),
        ("dying", "lost to the transition inner of a1", "'A1 → A2' came first"),
        ("drawn", "weight 1 of 4, leave was drawn", "weight 1 of 4, 'A → B' was drawn"),
        ("drawn", "weight 3 of 4, stay was drawn", "weight 3 of 4, 'A → no other state' was drawn"),
        ("dying", "0.05 s to go", "0.05 s to go"),
        ("dying", "lost to the transition gone of x", "lost to the transition gone of x"),
    ],
)
def test_another_transition_is_named_by_its_states(run: str, sentence: str, told: str):
    program = MACHINE_RUNS[run]().recording.program("a", 0)
    row = next(row.index for row in program.rows if row.node in ("up", "never"))
    assert titled_sentence(sentence, program, row) == told
