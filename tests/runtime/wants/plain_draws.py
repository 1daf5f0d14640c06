"""Draw plainly, from the text of rule 1.4."""

from __future__ import annotations

_MASK = 0xFFFFFFFF


def plain_draw(seed: int, agent: str, path: str, count: int) -> float:
    """Return a draw from 0 up to 1."""
    mixed = _fmix(_fmix(seed) ^ _fnv(agent))
    mixed = _fmix((mixed + 0x9E3779B9 * _fnv(path)) & _MASK)
    return _fmix(mixed ^ ((count * 0x27D4EB2F) & _MASK)) / 2**32


def _fmix(value: int) -> int:
    value = ((value ^ (value >> 16)) * 0x85EBCA6B) & _MASK
    value = ((value ^ (value >> 13)) * 0xC2B2AE35) & _MASK
    return value ^ (value >> 16)


def _fnv(text: str) -> int:
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & _MASK
    return value
