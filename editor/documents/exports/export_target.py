"""Say where an export is written: beside the document, under its name."""

from __future__ import annotations

from pathlib import Path

from editor.documents.open.sample_files import is_sample
from editor.documents.open.world_choice import DOCUMENT_SUFFIX
from runtime.export.export_format import RUNTIME_SUFFIX


def export_name(mind: str) -> str:
    """Return the file name of the export of a mind, a file or one graph of it.

    It is `gym.runtime.json` for `gym.mind.json`, and `gym.g2.runtime.json` for `gym.mind.json#g2`. Letters of
    a graph's id that file names had better not have become `-`.
    """
    file, _, graph = mind.partition("#")
    stem = Path(file).name.removesuffix(RUNTIME_SUFFIX).removesuffix(DOCUMENT_SUFFIX).removesuffix(".json")
    plain = "".join(letter if letter.isalnum() or letter in "_-" else "-" for letter in graph)
    return f"{stem}.{plain}{RUNTIME_SUFFIX}" if plain else f"{stem}{RUNTIME_SUFFIX}"


def default_target(document: Path, graph: str, own_folder: Path) -> Path:
    """Return where the export of a document, or of one graph of it, is written unless said otherwise.

    That of a bundled sample goes to `own_folder`, a folder of the user's.
    """
    folder = own_folder if is_sample(document) else document.parent
    return folder / export_name(f"{document.name}#{graph}")
