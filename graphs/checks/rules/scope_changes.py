"""Tell which texts mean something else when what can be named changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from graphs.expressions.scope import Scope

_ABSENT = object()

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

EVERY_EVENT = "*"
"""The descriptor of a transition that takes every event."""


def changed_words(old: Scope, new: Scope) -> frozenset[str] | None:
    """Return the words of which one stands in every text that may mean something else now.

    None stands for all words: more than variables and events changed.
    """
    if old is new:
        return frozenset()
    same = (
        old.entity_fields == new.entity_fields
        and old.conditions == new.conditions
        and old.actions == new.actions
        and (old.allow_event, old.allow_state_time, old.current_event)
        == (new.allow_event, new.allow_state_time, new.current_event)
    )
    if not same:
        return None
    events = _differing(old.events, new.events)
    words = {word for name in (*events, *_differing(old.variables, new.variables)) for word in words_in(name)}
    if events:
        words.add(EVERY_EVENT)
    return frozenset(words)


@lru_cache(maxsize=65_536)
def words_in(text: str) -> frozenset[str]:
    """Return the words of an expression, an action line, a name or an event descriptor."""
    return frozenset((*_WORD.findall(text), *((EVERY_EVENT,) if text == EVERY_EVENT else ())))


def has_any_word(texts: Iterable[str], words: frozenset[str]) -> bool:
    """Tell whether any of the words stands in any of the texts."""
    return any(not words.isdisjoint(words_in(text)) for text in texts)


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    return [name for name in {**old, **new} if old.get(name, _ABSENT) != new.get(name, _ABSENT)]
