"""Every gesture on a decision tree."""

from __future__ import annotations

from tests.editor.canvas.gesture_case import (
    ALT,
    Case,
    above,
    alt_click,
    at,
    center,
    double_click,
    drag,
    pick,
    port,
    press_and_escape,
    press_and_move,
    selected,
    title,
    typed,
)
from tests.editor.canvas.sample_documents import attack_or_flee

DECISION_CASES = (
    drag("wire-and-add", 2, attack_or_flee, port("hp"), at(-400, 300), after=pick("outcome"), zooms=(3.0,)),
    drag(
        "share-a-leaf",
        3,
        attack_or_flee,
        port("dist"),
        center("flee"),
        refuse=press_and_move(port("flee"), center("wander")),
        reason="",
    ),
    Case(
        "disconnect-a-branch",
        6,
        attack_or_flee,
        alt_click(above("flee", 6)),
        press_and_escape(above("flee", 6)),
    ),
    drag("pull-a-question-out", 6, attack_or_flee, center("hp"), at(-500, 60), ALT),
    Case(
        "delete-and-heal",
        7,
        attack_or_flee,
        selected(lambda it: it.view.removing.delete_and_heal(), "hp"),
    ),
    Case(
        "duplicate",
        8,
        attack_or_flee,
        selected(lambda it: it.view.clipboard.duplicate_selection(), "dist"),
    ),
    Case("later", 15, attack_or_flee, selected(lambda hand: hand.view.structure.move_later(), "flee")),
    typed(
        "rename-by-f2",
        18,
        attack_or_flee,
        selected(lambda it: it.view.values.rename_selected(), "hp"),
        "Hurt?",
    ),
    typed(
        "edit-a-test",
        19,
        attack_or_flee,
        double_click(title("seen")),
        "not visible",
        wrong="not (",
    ),
)
