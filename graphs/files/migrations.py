"""Bring the JSON of older files to the version that this program writes.

A change of the format adds one pure function from the JSON of a version to the JSON of the next, and a sample
file of the older version to the tests. Steps see JSON that was parsed but not checked against any model, so
they may raise `LookupError`, `TypeError`, `AttributeError` or `ValueError` for what was never such a file.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.model.document import FORMAT, NEWEST_VERSION, VERSION


Migration = Callable[[JsonObject], JsonObject]
"""Turn the JSON of one version into that of the next. The object given is the step's own and may change."""


@dataclass(frozen=True, slots=True)
class FileFormat:
    """Name a format, its newest version, and the step from each older version to the one after it.

    Files from version `unchanged_since` on are read as they are, 0 for the newest alone: later ones only add.
    """

    name: str
    version: int
    migrations: Mapping[int, Migration] = field(default_factory=dict)
    unchanged_since: int = 0

    @property
    def oldest_read(self) -> int:
        """Return the oldest version that needs no step."""
        return self.unchanged_since or self.version


DOCUMENT_FORMAT = FileFormat(FORMAT, NEWEST_VERSION, unchanged_since=VERSION)
"""The format of `*.mind.json`: all versions there are can be read as they are."""


class MigrationError(ValueError):
    """Say why a file of an older version cannot be brought to the present one."""

    def __init__(self, version: int, message: str) -> None:
        super().__init__(message)
        self.version = version
        self.message = message


def migrated(value: JsonObject, file_format: FileFormat = DOCUMENT_FORMAT) -> JsonObject:
    """Return the JSON of a file of an older version as that of one that is read as it is.

    `value` is not changed. Its `version` must be a whole number; what needs no step is returned as it is.
    Raises `MigrationError` when a step is not known or does not fit what it is given.
    """
    version = value["version"]
    assert isinstance(version, int)
    if version < file_format.oldest_read:
        value = copy.deepcopy(value)
    while version < file_format.oldest_read:
        step = file_format.migrations.get(version)
        if step is None:
            raise MigrationError(version, f"Files of version {version} can no longer be read.")
        try:
            value = {**step(value), "version": version + 1}
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise MigrationError(version, f"The file is not what version {version} wrote.") from error
        version += 1
    return value
