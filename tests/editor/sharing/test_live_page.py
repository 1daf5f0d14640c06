"""A page that runs its minds, opened in Chromium: what one sets decides, and it does as the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from editor.command_line.main import main
from tests.chromium import BrowserPage, Chromium, needs_chromium
from tests.editor.sharing.page_facts import facts_in, recorded_sample, shared
from tests.editor.sharing.test_share_command import HOSTILE
from tests.executors.engine_game import EngineGame

SAMPLES = ("light_bulb", "simple_guard", "math_tree", "attack_or_flee", "tank", "card_duel")
TICKS = 20
LOOKS = "Object.fromEntries(mindloom.graph.nodes.map(part => [part.elements[0], part.group.dataset.look]))"
"""The look of each node that is drawn."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("live")
    return {name: shared(recorded_sample(name, 30, folder), "--live") for name in SAMPLES}


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as running:
        yield running


@pytest.fixture(autouse=True)
def pages_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").close_pages()


def live(browser: Chromium, page: Path, width: int = 1440) -> BrowserPage:
    """Open a page live, held before its first tick."""
    shown = browser.open(page.as_uri() + "#mode=live", width, 900)
    shown.wait_for("document.documentElement.dataset.ready === 'true'")
    shown.run("mindloom.play(false), mindloom.restart()")
    return shown


def look(page: BrowserPage, element: str) -> str:
    found: str = page.run(f"mindloom.graph.look({element!r})")
    return found


def step(page: BrowserPage) -> None:
    page.run("document.getElementById('step').click()")


def give(page: BrowserPage, name: str, value: str) -> None:
    """Type into the control of a name, as a reader does."""
    page.run(
        f"(() => {{ const field = document.querySelector('#live [aria-label=\"{name}\"]'); field.focus();"
        f" field.value = '{value}'; field.dispatchEvent(new Event('input')); field.blur(); }})()"
    )


def click(page: BrowserPage, name: str) -> None:
    page.run(f"document.querySelector('#live [aria-label=\"{name}\"]').click()")


def right(page: BrowserPage, file: Path) -> None:
    assert page.problems == []
    assert [each.partition("#")[0] for each in page.requests] == [file.as_uri()]


def test_a_page_with_minds_stays_small(pages):
    assert max(page.stat().st_size for page in pages.values()) < 1_500_000
    assert all("default-src 'none'" in page.read_text("utf-8") for page in pages.values())


def test_a_page_without_minds_has_no_executor(tmp_path):
    page = shared(recorded_sample("light_bulb", 5, tmp_path)).read_text("utf-8")
    assert "MindloomExecutor = {" not in page
    assert facts_in(page.encode())["mode"] == "recorded"


@needs_chromium
def test_the_button_of_an_event_lights_the_other_state(browser, pages):
    page = live(browser, pages["light_bulb"])
    step(page)
    assert (look(page, "off"), look(page, "on")) == ("running", "idle")
    click(page, "Post switch")
    assert "next tick" in page.run("document.getElementById('live-note').textContent")
    assert look(page, "off") == "running"
    step(page)
    assert (look(page, "off"), look(page, "on")) == ("last running", "running")
    page.run("mindloom.restart()")
    step(page)
    assert look(page, "off") == "running"
    right(page, pages["light_bulb"])


@needs_chromium
def test_an_event_while_it_plays_is_taken(browser, pages):
    page = live(browser, pages["light_bulb"])
    page.run("mindloom.play(true)")
    page.wait_for("mindloom.tick > 2")
    click(page, "Post switch")
    page.wait_for("mindloom.graph.look('on') === 'running'")
    right(page, pages["light_bulb"])


@needs_chromium
def test_a_number_and_a_switch_lead_to_another_state(browser, pages):
    page = live(browser, pages["simple_guard"])
    give(page, "d", "6")
    click(page, "visible")
    step(page)
    step(page)
    assert look(page, "chase") == "running"
    give(page, "d", "2")
    step(page)
    assert (look(page, "chase"), look(page, "shoot")) == ("last running", "running")
    right(page, pages["simple_guard"])


@needs_chromium
def test_a_slider_sets_a_number_that_the_mind_reads(browser, pages):
    page = live(browser, pages["attack_or_flee"])
    assert page.run("document.querySelector('#live [aria-label=health]').type") == "range"
    give(page, "health", "12")
    assert page.run("mindloom.agent.mindNow.get('health')") == 12
    right(page, pages["attack_or_flee"])


