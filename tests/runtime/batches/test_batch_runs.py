"""Batches from end to end: the same bytes whoever plays them, and after any stop."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace

import pytest

from runtime.minds.program.rows import RowFamily
from runtime.trials.batches.batch_run import BatchRun
from runtime.trials.batches.batch_summary import batch_summary, measure_summary, summary_from
from runtime.trials.batches.coverage import coverage_of
from runtime.trials.batches.episode import EpisodePlayer
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.batches.results_store import ResultsStore, call_path, progress_path
from runtime.trials.batches.workers import ProcessWorkers, SerialWorkers
from tests.runtime.batches.batch_builders import guard_call
from tests.runtime.session_of import sample_session

VARY = ("wear=0.5..4", "level=0..3", "armed=true,false")
MEASURES = ("end=health", "worn=first_in:Worn", "is_armed=armed", "mood=mood")


def called(runs=20, ticks=30, **more):
    return guard_call(*MEASURES, vary=VARY, runs=runs, ticks=ticks, **more)


def finished(out, call=None, workers=None):
    """Play what is missing at `out` and return the bytes of the results."""
    call = call or called()
    player = EpisodePlayer(call)
    store = ResultsStore(out, call, player.columns)
    with BatchRun(store, workers or SerialWorkers(player)) as run:
        while not run.poll(10).finished:
            pass
    summary = batch_summary([store.runs[run] for run in range(call.runs)], player)
    store.finish(summary.model_dump(mode="json"))
    return out.read_bytes()


def test_the_table_has_a_row_for_each_run_in_order(tmp_path):
    rows = list(csv.DictReader(io.StringIO(finished(tmp_path / "a.csv").decode())))
    assert [int(row["run"]) for row in rows] == list(range(20))
    assert list(rows[0]) == [
        "run",
        "seed",
        "wear",
        "level",
        "armed",
        "end",
        "worn",
        "is_armed",
        "mood",
        "ticks",
        "errors",
    ]
    for row in rows:
        assert bool(row["worn"]) == (float(row["wear"]) > 2)
        assert float(row["end"]) < 100
    lines = finished(tmp_path / "a.jsonl").decode().splitlines()
    told = [json.loads(line) for line in lines]
    assert [f"{each['varied']['wear']}" for each in told] == [row["wear"] for row in rows]
    assert all(
        (item["measured"]["worn"] is None) == (row["worn"] == "")
        for item, row in zip(told, rows, strict=True)
    )


def test_processes_give_the_bytes_that_one_process_gives(tmp_path):
    call = called()
    by_two = finished(tmp_path / "two.csv", call, ProcessWorkers(call, 2))
    assert by_two == finished(tmp_path / "one.csv", call)


def test_a_call_stopped_anywhere_goes_on_to_the_same_bytes(tmp_path):
    call, out = called(runs=8, ticks=4), tmp_path / "a.csv"
    whole = finished(tmp_path / "whole.csv", call)
    progress = progress_path(tmp_path / "whole.csv")
    assert not progress.exists()
    player = EpisodePlayer(call)
    store = ResultsStore(out, call, player.columns)
    store.add(player.play(run) for run in (4, 1, 6, 7, 0))
    written = progress_path(out).read_bytes()
    draw = random.Random(11)
    for cut in [0, 1, len(written), *(draw.randrange(len(written)) for _ in range(7))]:
        out.unlink(missing_ok=True)
        call_path(out).unlink(missing_ok=True)
        progress_path(out).write_bytes(written[:cut])
        again = ResultsStore(out, call, player.columns)
        assert set(again.runs) <= {4, 1, 6, 7, 0}
        assert finished(out, call) == whole


def test_finished_runs_are_not_played_again(tmp_path):
    call, out = called(), tmp_path / "a.csv"
    player = EpisodePlayer(call)
    store = ResultsStore(out, call, player.columns)
    store.add([player.play(3)])
    again = ResultsStore(out, call, player.columns)
    assert again.missing == tuple(run for run in range(20) if run != 3)
    assert again.runs[3] == player.play(3)


def test_results_of_another_call_are_left_alone_and_what_differs_is_said(tmp_path):
    out = tmp_path / "a.csv"
    call = called()
    player = EpisodePlayer(call)
    ResultsStore(out, call, player.columns).add([player.play(0)])
    with pytest.raises(BatchRefused, match=r"another call: what differs is the seed \(3, now 4\)"):
        ResultsStore(out, called(seed=4), player.columns)
    finished(out)
    before = out.read_bytes()
    with pytest.raises(BatchRefused, match=r"the number of runs \(20, now 21\), the length of a run"):
        ResultsStore(out, called(runs=21, ticks=9), player.columns)
    assert out.read_bytes() == before
    there = ResultsStore(out, called(), player.columns)
    assert there.is_complete
    assert summary_from(there.summary_there(), out).runs == 20


def test_a_file_of_another_making_is_not_written_over_unless_asked(tmp_path):
    out = tmp_path / "a.csv"
    out.write_text("mine")
    with pytest.raises(BatchRefused, match="of another making"):
        ResultsStore(out, called(), ("end",))
    progress_path(out).write_text("mine\ntoo\n")
    with pytest.raises(BatchRefused, match="not the progress of a batch"):
        ResultsStore(out, called(), ("end",))
    assert not ResultsStore(out, called(), ("end",), restart=True).is_complete
    with pytest.raises(BatchRefused, match="neither"):
        ResultsStore(tmp_path / "a.txt", called(), ("end",))


def test_two_columns_of_one_name_are_refused(tmp_path):
    call = guard_call("wear=health", vary=("wear=1..2",))
    with pytest.raises(BatchRefused, match="Two columns are called 'wear'"):
        ResultsStore(tmp_path / "a.csv", call, EpisodePlayer(call).columns)


def test_the_summary_has_means_shares_and_what_no_run_reached(tmp_path):
    call = guard_call("end=health", "worn=first_in:Worn", vary=("wear=0.5..1.5",))
    finished(tmp_path / "a.csv", call)
    told = json.loads(call_path(tmp_path / "a.csv").read_text())
    summary = summary_from(told["summary"], tmp_path)
    by_name = {measure.name: measure for measure in summary.measures}
    end = by_name["end"].number
    assert end is not None
    assert end.interval is not None
    assert end.least <= end.interval[0] < end.mean < end.interval[1] <= end.most
    assert by_name["worn"].kind == "nothing"
    (coverage,) = summary.coverage
    assert (coverage.rows, coverage.reached) == (3, 1)
    assert set(coverage.missed) == {"Worn", "Calm → Worn"}


def test_what_no_run_reached_is_told_by_titles_and_each_by_another():
    session = sample_session("card_duel")
    mind = session.mind_of("enemy") or ""
    program = session.programs["enemy"]
    (coverage,) = coverage_of({}, {mind: program}, session.segments[0].minds.documents, session.registry)
    elements = {
        (row.graph, row.node)
        for row in program.rows
        if row.family is not RowFamily.MACHINE and (row.node or row.family is not RowFamily.TREE_NODE)
    }
    assert len(set(coverage.missed)) >= len(elements)
    assert {"MainMenu → GameIntro", "GameIntro", "Think for 2.5 s"} <= set(coverage.missed)


def test_values_that_are_no_numbers_are_counted():
    yes = measure_summary("a", [True, True, False, True]).shares[0]
    assert (yes.value, yes.count, yes.share) == ("true", 3, 0.75)
    moods = measure_summary("a", ["sad", "glad", "sad", None])
    assert [(share.value, share.count) for share in moods.shares] == [("sad", 2), ("glad", 1)]
    some = measure_summary("a", [1.0, None, 3.0, None])
    assert some.number is not None
    assert (some.number.mean, some.shares[0].share) == (2, 0.5)


def test_finished_runs_are_read_from_disk_as_they_were_played(tmp_path):
    call = called(runs=6, ticks=10)
    player = EpisodePlayer(call)
    store = ResultsStore(tmp_path / "a.csv", call, player.columns)
    played = [player.play(run) for run in (4, 0, 2)]
    store.add(played)
    store.add([player.play(5), played[0]])
    assert list(store.runs) == [4, 0, 2, 5]
    assert [store.runs[result.run] for result in played] == played
    ordered = list(store.runs.in_order())
    assert [result.run for result in ordered] == [0, 2, 4, 5]
    again = ResultsStore(tmp_path / "a.csv", call, player.columns)
    assert list(again.runs.in_order()) == ordered


def test_a_run_that_a_line_cannot_hold_is_kept_as_it_is(tmp_path):
    call = called(runs=3, ticks=5)
    player = EpisodePlayer(call)
    store = ResultsStore(tmp_path / "a.csv", call, player.columns)
    odd = replace(player.play(1), measured={"worn": float("nan")})
    store.add([odd])
    assert store.runs[1] is odd


def test_a_progress_file_changed_from_outside_is_told(tmp_path):
    call = called(runs=3, ticks=5)
    player = EpisodePlayer(call)
    store = ResultsStore(tmp_path / "a.csv", call, player.columns)
    store.add([player.play(1)])
    progress_path(tmp_path / "a.csv").write_bytes(b"")
    with pytest.raises(OSError, match="changed while the batch ran"):
        store.runs[1]
