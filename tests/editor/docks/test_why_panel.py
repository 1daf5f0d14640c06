"""The panel that answers why: it asks what is selected, goes to reasons and their ticks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from editor.documents.open.sample_files import sample_paths
from editor.panels.run.why_rows import ChangeRow, WhyRow
from runtime.minds.expressions.explain import format_value


@pytest.fixture
def opened(window, qtbot):
    window.resize(1440, 900)
    window.open_file(next(path for path in sample_paths() if path.name.startswith("tank")))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.why.isVisible)
    window.run.advance(60)
    return window


def rows(window) -> list[WhyRow]:
    QApplication.processEvents()
    return [row for row in window.why.findChildren(WhyRow) if not row.isHidden()]


def pills(window) -> list[QPushButton]:
    return [one for one in window.why.findChildren(QPushButton) if one.text().startswith("Why")]


def test_without_a_selection_it_says_what_to_do(opened):
    assert opened.why.answer is not None
    assert opened.why.answer.trouble.startswith("Select one node")


def test_a_selected_state_is_explained_with_its_reasons(opened):
    opened.session.select(("chase",))
    answer = opened.why.answer
    assert answer.question == "Why is Chase not active?"
    assert answer.where.startswith("Tick 59")
    assert rows(opened)[0].line.sentence == "'Chase' has not been entered yet."
    assert any("was not taken because" in row.line.sentence for row in rows(opened))


def test_a_transition_says_what_would_change_it(opened):
    opened.session.select(("patrol_chase",))
    assert opened.why.answer.question == "Why was Patrol → Chase not taken?"
    QApplication.processEvents()
    changes = [row.change for row in opened.why.findChildren(ChangeRow) if not row.isHidden()]
    assert all(change.leads_to for change in changes)
    d = opened.run.session.variables(opened.run.picked_agent)
    if d["visible"]:
        assert any(change.text.startswith("d ") for change in changes)


def test_a_click_on_a_reason_selects_what_it_is_about(opened, qtbot):
    opened.session.select(("chase",))
    row = next(row for row in rows(opened) if row.line.element == "patrol_chase")
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert opened.session.selection == {"patrol_chase"}
    assert opened.why.answer.question == "Why was Patrol → Chase not taken?"


def test_a_tick_a_reason_speaks_of_is_looked_at(opened, qtbot):
    opened.session.select(("patrol",))
    row = next(row for row in rows(opened) if row.line.other_tick >= 0)
    qtbot.mouseClick(row.tick, Qt.MouseButton.LeftButton)
    opened.run.time.finish()
    assert opened.run.time.shown_tick == row.line.other_tick
    assert opened.why.answer.where.startswith(f"Tick {row.line.other_tick}")


def test_another_question_near_by_is_asked_with_a_click(opened, qtbot):
    opened.session.select(("patrol",))
    pill = next(pill for pill in pills(opened) if "Chase" in pill.text())
    assert pill.text() == "Why not Chase?"
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert opened.session.selection == {"chase"}


def test_while_the_run_goes_on_it_asks_to_pause(opened):
    opened.session.select(("patrol",))
    opened.run.run()
    assert opened.why.answer.trouble.startswith("Pause the run")
    opened.run.pause()
    assert opened.why.answer.question == "Why is Patrol active?"


def test_before_the_first_tick_there_is_nothing_to_explain(opened):
    opened.run.stop()
    opened.session.select(("patrol",))
    assert opened.why.answer.trouble.startswith("Nothing has happened yet")


def test_the_elements_that_the_reasons_lead_over_are_numbered_on_the_canvas(opened):
    opened.session.select(("chase",))
    callouts = opened.debugging.callouts
    places = opened.why.reason_places()
    assert places[0] == (opened.session.graph_id, "chase")
    _mind, shown = callouts._owned["why"]
    assert {place: one.words for place, one in shown.items()} == {
        place: str(number) for number, place in enumerate(places[:6], 1) if number > 1
    }
    opened.panels.show_panel("inspector")
    assert "why" not in callouts._owned


def test_who_wrote_what_a_guard_read_is_asked_with_a_click_and_left_again(opened, qtbot):
    opened.session.select(("patrol_chase",))
    assert opened.why.answer.reads == ("d", "visible")
    pill = next(one for one in opened.why.findChildren(QPushButton) if one.text() == "Who wrote d?")
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    opened.why.search.finish()
    answer = opened.why.answer
    assert answer.question == "Who wrote d?"
    d = opened.run.session.variables(opened.run.picked_agent)["d"]
    assert [line.sentence for line in answer.reasons] == [
        f"d became {format_value(d)} at tick 59: the distance sensor wrote it."
    ]
    QApplication.processEvents()
    back = next(
        one
        for one in opened.why.findChildren(QPushButton)
        if one.text() == "Back to why" and not one.isHidden()
    )
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert opened.why.answer.question == "Why was Patrol → Chase not taken?"


def test_a_writer_far_back_is_looked_for_in_slices_and_shown_where_it_wrote(opened, qtbot):
    opened.session.select(("patrol_chase",))
    opened.why.ask_writer("waypoint")
    assert opened.why.answer.note == "Looking back…"
    qtbot.waitUntil(lambda: not opened.why.search.is_under_way)
    (line,) = opened.why.answer.reasons
    assert line.sentence.startswith("waypoint ")


def test_of_a_mind_that_rests_in_this_tick_it_is_told_what_it_did_last(window, qtbot):
    """The minds of the crowd tick every sixth tick; what is seen of one meanwhile is what it did then."""
    window.open_file(next(path for path in sample_paths() if path.name.startswith("crowd")))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.why.isVisible)
    window.run.advance(40)
    run, session = window.run, window.session
    recording, agent = run.time.recording, run.picked_agent
    last = max(tick for tick in range(40) if recording.outcome(agent, tick) is not None)
    assert last < 39
    session.select(("go",))
    *chain, rests = [line.sentence for line in window.why.answer.reasons]
    assert window.why.answer.where == f"Tick 39 · amber_01, as of tick {last}"
    assert rests.endswith(f"did not tick at tick 39. It last did at tick {last}.")
    question = window.why.answer.question
    run.look_at(last)
    run.time.finish()
    assert (question, chain) == (
        window.why.answer.question,
        [line.sentence for line in window.why.answer.reasons],
    )
    assert question == "Why is Go across active?"


def test_a_title_that_asks_does_not_ask_twice(window, qtbot):
    window.open_file(next(path for path in sample_paths() if path.name == "soldier.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.why.isVisible)
    window.run.advance(40)
    graph = window.session.graph
    titles = {node.title: key for key, node in graph.nodes.items()}
    window.session.select((titles["In range?"],))
    assert window.why.answer.question == "Why did 'In range?' fail?"
    window.session.select((titles["Aim"],))
    assert "Why In range?" in [pill.text() for pill in pills(window)]


def test_an_agent_picked_while_the_run_is_held_is_asked_about_with_its_own_log(window, qtbot):
    """Nobody watched it in the tick shown: what it visited is made again."""
    window.open_file(next(path for path in sample_paths() if path.name == "soldier.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.why.isVisible)
    window.run.advance(40)
    titles = {node.title: key for key, node in window.session.graph.nodes.items()}
    others = [agent for agent in window.run.session.brains if agent != window.run.picked_agent]
    other = next(agent for agent in others if window.run.mind_of(agent) == window.session.file_name)
    window.run.pick_agent(other)
    window.session.select((titles["In range?"],))
    assert window.why.answer.question == "Why did 'In range?' fail?"
    d = window.run.session.variables(other)["d"]
    assert window.why.answer.reasons[0].sentence.startswith(f"'In range?' failed: d is {format_value(d)}, ")


def test_where_what_the_world_tells_comes_from_is_asked_with_a_click(window, qtbot):
    window.open_file(next(path for path in sample_paths() if path.name == "pong_referee.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.why.isVisible)
    window.run.advance(30)
    graph = window.session.graph
    window.session.select(
        (next(key for key, edge in graph.edges.items() if "ball.position.x >" in (edge.guard or "")),)
    )
    assert window.why.answer.reads == ("ball.position.x", "ball")
    words = "What sets ball.position.x?"
    pill = next(one for one in window.why.findChildren(QPushButton) if one.text() == words)
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    window.why.search.finish()
    assert window.why.answer.question == words
    (line,) = window.why.answer.reasons
    assert "after tick 29: the world tells it anew in every tick" in line.sentence


def test_who_wrote_a_variable_of_all_agents_is_answered_with_its_writer(window, qtbot):
    window.open_file(next(path for path in sample_paths() if path.name == "decorator_gym.mind.json"))
    window.panels.show_panel("why")
    qtbot.waitUntil(window.why.isVisible)
    window.run.advance(20)
    window.run.pick_agent("partner")
    window.session.show_graph("partner")
    window.session.select(("seen",))
    assert window.why.answer.reads == ("pretending",)
    window.why.ask_writer("pretending")
    window.why.search.finish()
    (line,) = window.why.answer.reasons
    assert line.sentence == "pretending became true at tick 0: 'Begin to act' of Actor wrote it."
    assert (line.graph, line.element) == ("actor", "tell")
