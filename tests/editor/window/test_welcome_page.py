"""The page of a window without a document: everything it offers does what it says, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from editor.documents.open.sample_files import FIRST_SAMPLE, sample_paths, samples_folder
from editor.theme.theme_manager import set_theme
from editor.welcome.sample_card import CROWD, SampleCard, sample_facts, sample_picture, sample_title
from editor.welcome.welcome_page import WelcomeRow
from editor.widgets.icon_button import IconButton
from editor.window.application import open_at_start, open_first
from editor.window.main_window import MainWindow
from graphs.files.document_file import load_document

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_window(open_window: Callable[..., MainWindow]) -> Callable[..., MainWindow]:
    """Open windows as at the first start: the page of welcome covers them."""
    return partial(open_window, welcomes=True)


def has_picture(card: SampleCard) -> bool:
    """Tell whether the picture that fits size and theme is loaded."""
    return card._loaded == card._key()


def card_of(window: MainWindow, title: str) -> SampleCard:
    return next(card for card in window.welcome.page.cards if card.text() == title)


def row_of(window: MainWindow, title: str) -> WelcomeRow:
    rows = window.welcome.page.findChildren(WelcomeRow)
    return next(row for row in rows if row.text() == title and row.isVisible())


def read_samples(window: MainWindow) -> None:
    for card in window.welcome.page.cards:
        card.show_facts(sample_facts(card.path))


def test_the_page_covers_the_window_until_something_is_open(window: MainWindow) -> None:
    page = window.welcome.page
    assert page.isVisible()
    assert page.width() == window.width()
    assert not window.panels.isEnabled()
    window.commands.run("file.new")
    assert not page.isVisible()
    assert window.panels.isEnabled()
    assert window.view is not None
    assert window.view.hasFocus()
    assert window.session is not None
    window.close_session(window.session)
    assert page.isVisible()


def test_every_sample_has_a_card_with_its_name_and_picture(window: MainWindow) -> None:
    cards = window.welcome.page.cards
    assert [card.path for card in cards] == list(sample_paths())
    for card in cards:
        assert card.text() == sample_title(card.path)
        assert card.accessibleName().endswith(card.text())
        assert not card.isHidden()
        for dark in (False, True):
            assert sample_picture(card.path, dark=dark).is_file()


def test_a_sample_opens_and_plays(window: MainWindow) -> None:
    QTest.mouseClick(card_of(window, "Tank with dead zones"), LEFT)
    assert window.session is not None
    assert window.session.path == (samples_folder() / "tank.mind.json").resolve()
    assert window.run.is_running
    window.run.pause()


@pytest.mark.parametrize(
    ("title", "kind"),
    [("Machines", "state_machine"), ("Trees", "behavior_tree"), ("Decisions", "decision_tree")],
)
def test_samples_are_filtered_by_the_kind_of_their_root(window: MainWindow, title: str, kind: str) -> None:
    read_samples(window)
    button = next(each for each in window.welcome.page.findChildren(QPushButton) if each.text() == title)
    QTest.mouseClick(button, LEFT)
    shown = [card.path for card in window.welcome.page.cards if not card.isHidden()]
    assert shown == [path for path in sample_paths() if sample_facts(path).kinds[0] == kind]


def test_crowds_and_the_search_leave_what_fits(window: MainWindow) -> None:
    read_samples(window)
    page = window.welcome.page
    page._choose_topic("crowds")
    assert all(sample_facts(card.path).agents >= CROWD for card in page.shown_cards())
    assert {"Crowd", "Swarm"} <= {card.text() for card in page.shown_cards()}
    page._choose_topic("all")
    QTest.keyClicks(page.search, "stealth")
    assert {card.text() for card in page.cards if not card.isHidden()} >= {"Stealth guard", "Stealth squad"}
    assert len(page.shown_cards()) < len(page.cards)
    page.search.setText("bell")
    assert "Alarm guard" in {card.text() for card in page.shown_cards()}, "its summary names the bell"
    page.search.setText("teleporter")
    assert page.nothing.isVisible(), "letters strewn over a summary do not count"


def test_samples_are_read_while_nobody_waits(window: MainWindow, qtbot: QtBot) -> None:
    page = window.welcome.page
    qtbot.waitUntil(lambda: not page._reading.isActive(), timeout=20_000)
    assert all(card.facts.kinds for card in page.cards)
    assert card_of(window, "First tank").facts.summary.startswith("Patrols")


def test_a_sample_plays_under_the_pointer_and_stands_still_after(window: MainWindow, qtbot: QtBot) -> None:
    card = card_of(window, "Light bulb")
    place = QPointF(5, 5)
    QApplication.sendEvent(card, QEnterEvent(place, place, place))
    qtbot.waitUntil(lambda: card._live is not None, timeout=20_000)
    first = card._live
    qtbot.waitUntil(lambda: card._live is not first, timeout=20_000)
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert card._live is None
    assert window.welcome.page.live.path is None


def test_nothing_begins_to_play_behind_a_document(window: MainWindow) -> None:
    card = card_of(window, "Light bulb")
    window.commands.run("file.new")
    card.lingered.emit(card)
    assert window.welcome.page.live.path is None


def test_nothing_begins_to_play_in_a_window_that_is_going(window: MainWindow) -> None:
    card = card_of(window, "Light bulb")
    window.close()
    place = QPointF(5, 5)
    QApplication.sendEvent(card, QEnterEvent(place, place, place))
    assert window.welcome.page.live.path is None


def test_new_ones_and_templates_begin_by_keys(window: MainWindow) -> None:
    first = QApplication.focusWidget()
    assert isinstance(first, WelcomeRow)
    assert first.text() == "State machine"
    QTest.keyClick(first, Qt.Key.Key_Tab)
    second = QApplication.focusWidget()
    assert isinstance(second, WelcomeRow)
    assert second.text() == "Behavior tree"
    QTest.keyClick(second, Qt.Key.Key_Space)
    assert window.session is not None
    assert window.session.graph is not None
    assert window.session.graph.kind == "behavior_tree"
    window.close_session(window.session)
    QTest.mouseClick(row_of(window, "Soldier"), LEFT)
    assert window.session is not None
    assert window.session.path is None
    assert [graph.title for graph in window.session.document.graphs.values()] == ["Soldier"]


def test_a_new_world_is_edited_at_once(window: MainWindow) -> None:
    QTest.mouseClick(row_of(window, "World"), LEFT)
    assert not window.welcome.is_shown
    assert window.world.editor.is_on
    assert window.world.editor.session is not None
    assert len(window.world.editor.session.world.agents) == 1


def test_recent_files_are_listed_pinned_and_opened(window: MainWindow, tmp_path: Path) -> None:
    for name in ("one", "two"):
        path = tmp_path / f"{name}.mind.json"
        path.write_bytes((samples_folder() / "light_bulb.mind.json").read_bytes())
        assert window.open_file(path)
        assert window.session is not None
        window.close_session(window.session)
    page = window.welcome.page
    titles = [row.text() for row in page.findChildren(WelcomeRow) if row.isVisible()]
    assert titles.index("two") < titles.index("one")
    pin = next(
        each for each in page.findChildren(IconButton) if each.accessibleName() == "Keep one at the top"
    )
    QTest.mouseClick(pin, LEFT)
    QApplication.processEvents()
    titles = [row.text() for row in page.findChildren(WelcomeRow) if row.isVisible()]
    assert titles.index("one") < titles.index("two")
    QTest.mouseClick(row_of(window, "two"), LEFT)
    assert window.session is not None
    assert window.session.path == (tmp_path / "two.mind.json").resolve()


def test_the_words_to_open_a_file_are_whole_in_a_low_window(window: MainWindow, tmp_path: Path) -> None:
    for number in range(4):
        path = tmp_path / f"mind_{number}.mind.json"
        path.write_bytes((samples_folder() / "light_bulb.mind.json").read_bytes())
        assert window.open_file(path)
        assert window.session is not None
        window.close_session(window.session)
    window.resize(1024, 640)
    QApplication.processEvents()
    buttons = window.welcome.page.findChildren(QPushButton)
    button = next(each for each in buttons if each.text().startswith("Open file") and each.isVisible())
    assert button.height() >= button.sizeHint().height()


def test_the_first_start_shows_the_page_and_the_next_the_first_sample(
    open_window: Callable[[], MainWindow],
) -> None:
    first = open_window()
    open_at_start(first, [])
    assert first.welcome.is_shown
    assert first.session is None
    first.close()
    second = open_window()
    open_at_start(second, [])
    assert not second.welcome.is_shown
    assert second.session is not None
    assert second.session.path == (samples_folder() / FIRST_SAMPLE).resolve()
    second.run.pause()


def test_a_first_start_with_a_file_leaves_the_page_for_the_next(
    open_window: Callable[[], MainWindow],
) -> None:
    first = open_window()
    files = [samples_folder() / "light_bulb.mind.json"]
    open_first(first, files)
    open_at_start(first, files)
    assert not first.welcome.is_shown
    assert first.welcome.at_start


def test_the_page_is_shown_over_a_document_and_left_by_escape_or_its_button(window: MainWindow) -> None:
    window.commands.run("file.new")
    window.commands.run("help.welcome")
    page = window.welcome.page
    assert page.isVisible()
    assert not window.panels.isEnabled()
    focus = QApplication.focusWidget()
    assert isinstance(focus, WelcomeRow)
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert not page.isVisible()
    assert window.view is not None
    assert window.view.hasFocus()
    window.commands.run("help.welcome")
    QTest.mouseClick(page.back, LEFT)
    assert not page.isVisible()
    assert len(window.workspace.sessions) == 1


def test_without_a_document_there_is_nothing_to_go_back_to(window: MainWindow) -> None:
    window.commands.run("help.welcome")
    page = window.welcome.page
    assert page.back.isHidden()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert page.isVisible()


def test_what_is_opened_or_done_takes_the_page_away(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "mine.mind.json"
    path.write_bytes((samples_folder() / "light_bulb.mind.json").read_bytes())
    assert window.open_file(path)
    for leave in (
        lambda: QTest.mouseClick(row_of(window, "mine"), LEFT),
        lambda: QTest.mouseClick(row_of(window, "State machine"), LEFT),
        lambda: QTest.mouseClick(card_of(window, "Light bulb"), LEFT),
        lambda: window.commands.action("view.frame_all").trigger(),
    ):
        window.commands.run("help.welcome")
        assert window.welcome.is_shown
        leave()
        assert not window.welcome.is_shown
        assert window.panels.isEnabled()
    window.commands.run("help.welcome")
    window.commands.run("theme.light")
    assert window.welcome.is_shown, "nothing was opened"
    window.commands.run("theme.dark")
    window.run.pause()


@pytest.mark.parametrize("takes", [True, False])
def test_the_tour_is_offered_until_it_is_taken_or_declined(
    open_window: Callable[[], MainWindow], takes: bool
) -> None:
    window = open_window()
    offer = window.welcome.page.offer_of_tour
    assert offer.isVisible()
    QTest.mouseClick(offer.take if takes else offer.decline, LEFT)
    assert window.welcome.tour.is_on is takes
    assert not offer.isVisible()
    assert window.welcome.is_shown
    window.welcome.tour.end()
    window.close()
    assert open_window().welcome.page.offer_of_tour.isHidden()


def test_a_tour_begun_from_the_menu_is_not_offered_again(window: MainWindow) -> None:
    assert window.welcome.page.offer_of_tour.isVisible()
    window.commands.run("help.tour")
    assert window.welcome.page.offer_of_tour.isHidden()
    window.welcome.tour.end()


def test_whether_the_page_is_shown_at_start_is_remembered(window: MainWindow) -> None:
    QTest.mouseClick(window.welcome.page.at_start, LEFT, pos=window.welcome.page.at_start.rect().center())
    assert window.state.flag("welcome_at_start") is window.welcome.page.at_start.isChecked() is True


def test_showing_the_page_loads_no_picture_and_each_comes_in_a_turn_of_its_own(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = window.welcome.page
    page._reading.stop()
    loaded: list[SampleCard] = []
    load = SampleCard.load_picture

    def noted(card: SampleCard) -> None:
        loaded.append(card)
        load(card)

    monkeypatch.setattr(SampleCard, "load_picture", noted)
    set_theme("light")
    page.grab()
    shown = [card for card in page.cards if not card.visibleRegion().isEmpty()]
    assert loaded == []
    assert not any(has_picture(card) for card in shown)
    page._read_one()
    assert len(loaded) == 1
    assert has_picture(loaded[0])
    while page._unpictured:
        page._read_one()
    assert all(has_picture(card) for card in shown)
    assert len(loaded) == len(set(loaded))
    count = len(loaded)
    page.grab()
    assert len(loaded) == count


def test_another_size_keeps_the_picture_until_the_one_that_fits_is_loaded(window: MainWindow) -> None:
    page = window.welcome.page
    card = page.cards[0]
    card.load_picture()
    before = card._picture.cacheKey()
    page._reading.stop()
    card.resize(card.width() + 40, card.height())
    card.grab()
    assert not has_picture(card)
    assert card._picture.cacheKey() == before
    assert card in page._unpictured
    page._unpictured = [card]
    page._read_one()
    assert has_picture(card)


def test_every_sample_says_on_its_card_what_it_shows():
    for path in sample_paths():
        document = load_document(path)
        root = document.graphs[document.root or ""]
        assert root.note, path.name
        assert sample_facts(path).summary in root.note
