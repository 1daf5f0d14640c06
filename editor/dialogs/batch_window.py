"""The window of batch runs: what varies, what is measured, how far it is, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from editor.basics.pace import progress_words
from editor.dialogs.batch_job import BatchJob, lines_of
from editor.theme.fonts import TextSize, fixed_font, scaled
from editor.theme.plain_texts import PlainLabel, StateLabel
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.file_dialogs import FileDialogs
from editor.widgets.push_buttons import push_button
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import write_whole
from runtime.trials.batches.batch_call import BatchCall, BatchTexts
from runtime.trials.batches.batch_run import BatchProgress
from runtime.trials.batches.batch_summary import HEADINGS, BatchSummary, cells, other_lines
from runtime.trials.batches.refusal import BatchRefused

MakeCall = Callable[[BatchTexts, int, float], BatchCall]
"""Make a call of texts, a number of runs and the longest run in seconds; raises `BatchRefused`."""

LINES_SHOWN = 3


class BatchWindow(QDialog):
    """Ask for a batch, play it beside the window, and show the summary; closing it ends the batch."""

    def __init__(
        self, parent: QWidget, title: str, examples: BatchTexts, make_call: MakeCall, own_folder: Path
    ) -> None:
        super().__init__(parent)
        self._own_folder = own_folder
        self._started = 0.0
        self._make_call = make_call
        self.setWindowTitle(f"Batch runs of {title} — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(scaled(760))
        self.job = BatchJob(self)
        self.job.progressed.connect(self._show_progress)
        self.job.ended.connect(self._show_end)
        self._make_fields(examples)
        self._make_results()
        self._lay_out()
        self._set_busy(busy=False)
        self.message.say("The world is played as it is now; the help page on batch runs says what to write.")
        self.runs.setFocus()

    # -- what is asked for ---------------------------------------------------------------------------

    def texts(self) -> BatchTexts:
        """Return what was typed."""
        vary, measures = self.vary.toPlainText(), self.measures.toPlainText()
        return BatchTexts(lines_of(vary), lines_of(measures), self.until.text())

    def start(self) -> None:
        """Begin the batch, or say what is wrong with what was typed."""
        try:
            self.job.start(self._make_call(self.texts(), self.runs.value(), self.seconds.value()))
        except BatchRefused as refused:
            self.message.say(str(refused), error=True)
            return
        except OSError as error:
            self.message.say(f"The table cannot be written: {error.strerror or error}.", error=True)
            return
        self.bar.setRange(0, self.runs.value())
        self.bar.setValue(0)
        self._started = monotonic()
        self.message.say("Starting the workers…")
        self._set_busy(busy=True)

    def save_table(self) -> None:
        """Ask where the table of all runs is to go."""
        source = self.job.table
        if source is None:
            return
        proposed = str(self._own_folder / "runs.csv")
        name, _ = QFileDialog.getSaveFileName(self, "Save the table", proposed, "Tables (*.csv)")
        if not name:
            return
        target = Path(name)
        if not target.suffix:
            target = target.with_suffix(".csv")
            if target.exists() and not FileDialogs(self).ask_replace(target):
                return
        try:
            write_whole(target, plain_file(source).read_bytes())
        except OSError as error:
            self.message.say(f"{target.name} cannot be written: {error.strerror or error}.", error=True)
            return
        self.message.say(f"Saved as {target}.")

    def closeEvent(self, event: QCloseEvent) -> None:
        """End what is being played; the table goes with it."""
        self.job.close()
        super().closeEvent(event)

    def reject(self) -> None:
        """Cancel the batch at Esc; without one, close."""
        if self.job.is_busy:
            self.job.cancel()
        else:
            self.job.close()
            super().reject()

    # -- what came of it -----------------------------------------------------------------------------

    def _show_progress(self, progress: BatchProgress) -> None:
        self.bar.setValue(progress.done)
        self.message.say(progress_words(progress.done, progress.runs, 0, monotonic() - self._started))

    def _show_end(self, summary: BatchSummary | None, why: str) -> None:
        self._set_busy(busy=False)
        self.play.setFocus()
        if summary is None:
            self.message.say(why or "Canceled.", error=bool(why))
            return
        rows = [cells(measure) for measure in summary.measures if measure.number is not None]
        self.table.setRowCount(len(rows))
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        self.results.show()
        self.resize(self.width(), max(self.height(), scaled(600)))
        self.words.setPlainText("\n".join(other_lines(summary)))
        self.message.say(f"{summary.runs:,} runs done.")

    def _set_busy(self, *, busy: bool) -> None:
        for field in (self.runs, self.seconds, self.vary, self.measures, self.until, self.play):
            field.setEnabled(not busy)
        self.cancel.setVisible(busy)
        if busy:
            self.cancel.setFocus()
        self.play.setVisible(not busy)
        self.bar.setVisible(busy)
        self.save.setEnabled(not busy and self.job.table is not None)

    # -- how it looks --------------------------------------------------------------------------------

    def _make_fields(self, examples: BatchTexts) -> None:
        self.runs = QSpinBox()
        self.runs.setRange(1, 100_000)
        self.runs.setValue(100)
        self.runs.setAccessibleName("Runs")
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(0.1, 100_000)
        self.seconds.setDecimals(1)
        self.seconds.setValue(30)
        self.seconds.setSuffix(" s")
        self.seconds.setAccessibleName("Longest run")
        self.vary = _lines("Vary", examples.vary, "health=50..100\nmood=calm,angry")
        self.measures = _lines("Measure", examples.measures, "left=health\ntime=time_in:Chase")
        for field in (self.runs, self.seconds):
            # A field of this kind draws its text at its very edge.
            field.lineEdit().setTextMargins(6, 0, 0, 0)
        self.until = QLineEdit(placeholderText="health <= 0")
        self.until.setFont(fixed_font(TextSize.BODY))
        self.until.setAccessibleName("Until")
        self.play = push_button("Play", self.start)
        self.play.setDefault(True)
        self.cancel = push_button("Cancel", self.job.cancel)

    def _make_results(self) -> None:
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName("Runs done")
        self.message = StateLabel(wrap=True, role="caption")
        self.table = QTableWidget(0, len(HEADINGS))
        self.table.setAccessibleName("Summary")
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalHeaderLabels([heading[0].upper() + heading[1:] for heading in HEADINGS])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        first = self.table.horizontalHeaderItem(0)
        if first is not None:
            first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.words = QPlainTextEdit(
            readOnly=True, placeholderText="Shares of runs and what no run reached stand here afterwards."
        )
        self.words.setAccessibleName("Shares and what no run reached")
        self.words.setFixedHeight(scaled(112))
        self.save = push_button("Save the table…", self.save_table)

    def _lay_out(self) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        numbers = row_box(spacing=12)
        numbers.addWidget(self.runs)
        numbers.addWidget(PlainLabel("Longest run", role="secondary"))
        numbers.addWidget(self.seconds)
        numbers.addWidget(PlainLabel("Until", role="secondary"))
        numbers.addWidget(self.until, 1)
        form.addWidget(PlainLabel("Runs", role="secondary"), 0, 0)
        form.addLayout(numbers, 0, 1, 1, 3)
        form.addWidget(PlainLabel("Vary, one a line", role="secondary"), 1, 0, 1, 2)
        form.addWidget(PlainLabel("Measure, one a line", role="secondary"), 1, 2, 1, 2)
        form.addWidget(self.vary, 2, 0, 1, 2)
        form.addWidget(self.measures, 2, 2, 1, 2)
        form.setColumnStretch(1, 1)
        form.setColumnStretch(3, 1)
        going = row_box(spacing=12)
        going.addWidget(self.message, 1)
        add_all(going, self.cancel, self.play)
        foot = QHBoxLayout()
        foot.addWidget(self.save)
        foot.addStretch(1)
        foot.addWidget(push_button("Close", self.close))
        box = column_box(self, margins=(16, 14, 16, 14), spacing=10)
        box.addLayout(form)
        box.addLayout(going)
        box.addWidget(self.bar)
        self.results = QWidget()
        inside = column_box(self.results, margins=(0, 0, 0, 0), spacing=10)
        inside.addWidget(self.table, 1)
        inside.addWidget(self.words)
        self.results.hide()
        box.addWidget(self.results, 1)
        box.addLayout(foot)


def _lines(name: str, texts: tuple[str, ...], hint: str) -> QPlainTextEdit:
    field = QPlainTextEdit("\n".join(texts), placeholderText=hint, tabChangesFocus=True)
    field.setFont(fixed_font(TextSize.BODY))
    field.setAccessibleName(name)
    field.setFixedHeight(scaled(26 + 18 * LINES_SHOWN))
    return field
