"""Recordings have limits of their own, what is saved can be opened, and loaded and saved it is the same."""

from __future__ import annotations

import pytest

from editor.command_line.main import main
from graphs.files import document_file
from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.status import Status
from runtime.history.recording import recording_archive, recording_file
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import (
    open_recording,
    recording_to_bytes,
    save_recording,
)
from runtime.history.recording.rerun import run_again
from runtime.history.recording.tick_block import BrainNotes, TickNotes
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.records.trace_frame import EventRecord, RunError, SwapRecord, VariableWrite
from runtime.session.inputs import EnterState, ForceResult, PostEvent
from runtime.session.session import Session
from tests.runtime.recording.test_recording_file import swapped_run
from tests.runtime.recording.whole_counts import recording_from_bytes
from tests.runtime.sample_runs import NAMES
from tests.runtime.session_of import SAMPLES, move_player, replace_document, sample_session

GAME = GameBehaviors(builtin_registry(), builtin_library(), builtin_conditions())


def test_a_recording_larger_than_documents_may_be_is_opened(tmp_path, monkeypatch):
    run = swapped_run("tank", 60)
    file = tmp_path / "run.trace"
    save_recording(file, run.recording, run.session)
    monkeypatch.setattr(document_file, "MAXIMUM_BYTES", file.stat().st_size - 1)
    assert open_recording(file, GAME).recording.end_tick == 60


