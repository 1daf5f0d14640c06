"""The window that exports a document for a game: options, what the game must supply, what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from editor.dialogs.export_job import ExportJob, ExportOutcome, ExportSource
from editor.documents.exports.exporting import PLAIN_TREE, ExportAttempt, LastExport, default_target
from editor.documents.exports.languages.listed_languages import LANGUAGES
from editor.documents.exports.needs_text import counted, need_groups, need_lines
from editor.documents.folders.game_files import GameFiles
from editor.theme.application_style import inset_spin_box
from editor.theme.fonts import TextSize, fixed_font, scaled
from editor.theme.plain_texts import PlainLabel, StateLabel, plain_tip
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.push_buttons import push_button
from runtime.export.export_problem import MOST_RATE, RUNTIME_SUFFIX

Graphs = Sequence[tuple[str, str]]
"""The graphs that can be exported: id and title, the document's root first."""

PATIENCE = 150
"""Milliseconds after the last change of an option before the document is compiled again."""


class ExportWindow(QDialog):
    """Ask how a document is exported, show what the game must supply, and export it.

    `errors` are what the check of the document says is wrong. `exported` tells how it was done.
    """

    exported = Signal(object)
    problems_wanted = Signal()

    def __init__(
        self,
        parent: QWidget,
        source: ExportSource,
        title: str,
        graphs: Graphs,
        wish: LastExport | None,
        errors: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.source = source
        self._errors = tuple(errors)
        self._attempt: ExportAttempt | None = None
        self._default = self._may_replace = ""
        self.setWindowTitle(f"Export {title} for a game — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumSize(scaled(760), scaled(560))
        self.resize(scaled(860), scaled(600))
        self.job = ExportJob(self)
        self._soon = QTimer(self, singleShot=True, interval=PATIENCE)
        self._soon.timeout.connect(self.look)
        self._make_fields(graphs, wish or LastExport(Path()))
        self._make_lists()
        self._lay_out()
        self.look()

    # -- what is asked for ---------------------------------------------------------------------------

    def wish(self) -> LastExport:
        """Return what is asked for."""
        options = replace(
            self._wish.options,
            names=not self.strip.isChecked(),
            keep_disabled=self.keep.isChecked(),
            compact=self.compact.isChecked(),
            rate=self.rate.value(),
        )
        text = self.target.text().strip()
        target = Path(text) if not text or Path(text).suffix else Path(f"{text}{RUNTIME_SUFFIX}")
        language = str(self.language.currentData() or "")
        former = "" if language == PLAIN_TREE else self.former.text().strip()
        graph, link = str(self.graph.currentData() or ""), self.link.isChecked()
        return LastExport(target, graph, options, language, Path(former) if former else None, link)

    def look(self) -> None:
        """Compile what is asked for, beside the window, and show what the game must supply."""
        self._soon.stop()
        self.message.say("Compiling…")
        self.job.look(self.source, self.wish(), self._show)
        self._refresh()

    def export(self) -> None:
        """Write the file."""
        if not self.do.isEnabled():
            return
        self._soon.stop()  # a look that was due would take the place of what is told
        self.message.say("Writing…")
        force = self.target.text() == self._may_replace
        self.job.write(self.source, self.wish(), self._show_outcome, force=force)
        self._refresh()

    def choose_target(self) -> None:
        """Ask where the export is to go."""
        proposed = self.target.text() or str(self.source.own_folder / f"mind{RUNTIME_SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(
            self, "Export for a game", proposed, f"Exports (*{RUNTIME_SUFFIX})"
        )
        if name:
            # The dialog has asked about the very file that was named, and about no other.
            self._may_replace = name
            self.target.setText(name if name.endswith(".json") else f"{name}{RUNTIME_SUFFIX}")

    def choose_former(self) -> None:
        """Ask for the older export whose saved games go on."""
        name, _ = QFileDialog.getOpenFileName(
            self, "Carry saves over from", self.target.text(), f"Exports (*{RUNTIME_SUFFIX})"
        )
        if name:
            self.former.setText(name)

    def copy_list(self) -> None:
        """Put the list of what the game must supply on the clipboard, as text."""
        if self._attempt is not None and self._attempt.export is not None:
            lines = need_lines(self._attempt.export.needs, self._attempt.variables)
            QGuiApplication.clipboard().setText("\n".join(lines))
            self.message.say("The list is on the clipboard.")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Await no answer any more."""
        self._end()
        super().closeEvent(event)

    def reject(self) -> None:
        """Close at Esc."""
        self._end()
        super().reject()

    def _end(self) -> None:
        self._soon.stop()
        self.job.stop()

    # -- what came of it -----------------------------------------------------------------------------

    def _show(self, outcome: ExportOutcome) -> None:
        self._attempt = attempt = outcome.attempt
        self._fill_problems(attempt)
        self._fill_needs(attempt)
        self._fill_files(outcome.files)
        if attempt.export is None or self._errors:
            count = len(self._errors) or len(attempt.problems)
            what = "problem keeps" if count == 1 else "problems keep"
            self.message.say(f"{count} {what} the document from being exported.", error=True)
        elif outcome.trouble:
            self.message.say(outcome.trouble, error=True)
        else:
            rows = len(attempt.export.program.rows)
            supplied = counted(attempt.export.needs, attempt.variables)
            self.message.say(f"{rows:,} rows. The game supplies {supplied}. {outcome.advice}".strip())
        self._refresh()

    def _show_outcome(self, outcome: ExportOutcome) -> None:
        self._show(outcome)
        if outcome.trouble:
            self.message.say(outcome.trouble, error=True)
        elif outcome.attempt.export is not None:
            size = outcome.target.stat().st_size if outcome.target.exists() else 0
            told = f"Exported to {outcome.target.name}, {size / 1024:.1f} KB. {outcome.advice}"
            self.message.say(told.strip())
            self.exported.emit(self.wish())

    def _fill_problems(self, attempt: ExportAttempt) -> None:
        texts = list(self._errors) or [str(problem) for problem in attempt.problems]
        self.problems.clear()
        for text in texts:
            item = QTreeWidgetItem([text])
            item.setToolTip(0, plain_tip(text))
            self.problems.addTopLevelItem(item)
        self.trouble.setVisible(bool(texts))
        self.needs_box.setVisible(not texts)

    def _fill_needs(self, attempt: ExportAttempt) -> None:
        self.needs.clear()
        if attempt.export is None:
            return
        for group in need_groups(attempt.export.needs, attempt.variables):
            top = QTreeWidgetItem([f"{group.title}  {len(group.lines)}"])
            top.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.needs.addTopLevelItem(top)
            top.setFirstColumnSpanned(True)
            for line in group.lines:
                item = QTreeWidgetItem([line.call, line.note])
                item.setFont(0, fixed_font(TextSize.BODY))
                item.setToolTip(0, plain_tip(line.call))
                item.setToolTip(1, plain_tip(line.note))
                top.addChild(item)
                for part in line.parts:
                    item.addChild(QTreeWidgetItem([part.call, part.note]))
        self.needs.expandToDepth(0)

    def _fill_files(self, files: GameFiles) -> None:
        self.files.clear()
        for file in files.files:
            item = QTreeWidgetItem([file.path.name, file.fate.value, file.part])
            item.setFont(0, fixed_font(TextSize.BODY))
            item.setToolTip(0, plain_tip(str(file.path)))
            self.files.addTopLevelItem(item)
        for column in range(2):
            self.files.resizeColumnToContents(column)
        rows = self.files.sizeHintForRow(0) * len(files.files) if files.files else 0
        self.files.setFixedHeight(rows + 2 * self.files.frameWidth())
        for shown in (self.files, self.files_label):
            shown.setVisible(bool(files.files))

    def _refresh(self) -> None:
        can = self._attempt is not None and self._attempt.export is not None and not self._errors
        has_target = bool(self.target.text().strip())
        self.do.setEnabled(can and has_target and not self.job.is_busy)
        for part in (self.former, self.choose_old):
            part.setEnabled(self.language.currentData() != PLAIN_TREE)
        self.copy.setEnabled(can)
        self.link.setEnabled(str(self.language.currentData()) in LANGUAGES)

    def _change(self, *, follows: bool = True) -> None:
        """Compile again a moment after an option was changed; a proposed target follows the graph."""
        if follows and self.source.path is not None and self.target.text() == self._default:
            self._default = self._proposed(str(self.graph.currentData() or ""))
            self.target.setText(self._default)
        self._soon.start()
        self._refresh()

    def _proposed(self, graph: str) -> str:
        path = self.source.path
        return "" if path is None else str(default_target(path, graph, self.source.own_folder))

    # -- how it looks --------------------------------------------------------------------------------

    def _make_fields(self, graphs: Graphs, wish: LastExport) -> None:
        self._wish = wish
        self.graph = QComboBox()
        self.graph.setAccessibleName("Graph")
        for graph_id, name in graphs:
            self.graph.addItem(name, graph_id)
        self.graph.setCurrentIndex(max(self.graph.findData(wish.graph), 0))
        self.strip = _check("Strip names", "Leave out what is for people only.", not wish.options.names)
        self.keep = _check(
            "Keep what is disabled",
            "Disabled branches, states and transitions stay.",
            wish.options.keep_disabled,
        )
        self.compact = _check("Compact", "No spaces and line breaks.", wish.options.compact)
        self.rate = QSpinBox()
        self.rate.setRange(1, MOST_RATE)
        self.rate.setValue(wish.options.rate)
        self.rate.setSuffix(" ticks per second")
        self.rate.setAccessibleName("Rate")
        inset_spin_box(self.rate)
        self.target = QLineEdit(
            "" if wish.target == Path() else str(wish.target), placeholderText="Choose where it goes"
        )
        self.target.setAccessibleName("File")
        if self.source.path is not None and str(wish.target) == self._proposed(wish.graph):
            self._default = str(wish.target)
        self.former = QLineEdit(placeholderText="An older export, if there are saves of it")
        self.former.setAccessibleName("Carry saves over from")
        self.choose_old = push_button("Choose…", self.choose_former, name="Choose the older export")
        self.language = QComboBox()
        self.language.setAccessibleName("For")
        languages = ((each.name, each.title) for each in LANGUAGES.values())
        for name, title in (("", "Program only"), *languages, (PLAIN_TREE, "Plain tree, no program")):
            self.language.addItem(title, name)
        self.language.setCurrentIndex(max(self.language.findData(wish.language), 0))
        self.link = _check(
            "Link to Mindloom", "Writes what shows the minds of the running game in Mindloom.", wish.link
        )
        for field in (self.target, self.former):
            field.textChanged.connect(lambda _text: self._change(follows=False))
        self.graph.currentIndexChanged.connect(lambda _index: self._change())
        self.language.currentIndexChanged.connect(lambda _index: self._change())
        self.rate.valueChanged.connect(lambda _value: self._change())
        for box in (self.strip, self.keep, self.compact, self.link):
            box.toggled.connect(lambda _on: self._change())

    def _make_lists(self) -> None:
        self.files_label = PlainLabel("Writes", role="secondary")
        self.files = _tree("Writes", 3)
        self.files.setRootIsDecorated(False)
        self.needs = _tree("What the game must supply", 2)
        header = self.needs.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, scaled(470))
        header.setStretchLastSection(True)
        self.problems = _tree("Problems", 1)
        self.problems.setRootIsDecorated(False)
        self.message = StateLabel(wrap=True, role="caption")
        self.copy = push_button("Copy the list", self.copy_list)
        self.do = push_button("Export", self.export)
        self.do.setDefault(True)

    def _lay_out(self) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        first = row_box(spacing=12)
        first.addWidget(self.graph, 1)
        first.addWidget(self.rate)
        options = row_box(spacing=20)
        add_all(options, self.strip, self.keep, self.compact)
        options.addStretch(1)
        place = row_box(spacing=8)
        place.addWidget(self.target, 1)
        place.addWidget(push_button("Choose…", self.choose_target))
        saves = row_box(spacing=8)
        saves.addWidget(self.former, 1)
        saves.addWidget(self.choose_old)
        game = row_box(spacing=12)
        add_all(game, self.language, self.link)
        game.addStretch(1)
        rows = (
            ("Graph", first),
            ("For", game),
            ("Options", options),
            ("File", place),
            ("Carry saves over from", saves),
        )
        for row, (name, layout) in enumerate(rows):
            form.addWidget(PlainLabel(name, role="secondary"), row, 0)
            form.addLayout(layout, row, 1)
        form.addWidget(self.files_label, len(rows), 0, Qt.AlignmentFlag.AlignTop)
        form.addWidget(self.files, len(rows), 1)
        form.setColumnStretch(1, 1)
        self.needs_box = _titled("What the game must supply", self.needs, self.copy)
        show = push_button("Show problems", self.problems_wanted.emit)
        self.trouble = _titled("What is in the way", self.problems, show)
        self.trouble.hide()
        foot = row_box(spacing=8)
        foot.addWidget(self.message, 1)
        add_all(foot, push_button("Close", self.close), self.do)
        box = column_box(self, margins=(16, 14, 16, 14), spacing=12)
        box.addLayout(form)
        box.addWidget(self.needs_box, 1)
        box.addWidget(self.trouble, 1)
        box.addLayout(foot)


def _check(text: str, tip: str, on: bool) -> QCheckBox:
    box = QCheckBox(text)
    box.setToolTip(plain_tip(tip))
    box.setChecked(on)
    return box


def _tree(name: str, columns: int) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setAccessibleName(name)
    tree.setColumnCount(columns)
    tree.setHeaderHidden(True)
    tree.setUniformRowHeights(True)
    tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    tree.setTextElideMode(Qt.TextElideMode.ElideRight)
    return tree


def _titled(title: str, inside: QWidget, button: QPushButton) -> QWidget:
    whole = QWidget()
    head = QHBoxLayout()
    head.addWidget(PlainLabel(title, role="secondary"), 1)
    head.addWidget(button)
    box = column_box(whole, margins=(0, 0, 0, 0), spacing=6)
    box.addLayout(head)
    box.addWidget(inside, 1)
    return whole
