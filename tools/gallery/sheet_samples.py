"""Hold the decision nodes that the sheet shows."""

from __future__ import annotations

from editor.canvas.painting.pictures import Branch, DecisionPicture, Margin, TableRow
from editor.theme.tokens import StatusLook

DECISIONS = (
    DecisionPicture(
        "visible",
        "test",
        (Branch("false", 0.5), Branch("true", 0.5, taken=True)),
        value="true",
        status=StatusLook.SUCCESS,
    ),
    DecisionPicture(
        "health",
        "ranges",
        (Branch("< 30", 0.3, is_expression=True), Branch("30 – 100", 0.7, True, is_expression=True)),
        value="42",
        is_scaled=True,
        needle=0.42,
        margin=Margin("12", 0.3),
        status=StatusLook.SUCCESS,
    ),
    DecisionPicture(
        "alert_level", "switch", (Branch("calm", 0.3), Branch("wary", 0.3), Branch("other", 0.4))
    ),
    DecisionPicture(
        "draw",
        "random",
        (Branch("50 %", 0.5), Branch("30 %", 0.3, taken=True), Branch("20 %", 0.2)),
        value="0.62",
        is_scaled=True,
        needle=0.62,
        status=StatusLook.SUCCESS,
        selected=True,
    ),
    DecisionPicture(
        "reaction",
        "table",
        (Branch("1", 1 / 3), Branch("2", 1 / 3), Branch("3", 1 / 3)),
        note="first hit",
        title_is_expression=False,
        table=(TableRow("hp", ("< 30", "", "")), TableRow("d", ("", "< 3", ">= 3"))),
    ),
    DecisionPicture(
        "first of 3",
        "first_of",
        (Branch("low", 1 / 3), Branch("far", 1 / 3), Branch("else", 1 / 3)),
        title_is_expression=False,
        disabled=True,
    ),
)
