"""Draw guards over a few variables, most of them made of comparisons with constants, as texts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

VARIABLES: dict[str, Any] = {
    "d": {"type": "float"},
    "health": {"type": "float", "min": 0, "max": 10, "default": 10},
    "ammo": {"type": "int", "min": 0, "max": 6},
    "seen": {"type": "bool"},
    "mood": {"type": "enum", "values": ["calm", "alert", "angry"]},
    "word": {"type": "string"},
    "foe": {"type": "entity"},
}

_NUMBERS = st.sampled_from(["-1", "0", "1", "2.5", "3", "3.0", "5", "6", "10"])
_SIGNS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])

ATOMS = st.one_of(
    st.builds("{} {} {}".format, st.sampled_from(["d", "d", "health", "ammo"]), _SIGNS, _NUMBERS),
    st.builds("{} {} {}".format, _NUMBERS, _SIGNS, st.sampled_from(["d", "ammo"])),
    st.builds("{} < d <= {}".format, _NUMBERS, _NUMBERS),
    st.sampled_from(
        [
            "seen",
            "true",
            'mood == "calm"',
            'mood != "angry"',
            'word == "go"',
            "foe != none",
            "1 / d > 0.3",
            "d < health",
            "state_time > 1",
        ]
    ),
)


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("not ({})".format, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
    )


GUARDS = st.recursive(ATOMS, _joined, max_leaves=4)
"""Guards as texts, of type bool over `VARIABLES`."""

VALUES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "d": st.one_of(st.sampled_from([-1.0, 0.0, 1.0, 2.5, 3.0, 5.0, 6.0, 10.0]), st.floats(-20, 20)),
        "health": st.one_of(st.sampled_from([0.0, 2.5, 3.0, 10.0]), st.floats(0, 10)),
        "ammo": st.integers(0, 6),
        "seen": st.booleans(),
        "mood": st.sampled_from(["calm", "alert", "angry"]),
        "word": st.sampled_from(["", "go", "come"]),
        "foe": st.sampled_from([None, "player"]),
    }
)
"""Values the variables can have, many of them the constants that guards compare with."""
