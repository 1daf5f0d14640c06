"""Any tick of any sample can be made exact again, with inputs and interventions on the way (7.3, 1.5)."""

from __future__ import annotations

import random

import pytest

from runtime.session.session import Session
from tests.runtime.interventions import intervene
from tests.runtime.recording.seeking import OtherState, SeekRun
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import move_player, sample_session


def act(session: Session) -> None:
    """Move the player, force a node or enter a state now and then, as the tick says."""
    move_player(session)
    intervene(session, random.Random(f"act {session.tick}"))


@pytest.mark.parametrize("name", NAMES)
def test_7_3_every_sample_resumes_exactly_wherever_one_seeks(name):
    made = SeekRun.straight(sample_session(name), 40, 2, act, further=4, seed=len(name))
    assert made.seek_all() == 2


def test_7_3_a_state_that_is_another_one_is_told():
    made = SeekRun.straight(sample_session("tank"), 40, 1, act, further=5)
    made.hashes[made.targets[0]] = "other"
    with pytest.raises(OtherState, match="seeking tick"):
        made.seek_all()
