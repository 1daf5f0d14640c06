"""The help page of projects and manifests says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import MappedStandIn, TimedStandIn
from graphs.projects.manifest_file import Manifest, ManifestParameter, manifest_from_bytes
from graphs.projects.manifest_registry import PARAMETER_TYPES, registry_with
from graphs.projects.project_file import ProjectFile, project_from_bytes

HELP = Path(__file__).resolve().parents[3] / "resources" / "help"
PAGE = (HELP / "projects-and-manifests.md").read_text(encoding="utf-8")


def examples() -> list[str]:
    return re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_load() -> None:
    project, manifest, with_modules = examples()
    assert project_from_bytes(project.encode(), Path("mindloom.project.json")).file.title == "Outpost"
    read = project_from_bytes(with_modules.encode(), Path("mindloom.project.json"))
    assert read.file.python_modules == ("doors.py", "minds/chores.py")
    registry = registry_with([manifest_from_bytes(manifest.encode())], builtin_registry())
    assert isinstance(registry.actions["move_to_cover"].stand_in, MappedStandIn)
    assert registry.actions["reload"].stand_in == TimedStandIn("success", 0.5)


def test_the_page_names_every_section_field_and_type() -> None:
    fields = {
        *ProjectFile.model_fields.keys() - {"schema_", "format", "version"},
        *Manifest.model_fields.keys() - {"schema_", "format", "version"},
        *ManifestParameter.model_fields,
        *PARAMETER_TYPES,
    }
    assert sorted(name for name in fields if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE) == []


def test_pages_lead_to_each_other() -> None:
    assert "(projects-and-manifests.md)" in (HELP / "file-formats.md").read_text(encoding="utf-8")
