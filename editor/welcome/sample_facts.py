"""Read what the page of welcome tells of a sample: its title, its kinds of graphs, how many agents. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from editor.basics.resource_files import resource_path
from editor.documents.open.world_choice import DOCUMENT_SUFFIX, world_of_document
from graphs.files.document_file import FileProblem, load_document
from graphs.worlds.model.world_file import load_world

CROWD = 8
"""From so many agents on a world is a crowd."""


@dataclass(frozen=True)
class SampleFacts:
    """Hold what a card shows beside its picture; `kinds` are the kinds of its graphs, the root's first."""

    summary: str = ""
    kinds: tuple[str, ...] = ()
    agents: int = 0

    def is_of(self, topic: str) -> bool:
        """Tell whether a sample belongs to a topic: "all", "crowds", or the kind of its root."""
        if topic == "crowds":
            return self.agents >= CROWD
        return topic == "all" or self.kinds[:1] == (topic,)


def sample_title(path: Path) -> str:
    """Return the name of a sample as it is shown."""
    return path.name.removesuffix(DOCUMENT_SUFFIX).replace("_", " ").capitalize()


def sample_picture(path: Path, *, dark: bool) -> Path:
    """Return the file of a sample's picture, graph at the left and world at the right; it may be missing."""
    ending = "-dark.png" if dark else ".png"
    return resource_path("help", "samples", path.name.removesuffix(DOCUMENT_SUFFIX) + ending)


@lru_cache(maxsize=128)
def sample_facts(path: Path) -> SampleFacts:
    """Return what is in a sample; empty facts for a file that cannot be read. Takes some milliseconds."""
    try:
        document = load_document(path)
        world_path = world_of_document(path)
        agents = len(load_world(world_path).agents) if world_path is not None else 0
    except FileProblem:
        return SampleFacts()
    root = document.graphs.get(document.root or "")
    if root is None:
        return SampleFacts()
    kinds = dict.fromkeys([root.kind, *(graph.kind for graph in document.graphs.values())])
    note = (root.note or root.title).partition("\n")[0]
    sentence, dot, _ = note.partition(". ")
    return SampleFacts(sentence + dot.strip(), tuple(kinds), agents)
