"""List what a new document can begin with: some bundled samples, and what the user saved as a template."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from editor.documents.open.sample_files import samples_folder
from graphs.files.document_file import FileProblem, load_document, save_document
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model import Document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX, world_of_document
from graphs.worlds.minds.world_minds import name_in_world, with_minds
from graphs.worlds.model.world_file import WorldDocument, load_world, save_world

FOLDER_NAME = "templates"

BUNDLED = (
    *("light_bulb", "first_tank", "stealth_guard", "soldier", "attack_or_flee"),
    *("crowd", "snack_or_sleep", "bob_goes_home", "moody_guard"),
)
"""The samples that make good beginnings, the smallest first."""


@dataclass(frozen=True)
class Template:
    """Hold what a list shows of a template: its name, the kind of its root graph, its file, whose it is."""

    title: str
    summary: str
    kind: GraphKind
    path: Path
    is_own: bool

    @property
    def stem(self) -> str:
        """Return the name of the file without its ending."""
        return self.path.name.removesuffix(DOCUMENT_SUFFIX)


def templates(state_folder: Path) -> tuple[Template, ...]:
    """Return the templates: the user's own by name, then the bundled ones; what cannot be read is none."""
    own = sorted((state_folder / FOLDER_NAME).glob(f"*{DOCUMENT_SUFFIX}"))
    found = (*(_template(path, is_own=True) for path in own), *_bundled(samples_folder()))
    return tuple(template for template in found if template is not None)


@lru_cache(maxsize=1)
def _bundled(folder: Path) -> tuple[Template | None, ...]:
    """Return the templates that came with the program: they stay as they are."""
    return tuple(_template(folder / f"{name}{DOCUMENT_SUFFIX}", is_own=False) for name in BUNDLED)


def opened_template(template: Template, mind_name: str) -> tuple[Document, WorldDocument | None]:
    """Return a template's document, and its world with agents that think with `mind_name`.

    Agents with other minds stand still in it: those have no file beside the new document. Raises FileProblem.
    """
    document = load_document(template.path)
    world_path = world_of_document(template.path)
    if world_path is None:
        return document, None
    world = load_world(world_path)
    own = name_in_world(world, world_path, template.path)

    return document, _with_mind(world, own, mind_name)


def save_template(
    state_folder: Path, name: str, document: Document, world: WorldDocument | None, mind_name: str
) -> Path:
    """Save a document as a template of the user's, with the world it runs in; return the file.

    `mind_name` is how the world names the document now. A template of the same name is replaced. Raises
    OSError.
    """
    folder = state_folder / FOLDER_NAME
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{DOCUMENT_SUFFIX}"
    save_document(path, document)
    if world is not None:
        save_world(folder / f"{name}{WORLD_SUFFIX}", _with_mind(world, mind_name, path.name))
    return path


def _with_mind(world: WorldDocument, old: str | None, new: str) -> WorldDocument:
    """Return a world whose agents think with one document, under its new name, or with nothing."""
    return with_minds(world, lambda file: new if file == old else None)


def _template(path: Path, *, is_own: bool) -> Template | None:
    try:
        document = load_document(path)
    except FileProblem:
        return None
    root = document.graphs.get(document.root or "")
    if root is None:
        return None
    stem = path.name.removesuffix(DOCUMENT_SUFFIX).replace("_", " ")
    title = stem[:1].upper() + stem[1:]
    summary = (root.note or "").partition("\n")[0] or root.title
    return Template(title, summary, root.kind, path, is_own)