@needs_chromium
def test_what_an_action_answers_decides_its_node(browser, pages):
    page = live(browser, pages["tank"])
    page.run(
        "mindloom.showUse(mindloom.stage.uses.findIndex("
        "use => mindloom.run.graphs[use.graph].title === 'Hunt'))"
    )
    page.run("mindloom.agent.mindNow.set('d', 4.5); mindloom.agent.mindNow.set('visible', true)")
    step(page)
    step(page)
    before = page.run(LOOKS)
    page.run(
        "for (const s of document.querySelectorAll('#live select[aria-label$=answers]'))"
        " { s.value = 'failure'; s.dispatchEvent(new Event('change')); }"
    )
    step(page)
    after = page.run(LOOKS)
    assert "running" in before.values()
    assert "failure" in after.values()
    right(page, pages["tank"])


INPUTS: dict[str, list[dict[str, Any]]] = {
    "math_tree": [{"target": 10 + 10 * (tick % 3), "value": 5 * tick} for tick in range(TICKS)],
    "attack_or_flee": [
        {"d": tick / 2, "visible": tick % 5 > 1, "met": tick > 2, "health": 100 - 5 * tick}
        for tick in range(TICKS)
    ],
    "tank": [
        {"d": abs(10 - tick) / 1.5, "visible": tick % 4 > 0, "wp": float(tick % 3)} for tick in range(TICKS)
    ],
}
RESULTS = {1: "running", 2: "success", 3: "failure", 4: "skipped"}


def expected_look(family: str, byte: int) -> str | None:
    """Return the live look that an outcome byte stands for, None for none that is live."""
    if family == "STATE":
        return "running" if byte in (1, 2, 4) else None
    if family == "DECISION":
        return "failure" if byte == 1 else "success" if byte else None
    return RESULTS.get(byte & 7)


@needs_chromium
@pytest.mark.parametrize("name", list(INPUTS))
def test_outcomes_and_looks_are_those_of_the_engine_for_20_ticks(browser, pages, name):
    live_facts = facts_in(pages[name].read_bytes())["live"]
    page = live(browser, pages[name])
    mind = live_facts["agents"][0]
    program = live_facts["minds"][mind["mind"]]["program"]
    agents = page.run("mindloom.run.agents.map(agent => agent.id)")
    alone = {"program": program, "seed": page.run("mindloom.run.seed"), "agents": [agents[0]]}
    needs = program.get("needs", {}).get("actions", {})
    instant = {action: "success" for action, need in needs.items() if need.get("instant")}
    game = EngineGame(alone)
    seen = set()
    for tick, sets in enumerate(INPUTS[name]):
        given = {**(mind["variables"] if tick == 0 else {}), **sets}
        came = game.tick({"set": {agents[0]: given}, "answers": {"actions": instant}})
        for variable, value in sets.items():
            page.run(f"mindloom.agent.mindNow.set({variable!r}, {json.dumps(value)})")
        step(page)
        right_bytes = came["agents"][agents[0]]["outcomes"]
        assert page.run("[...mindloom.agent.mindNow.outcomes]") == right_bytes, tick
        for place, rows in enumerate(mind["rows"]):
            page.run(f"mindloom.showUse({place})")
            families = page.run("mindloom.use.families")
            looks = page.run(LOOKS)
            for element, shown in looks.items():
                wanted = (
                    expected_look(families.get(element, ""), right_bytes[rows[element]])
                    if element in rows
                    else None
                )
                seen.add(shown)
                if wanted is None:
                    assert shown == "idle" or not shown or shown.startswith("last"), (tick, element, shown)
                else:
                    assert shown in (wanted, "error"), (tick, element)
    assert len(seen) > 2
    right(page, pages[name])


@needs_chromium
def test_recorded_and_live_take_turns(browser, pages):
    page = browser.open(pages["tank"].as_uri() + "#tick=12")
    page.wait_for("document.documentElement.dataset.ready === 'true'")
    shown = "[...document.querySelectorAll('#mode button')].map(each => each.getAttribute('aria-pressed'))"
    assert page.run(shown) == ["true", "false"]
    page.run("document.querySelectorAll('#mode button')[1].click()")
    assert page.run(shown) == ["false", "true"]
    page.wait_for("mindloom.tick > 3")
    assert page.run("document.getElementById('scrub').checkVisibility()") is False
    page.run("document.querySelectorAll('#mode button')[0].click()")
    assert page.run("[mindloom.tick, mindloom.playing]") == [12, False]
    assert page.run("document.getElementById('scrub').checkVisibility()") is True
    assert page.run("document.getElementById('live').hidden")
    right(page, pages["tank"])


@needs_chromium
def test_what_does_not_fit_is_told_and_changes_nothing(browser, pages):
    page = live(browser, pages["tank"])
    page.run("mindloom.live.try(() => mindloom.agent.mindNow.set('d', 'far'))")
    assert "cannot take" in page.run("document.getElementById('live-note').textContent")
    give(page, "d", "")
    assert page.run("document.querySelector('#live [aria-label=d]').getAttribute('aria-invalid')") == "true"
    assert page.run("mindloom.agent.mindNow.get('d')") == 0
    right(page, pages["tank"])


