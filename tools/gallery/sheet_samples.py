"""Hold the decision nodes that the sheet shows."""

from __future__ import annotations

from editor.canvas.painting.pictures import BranchSegment, DecisionPicture, Margin, TableRow
from editor.theme.tokens import StatusLook

DECISIONS = (
    DecisionPicture(
        "visible",
        "test",
        (BranchSegment("false", 0.5), BranchSegment("true", 0.5, taken=True)),
        value="true",
        status=StatusLook.SUCCESS,
    ),
    DecisionPicture(
        "health",
        "ranges",
        (
            BranchSegment("< 30", 0.3, is_expression=True),
            BranchSegment("30 – 100", 0.7, True, is_expression=True),
        ),
        value="42",
        is_scaled=True,
        needle=0.42,
        margin=Margin("12", 0.3),
        status=StatusLook.SUCCESS,
    ),
    DecisionPicture(
        "alert_level",
        "switch",
        (BranchSegment("calm", 0.3), BranchSegment("wary", 0.3), BranchSegment("other", 0.4)),
    ),
    DecisionPicture(
        "draw",
        "random",
        (BranchSegment("50 %", 0.5), BranchSegment("30 %", 0.3, taken=True), BranchSegment("20 %", 0.2)),
        value="0.62",
        is_scaled=True,
        needle=0.62,
        status=StatusLook.SUCCESS,
        selected=True,
    ),
    DecisionPicture(
        "reaction",
        "table",
        (BranchSegment("1", 1 / 3), BranchSegment("2", 1 / 3), BranchSegment("3", 1 / 3)),
        note="first hit",
        title_is_expression=False,
        table=(TableRow("hp", ("< 30", "", "")), TableRow("d", ("", "< 3", ">= 3"))),
    ),
    DecisionPicture(
        "first of 3",
        "first_of",
        (BranchSegment("low", 1 / 3), BranchSegment("far", 1 / 3), BranchSegment("else", 1 / 3)),
        title_is_expression=False,
        disabled=True,
    ),
)
