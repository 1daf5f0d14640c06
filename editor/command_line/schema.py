"""`mindloom schema [FORMAT]`: print the JSON Schema of a format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from editor.documents.open.messages import WELL, print_lines
from graphs.basics.json_text import JsonValue, to_canonical_json
from graphs.files.schema import document_schema
from graphs.kinds.builtin_registry import builtin_registry
from graphs.plain.tree_schema import tree_schema
from graphs.projects.schemas import manifest_schema, project_schema
from graphs.scripts.declared_edits import edits_schema
from graphs.worlds.model.world_schema import world_schema
from runtime.export.export_schema import names_schema, runtime_schema
from runtime.link.link_schema import link_schema
from runtime.trials.cases.case_schema import case_schema

SCHEMAS: Mapping[str, Callable[[], Mapping[str, JsonValue]]] = {
    "document": lambda: document_schema(builtin_registry()),
    "world": world_schema,
    "project": project_schema,
    "manifest": manifest_schema,
    "case": case_schema,
    "runtime": runtime_schema,
    "names": names_schema,
    "edits": edits_schema,
    "tree": lambda: tree_schema(builtin_registry()),
    "link": link_schema,
}
"""The formats that have a schema, by the name they are asked for."""


def print_schema(name: str) -> int:
    """Print one of `SCHEMAS` and return the exit code."""
    print_lines(to_canonical_json(SCHEMAS[name]()).rstrip("\n").split("\n"))
    return WELL
