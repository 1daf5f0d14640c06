"""Paint a sheet with every node kind, every status, states, labels and zoom steps, to look at ourselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.painting.decision_painting import paint_decision
from editor.canvas.painting.detail import Detail, paint_grid
from editor.canvas.painting.edge_painting import (
    EdgeShape,
    paint_edge,
    paint_token,
    transition_edge,
    tree_edge,
)
from editor.canvas.painting.label_painting import measure_label, paint_label
from editor.canvas.painting.node_geometry import measure_node, node_bottom
from editor.canvas.painting.pictures import (
    CompoundHeader,
    EdgeLook,
    GuardLook,
    GuardPiece,
    GuardStrip,
    LabelPicture,
    LabelRow,
    LabelState,
    Mark,
    NodePicture,
    NodeShape,
    ProblemLook,
    PseudoState,
    PseudoStatePicture,
    RegionBand,
    StateLine,
    StatePicture,
)
from editor.canvas.painting.state_painting import measure_pseudo_state, paint_pseudo_state, paint_state
from editor.canvas.painting.tree_node_painting import paint_node
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import Inks, inks_for
from editor.theme.text_lines import text_line
from editor.theme.tokens import Family, StatusLook, Theme
from tools.gallery.sheet_samples import DECISIONS

SHEET_WIDTH, SHEET_HEIGHT = 800, 1786
_LEFT = 28.0
_COLUMN = 184.0
"""Distance of the four columns of the status grids."""

_CHASE = NodePicture("Chase", "action", parameter_line="pursue")
_STATE = StatePicture("Chase", (StateLine("pursue"),))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The painter and the theme of one sheet, with the few verbs it is drawn with."""

    painter: QPainter
    theme: Theme
    inks: Inks

    def caption(self, x: float, y: float, text: str, centered: bool = False) -> None:
        line = text_line(text, TextSize.CAPTION)
        line.draw(self.painter, x - line.width / 2 if centered else x, y, self.inks.pen("text.tertiary"))

    def heading(self, y: float, text: str) -> float:
        line = text_line(text, TextSize.CAPTION, TextWeight.SEMIBOLD)
        line.draw(self.painter, _LEFT, y, self.inks.pen("text.tertiary"))
        start = _LEFT + round(line.width) + 12
        rule = QRectF(start, y, SHEET_WIDTH - _LEFT - start, 1)
        self.painter.fillRect(rule, self.inks.brush("border.subtle"))
        return y + 20

    def node(self, x: float, y: float, picture: NodePicture, width: float = 0.0) -> float:
        size = measure_node(picture)
        rect = QRectF(x, y, width or size.width(), size.height())
        paint_node(self.painter, rect, picture, theme=self.theme)
        return rect.width()

    def state(
        self, x: float, y: float, picture: StatePicture, width: float = 156.0, height: float = 54.0
    ) -> None:
        paint_state(self.painter, QRectF(x, y, width, height), picture, theme=self.theme)

    def line(self, points: list[tuple[float, float]], look: EdgeLook | None = None) -> EdgeShape:
        shape = transition_edge([QPointF(x, y) for x, y in points])
        paint_edge(self.painter, shape, look or EdgeLook(), theme=self.theme)
        return shape

    def label(self, x: float, y: float, *rows: LabelRow) -> None:
        picture = LabelPicture(rows)
        size = measure_label(picture).size
        rect = QRectF(round(x - size.width() / 2), round(y - size.height() / 2), size.width(), size.height())
        paint_label(self.painter, rect, picture, theme=self.theme)


