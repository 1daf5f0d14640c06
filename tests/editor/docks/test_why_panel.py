"""The panel that answers why: it asks what is selected, goes to reasons and their ticks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from editor.documents.open.sample_files import sample_paths
from editor.panels.run.why_rows import ChangeRow, WhyRow
from editor.window.parts.callouts import WindowCallouts, why_panel
from runtime.minds.expressions.explain import format_value
from tests.editor.shared_window import at_rest, shared_window


def run_the_tank(window):
    window.resize(1440, 900)
    window.open_file(next(path for path in sample_paths() if path.name.startswith("tank")))
    window.panels.show_panel("why")
    window.run.advance(60)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    for window in shared_window(tmp_path_factory):
        run_the_tank(window)
        yield window


@pytest.fixture
def seen(ran, qtbot):
    """Return a window in which a run has ended, for tests that only look at it."""
    ran.activateWindow()
    ran.panels.show_panel("why")
    ran.session.select(())
    ran.run.look_at(59)
    ran.run.time.finish()
    qtbot.waitUntil(ran.part(why_panel).isVisible)
    yield ran
    at_rest(ran)


@pytest.fixture
def opened(window, qtbot):
    """Return a window of one test's own in which a run has ended."""
    run_the_tank(window)
    qtbot.waitUntil(window.part(why_panel).isVisible)
    return window


def rows(window) -> list[WhyRow]:
    QApplication.processEvents()
    return [row for row in window.part(why_panel).findChildren(WhyRow) if not row.isHidden()]


def pills(window) -> list[QPushButton]:
    return [
        each for each in window.part(why_panel).findChildren(QPushButton) if each.text().startswith("Why")
    ]


def test_without_a_selection_it_says_what_to_do(seen):
    assert seen.part(why_panel).answer is not None
    assert seen.part(why_panel).answer.trouble.startswith("Select one node")


def test_a_selected_state_is_explained_with_its_reasons(seen):
    seen.session.select(("chase",))
    answer = seen.part(why_panel).answer
    assert answer.question == "Why is Chase not active?"
    assert answer.where.startswith("Tick 59")
    assert rows(seen)[0].line.sentence == "'Chase' has not been entered yet."
    assert any("was not taken because" in row.line.sentence for row in rows(seen))


def test_a_transition_says_what_would_change_it(seen):
    seen.session.select(("patrol_chase",))
    assert seen.part(why_panel).answer.question == "Why was Patrol → Chase not taken?"
    QApplication.processEvents()
    changes = [row.change for row in seen.part(why_panel).findChildren(ChangeRow) if not row.isHidden()]
    assert all(change.leads_to for change in changes)
    d = seen.run.session.variables(seen.run.picked_agent)
    if d["visible"]:
        assert any(change.text.startswith("d ") for change in changes)


def test_a_click_on_a_reason_selects_what_it_is_about(seen, qtbot):
    seen.session.select(("chase",))
    row = next(row for row in rows(seen) if row.line.element == "patrol_chase")
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert seen.session.selection == {"patrol_chase"}
    assert seen.part(why_panel).answer.question == "Why was Patrol → Chase not taken?"


def test_a_tick_a_reason_speaks_of_is_looked_at(seen, qtbot):
    seen.session.select(("patrol",))
    row = next(row for row in rows(seen) if row.line.other_tick >= 0)
    qtbot.mouseClick(row.tick, Qt.MouseButton.LeftButton)
    seen.run.time.finish()
    assert seen.run.time.shown_tick == row.line.other_tick
    assert seen.part(why_panel).answer.where.startswith(f"Tick {row.line.other_tick}")


def test_another_question_near_by_is_asked_with_a_click(seen, qtbot):
    seen.session.select(("patrol",))
    pill = next(pill for pill in pills(seen) if "Chase" in pill.text())
    assert pill.text() == "Why not Chase?"
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert seen.session.selection == {"chase"}


def test_while_the_run_goes_on_it_asks_to_pause(opened):
    opened.session.select(("patrol",))
    opened.run.run()
    assert opened.part(why_panel).answer.trouble.startswith("Pause the run")
    opened.run.pause()
    assert opened.part(why_panel).answer.question == "Why is Patrol active?"


def test_before_the_first_tick_there_is_nothing_to_explain(opened):
    opened.run.stop()
    opened.session.select(("patrol",))
    assert opened.part(why_panel).answer.trouble.startswith("Nothing has happened yet")


def test_the_elements_that_the_reasons_lead_over_are_numbered_on_the_canvas(seen):
    seen.session.select(("chase",))
    callouts = seen.part(WindowCallouts)
    places = seen.part(why_panel).reason_places()
    assert places[0] == (seen.session.graph_id, "chase")
    _mind, shown = callouts._owned["why"]
    assert {place: key.words for place, key in shown.items()} == {
        place: str(number) for number, place in enumerate(places[:6], 1) if number > 1
    }
    seen.panels.show_panel("inspector")
    assert "why" not in callouts._owned


