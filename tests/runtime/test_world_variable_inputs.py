"""A world variable can be written from outside, as any intervention is (rule 7.4)."""

from __future__ import annotations

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from tests.runtime.actions.game_session import MIND, field_with, tree_document


def session() -> Session:
    document = tree_document(
        {"r": {"kind": "set", "actions": ["seen = fear"]}},
        variables={"fear": {"type": "float", "scope": "world"}, "seen": {"type": "float"}},
    )
    return Session.open(field_with(), {MIND: document}, builtin_registry(), builtin_library())


def test_7_4_a_world_variable_is_written_before_the_next_step():
    one = session()
    one.write_world_variable("fear", 2.5)
    assert one.world_variables() == {"fear": 0.0}
    one.step()
    assert one.world_variables() == {"fear": 2.5}
    assert one.variables("me") == {"seen": 2.5}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("seen", 1.0, "No mind here declares the world variable 'seen'"),
        ("fear", "much", "fear is a float and cannot take 'much'"),
    ],
)
def test_7_4_what_is_no_world_variable_or_does_not_fit_is_refused(name, value, said):
    one = session()
    with pytest.raises(ValueError, match=said):
        one.write_world_variable(name, value)
    one.step()
    assert one.world_variables() == {"fear": 0.0}
