"""Give up what a window still has under way when it closes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from editor.basics.slices import LongWork, StepsInSlices
from editor.documents.open.document_session import DocumentSession


def give_up_unfinished_work(window: QWidget, documents: Iterable[DocumentSession]) -> None:
    """Drop the layouts, comparisons, searches and checks under way in a window and for its documents.

    Each holds the collector of garbage away until it ends, and nobody would let it go on.
    """
    for session in documents:
        session.stop_checking()
    for work in window.findChildren(LongWork):
        work.drop()
    for steps in window.findChildren(StepsInSlices):
        steps.drop()
