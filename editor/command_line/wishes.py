"""Fill in what was asked of a command from the arguments of its call."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Wish = TypeVar("Wish", bound="DataclassInstance")


def wish_of(made: type[Wish], chosen: argparse.Namespace, **others: object) -> Wish:
    """Return a wish: each field is the argument of its name, unless it is among `others`."""
    given = {**vars(chosen), **others}
    return made(**{field.name: given[field.name] for field in fields(made)})
