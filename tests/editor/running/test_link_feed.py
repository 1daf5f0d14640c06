"""A game that runs elsewhere is watched in the window: shown, held, stepped, written to, reloaded, lost."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from editor.documents.open.sample_files import sample_paths
from editor.running.run_controller import RunState
from editor.window.parts.callouts import WindowCallouts, agents_panel
from editor.window.parts.link import WindowLink
from graphs.edits.variables import set_variable_field
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.status import StateOutcome, Status
from runtime.export.export_document import export_document
from runtime.link.listener import LOOPBACK
from runtime.minds.brain.from_outside import node_at
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.orders import LEFT_OUT, orders_of
from runtime.minds.program.rows import RowFamily, row_path
from tests.executors.random_cases import random_case
from tests.link.linked_runs import frames_in
from tests.link.told_game import ToldGame

TICKS = 40


class Game:
    """Be a game that plays a case, tick by tick, at the other end of a socket."""

    def __init__(self, feed: Any, window: Any, program: dict[str, Any], can: tuple[str, ...]) -> None:
        self.feed, self.window = feed, window
        self.case = random_case("feed", program, TICKS)
        self.told = ToldGame(self.case)
        self.socket = socket.create_connection(feed.address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(0.01)
        self.socket.sendall(b"MLK1")
        self.buffer = b""
        self.played = 0
        self.tell(
            {**self.told.hello(window.part(WindowLink).token()), "game": "Night guard", "can": list(can)}
        )

    def tell(self, *frames: dict[str, Any]) -> None:
        for frame in frames:
            body = json.dumps(frame).encode()
            self.socket.sendall(len(body).to_bytes(4, "big") + body)
        self.settle()

    def let_be(self) -> None:
        """Let nothing happen in the ticks to come."""
        self.case["ticks"] = [{} for _ in range(TICKS)]

    def play(self, ticks: int) -> None:
        """Play some ticks, and let the window show them."""
        for _ in range(ticks):
            self.tell(self.told.told_tick(self.case["ticks"][self.played]))
            self.played += 1
        self.settle()

    def settle(self) -> None:
        for _ in range(20):
            self.feed.poll()
            if self.window.run.pace.is_on:
                self.window.run.pace.frame()

    def heard(self) -> list[dict[str, Any]]:
        self.settle()
        while True:
            try:
                data = self.socket.recv(1 << 16)
            except TimeoutError:
                break
            if not data:
                break
            self.buffer += data
        found, self.buffer = frames_in(self.buffer)
        return found


@pytest.fixture
def opened(window, tmp_path):
    sample = next(path for path in sample_paths() if path.name.startswith("stealth_guard"))
    path = tmp_path / "guard.mind.json"
    shutil.copy(sample, path)
    window.open_file(path)
    return window


@pytest.fixture
def feed(opened):
    feed = opened.part(WindowLink).feed
    feed.wait(opened.part(WindowLink).token(), 0, LOOPBACK)
    yield feed
    feed.close()


@pytest.fixture
def game(opened, feed):
    made: list[Game] = []

    def make(*can: str) -> Game:
        path = opened.session.path
        program = export_document(load_document(path), builtin_registry()).data
        made.append(Game(feed, opened, program, can))
        return made[-1]

    yield make
    for each in made:
        each.socket.close()


def said(feed) -> list[str]:
    found: list[str] = []
    feed.said.connect(lambda what, why: found.append(f"{what} {why}"))
    return found


def test_a_game_is_shown_as_it_runs_with_its_document_on_the_canvas(opened, feed, game):
    there = game("pause")
    there.play(12)
    run = opened.run
    assert run.is_linked
    assert run.state is RunState.RUNNING
    assert run.tick == 12
    assert run.session.agent_ids == tuple(sorted(there.case["agents"]))
    assert run.mind_of(run.picked_agent) == "guard.mind.json"
    assert opened.follower.name_of(opened.session) == "guard.mind.json"
    assert run.session.cast.difference is None
    outcomes = {mind.agent: bytes(mind.brain.outcomes) for mind in there.told.minds}
    assert run.view.outcome == bytearray(outcomes[run.picked_agent])


def test_what_came_can_be_looked_at_again_and_the_game_is_caught_up_with(opened, feed, game):
    there = game("pause")
    there.play(15)
    opened.run.look_at(6)
    opened.run.time.finish()
    assert opened.run.time.is_past
    there.play(5)
    assert opened.run.tick == 7
    opened.run.look_at(14)
    opened.run.time.finish()
    opened.run.run()
    there.settle()
    assert opened.run.tick == 20


def test_pause_step_and_resume_reach_the_game(opened, feed, game):
    there = game("pause", "step")
    there.play(3)
    there.heard()
    opened.run.pause()
    assert [each["frame"] for each in there.heard()] == ["pause"]
    there.tell({"frame": "held", "tick": 3, "by": "pause"})
    opened.run.step_tick()
    assert there.heard() == [{"frame": "step", "ticks": 1}]
    assert opened.run.tick == 3
    there.play(1)
    assert opened.run.tick == 4
    opened.run.run()
    assert [each["frame"] for each in there.heard()] == ["resume"]


def test_a_written_variable_goes_to_the_game_and_not_into_the_run(opened, feed, game):
    there = game()
    there.play(3)
    there.heard()
    agent = opened.run.picked_agent
    opened.run.session.write_variable(agent, "health", 55.0)
    assert {"frame": "set", "agent": agent, "name": "health", "to": 55.0} in there.heard()
    assert not opened.run.session.cast.off_record


def test_what_a_game_cannot_be_told_is_refused_in_words(opened, feed, game):
    there, words = game(), said(feed)
    there.play(3)
    session = opened.run.session
    rows = session.brains[opened.run.picked_agent].program.rows
    session.enter_state(opened.run.picked_agent, next(r.path for r in rows if r.family is RowFamily.STATE))
    there.settle()
    assert any("cannot be told" in each for each in words)
    assert not session.cast.off_record


def follow(there: Game, frames: list[dict[str, Any]]) -> None:
    """Let the game do in its next tick what it was ordered."""
    orders = [[each["agent"], each["row"], each["to"]] for each in frames if each["frame"] == "order"]
    there.case["ticks"][there.played]["orders"] = orders


def callouts(window) -> dict[str, str]:
    return {element: key.words for element, key in window.part(WindowCallouts).shown().items()}


def test_a_node_is_disabled_in_the_game_until_that_is_taken_back(opened, feed, game):
    there, run, session = game("order", "pause"), opened.run, opened.session
    there.let_be()
    there.play(3)
    run.pause()
    brain = run.session.brains[run.picked_agent]
    state = next(row for row in brain.program.rows if isinstance(row, StateRow) and row.activity is not None)
    assert state.activity is not None
    row = state.activity.row.index
    opened.area.open_graph(session, state.graph)
    session.select({state.node})
    there.heard()
    assert opened.commands.run("force.disabled")
    assert callouts(opened) == {state.node: "disabled in this run"}, (
        "it waits, though the game has not told it"
    )
    assert not orders_of(run.session.brains[run.picked_agent])
    (order,) = frames = there.heard()
    assert order == {
        "frame": "order",
        "agent": run.picked_agent,
        "program": run.session.cast.minds["guard.mind.json"],
        "row": row,
        "to": "disabled",
    }
    follow(there, frames)
    run.run()
    there.play(3)
    assert orders_of(run.session.brains[run.picked_agent]).forced == ((row, LEFT_OUT),)
    assert callouts(opened) == {state.node: "disabled in this run"}
    assert opened.commands.run("force.none")
    frames = there.heard()
    assert [each["to"] for each in frames] == [None]
    follow(there, frames)
    there.play(1)
    assert callouts(opened) == {}
    assert run.session.cast.difference is None


def test_a_state_is_entered_in_the_game(opened, feed, game):
    there, run = game("order"), opened.run
    there.let_be()
    there.play(3)
    agent = run.picked_agent
    brain = run.session.brains[agent]
    state = next(
        row for row in brain.program.rows if isinstance(row, StateRow) and not brain.bytes_[row.index]
    )
    there.heard()
    run.session.enter_state(agent, state.path)
    frames = there.heard()
    assert [(each["row"], each["to"]) for each in frames] == [(state.index, "enter")]
    follow(there, frames)
    there.play(1)
    outcome = run.session.brains[agent].outcomes[state.index]
    assert outcome in (StateOutcome.ENTERED, StateOutcome.PASSED)
    assert run.session.cast.difference is None


def test_an_order_that_the_game_refuses_is_told_and_waits_no_more(opened, feed, game):
    there, words, run = game("order", "pause"), said(feed), opened.run
    there.let_be()
    there.play(3)
    run.pause()
    run.session.force_result(run.picked_agent, node_paths(run)[0], Status.FAILURE)
    run.session.apply_inputs()
    assert feed.game.sent_orders
    there.tell({"frame": "refused", "about": "order", "why": "The mind has ended; it takes no orders."})
    assert words == ["Night guard does not follow: order. The mind has ended; it takes no orders."]
    assert not feed.game.sent_orders
    assert not run.session.cast.off_record


def node_paths(run) -> list[str]:
    program = run.session.brains[run.picked_agent].program
    return [path for row in program.rows if node_at(program, path := row_path(row)) is row]


def test_in_the_past_a_written_variable_begins_a_branch_on_what_the_game_answered(opened, feed, game):
    there = game()
    there.play(20)
    run = opened.run
    run.pause()
    run.look_at(8)
    run.time.finish()
    run.session.write_variable(run.picked_agent, "health", 1.0)
    run.advance(1)
    assert run.session.cast.off_record
    assert len(run.time.takes) == 1
    run.advance(30)
    assert run.tick == 40
    there.play(1)
    assert len(run.session.log) == 21


def test_a_saved_document_is_sent_with_the_table_that_carries_minds_over(opened, feed, game):
    there = game("swap")
    there.play(3)
    there.heard()
    session = opened.session
    session.apply("Slower", lambda document: set_variable_field(document, "health", "default", 55))
    assert there.heard() == []
    opened.save_session(session)
    (sent,) = there.heard()
    assert sent["frame"] == "swap"
    assert sent["upgrade"]["from"] == there.told.mind.fingerprint
    assert sent["upgrade"]["to"] == sent["program"]["hash"]


def test_a_document_saved_for_a_game_that_takes_none_is_told(opened, feed, game):
    there, words = game(), said(feed)
    there.play(3)
    opened.session.apply("Slower", lambda document: set_variable_field(document, "health", "default", 55))
    opened.save_session(opened.session)
    assert any("takes no other version" in each for each in words)


def test_a_curve_of_an_agents_own_that_its_mind_has_not_is_told_once_by_its_name(opened, feed, game):
    there, words = game(), said(feed)
    first = there.told.told_tick(there.case["ticks"][0])
    agent = next(iter(first["agents"]))
    first["agents"][agent]["curves"] = {"urge": [[0, 1]]}
    there.tell(first)
    there.played = 1
    there.play(5)
    (told,) = [each for each in words if "urge" in each]
    assert told.startswith(f"{agent} has urge of its own, and its mind has no such curve.")
    assert opened.run.session.cast.difference is None


def test_a_lost_game_stays_as_far_as_it_was_heard(opened, feed, game):
    there, words = game(), said(feed)
    there.play(10)
    there.socket.close()
    for _ in range(20):
        feed.poll()
    assert feed.game is None
    assert any("gone" in each for each in words)
    assert opened.run.tick == 10
    assert opened.run.state is RunState.PAUSED
    opened.run.look_at(4)
    opened.run.time.finish()
    assert opened.run.tick == 5


def test_another_world_that_is_run_lets_the_game_be(opened, feed, game):
    there = game()
    there.play(5)
    there.heard()
    opened.follower.reload(opened.session)
    assert not opened.run.is_linked
    assert {"frame": "watch", "detail": "off"} in there.heard()
    opened.run.advance(3)
    assert opened.run.tick == 3


def test_a_mind_that_does_something_else_is_told_with_its_first_tick(opened, feed, game):
    there, words = game(), said(feed)
    there.play(4)
    frame = there.told.told_tick(there.case["ticks"][4])
    agent = there.case["agents"][0]
    told = frame["agents"].setdefault(agent, {})
    told["out"] = [*told.get("out", ()), 0, 7]
    there.tell(frame)
    there.settle()
    assert any(each.startswith(f"From tick 4 on {agent}") for each in words)


def test_the_token_is_one_of_the_project_and_not_in_its_files(opened, tmp_path):
    link = opened.part(WindowLink)
    token = link.token()
    assert link.token() == token
    assert link.new_token() != token
    assert all(token.encode() not in path.read_bytes() for path in Path(tmp_path).glob("*.json"))


def test_a_breakpoint_holds_the_game_and_stops_the_run_at_its_tick(opened, feed, game):
    there = game("break", "pause")
    session = opened.session
    graph = session.document.graphs[session.graph_id]
    state = next(node for node, each in graph.nodes.items() if each.kind == "state")
    there.play(1)
    there.heard()
    opened.breakpoints.toggle(session.file_name, session.document, session.graph_id, state)
    (sent,) = [each for each in there.heard() if each["frame"] == "break"]
    rows = opened.run.session.brains[opened.run.picked_agent].program.rows
    (at,) = sent["at"]
    assert rows[at["row"]].node == state
    assert (at["program"], at["mask"], at["is"]) == (there.told.mind.fingerprint, 255, 2)
    there.tell({"frame": "held", "tick": 1, "by": "break", "agent": "a", "row": at["row"]})
    assert opened.run.state is RunState.PAUSED
    opened.breakpoints.clear()
    assert [each["at"] for each in there.heard() if each["frame"] == "break"] == [[]]


def test_two_games_are_switched_between_and_each_goes_on_where_it_was(opened, feed, game):
    first = game("pause")
    first.play(8)
    other = game("pause")
    other.play(5)
    assert list(feed.titles) == ["Night guard", "Night guard 2"]
    run = opened.run
    assert (feed.game, run.tick) == (feed.titles["Night guard"], 8)
    before = run.time.run
    wanted = sorted(other.case["agents"])[-1]
    opened.part(WindowLink).watch("Night guard 2", wanted)
    other.settle()
    assert (run.tick, run.picked_agent) == (5, wanted)
    first.play(4)
    assert run.tick == 5
    opened.part(WindowLink).watch("Night guard", "")
    first.settle()
    assert run.time.run is before
    assert run.tick == 12
    assert run.session.cast.difference is None


def test_agents_of_all_games_are_listed_and_one_of_another_game_is_picked_there(opened, feed, game):
    first, other = game(), game()
    first.play(3)
    other.play(3)
    opened.panels.show_panel("agents")
    panel = opened.part(agents_panel)
    panel.look_again()
    assert not panel.game.isHidden()
    listed = {row[1] for row in panel.model.rows if row[3] == "in Night guard 2"}
    assert listed == set(other.case["agents"])
    place = next(n for n, row in enumerate(panel.model.rows) if row[3] == "in Night guard 2")
    panel.toggle_pin(panel.model.rows[place][0])
    assert panel.pinned == ()
    panel.view.activated.emit(panel.model.index(place))
    other.settle()
    assert feed.game is feed.titles["Night guard 2"]
    assert opened.run.picked_agent == panel.model.rows[0][0]


def test_a_game_that_is_gone_is_not_followed_by_another_that_was_there(opened, feed, game):
    first, other = game(), game()
    words = said(feed)
    first.play(4)
    other.play(2)
    first.socket.close()
    other.settle()
    assert feed.game is None
    assert opened.run.tick == 4
    opened.part(WindowLink).watch("Night guard", "")
    other.settle()
    assert opened.run.tick == 2
    assert feed.game is feed.titles["Night guard"]
    opened.part(WindowLink).watch("no such game", "")
    assert feed.game is feed.titles["Night guard"]
    assert len([each for each in words if "is gone" in each]) == 1


def test_a_game_that_is_gone_while_another_is_watched_is_told(opened, feed, game):
    first, other = game(), game()
    words = said(feed)
    first.play(2)
    other.play(2)
    opened.part(WindowLink).watch("Night guard 2", "")
    other.settle()
    first.socket.close()
    other.settle()
    assert any("let go of" in each for each in words)
    assert feed.game is not None
    assert opened.run.is_linked
