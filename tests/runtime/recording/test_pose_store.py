"""Packing poses loses nothing of their codes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.history.recording.tick_block import CHUNK_TICKS, PoseCodes, PoseStore, pack, unpack


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_a_packed_chunk_is_unpacked_bit_for_bit(seed, agents):
    source = np.random.default_rng(seed)
    codes = source.integers(0, 65536, (CHUNK_TICKS, agents, 3)).astype(np.uint16)
    assert np.array_equal(unpack(pack(codes), agents), codes)


@pytest.mark.parametrize("count", [1, CHUNK_TICKS, CHUNK_TICKS + 1, 3 * CHUNK_TICKS, 100])
@pytest.mark.parametrize("closed", [False, True])
def test_every_tick_is_read_back_in_any_order(count, closed):
    source = np.random.default_rng(count)
    codes = source.integers(0, 65536, (count, 4, 3)).astype(np.uint16)
    store = PoseStore(4)
    for tick in codes:
        store.add(tick)
    if closed:
        store.close()
    for index in source.permutation(count).tolist():
        assert np.array_equal(store[index], codes[index])
    with pytest.raises(IndexError):
        store[count]


def test_smooth_motion_takes_less_than_half():
    times = np.arange(CHUNK_TICKS)[:, None]
    speeds = np.arange(1, 501)[None, :]
    codes = np.stack((times * speeds * 7, 9000 - times * speeds, times * 0 + speeds * 100), axis=2)
    assert len(pack((codes % 65536).astype(np.uint16))) < codes.size


def test_places_and_headings_are_exact_to_half_a_step():
    codes = PoseCodes((40.0, 20.0))
    poses = np.array([[0.0, 0.0, 0.0], [40.0, 20.0, 359.999], [12.34, 5.67, 180.0], [-1.0, 21.0, 360.0]])
    again = codes.decode(codes.encode(poses))
    assert np.abs(again[:3, 0] - poses[:3, 0]).max() <= 20 / 65535
    assert again[3].tolist() == [0.0, 20.0, 0.0]
    turned = np.abs(again[:3, 2] - poses[:3, 2])
    assert np.minimum(turned, 360 - turned).max() <= 180 / 65536
