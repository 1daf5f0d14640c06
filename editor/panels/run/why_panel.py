"""The panel that answers why the selected element is as it is, and what would change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from editor.basics.slices import Steps, StepsInSlices
from editor.documents.open.document_session import DocumentSession
from editor.panels.document_panel import DocumentPanel
from editor.panels.run.trial_section import TrialSection
from editor.panels.run.why_rows import ChangeRow, QuestionPill, WhyRow, wrapped_label
from editor.running.interventions import write_variables
from editor.running.not_run import not_run_words
from editor.running.run_controller import RunController
from editor.running.why_answers import ChangeLine, TrialOffer, WhyAnswer, WhyAnswers, writer_question
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.theme_manager import theme_manager
from editor.widgets.boxes import clear_box, column_box, scroll_area
from editor.widgets.element_header import ElementHeader
from graphs.expressions.types import Value
from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain


class WhyPanel(DocumentPanel):
    """Explain the selected element of the graph shown, as of the tick shown.

    It looks while the world is held; while it moves the panel says so. `go_to` carries graph and element of a
    reason that was clicked, `tick_wanted` a tick that a reason speaks of.
    """

    go_to = Signal(str, str)
    tick_wanted = Signal(int)
    answered = Signal()
    """Emitted when another answer is shown, or none: `reason_places` tells where its reasons are."""

    trial_changed = Signal()
    """Emitted when other values are tried, or no more: `trial` tells what they would lead to."""

    def __init__(self, run: RunController) -> None:
        super().__init__("why", "Why", "why")
        self._run = run
        self._answers = WhyAnswers(run.time, run.registry)
        self._shown: tuple[object, ...] = ()
        self.search = StepsInSlices(self)
        self.answer: WhyAnswer | None = None
        self.trial: TrialSection | None = None
        self._page = QWidget()
        self._box = column_box(self._page, margins=(14, 12, 14, 14), spacing=4)
        self.subject = ElementHeader((14, 12, 14, 0))
        self.body.addWidget(self.subject)
        self._area = scroll_area(self._page, "Why")
        self.body.addWidget(self._area)
        run.frame_shown.connect(self.refresh)
        run.state_changed.connect(self.refresh)
        run.agent_changed.connect(self.refresh)
        run.time.recording_changed.connect(self._forget)
        theme_manager().theme_changed.connect(self._follow_theme)
        self._build()

    def _signals(self, session: DocumentSession) -> tuple[SignalInstance, ...]:
        return (session.selection_changed,)

    def refresh(self) -> None:
        """Ask again where the tick, the selection or the agent is another."""
        if not self.isVisible():
            self._shown = ()
            return
        asked = self._asked()
        if asked == self._shown:
            return
        self._shown = asked
        self.search.drop()
        self._show(self._ask())

    def ask_writer(self, variable: str) -> None:
        """Ask who wrote a variable of the agent shown last, up to the tick shown."""
        view = self._run.view
        if view is None or self._run.is_running:
            return
        where = self.answer.where if self.answer is not None else ""
        self._show(WhyAnswer(writer_question(variable), where, note="Looking back…", is_aside=True))
        answers = self._answers.writer(view, variable)
        self.search.begin(_first_answer(answers), self._show_found, at_once=False)

    def reason_places(self) -> tuple[tuple[str, str], ...]:
        """Return graph and element of each reason shown, each once, none while the panel is hidden."""
        if self.answer is None or not self.isVisible():
            return ()
        return tuple(
            dict.fromkeys((reason.graph, reason.element) for reason in self.answer.reasons if reason.element)
        )

    def _show_found(self, answer: WhyAnswer | None) -> None:
        if answer is not None:
            self._show(answer)

    def _show(self, answer: WhyAnswer) -> None:
        self.answer = answer
        self._build()
        self.answered.emit()

    def hideEvent(self, event: object) -> None:
        """Frame nothing any more on the canvas."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self.search.drop()
        self.answered.emit()

    def _forget(self) -> None:
        self._answers = WhyAnswers(self._run.time, self._run.registry)
        self._shown = ()
        self.refresh()

    def _asked(self) -> tuple[object, ...]:
        session, run = self._session, self._run
        if session is None or run.is_running or run.time.is_seeking:
            return (run.is_running, run.time.is_seeking)
        return (
            *(session, session.graph_id, session.selection, run.picked_agent),
            *(run.time.shown_tick, run.time.recording, run.view),
        )

    def _ask(self) -> WhyAnswer:
        session, run, view = self._session, self._run, self._run.view
        if run.is_running:
            return WhyAnswer(trouble="Pause the run, and select a node, a state or a transition to ask why.")
        if (
            session is not None
            and view is None
            and any(problem.severity == "error" for problem in session.problems)
        ):
            return WhyAnswer(trouble="Nothing runs while the document has errors: Problems lists them.")
        if session is None or view is None:
            return WhyAnswer(trouble="Open a document with a world to ask why its agents do what they do.")
        if run.mind_of(run.picked_agent) != session.file_name:
            return WhyAnswer(trouble="The agent shown does not think with this document. Pick one that does.")
        if len(session.selection) != 1:
            return WhyAnswer(trouble="Select one node, state or transition to ask why it stands as it does.")
        element = next(iter(session.selection))
        found = self._answers.answer(view, session.graph_id, element, run.last_frame)
        if found is None:
            return WhyAnswer(trouble="This is not part of what the agent runs.")
        note = f"{not_run_words(run, run.picked_agent)} {found.note}".strip()
        return replace(found, note=note)

    def _follow_theme(self) -> None:
        """Build again in the colors of another theme; the values tried stay."""
        tried = dict(self.trial.values()) if self.trial is not None else {}
        self._build()
        for name, value in tried.items():
            if self.trial is not None:
                self.trial.set_value(name, value)

    # -- what is seen -----------------------------------------------------------------------------------

    def _build(self) -> None:
        clear_box(self._box)
        had, self.trial = self.trial, None
        if had is not None:
            self.trial_changed.emit()
        answer = self.answer or WhyAnswer(trouble="Select a node, a state or a transition to ask why.")
        if answer.trouble:
            self._add(wrapped_label(answer.trouble, "caption"))
            self._box.addStretch(1)
            return
        heading = wrapped_label(answer.question)
        heading.setFont(ui_font(TextSize.TITLE, TextWeight.SEMIBOLD))
        self._add(heading)
        self._add(wrapped_label(answer.where, "caption"))
        if answer.note:
            self._add(wrapped_label(answer.note, "caption"))
        self._box.addSpacing(6)
        for place, line in enumerate(answer.reasons):
            row = WhyRow(line, is_first=place == 0)
            row.clicked.connect(self.go_to)
            row.tick_clicked.connect(self.tick_wanted)
            self._add(row)
        if answer.trial is not None:
            self._add_trial(answer.trial)
        if answer.is_aside:
            self._add_way_back()
        if answer.reads:
            self._add_writers(answer.reads)
        if answer.instead:
            self._add_pills(answer.instead)
        self._box.addStretch(1)

    def _add(self, widget: QWidget) -> None:
        self._box.addWidget(widget)

    def _add_changes(self, changes: tuple[ChangeLine, ...]) -> None:
        self._box.addSpacing(8)
        title = wrapped_label("What would change it")
        title.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        self._add(title)
        for change in changes:
            row = ChangeRow(change)
            row.clicked.connect(lambda tried=change: self._try(tried))
            self._add(row)

    def _try(self, change: ChangeLine) -> None:
        if self.trial is not None:
            self.trial.set_value(change.variable, change.needed)

    def _add_trial(self, offer: TrialOffer) -> None:
        """Offer the nearest changes, and any other values, to be tried."""
        self.trial = TrialSection(offer)
        if offer.changes:
            self._add_changes(offer.changes)
        if offer.variables:
            self._add(self.trial)
            self.trial.changed.connect(self.trial_changed)
            self.trial.apply_wanted.connect(self._apply)
        else:
            self.trial.deleteLater()
            self.trial = None

    def _apply(self, values: Mapping[str, Value]) -> None:
        """Write the values tried into the run, as inputs before its next step."""
        run = self._run
        if run.picked_agent is not None:
            write_variables(run, run.picked_agent, values)
            self._shown = ()
            self.refresh()

    def _add_way_back(self) -> None:
        self._box.addSpacing(8)
        pill = QuestionPill("Back to why")
        pill.clicked.connect(self._ask_again)
        self._box.addWidget(pill, 0, Qt.AlignmentFlag.AlignLeft)

    def _ask_again(self) -> None:
        """Answer once more why the selected element is as it is."""
        self._shown = ()
        self.refresh()

    def _add_writers(self, variables: tuple[str, ...]) -> None:
        """Offer to ask who wrote what was read."""
        self._box.addSpacing(8)
        self._add(wrapped_label("What it reads", "caption"))
        for name in variables:
            pill = QuestionPill(writer_question(name))
            pill.clicked.connect(lambda _checked=False, asked=name: self.ask_writer(asked))
            self._box.addWidget(pill, 0, Qt.AlignmentFlag.AlignLeft)

    def _add_pills(self, questions: tuple[tuple[str, str, str], ...]) -> None:
        self._box.addSpacing(8)
        self._add(wrapped_label("Ask instead", "caption"))
        for words, graph, element in questions:
            pill = QuestionPill(words)
            pill.clicked.connect(lambda _checked=False, at=(graph, element): self.go_to.emit(*at))
            self._box.addWidget(pill, 0, Qt.AlignmentFlag.AlignLeft)


def _first_answer(answers: Iterator[WhyAnswer | None]) -> Steps[WhyAnswer | None]:
    """Return the first answer, None for a step on the way to it; one of trouble where a run is not known."""
    try:
        for answer in answers:
            if answer is not None:
                return answer
            yield None
    except (TickNotRecorded, CannotRunAgain) as error:
        return WhyAnswer(trouble=str(error))
    return None