@needs_chromium
@pytest.mark.parametrize("name", ["card_duel", "attack_or_flee"])
@pytest.mark.parametrize("width", [390, 1440])
def test_all_controls_have_names_room_and_are_reached_by_tab(browser, pages, name, width):
    page = live(browser, pages[name], width)
    controls = "[...document.querySelectorAll('#live :is(input, select, button), #mode button')]"
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run(f"{controls}.filter(each => !(each.ariaLabel || each.textContent.trim())).length") == 0
    boxes = page.run(
        f"{controls}.map(each => {{ const box = each.getBoundingClientRect();"
        " return [each.ariaLabel, box.width, box.height, box.right]; })"
    )
    assert [box for box in boxes if min(box[1], box[2]) < 24 or box[3] > width] == []
    page.run("document.querySelector('#mode button').focus()")
    reached = set()
    for _ in range(len(boxes) + 40):
        reached.add(page.run(f"{controls}.indexOf(document.activeElement)"))
        page.press("Tab")
    assert reached >= set(range(len(boxes)))
    right(page, pages[name])


@needs_chromium
def test_keys_in_a_field_stay_in_it(browser, pages):
    page = live(browser, pages["tank"])
    page.run("document.querySelector('#live [aria-label=target]').focus()")
    for key in ("ArrowRight", "Home", "0", ","):
        page.press(key)
    assert page.run("mindloom.tick") == 0
    page.run("document.activeElement.blur()")
    page.press("ArrowRight")
    assert page.run("mindloom.tick") == 1


@needs_chromium
def test_what_is_folded_shows_what_it_hides(browser, tmp_path):
    for file in ("tank.mind.json", "tank.world.json"):
        data = json.loads((Path("resources/samples") / file).read_text("utf-8"))
        for graph, node in (("tank", "patrol"), ("fire", "salvo")) if "graphs" in data else ():
            layout = data["graphs"][graph].setdefault("layout", {})
            layout[node] = {**layout.get(node, {"at": [0, 0]}), "collapsed": True}
        (tmp_path / file).write_text(json.dumps(data))
    trace, mind = tmp_path / "tank.trace", str(tmp_path / "tank.mind.json")
    assert main(["run", mind, "--ticks", "5", "--trace", str(trace)]) == 0
    page = live(browser, shared(trace, "--live"))
    give(page, "wp", "5")
    step(page)
    step(page)
    assert look(page, "patrol") == "running"
    words = "document.querySelector('#graph [data-element=patrol]').textContent"
    assert "MovingToTarget" in page.run(words)
    give(page, "wp", "0")
    step(page)
    assert "FindingNewTarget" in page.run(words)
    give(page, "d", "2")
    click(page, "visible")
    page.run("mindloom.showUse(mindloom.stage.uses.findIndex(use => 'salvo' in use.titles))")
    for _ in range(4):
        step(page)
    assert look(page, "salvo") == "running"
    assert page.run("document.querySelector('#graph [data-element=shot]')") is None
    right(page, trace.with_suffix(".html"))


@needs_chromium
def test_no_text_of_a_user_is_markup(browser, tmp_path):
    for file in ("tank.mind.json", "tank.world.json"):
        data = json.loads((Path("resources/samples") / file).read_text("utf-8"))
        if "graphs" in data:
            data["graphs"]["tank"]["nodes"]["chase"]["name"] = data["graphs"]["tank"]["title"] = HOSTILE
            data["variables"]["word"] = {"type": "string", "default": HOSTILE}
            data["variables"]["kind"] = {"type": "enum", "values": ["plain", "other"]}
            data["variables"]["alarm"]["unit"] = HOSTILE
        else:
            data["agents"]["tank_1"]["name"] = HOSTILE
        (tmp_path / file).write_text(json.dumps(data))
    trace, mind = tmp_path / "tank.trace", str(tmp_path / "tank.mind.json")
    assert main(["run", mind, "--ticks", "5", "--trace", str(trace)]) == 0
    page = live(browser, shared(trace, "--live", "--title", HOSTILE))
    assert page.run("document.querySelector('#live [aria-label=word]').value") == HOSTILE
    give(page, "d", "2")
    click(page, "visible")
    for _ in range(4):
        step(page)
    page.run("mindloom.choose('chase')")
    assert page.run("document.querySelector('#why strong').textContent") == HOSTILE
    assert HOSTILE in page.run("document.getElementById('log').textContent")
    assert page.run("document.querySelectorAll('img').length") == 0
    assert page.run("typeof window.hit") == "undefined"
    right(page, trace.with_suffix(".html"))
