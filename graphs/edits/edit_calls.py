"""Mark functions as edits of whole documents, and tell who listens how they are called.

A marked edit can be called by its name, from a script and from Python; `graphs.scripts` derives its
arguments from the signature. Its first argument is the document, its result the changed document, alone or as
the first of several. An edit that another edit calls is a part of that one and not told of.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import ParamSpec, TypeVar, cast

from graphs.basics.ids import GivenIds, ids_from, ids_in_use

Given = ParamSpec("Given")
Result = TypeVar("Result")

MARK = "is_edit"
"""The attribute of functions that are edits."""


@dataclass(frozen=True, slots=True)
class EditCall:
    """Hold one call of an edit: its name, arguments without the document, and the ids of what it made.

    `before` and `after` are the documents on both sides of it.
    """

    name: str
    arguments: tuple[object, ...]
    named: Mapping[str, object]
    ids: tuple[str, ...]
    before: object
    after: object


_listener: ContextVar[Callable[[EditCall], None] | None] = ContextVar("listener", default=None)


def edit(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Mark a function as an edit."""

    @functools.wraps(function)
    def called(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        listener = _listener.get()
        if listener is None:
            return function(*args, **kwargs)
        ids = ids_in_use() or GivenIds()
        first = len(ids.made)
        token = _listener.set(None)
        try:
            with ids_from(ids):
                result = function(*args, **kwargs)
        finally:
            _listener.reset(token)
        after = result[0] if isinstance(result, tuple) else result
        name = cast("Callable[..., object]", function).__name__
        listener(EditCall(name, args[1:], kwargs, tuple(ids.made[first:]), args[0], after))
        return result

    setattr(called, MARK, True)
    return called


@contextmanager
def edits_told_to(listener: Callable[[EditCall], None] | None) -> Iterator[None]:
    """Tell `listener`, None for nothing, of every call of an edit in this block that was not refused."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
