"""The window that makes a page of the run so far: where it goes, whose minds, how far it is."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QProgressBar,
    QWidget,
)

from editor.basics.slices import LongWork
from editor.canvas.scene.graph_picture import PictureTooLarge
from editor.documents.folders.output_files import Output, write_output
from editor.sharing.run_page import MOST_AGENTS, CannotShare, PageWish, page_steps
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, StateLabel
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.push_buttons import push_button
from runtime.history.recording.recording import Recording
from runtime.session.session import Session

SUFFIX = ".html"


class ShareWindow(QDialog):
    """Ask for a file and whose minds are shown, and make the page in slices; Esc gives it up, then closes.

    `session` is of the world of the recording and used up. `names` are the agents that think, by id.
    """

    def __init__(
        self,
        parent: QWidget,
        recording: Recording,
        session: Session,
        target: Path,
        title: str,
        names: Mapping[str, str],
    ) -> None:
        super().__init__(parent)
        self._recording, self._session = recording, session
        self._may_replace = ""
        self._written: Path | None = None
        self.target, self.name, self.minds = QLineEdit(str(target)), QLineEdit(title), QComboBox()
        self.live = QCheckBox("Live: readers can run the minds in the page")
        self.bar = QProgressBar(textVisible=False)
        self.setWindowTitle("Share the run as a page — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(scaled(520))
        self.work = LongWork(self)
        self.work.progressed.connect(lambda share: self.bar.setValue(round(share * 1000)))
        self._make_fields(names)
        self._lay_out()
        count = recording.end_tick - recording.first_tick
        self.message.say(
            f"{count:,} ticks, {count / recording.cast.rate:.1f} s. One file, which needs no network."
        )
        self._refresh()

    def share(self) -> None:
        """Make the page and write it."""
        if not self.do.isEnabled() or self.work.is_busy:
            return
        agent = self.minds.currentData()
        wish = PageWish(self.name.text().strip() or "A run", (agent,) if agent else (), self.live.isChecked())
        self.open_page.hide()
        self.message.say("Running it again…")
        self.bar.setValue(0)
        self.work.run_steps(
            "Sharing the run", _kept(page_steps(self._recording, self._session, wish)), self._end
        )
        self._refresh()

    def choose_target(self) -> None:
        """Ask where the page is to go."""
        name, _ = QFileDialog.getSaveFileName(
            self, "Share the run as a page", self.target.text(), f"Pages (*{SUFFIX})"
        )
        if name:
            # The dialog has asked about the very file that was named, and about no other.
            self._may_replace = name
            self.target.setText(name if Path(name).suffix else f"{name}{SUFFIX}")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give up what is under way."""
        self.work.drop()
        super().closeEvent(event)

    def reject(self) -> None:
        """Give up the page that is being made; close where none is."""
        if self.work.cancel():
            self.message.say("Given up. Nothing was written.")
            self._refresh()
        else:
            super().reject()

    def _end(self, made: tuple[bytes | None, str]) -> None:
        data, trouble = made
        if data is not None:
            trouble = self._write(data)
        self.message.say(trouble, error=bool(data is None or self._written is None))
        self._refresh()

    def _write(self, data: bytes) -> str:
        path = Path(self.target.text().strip())
        path = path if path.suffix else path.with_name(f"{path.name}{SUFFIX}")
        try:
            write_output(path, data, Output.RUN_PAGE, force=self.target.text() == self._may_replace)
        except OSError as error:
            self._written = None
            return f"{path.name} was not written: {error.strerror or error}. Choose another file."
        self._written = path.resolve()
        return f"Wrote {path.name}, {len(data) / 1024:,.0f} KB."

    def _show_page(self) -> None:
        if self._written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written)))

    def _refresh(self) -> None:
        busy = self.work.is_busy
        for field in (self.target, self.name, self.minds, self.live, self.choose):
            field.setEnabled(not busy)
        self.do.setEnabled(not busy and bool(self.target.text().strip()))
        self.bar.setVisible(busy)
        self.leave.setText("Cancel" if busy else "Close")
        self.open_page.setVisible(not busy and self._written is not None)

    def _make_fields(self, names: Mapping[str, str]) -> None:
        self.target.setAccessibleName("File")
        self.target.textChanged.connect(lambda _text: self._refresh())
        self.name.setAccessibleName("Title")
        self.minds.setAccessibleName("Minds")
        self.minds.addItem(
            f"All, {len(names)}" if len(names) <= MOST_AGENTS else f"The first {MOST_AGENTS}", ""
        )
        for agent, name in names.items():
            self.minds.addItem(name, agent)
        self.bar.setRange(0, 1000)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName("How far the page is")
        self.message = StateLabel(wrap=True, role="caption")
        self.choose = push_button("Choose…", self.choose_target)
        self.do = push_button("Share", self.share)
        self.do.setDefault(True)
        self.leave = push_button("Close", self.reject)
        self.open_page = push_button("Open it", self._show_page)

    def _lay_out(self) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        place = row_box(spacing=8)
        place.addWidget(self.target, 1)
        place.addWidget(self.choose)
        for row, (label, field) in enumerate((("Title", self.name), ("Minds", self.minds))):
            form.addWidget(PlainLabel(label, role="secondary"), row, 0)
            form.addWidget(field, row, 1)
        form.addWidget(PlainLabel("File", role="secondary"), 2, 0)
        form.addLayout(place, 2, 1)
        form.addWidget(self.live, 3, 1)
        form.setColumnStretch(1, 1)
        foot = row_box(spacing=8)
        foot.addWidget(self.message, 1)
        add_all(foot, self.open_page, self.leave, self.do)
        box = column_box(self, margins=(16, 14, 16, 14), spacing=12)
        box.addLayout(form)
        box.addWidget(self.bar)
        box.addLayout(foot)


def _kept(steps: Generator[float, None, bytes]) -> Generator[float, None, tuple[bytes | None, str]]:
    """Do steps, and return the page, or None and why there is none."""
    try:
        return (yield from steps), ""
    except CannotShare as refusal:
        return None, str(refusal)
    except PictureTooLarge as large:
        return None, f"A graph would be {large}, which is too large. Bring nearer what stands far off."
