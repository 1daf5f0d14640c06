"""Records taken apart by field are put together as they were."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

from runtime.history.recording.key_frames import KeyFrame, packed_array, unpacked_array
from runtime.history.recording.state_columns import Columns, GroupedColumns
from tests.runtime.session_of import sample_session


@dataclass(frozen=True, slots=True)
class Pair:
    """Hold a name and numbers."""

    name: str
    numbers: tuple[float, ...] = ()


PAIRS = (Pair("a", (1.5,)), Pair("b"), Pair("c", (2.0, -0.0)))


@pytest.mark.parametrize("records", [PAIRS, PAIRS[:1], ()])
def test_records_come_back_as_they_were(records: tuple[Pair, ...]) -> None:
    columns = pickle.loads(pickle.dumps(Columns.of(Pair, records)))
    assert columns.records() == list(records)


def test_groups_come_back_as_they_were() -> None:
    groups = (PAIRS[:2], (), PAIRS[2:], PAIRS)
    columns = pickle.loads(pickle.dumps(GroupedColumns.of(Pair, groups)))
    assert columns.groups() == groups


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(0),
        np.zeros(5_000),
        np.random.default_rng(1).uniform(-9, 9, 4_000),
        np.random.default_rng(2).integers(0, 256, 5_001).astype(np.uint8),
    ],
    ids=["empty", "zeros", "places", "noise"],
)
def test_arrays_come_back_to_the_bit(array: np.ndarray) -> None:
    packed = packed_array(memoryview(array.tobytes()))
    assert bytes(unpacked_array(packed, array.nbytes)) == array.tobytes()
    assert len(packed) <= array.nbytes * 1.01 + 20


@pytest.mark.parametrize("sample", ["swarm", "soldier"])
def test_7_3_a_key_frame_holds_a_state_exactly(sample: str) -> None:
    session = sample_session(sample)
    for _ in range(40):
        session.step()
    key, expected = KeyFrame.of(session.snapshot()), session.state_hash()
    for _ in range(5):
        session.step()
    session.restore(key.snapshot())
    assert session.state_hash() == expected
    assert session.snapshot().brains == key.snapshot().brains