def render_sheet(theme: Theme, scale: float = 1.0) -> QImage:
    """Return the sheet for a theme; `scale` is the number of device px per px."""
    image = QImage(
        round(SHEET_WIDTH * scale), round(SHEET_HEIGHT * scale), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    paint_grid(painter, QRectF(0, 0, SHEET_WIDTH, SHEET_HEIGHT), theme=theme)
    inks = inks_for(theme)
    painter.fillRect(QRectF(0, 0, SHEET_WIDTH, SHEET_HEIGHT), inks.brush("surface.canvas"))
    sheet = _Sheet(painter, theme, inks)
    title = text_line(theme.title, TextSize.PAGE, TextWeight.SEMIBOLD)
    title.draw(painter, _LEFT, 34, inks.pen("text.primary"))
    sheet.caption(_LEFT + title.width + 16, 36, "every node kind, every status, at zoom 1")
    y = 74.0
    for section in _SECTIONS:
        y = section(sheet, y)
    painter.end()
    return image


def _kinds(sheet: _Sheet, y: float) -> float:
    y = sheet.heading(y, "Behavior tree: kinds")
    for row in _KIND_ROWS:
        for index, picture in enumerate(row):
            sheet.node(_LEFT + 252 * index, y, picture)
        y += 62
    x = _LEFT
    for picture in _DECORATORS:
        x += sheet.node(x, y, picture) + 12
    y += 46
    sheet.node(_LEFT, y, _GUARDED)
    stopped = replace(_CHASE, parameter_line="pursue target", status=StatusLook.RUNNING, paused_here=True)
    sheet.node(_LEFT + 252, y + 22, replace(stopped, breakpoint=True, selected=True))
    sheet.node(_LEFT + 504, y + 22, NodePicture("", unknown_kind="acme.teleport"))
    return y + 112


_KIND_ROWS = (
    (
        NodePicture(
            "Sequence", "sequence", family=Family.FLOW, parameter_line="keep", marks=(Mark.KEEP_MEMORY,)
        ),
        NodePicture(
            "Selector", "selector", family=Family.FLOW, parameter_line="reactive", marks=(Mark.REACTIVE,)
        ),
        NodePicture("Parallel", "parallel", family=Family.FLOW, parameter_line="all succeed, any fails"),
    ),
    (
        NodePicture("In range?", "condition", NodeShape.CONDITION, Family.ASK, "d <= 3", True),
        NodePicture("Follow path", "action", parameter_line="round, speed 2"),
        NodePicture("Wait 2.5 s", "wait", parameter_line="± 0.5 s"),
    ),
    (
        NodePicture("Take cover", "subtree", NodeShape.CALL, Family.TREE, "subtree"),
        NodePicture("Patrol", "machine", NodeShape.CALL, Family.MACHINE, "state machine"),
        NodePicture("Attack or flee", "decision", NodeShape.CALL, Family.DECISION, "decision tree"),
    ),
)

_DECORATORS = (
    NodePicture("Inverter", "inverter", NodeShape.PILL, Family.MODIFY),
    NodePicture("Repeat 3", "repeat", NodeShape.PILL, Family.MODIFY, status=StatusLook.RUNNING),
    NodePicture("Timeout 4 s", "timeout", NodeShape.PILL, Family.MODIFY, last=StatusLook.SUCCESS),
    NodePicture("Cooldown 1 s", "cooldown", NodeShape.PILL, Family.MODIFY),
)

_GUARDED = NodePicture(
    "Attack when close",
    "sequence",
    family=Family.FLOW,
    parameter_line="resume",
    guard=GuardStrip("ammo > 0", "lower"),
    services=("scan every 0.5 s",),
    status=StatusLook.RUNNING,
)


def _statuses(sheet: _Sheet, y: float) -> float:
    y = sheet.heading(y, "Behavior tree: statuses, live and last")
    looks = (
        ("idle", _CHASE),
        ("running", replace(_CHASE, status=StatusLook.RUNNING, progress=0.6)),
        ("success", replace(_CHASE, status=StatusLook.SUCCESS)),
        ("failure", replace(_CHASE, status=StatusLook.FAILURE)),
        ("skipped", replace(_CHASE, status=StatusLook.SKIPPED)),
        ("disabled", replace(_CHASE, disabled=True)),
        ("error", replace(_CHASE, status=StatusLook.ERROR)),
        ("pending", replace(_CHASE, status=StatusLook.PENDING)),
        ("last: success", replace(_CHASE, last=StatusLook.SUCCESS)),
        ("last: failure", replace(_CHASE, last=StatusLook.FAILURE)),
        ("last: running", replace(_CHASE, last=StatusLook.RUNNING)),
        ("selected", replace(_CHASE, selected=True)),
        ("problem", replace(_CHASE, problem=ProblemLook.WARNING)),
        ("problem while running", replace(_CHASE, status=StatusLook.RUNNING, problem=ProblemLook.ERROR)),
        ("loose fragment", replace(_CHASE, dimmed=True)),
        ("collapsed", replace(_CHASE, collapsed_count=7, collapsed_status=StatusLook.FAILURE)),
    )
    for index, (name, picture) in enumerate(looks):
        x, top = _LEFT + index % 4 * _COLUMN, y + index // 4 * 78
        sheet.caption(x + 2, top + 3, name)
        sheet.node(x, top + 18, picture, 156)
    return y + 4 * 78 + 14


def _states(sheet: _Sheet, y: float) -> float:
    y = sheet.heading(y, "State machine")
    active = replace(_STATE, status=StatusLook.RUNNING, dwell="2.4 s")
    looks = (
        ("idle", _STATE),
        ("active", active),
        ("was active", replace(_STATE, last=StatusLook.RUNNING)),
        ("disabled", replace(_STATE, disabled=True)),
        ("selected", replace(_STATE, selected=True)),
        ("paused at breakpoint", replace(active, dwell="0.0 s", breakpoint=True, paused_here=True)),
        ("error in action", replace(_STATE, status=StatusLook.ERROR)),
        ("unreachable", replace(_STATE, problem=ProblemLook.WARNING)),
    )
    for index, (name, picture) in enumerate(looks):
        x, top = _LEFT + index % 4 * _COLUMN, y + index // 4 * 84
        sheet.caption(x + 2, top + 1, name)
        sheet.state(x, top + 16, picture)
    y += 2 * 84 + 8
    _compounds(sheet, y)
    return y + 174


def _compounds(sheet: _Sheet, y: float) -> None:
    header = CompoundHeader(note="2 states")
    sheet.state(_LEFT, y, StatePicture("Patrol", (), header, "8.1 s", status=StatusLook.RUNNING), 364, 150)
    sheet.line([(_LEFT + 20, y + 77), (_LEFT + 40, y + 77)])
    _pseudo(sheet, _LEFT + 20, y + 77, PseudoState.INITIAL)
    moving = StatePicture("Moving", (StateLine("arrive"),), status=StatusLook.RUNNING)
    sheet.state(_LEFT + 40, y + 50, moving, 132)
    sheet.line([(_LEFT + 172, y + 77), (_LEFT + 212, y + 77)])
    choosing = StatePicture("Choosing", (StateLine("next", icon="set"),))
    sheet.state(_LEFT + 212, y + 50, choosing, 132)
    back = ((278, 104), (278, 128), (106, 128), (106, 104))
    sheet.line([(_LEFT + dx, y + dy) for dx, dy in back])
    x = _LEFT + 388
    bands = (RegionBand("Legs", 33), RegionBand("Gun", 91))
    combat = CompoundHeader(icon="region", note="2 regions", regions=bands)
    sheet.state(x, y, StatePicture("Combat", (), combat), 356, 150)
    for top, first, second in ((44.0, "Strafe", "Hold"), (103.0, "Ready", "Reload")):
        sheet.state(x + 70, y + top, StatePicture(first), 108, 36)
        sheet.state(x + 220, y + top, StatePicture(second), 108, 36)
        sheet.line([(x + 178, y + top + 18), (x + 220, y + top + 18)])


def _pseudo(sheet: _Sheet, x: float, y: float, kind: PseudoState) -> None:
    size = measure_pseudo_state(kind)
    rect = QRectF(x - size.width() / 2, y - size.height() / 2, size.width(), size.height())
    paint_pseudo_state(sheet.painter, rect, PseudoStatePicture(kind), theme=sheet.theme)


def _pseudo_states(sheet: _Sheet, y: float) -> float:
    for index, (name, kind) in enumerate(
        (
            ("initial", PseudoState.INITIAL),
            ("final", PseudoState.FINAL),
            ("history", PseudoState.HISTORY),
            ("deep", PseudoState.DEEP_HISTORY),
            ("choice", PseudoState.CHOICE),
        )
    ):
        x = _LEFT + 24 + index * 70
        _pseudo(sheet, x, y + 14, kind)
        sheet.caption(x, y + 44, name, centered=True)
    x = _LEFT + 388
    size = measure_pseudo_state(PseudoState.ANY_STATE)
    sheet.line([(x + size.width(), y + 14), (x + 334, y + 14)])
    _pseudo(sheet, x + size.width() / 2, y + 14, PseudoState.ANY_STATE)
    sheet.label(x + 220, y + 14, LabelRow(1, "killed", action="drop loot"))
    _pseudo(sheet, x + 345, y + 14, PseudoState.FINAL)
    return y + 80


def _transitions(sheet: _Sheet, y: float) -> float:
    y = sheet.heading(y, "Transitions: event [guard] / action")
    parts = (GuardPiece("d < 3", GuardLook.FALSE), GuardPiece(" and "), GuardPiece("visible", GuardLook.TRUE))
    both = (GuardPiece("d < 5 and visible"),)
    demos = (
        ("idle", EdgeLook(), LabelRow(1, "noise", (GuardPiece("health > 30"),), "look")),
        ("last taken", EdgeLook(StatusLook.RUNNING), LabelRow(1, "", both, state=LabelState.TAKEN)),
        ("considered, refused", EdgeLook(refused=True), LabelRow(2, "", parts, state=LabelState.REFUSED)),
        (
            "pending",
            EdgeLook(StatusLook.PENDING),
            LabelRow(1, "after 2 s", state=LabelState.PENDING, remaining=0.7),
        ),
    )
    for index, (name, look, row) in enumerate(demos):
        x, top = _LEFT + index % 2 * 388, y + index // 2 * 54
        sheet.caption(x, top + 2, name)
        shape = sheet.line([(x, top + 26), (x + 356, top + 26)], look)
        if look.status == StatusLook.RUNNING:
            paint_token(sheet.painter, shape, 0.15, sheet.theme)
        sheet.label(x + 178, top + 26, row)
    return y + 118


def _decisions(sheet: _Sheet, y: float) -> float:
    y = sheet.heading(y, "Decision nodes: the branch bar")
    for index, picture in enumerate(DECISIONS):
        rect = QRectF(_LEFT + index % 3 * 256, y + index // 3 * 104, 232, 0)
        paint_decision(sheet.painter, rect, picture, theme=sheet.theme)
    return y + 236


def _zoom_steps(sheet: _Sheet, y: float) -> float:
    y = sheet.heading(y, "Level of detail: 0.7 and up, 0.45, 0.22, below")
    x = _LEFT
    for zoom, detail in ((0.8, Detail.FULL), (0.56, Detail.TITLE), (0.34, Detail.BLOCK), (0.2, Detail.DOT)):
        painter = sheet.painter
        painter.save()
        painter.translate(x, y)
        painter.scale(zoom, zoom)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, detail >= Detail.TITLE)
        _branch(sheet, detail)
        painter.restore()
        x += 330 * zoom + 24
    return y + 150


def _branch(sheet: _Sheet, detail: Detail) -> None:
    """Paint a selector with a failed condition and a running action, 330 wide."""
    root = NodePicture("Soldier", "selector", family=Family.FLOW, parameter_line="selector")
    root = replace(root, status=StatusLook.RUNNING)
    ask = NodePicture("In range?", "condition", NodeShape.CONDITION, Family.ASK, "d <= 3", True)
    ask = replace(ask, status=StatusLook.FAILURE, order_number=1)
    chase = replace(_CHASE, parameter_line="pursue target", status=StatusLook.RUNNING, order_number=2)
    places = []
    left = 0.0
    for child in (ask, chase):
        size = measure_node(child)
        places.append((child, QRectF(left, 98, size.width(), size.height())))
        left += size.width() + 14
    size = measure_node(root)
    middle = (places[0][1].center().x() + places[1][1].center().x()) / 2
    top = QRectF(round(middle - size.width() / 2), 0, size.width(), size.height())
    start = QPointF(round(middle) + 0.5, top.bottom() + node_bottom(root))
    for child, rect in places:
        shape = tree_edge(start, QPointF(round(rect.center().x()) + 0.5, rect.top()))
        paint_edge(sheet.painter, shape, EdgeLook(child.status), detail, theme=sheet.theme)
    for picture, rect in ((root, top), *places):
        paint_node(sheet.painter, rect, picture, detail, theme=sheet.theme)


_Section = Callable[[_Sheet, float], float]
_SECTIONS: tuple[_Section, ...] = (
    _kinds,
    _statuses,
    _states,
    _pseudo_states,
    _transitions,
    _decisions,
    _zoom_steps,
)


def save_sheet(theme: Theme, path: str, scale: float = 1.0) -> None:
    """Render the sheet and write it as PNG. Raise OSError if the file cannot be written."""
    image = render_sheet(theme, scale)
    opaque = image.convertToFormat(QImage.Format.Format_RGB32, Qt.ImageConversionFlag.AutoColor)
    if not opaque.save(path):
        raise OSError(f"{path}: the picture could not be written; check folder and free space")
