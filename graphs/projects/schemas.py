"""Publish the JSON Schema of project files and manifests, made from the models that read them.

Unlike documents these files have no unknown fields, and neither have their schemas.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonObject
from graphs.files.schema import model_schema
from graphs.projects.manifest_file import MANIFEST_FORMAT
from graphs.projects.project_file import PROJECT_FORMAT

PROJECT_TITLES: Mapping[str, str] = {"ProjectFile": "Mindloom project"}

_SCHEMA = "The schema that a text editor checks the file with; Mindloom does not read it."
_FORMAT = "What the file is."
_VERSION = "The version of the format."

PROJECT_DESCRIPTIONS: Mapping[str, Mapping[str, str]] = {
    "ProjectFile": {
        "$schema": _SCHEMA,
        "format": _FORMAT,
        "version": _VERSION,
        "title": "What the project is called.",
        "manifests": "The *.kinds.json files with the game's own actions, conditions and names, in order.",
        "python_modules": "Python files with actions; they are loaded only in a folder the user trusts.",
        "severities": "What to make of warnings and notes, by code: error, warning, note or off.",
        "preview_worlds": "The world that each document is tried out in, by the document's path.",
    }
}

MANIFEST_TITLES: Mapping[str, str] = {
    "Manifest": "Mindloom manifest",
    "ManifestAction": "Action",
    "ManifestCondition": "Condition",
    "ManifestEntityField": "Entity field",
    "ManifestEvent": "Event",
    "ManifestParameter": "Parameter",
    "ManifestStandIn": "Stand-in",
    "ManifestType": "Type",
    "ManifestVariable": "Shared variable",
}

_TITLE = "What people read; left out, it is made from the name."
_SUMMARY = "One sentence that says what it does."
_HELP = "More for those who want to know, shown in the help."
_PARAMETERS = "What it takes, in order."

MANIFEST_DESCRIPTIONS: Mapping[str, Mapping[str, str]] = {
    "Manifest": {
        "$schema": _SCHEMA,
        "format": _FORMAT,
        "version": _VERSION,
        "title": "What the manifest is called.",
        "actions": "The game's actions, by the name that documents use.",
        "conditions": "The game's conditions, by the name that expressions call.",
        "events": "The events that the game posts or takes, by name.",
        "variables": "Variables that the game keeps, by name; documents that use one declare it alike.",
        "types": "Enums of the game, by name; parameters, variables and payloads can be of them.",
        "entity_fields": "Fields that entities of the game have, by name, as in target.armor.",
    },
    "ManifestAction": {
        "title": _TITLE,
        "summary": _SUMMARY,
        "help": _HELP,
        "icon": "The name of its icon.",
        "family": "The hue of its icon.",
        "instant": "It ends in the tick it starts and may stand in action blocks.",
        "title_template": "The title of its nodes, with parameters in braces.",
        "line_template": "The smaller line of its nodes, with parameters in braces.",
        "parameters": _PARAMETERS,
        "stand_in": "What it runs as where the game is not there.",
    },
    "ManifestCondition": {
        "title": _TITLE,
        "summary": _SUMMARY,
        "help": _HELP,
        "parameters": _PARAMETERS,
        "stand_in": "The answer where the game is not there.",
    },
    "ManifestParameter": {
        "name": "Its name, as documents write it.",
        "type": "A type of parameters (bool, int, float, string, enum, vector, entity, point, variable, "
        "path, seconds), or one of the types declared here.",
        "default": "The value when none is given; without one a value is needed, unless it is optional.",
        "help": "One sentence that says what it is for.",
        "min": "The least value.",
        "max": "The greatest value.",
        "unit": "The unit, for people.",
        "choices": "What an enum may be.",
        "evaluated": "When an expression is worked out: before every tick, once on entering, or never.",
        "optional": "It may be left out though it has no default.",
    },
    "ManifestStandIn": {
        "action": "A built-in action that runs in its place.",
        "params": 'Its parameters: a literal, or {"parameter": "…"} to take one of the action\'s own.',
        "result": "How it ends, in place of an action.",
        "after": "The time until then, in seconds.",
    },
    "ManifestEvent": {
        "title": _TITLE,
        "help": _HELP,
        "payload": "The types of what the event carries, by name.",
    },
    "ManifestVariable": {
        "title": _TITLE,
        "help": _HELP,
        "type": "The type of its values, or one of the types declared here.",
        "scope": "Who shares it: the whole world, or one agent.",
        "default": "The value at the start.",
        "min": "The least value.",
        "max": "The greatest value.",
        "unit": "The unit, for people.",
        "values": "What an enum may be.",
    },
    "ManifestType": {"title": _TITLE, "help": _HELP, "values": "What it may be, in order."},
    "ManifestEntityField": {
        "title": _TITLE,
        "help": _HELP,
        "type": "The type of its values, or one of the types declared here.",
        "values": "What an enum may be.",
    },
}


def project_schema() -> JsonObject:
    """Return the JSON Schema of `mindloom.project.json`."""
    return model_schema(
        PROJECT_FORMAT.model,
        f"urn:mindloom:project:{PROJECT_FORMAT.version}",
        PROJECT_TITLES,
        PROJECT_DESCRIPTIONS,
        version=PROJECT_FORMAT.version,
    )


def manifest_schema() -> JsonObject:
    """Return the JSON Schema of `*.kinds.json`."""
    return model_schema(
        MANIFEST_FORMAT.model,
        f"urn:mindloom:manifest:{MANIFEST_FORMAT.version}",
        MANIFEST_TITLES,
        MANIFEST_DESCRIPTIONS,
        version=MANIFEST_FORMAT.version,
    )
