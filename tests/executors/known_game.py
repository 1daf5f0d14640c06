"""Check what Mindloom knows of a game by the manifest that an executor printed."""

from __future__ import annotations

from graphs.kinds.declarations.registry import Registry


def check_known(known: Registry) -> None:
    """Check a game that reloads and walks, asks whether it is dark, and knows a bell and an alarm."""
    reload = known.actions["reload"]
    assert (reload.summary, reload.instant) == ("Load the gun.", True)
    (shots,) = reload.parameters
    assert (shots.name, shots.type, shots.default, shots.unit) == ("shots", "int", 3, "shots")
    assert (shots.minimum, shots.maximum) == (1, 9)
    assert [each.name for each in known.actions["walk"].parameters] == ["to", "weight", "priority"]
    assert known.conditions["is_dark"].summary == "Tell if it is."
    assert known.entity_fields["armor"].shape.type == "float"
    assert {*known.events["bell"].payload} == {"at", "mood"}
    assert {*known.events["alarm"].payload} == {"loud"}
