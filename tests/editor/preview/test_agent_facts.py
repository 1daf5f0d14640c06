"""The words beside the pointer tell what an agent senses, and why it does not sense the rest."""

from __future__ import annotations

from editor.running.node_facts import agent_facts
from tests.runtime.session_of import session_of
from tests.runtime.worlds.world_builder import box


def test_the_facts_of_an_agent_tell_what_hides_what_it_looks_for():
    sensors = [
        {"kind": "sight", "params": {"looks_for": "thieves"}},
        {"kind": "hearing"},
        {"kind": "touch"},
    ]
    session = session_of(
        {
            "a": {"sensors": sensors, "team": "guards", "name": "Guard"},
            "b": {"team": "thieves", "name": "Thief"},
        },
        {},
        walls={"w": box(3, 6, 3.5, 8)},
    )
    session.make_noise((3.0, 9.0), 9.0, "knock")
    session.step()
    lines = agent_facts(session, "a", "Guard", "On guard")
    assert lines[0] == "Guard: On guard"
    assert "sight: visible no, unseen_for 0.01667 · Thief behind w" in lines
    heard = next(line for line in lines if line.startswith("hearing"))
    assert heard.startswith("hearing: heard yes, loudness")
    assert heard.endswith("heard, 6.8 loud")
    assert "touch: touching no, count 0 · Thief 2.00 away" in lines