def test_what_could_not_be_opened_is_not_saved(tmp_path, monkeypatch):
    run = swapped_run("tank", 60)
    saved, refused = tmp_path / "saved.trace", tmp_path / "refused.trace"
    save_recording(saved, run.recording, run.session)
    taken = run.recording.byte_count - run.recording.key_frames.byte_count
    monkeypatch.setattr(recording_file, "MOST_MEMORY", taken)
    save_recording(saved, run.recording, run.session)
    assert open_recording(saved, GAME).recording.end_tick == 60
    monkeypatch.setattr(recording_file, "MOST_MEMORY", taken // 2)
    told = []
    for path, work in (
        (refused, lambda: save_recording(refused, run.recording, run.session)),
        (saved, lambda: open_recording(saved, GAME)),
    ):
        with pytest.raises(FileProblem, match=r"The recording takes [\d,]+ bytes of memory") as caught:
            work()
        assert caught.value.path == path
        told.append(caught.value.remedy)
    assert told == ["Record a shorter run, or fewer agents."] * 2
    assert [path.name for path in tmp_path.iterdir()] == ["saved.trace"]


def test_the_command_line_says_what_is_not_saved(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(recording_file, "MOST_MEMORY", 100)
    file = tmp_path / "run.trace"
    assert main(["run", str(SAMPLES / "tank.mind.json"), "--ticks", "5", "--trace", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{file}: error: The recording takes")
    assert said.endswith("Record a shorter run, or fewer agents.\n")
    assert not file.exists()


def test_texts_that_pack_to_too_little_to_be_opened_are_kept_as_they_are(monkeypatch):
    run = swapped_run("tank", 60)
    packed = recording_to_bytes(run.recording, run.session)
    monkeypatch.setattr(recording_archive, "TEXT_BYTES", 100)
    monkeypatch.setattr(recording_archive, "TEXT_SHARE", 1)
    with pytest.raises(FileProblem, match="bytes of JSON; expected at most"):
        recording_from_bytes(packed, GAME)
    kept = recording_to_bytes(run.recording, run.session)
    assert len(kept) > len(packed)
    opened = recording_from_bytes(kept, GAME)
    assert recording_to_bytes(opened.recording, opened.session) == kept


@pytest.mark.parametrize(
    "notes",
    [
        TickNotes(brains=(("a", BrainNotes(errors=(RunError(1, "x", "y" * 9000),))),)),
        TickNotes(brains=(("a", BrainNotes(writes=(VariableWrite("v", "y" * 9000),))),)),
        TickNotes(events=(EventRecord("a", "x", (("v", "y" * 9000),)),)),
        TickNotes(swaps=(SwapRecord("a", halted=("y" * 9000,)),)),
        TickNotes(inputs=(PostEvent(("a",), "y" * 9000),)),
    ],
)
def test_the_texts_of_notes_count_for_the_memory_that_a_recording_takes(notes):
    assert notes.byte_count > 9000


# -- the same bytes ---------------------------------------------------------------------------------------


def ask_everything(session: Session, tick: int) -> None:
    """Ask a session for inputs of all kinds, with whole numbers where floats are meant."""
    agents = tuple(session.brains)
    move_player(session)
    if not agents or tick != 20:
        return
    payload = (("at", (1, 2)), ("loud", 1), ("sure", True), ("who", None), ("x", 0.5))
    session.ask(PostEvent((agents[0],), "alarm", payload))
    session.write_variable(agents[0], "nothing", (3, 4))
    session.set_pose(agents[-1], (3, 3), 90)
    session.drive(agents[-1], (1, 0))
    session.throw_object((4, 4))
    session.make_noise((3, 3), 5, "ü ✓")
    session.ask_tick(agents[0])
    session.ask_decisions(agents[0])
    last = session.brains[agents[0]].program.rows[-1].path
    session.ask(ForceResult(agents[0], last, Status.FAILURE))
    session.ask(EnterState(agents[0], last))


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_loaded_and_saved_has_the_same_bytes(name):
    run = RecordedRun(sample_session(name))
    for tick in range(60):
        ask_everything(run.session, tick)
        run.step()
    data = recording_to_bytes(run.recording, run.session)
    opened = recording_from_bytes(data, GAME)
    assert recording_to_bytes(opened.recording, opened.session) == data


def test_a_recording_that_let_go_of_its_beginning_has_the_same_bytes_again():
    run = RecordedRun(sample_session("soldier"), limit=30_000)
    for tick in range(800):
        ask_everything(run.session, tick)
        run.step()
    assert run.recording.first_tick > 0
    data = recording_to_bytes(run.recording, run.session)
    opened = recording_from_bytes(data, GAME)
    assert (opened.recording.first_tick, opened.recording.end_tick) == (run.recording.first_tick, 800)
    assert recording_to_bytes(opened.recording, opened.session) == data


def test_a_recording_of_no_tick_is_kept_too():
    run = RecordedRun(sample_session("tank"))
    data = recording_to_bytes(run.recording, run.session)
    opened = recording_from_bytes(data, GAME)
    assert opened.recording.end_tick == 0
    assert recording_to_bytes(opened.recording, opened.session) == data


# -- swaps ------------------------------------------------------------------------------------------------


def test_a_swap_that_was_loaded_leaves_agents_alone_whose_mind_was_not_edited():
    run = RecordedRun(sample_session("grenade_drill"))
    session = run.session
    first, second = sorted({(session.mind_of(agent) or "").partition("#")[0] for agent in session.brains})
    for tick in range(90):
        if tick in (20, 40, 60):
            mind = second if tick == 40 else first
            document = session.segments[-1].minds.documents[mind]
            replace_document(session, mind, document.model_copy(update={"title": f"Edited at {tick}"}))
        run.step()
    recorded = {tick: notes.swaps for tick, notes in run.recording.all_notes() if notes.swaps}
    edited = {tick: {session.mind_of(swap.agent) for swap in swaps} for tick, swaps in recorded.items()}
    assert edited == {20: {first}, 40: {second}, 60: {first}}
    opened = recording_from_bytes(recording_to_bytes(run.recording, session), GAME)
    frames = list(run_again(opened.recording, opened.session, 89, 89))
    assert {frame.tick: frame.swaps for frame in frames if frame.swaps} == recorded
    assert opened.session.state_hash() == session.state_hash()
