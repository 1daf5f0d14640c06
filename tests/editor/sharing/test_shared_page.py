"""The page of a recording, opened in Chromium from a file: what it shows is what was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from editor.theme.tokens import load_theme
from runtime.basics.status import FIRST_BRANCH, NO_ANSWER, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.history.recording.recording import Recording
from runtime.minds.program.rows import RowFamily
from tests.chromium import BrowserPage, Chromium, needs_chromium
from tests.editor.sharing.page_facts import opened, recorded_sample, shared

pytestmark = needs_chromium

TICKS = 400
SAMPLES = ("tank", "attack_or_flee", "soldier")
READY = "document.documentElement.dataset.ready === 'true'"
NODES = (
    "Object.fromEntries([...document.querySelectorAll('#graph [data-outcome]')].map("
    "each => [each.dataset.element, [Number(each.dataset.outcome),"
    " [...each.querySelectorAll('[stroke]')].map(drawn => getComputedStyle(drawn).stroke)]]))"
)
"""The outcome byte of each node, and the colors that are drawn."""


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("shared")
    found = {name: recorded_sample(name, TICKS, folder) for name in SAMPLES}
    for trace in found.values():
        shared(trace)
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as running:
        yield running


@pytest.fixture(autouse=True)
def pages_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").close_pages()


def page_of(
    browser: Chromium, trace: Path, address: str = "", width: int = 1440, height: int = 900
) -> BrowserPage:
    page = browser.open(trace.with_suffix(".html").as_uri() + address, width, height)
    page.wait_for(READY)
    return page


@pytest.fixture
def tank(browser: Chromium, traces: dict[str, Path]) -> Iterator[BrowserPage]:
    page = page_of(browser, traces["tank"])
    yield page
    assert page.problems == []


def shown_tick(page: BrowserPage) -> int:
    return int(page.run("document.documentElement.dataset.tick"))


def held_outcomes(recording: Recording, agent: str, tick: int) -> bytes:
    """Return the outcome bytes of the last brain tick up to this one."""
    for at in range(tick, -1, -1):
        outcome = recording.outcome(agent, at)
        if outcome is not None:
            return outcome.outcomes
    raise AssertionError("it never ticked")


def expected_look(family: RowFamily, byte: int) -> str:
    """Return the status whose color the semantics give to an outcome byte, "" for none that is live."""
    if family is RowFamily.STATE:
        live = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
        return "running" if byte in live else ""
    if family is RowFamily.DECISION:
        return "failure" if byte == NO_ANSWER else "success" if byte >= FIRST_BRANCH else ""
    names = {1: "running", 2: "success", 3: "failure", 4: "skipped"}
    return names.get(NodeOutcome(byte & RESULT_MASK), "")


def css_color(theme: str, look: str) -> str:
    color = load_theme(theme).status(look).line
    return f"rgb({color.red()}, {color.green()}, {color.blue()})"


@pytest.mark.parametrize(
    ("name", "theme"), [("tank", "light"), ("attack_or_flee", "dark"), ("soldier", "light")]
)
def test_scrubbing_to_20_ticks_shows_the_colors_of_the_recorded_outcome_bytes(browser, traces, name, theme):
    recording = opened(traces[name]).recording
    page = page_of(browser, traces[name])
    page.prefer(color_scheme=theme)
    agent = next(iter(recording.cast.minds))
    page.run(f"mindloom.showAgent(mindloom.run.agents.find(each => each.id === {agent!r}))")
    looks_seen = set()
    for tick in range(0, TICKS, TICKS // 20):
        page.run(f"document.getElementById('scrub').value = {tick}")
        page.run("document.getElementById('scrub').dispatchEvent(new Event('input'))")
        assert shown_tick(page) == tick
        outcomes = held_outcomes(recording, agent, tick)
        program = recording.program(agent, tick)
        for place, instance in enumerate(program.instances):
            page.run(f"mindloom.showUse({place})")
            for element, (byte, colors) in page.run(NODES).items():
                row = instance.row_of.get(element)
                if row is None:
                    continue
                assert byte == outcomes[row]
                look = expected_look(program.rows[row].family, byte)
                looks_seen.add(look)
                live = [s for s in ("running", "success", "failure") if css_color(theme, s) in colors]
                if look in ("running", "success", "failure"):
                    assert look in live
                elif program.rows[row].family is not RowFamily.STATE:
                    assert not live
    assert "running" in looks_seen
    assert len(looks_seen) > 1
    assert page.problems == []
    assert page.requests == [traces[name].with_suffix(".html").as_uri()]


def test_variables_and_poses_are_those_of_the_run(browser, traces):
    recorded = opened(traces["tank"])
    page = page_of(browser, traces["tank"])
    session, recording = recorded.session, recorded.recording
    for tick in range(TICKS):
        session.step()
        if tick % 80 == 37:
            page.run(f"mindloom.seek({tick})")
            shown = page.run(
                "Object.fromEntries(mindloom.run.values(mindloom.agent, mindloom.tick)"
                ".map(each => [each.name, each.text]))"
            )
            values = session.variables("tank_1")
            assert float(shown["d"]) == pytest.approx(values["d"], rel=1e-3)
            assert shown["visible"] == ("true" if values["visible"] else "false")
            for row in range(len(recording.cast.agents)):
                pose = page.run(f"mindloom.run.pose({row}, {tick})")
                x, y, _ = recording.poses(tick)[row]
                assert (pose["x"], pose["y"]) == pytest.approx((x, y), abs=0.05)


def test_keys_go_through_the_run(tank):
    for key, shift, tick in [
        ("ArrowRight", False, 1),
        ("ArrowRight", True, 61),
        ("ArrowLeft", False, 60),
        ("ArrowLeft", True, 0),
        ("ArrowLeft", False, 0),
        ("End", False, TICKS - 1),
        ("Home", False, 0),
    ]:
        tank.press(key, shift=shift)
        assert shown_tick(tank) == tick


def test_space_plays_and_pauses(tank):
    tank.press(" ", "Space")
    tank.wait_for("mindloom.tick > 5")
    assert tank.run("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    tank.press(" ", "Space")
    assert not tank.run("mindloom.playing")
    assert tank.run("document.getElementById('play').getAttribute('aria-label')") == "Play"


def test_the_end_is_where_playing_ends_and_begins_again(tank):
    tank.press("End")
    tank.press("ArrowLeft")
    tank.press(" ", "Space")
    tank.wait_for("!mindloom.playing")
    assert shown_tick(tank) == TICKS - 1
    tank.press(" ", "Space")
    tank.wait_for("mindloom.tick > 0 && mindloom.tick < 200")
    tank.press(" ", "Space")


def test_a_node_that_calls_a_graph_is_entered_and_left(tank):
    tank.run("mindloom.choose('chase'); document.querySelector('#graph [data-element=chase]').focus()")
    tank.press("Enter")
    assert tank.run("mindloom.run.graphs[mindloom.use.graph].title") == "Hunt"
    assert tank.run("[...document.querySelectorAll('#crumbs li')].map(each => each.textContent)") == [
        "Tank with dead zones",
        "Hunt",
    ]
    tank.press("Backspace")
    assert tank.run("mindloom.place") == 0
    assert tank.run("mindloom.pick") == "chase"
    tank.press("Escape")
    assert tank.run("mindloom.pick") == ""


def test_a_picked_node_tells_why_and_its_changes_are_gone_to(tank):
    tank.run("mindloom.choose('moving'); mindloom.seek(0)")
    tank.press(".")
    tick = shown_tick(tank)
    assert tick > 0
    told = tank.run("document.getElementById('why').textContent")
    assert "MovingToTarget" in told
    assert "PatrolEntry" in told
    tank.press(",")
    assert shown_tick(tank) < tick


def test_nodes_are_reached_by_tab_and_arrows(tank):
    for _ in range(12):
        tank.press("Tab")
        if tank.run("document.activeElement.closest('#graph') !== null"):
            break
    first = tank.run("document.activeElement.dataset.element")
    tank.press("ArrowDown")
    second = tank.run("document.activeElement.dataset.element")
    assert first != second
    assert tank.run("mindloom.pick") == second
    assert tank.run("document.activeElement.getAttribute('aria-label')") == "PatrolEntry: entered"


def test_an_address_leads_to_a_moment(browser, traces):
    page = page_of(browser, traces["tank"], "#tick=123&agent=tank_2&graph=0&node=patrol")
    assert page.run("[mindloom.tick, mindloom.agent.id, mindloom.pick]") == [123, "tank_2", "patrol"]
    page.press("ArrowRight")
    assert "tick=124" in page.run("location.hash")


def test_another_agent_is_chosen(tank):
    tank.run("document.getElementById('agent').value = '2'")
    tank.run("document.getElementById('agent').dispatchEvent(new Event('change'))")
    assert tank.run("mindloom.agent.id") == "tank_3"


@pytest.mark.parametrize("width", [390, 700, 1440])
def test_no_width_has_to_be_scrolled_sideways_and_targets_are_large_enough(browser, traces, width):
    page = page_of(browser, traces["tank"], width=width, height=844)
    assert page.run("document.documentElement.scrollWidth") <= width
    sizes = page.run(
        "[...document.querySelectorAll('button, select')].filter(each => each.offsetParent)"
        ".map(each => { const box = each.getBoundingClientRect();"
        " return [each.textContent, box.width, box.height, box.right]; })"
    )
    assert len(sizes) > 8
    assert [each for each in sizes if min(each[1], each[2]) < 24 or each[3] > width] == []


def test_everything_that_can_be_used_has_a_name(tank):
    nameless = tank.run(
        "[...document.querySelectorAll('button, select, input, [role=button]')].filter(each => !("
        "each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length))"
        ".map(each => each.outerHTML)"
    )
    assert nameless == []


def test_the_theme_is_that_of_the_system_until_another_is_chosen(tank):
    back = "getComputedStyle(document.body).backgroundColor"
    tank.prefer(color_scheme="light")
    light = tank.run(back)
    tank.prefer(color_scheme="dark")
    dark = tank.run(back)
    assert light != dark
    button = "document.getElementById('theme')"
    theme = f"{button}.click(), {button}.getAttribute('aria-label')"
    assert tank.run(theme) == "Theme: light"
    assert tank.run(back) == light
    assert tank.run(theme) == "Theme: dark"
    tank.prefer(color_scheme="light")
    assert tank.run(back) == dark
    assert tank.run(theme) == "Theme: as the system"
    assert tank.run(back) == light
