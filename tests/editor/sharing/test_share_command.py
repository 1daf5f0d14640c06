"""`mindloom share`: what the page holds, what is refused, and that no text of a user is markup in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor.command_line.main import main
from editor.sharing.run_page import PageSteps, PageWish, page_steps
from graphs.model import StateMachineGraph
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import save_recording
from tests.chromium import needs_chromium, opened_page
from tests.editor.sharing.page_facts import facts_in, opened, recorded_sample, shared, value_at

HOSTILE = "</script><script>window.hit = 1</script><img src=x onerror='window.hit = 2'>&amp;\"'"


def finished(steps: PageSteps) -> bytes:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: bytes = end.value
            return made


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return recorded_sample("light_bulb", 60, tmp_path)


def test_the_same_recording_gives_the_same_bytes(trace, tmp_path):
    first = shared(trace).read_bytes()
    assert main(["share", str(trace), "--out", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_bytes() == first


def test_a_page_stays_small(tmp_path):
    # Ten minutes of the three tanks are 155 KB: most of it is what each page has in any case.
    assert len(shared(recorded_sample("tank", 600, tmp_path)).read_bytes()) < 150_000


def test_a_page_asks_for_nothing(trace):
    page = shared(trace).read_text("utf-8")
    for word in ("http:", "https:", "src=", "href=", "@import", "fetch(", "url("):
        assert word not in page.replace("http://www.w3.org/2000/svg", ""), word
    assert "default-src 'none'" in page


def test_outcomes_of_every_tick_are_those_recorded(tmp_path):
    trace = recorded_sample("attack_or_flee", 200, tmp_path)
    facts, recording = facts_in(shared(trace).read_bytes()), opened(trace).recording
    for agent in facts["agents"]:
        held = b""
        for tick in range(200):
            outcome = recording.outcome(agent["id"], tick)
            held = outcome.outcomes if outcome is not None else held
            program = recording.program(agent["id"], tick)
            for use, instance in zip(agent["stages"][0]["uses"], program.instances, strict=True):
                for element, row in instance.row_of.items():
                    if element and held:
                        assert value_at(use["outcomes"].get(element, []), tick) == held[row]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{trace}", "--out", "page.txt"], ".html"),
        (["{trace}", "--out", "page.html", "--agent", "nobody"], "No agent nobody thinks in it"),
        (["missing.trace", "--out", "page.html"], "no such recording"),
        (["{trace}", "--out", "{trace}"], ".html"),
    ],
)
def test_wrong_use_is_refused_in_words(trace, tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    before = trace.read_bytes()
    assert main(["share", *(each.format(trace=trace.name) for each in arguments)]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.glob("page*"))
    assert trace.read_bytes() == before


def test_a_damaged_recording_is_refused(trace, tmp_path, capsys):
    trace.write_bytes(trace.read_bytes()[:-200])
    assert main(["share", str(trace), "--out", str(tmp_path / "page.html")]) == 2
    assert "light_bulb.trace" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_what_cannot_be_run_again_is_shared_as_recorded_and_says_so(tmp_path):
    trace = recorded_sample("tank", 120, tmp_path)
    exact, other = opened(trace), opened(trace)
    exact.recording.key_frames.drop_before(10**9)
    facts = facts_in(finished(page_steps(exact.recording, other.session, PageWish("tank"))))
    assert "no numbers and reasons" in facts["note"]
    whole = facts_in(shared(trace).read_bytes())
    assert whole["note"] == ""
    for made, exactly in zip(facts["agents"], whole["agents"], strict=True):
        for use, other_use in zip(made["stages"][0]["uses"], exactly["stages"][0]["uses"], strict=True):
            assert use["outcomes"] == other_use["outcomes"]
        assert exactly["values"]
        assert not made["values"]


def test_a_mind_edited_on_the_way_has_a_stage_of_its_own(tmp_path):
    trace = recorded_sample("tank", 1, tmp_path)
    run = RecordedRun(opened(trace).session)
    for _ in range(30):
        run.step()
    name = next(iter(run.session.segments[0].minds.documents))
    document = run.session.segments[0].minds.documents[name]
    assert document.root is not None
    root = document.graphs[document.root]
    assert isinstance(root, StateMachineGraph)
    chase = root.nodes["chase"].model_copy(update={"name": "Hunt it"})
    graph = root.model_copy(update={"nodes": {**root.nodes, "chase": chase}})
    changed = document.model_copy(update={"graphs": {**document.graphs, document.root: graph}})
    run.session.swap(run.session.compiled_with({name: changed}))
    for _ in range(30):
        run.step()
    save_recording(trace, run.recording, run.session)
    stages = facts_in(shared(trace).read_bytes())["agents"][0]["stages"]
    assert [stage["first"] for stage in stages] == [0, 30]
    assert [stage["uses"][0]["titles"]["chase"] for stage in stages] == ["Chase", "Hunt it"]


@needs_chromium
def test_no_text_of_a_user_is_markup(tmp_path):
    trace = recorded_sample("tank", 1, tmp_path)
    mind = Path("resources/samples/tank.mind.json")
    document = json.loads(mind.read_text("utf-8"))
    document["graphs"]["tank"]["nodes"]["chase"]["name"] = HOSTILE
    document["graphs"]["tank"]["title"] = HOSTILE
    world = json.loads(Path("resources/samples/tank.world.json").read_text("utf-8"))
    world["agents"]["tank_1"]["name"] = HOSTILE
    (tmp_path / "tank.mind.json").write_text(json.dumps(document))
    (tmp_path / "tank.world.json").write_text(json.dumps(world))
    assert (
        main(["run", str(tmp_path / "tank.mind.json"), "--ticks", "60", "--trace", str(trace), "--force"])
        == 0
    )
    page = shared(trace, "--title", HOSTILE)
    with opened_page(page.as_uri()) as shown:
        shown.wait_for("document.documentElement.dataset.ready === 'true'")
        shown.run("mindloom.choose('chase')")
        assert shown.run("document.title") == HOSTILE
        assert shown.run("document.querySelector('h1').textContent") == HOSTILE
        assert shown.run("document.querySelector('#why strong').textContent") == HOSTILE
        assert shown.run("document.querySelectorAll('img').length") == 0
        assert shown.run("typeof window.hit") == "undefined"
        assert shown.problems == []
        assert shown.requests == [page.as_uri()]


def test_no_body_is_drawn_for_the_mind_of_a_squad(tmp_path: Path) -> None:
    facts = facts_in(shared(recorded_sample("squad_assault", 20, tmp_path)).read_bytes())
    assert [body["id"] for body in facts["map"]["bodies"]] == [
        *("ada", "ben", "cleo", "dan", "eve", "gunner_1", "gunner_2")
    ]
    assert len(facts["map"]["poses"]) == 7
    assert "red" in [agent["id"] for agent in facts["agents"]]