def test_who_wrote_what_a_guard_read_is_asked_with_a_click_and_left_again(seen, qtbot):
    seen.session.select(("patrol_chase",))
    assert seen.part(why_panel).answer.reads == ("d", "visible")
    pill = next(
        each for each in seen.part(why_panel).findChildren(QPushButton) if each.text() == "Who wrote d?"
    )
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    seen.part(why_panel).search.finish()
    answer = seen.part(why_panel).answer
    assert answer.question == "Who wrote d?"
    d = seen.run.session.variables(seen.run.picked_agent)["d"]
    assert [line.sentence for line in answer.reasons] == [
        f"d became {format_value(d)} at tick 59: the distance sensor wrote it."
    ]
    QApplication.processEvents()
    back = next(
        item
        for item in seen.part(why_panel).findChildren(QPushButton)
        if item.text() == "Back to why" and not item.isHidden()
    )
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert seen.part(why_panel).answer.question == "Why was Patrol → Chase not taken?"


def test_a_writer_far_back_is_looked_for_in_slices_and_shown_where_it_wrote(seen, qtbot):
    seen.session.select(("patrol_chase",))
    seen.part(why_panel).ask_writer("waypoint")
    assert seen.part(why_panel).answer.note == "Looking back…"
    qtbot.waitUntil(lambda: not seen.part(why_panel).search.is_under_way)
    (line,) = seen.part(why_panel).answer.reasons
    assert line.sentence.startswith("waypoint ")


def test_of_a_mind_that_rests_in_this_tick_it_is_told_what_it_did_last(window, qtbot):
    """The minds of the crowd tick every sixth tick; what is seen of one meanwhile is what it did then."""
    window.open_file(next(path for path in sample_paths() if path.name.startswith("crowd")))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.part(why_panel).isVisible)
    window.run.advance(40)
    run, session = window.run, window.session
    recording, agent = run.time.recording, run.picked_agent
    last = max(tick for tick in range(40) if recording.outcome(agent, tick) is not None)
    assert last < 39
    session.select(("go",))
    *chain, rests = [line.sentence for line in window.part(why_panel).answer.reasons]
    assert window.part(why_panel).answer.where == f"Tick 39 · amber_01, as of tick {last}"
    assert rests.endswith(f"did not tick at tick 39. It last did at tick {last}.")
    question = window.part(why_panel).answer.question
    run.look_at(last)
    run.time.finish()
    assert (question, chain) == (
        window.part(why_panel).answer.question,
        [line.sentence for line in window.part(why_panel).answer.reasons],
    )
    assert question == "Why is Go across active?"


def test_a_title_that_asks_does_not_ask_twice(window, qtbot):
    window.open_file(next(path for path in sample_paths() if path.name == "soldier.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.part(why_panel).isVisible)
    window.run.advance(40)
    graph = window.session.graph
    titles = {node.title: key for key, node in graph.nodes.items()}
    window.session.select((titles["In range?"],))
    assert window.part(why_panel).answer.question == "Why did 'In range?' fail?"
    window.session.select((titles["Aim"],))
    assert "Why In range?" in [pill.text() for pill in pills(window)]


def test_an_agent_picked_while_the_run_is_held_is_asked_about_with_its_own_log(window, qtbot):
    """Nobody watched it in the tick shown: what it visited is made again."""
    window.open_file(next(path for path in sample_paths() if path.name == "soldier.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.part(why_panel).isVisible)
    window.run.advance(40)
    titles = {node.title: key for key, node in window.session.graph.nodes.items()}
    others = [agent for agent in window.run.session.brains if agent != window.run.picked_agent]
    other = next(agent for agent in others if window.run.mind_of(agent) == window.session.file_name)
    window.run.pick_agent(other)
    window.session.select((titles["In range?"],))
    assert window.part(why_panel).answer.question == "Why did 'In range?' fail?"
    d = window.run.session.variables(other)["d"]
    assert (
        window.part(why_panel)
        .answer.reasons[0]
        .sentence.startswith(f"'In range?' failed: d is {format_value(d)}, ")
    )


def test_where_what_the_world_tells_comes_from_is_asked_with_a_click(window, qtbot):
    window.open_file(next(path for path in sample_paths() if path.name == "pong_referee.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.part(why_panel).isVisible)
    window.run.advance(30)
    graph = window.session.graph
    window.session.select(
        (next(key for key, edge in graph.edges.items() if "ball.position.x >" in (edge.guard or "")),)
    )
    assert window.part(why_panel).answer.reads == ("ball.position.x", "ball")
    words = "What sets ball.position.x?"
    pill = next(each for each in window.part(why_panel).findChildren(QPushButton) if each.text() == words)
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    window.part(why_panel).search.finish()
    assert window.part(why_panel).answer.question == words
    (line,) = window.part(why_panel).answer.reasons
    assert "after tick 29: the world tells it again in every tick" in line.sentence


def test_who_wrote_a_variable_of_all_agents_is_answered_with_its_writer(window, qtbot):
    window.open_file(next(path for path in sample_paths() if path.name == "decorator_gym.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.part(why_panel).isVisible)
    window.run.advance(20)
    window.run.pick_agent("partner")
    window.session.show_graph("partner")
    window.session.select(("seen",))
    assert window.part(why_panel).answer.reads == ("pretending",)
    window.part(why_panel).ask_writer("pretending")
    window.part(why_panel).search.finish()
    (line,) = window.part(why_panel).answer.reasons
    assert line.sentence == "pretending became true at tick 0: 'Begin to act' of Actor wrote it."
    assert (line.graph, line.element) == ("actor", "tell")
