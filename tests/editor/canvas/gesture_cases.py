"""Every gesture of the canvas as data, for the tests that do, cancel, refuse, undo and redo them all."""

from __future__ import annotations

from tests.editor.canvas.decision_gesture_cases import DECISION_CASES
from tests.editor.canvas.machine_gesture_cases import MACHINE_CASES
from tests.editor.canvas.tree_gesture_cases import TREE_CASES

CASES = (*TREE_CASES, *MACHINE_CASES, *DECISION_CASES)
