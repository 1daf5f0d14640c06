"""Read files of other programs into one document, by the format that is asked for or found in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import FORMATS, recognized
from graphs.kinds.declarations.registry import Registry
from graphs.projects.manifest_file import Manifest
from graphs.structure.file_version import with_file_version


@dataclass(frozen=True)
class ForeignImport:
    """Hold what was read, and by which format."""

    format: Format
    imported: Imported


def read_foreign(sources: Sequence[Source], registry: Registry, format_id: str = "") -> ForeignImport:
    """Read files into one document; raises `FileProblem` for what cannot be read.

    Without `format_id` each file is looked into. What `registry` has already is left out of the manifest.
    """
    found = _format_of(sources, format_id)
    assert found.read is not None
    imported = found.read(sources, registry)
    document = with_file_version(imported.document)
    manifest = None if imported.manifest is None else _without_known(imported.manifest, registry)
    return ForeignImport(found, replace(imported, document=document, manifest=manifest))


def readable_formats() -> tuple[str, ...]:
    """Return the ids of the formats that are read."""
    return tuple(each.id for each in FORMATS.values() if each.read is not None)


def _format_of(sources: Sequence[Source], format_id: str) -> Format:
    names = ", ".join(readable_formats())
    if format_id:
        return FORMATS[format_id]
    formats = [recognized(source) for source in sources]
    for source, each in zip(sources, formats, strict=True):
        if each is None:
            said = "No format that can be imported is found in it."
            raise FileProblem(Path(source.name), "", said, f"Say which it is: {names}.")
        if each is not formats[0]:
            assert formats[0] is not None
            said = f"It is {each.title}, and {sources[0].name} is {formats[0].title}."
            raise FileProblem(Path(source.name), "", said, "Import files of one format at a time.")
    assert formats[0] is not None
    return formats[0]


def _without_known(manifest: Manifest, registry: Registry) -> Manifest | None:
    """Return a manifest without what is declared already, None where nothing is left."""
    actions = {name: each for name, each in manifest.actions.items() if name not in registry.actions}
    conditions = {name: each for name, each in manifest.conditions.items() if name not in registry.conditions}
    left = manifest.model_copy(update={"actions": actions, "conditions": conditions})
    parts = (actions, conditions, left.events, left.variables, left.types, left.entity_fields)
    return left if any(parts) else None
