"""A designer builds the full stealth guard by the mouse alone, from an empty window to a saved file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint

from editor.documents.open.sample_files import samples_folder
from editor.window.main_window import MainWindow
from graphs.files.document_file import load_document
from tests.e2e.canonical_document import canonical_document
from tests.e2e.mouse_hand import MouseHand
from tests.editor.window_builders import AnsweringDialogs

SIZE = (1440, 900)
Fields = dict[str, str]


# ---- variables and events


def add_variable(hand: MouseHand, kind: str, name: str, note: str, **fields: str) -> None:
    hand.click(hand.button("Add a variable or an event", hand.window.outline))
    hand.pick(kind)
    hand.fill("variable.name", name)
    for key, value in fields.items():
        hand.fill(key, value)
    hand.fill("note", note)


def add_event(hand: MouseHand, name: str, note: str, carried: Fields) -> None:
    hand.click(hand.button("Add a variable or an event", hand.window.outline))
    hand.pick("Event")
    hand.fill("event.name", name)
    hand.fill("note", note)
    for field, kind in carried.items():
        hand.press("Add what it carries")
        key = [each for each in hand.field_keys() if each.endswith(".name")][-1]
        hand.fill(key, field)
        if kind != "float":
            hand.choose(key.removesuffix(".name"), kind)


def declare(hand: MouseHand) -> None:
    number, entity, vector, truth = "Number (float)", "Entity", "Vector", "Yes or no (bool)"
    add_variable(hand, entity, "bell", "Where to ring the alarm; the world says where.")
    add_variable(hand, number, "d", "How far the intruder is.", unit="u")
    limits = {"default": "100", "min": "0", "max": "100"}
    add_variable(hand, number, "health", "Falls by hits; at 0 the guard is dead.", **limits)
    add_variable(hand, entity, "intruder", "Whom to watch for; the world says who.")
    where = "Where to look: the noise heard last, or where the intruder was lost."
    add_variable(hand, vector, "last_noise", where)
    add_variable(hand, vector, "last_seen", "Where the intruder was seen last.")
    add_variable(hand, truth, "visible", "Whether the intruder is in view.")
    of_hit = {"at": "vector", "blast": "bool", "by": "entity", "damage": "float", "health": "float"}
    add_event(hand, "hit", "A projectile of somebody hit.", of_hit)
    of_noise = {
        "at": "vector",
        "distance": "float",
        "loudness": "float",
        "source": "entity",
        "tag": "string",
    }
    add_event(hand, "noise", "Something was heard, and where.", of_noise)


# ---- trees


def first_node(hand: MouseHand, words: str, title: str) -> str:
    hand.double_click(hand.view.viewport().rect().center())
    hand.add(words, title)
    return selected(hand)


def selected(hand: MouseHand) -> str:
    [found] = hand.view.session.selection
    return found


def pull_child(hand: MouseHand, parent: str, words: str, kind: str, name: str = "", **fields: str) -> str:
    """Draw a wire from a node to the empty canvas, pick what to add there, and fill in its fields."""
    tree = hand.view.canvas.tree
    assert tree is not None
    hand.show_all()
    rects = [tree.rects[each] for each in tree.nodes]
    end = max(rect.right for rect in rects) + 10, max(rect.bottom for rect in rects) + 60
    if not hand.is_in_view(end):
        hand.wheel(hand.view.viewport(), -360)
    viewport = hand.view.viewport()
    hand.move(hand.rect_of(parent).center())
    goal = hand.view.mapFromScene(*end)
    hand.drag(hand.pixel(tree.port(parent)), QPoint(min(goal.x(), viewport.width() - 4), goal.y()))
    hand.add(words, kind)
    made = selected(hand)
    if name:
        hand.show_all()
        title_rect = tree.title_rect(made)
        assert title_rect is not None
        hand.rename(made, title_rect, name)
    for key, value in fields.items():
        hand.fill(key.replace("__", "."), value)
    return made


def new_graph(hand: MouseHand, kind: str, title: str) -> None:
    hand.menu("Graph", "New graph in this document", kind)
    hand.fill("title", title)


def build_search(hand: MouseHand) -> None:
    new_graph(hand, "Behavior tree", "Search")
    root = first_node(hand, "sequence", "Sequence")
    hand.fill("title", "Go there and look around")
    pull_child(
        hand, root, "go_to", "go_to", "Go to the noise", params__speed="2.6", params__target="last_noise"
    )
    pull_child(hand, root, "look_around", "look_around")


def build_ring(hand: MouseHand) -> None:
    new_graph(hand, "Behavior tree", "Ring the bell")
    root = first_node(hand, "sequence", "Sequence")
    hand.fill("title", "Ring the bell")
    pull_child(
        hand,
        root,
        "go_to",
        "go_to",
        "Run to the bell",
        params__speed="4",
        params__target="bell",
        params__target_radius="0.9",
    )
    pull_child(hand, root, "make_noise", "make_noise", "Toll", params__loudness="20", params__tag="bell")


def build_assault(hand: MouseHand) -> None:
    new_graph(hand, "Behavior tree", "Assault")
    root = first_node(hand, "parallel", "Parallel")
    hand.fill("title", "Chase and fire")
    follow = pull_child(hand, root, "if", "If else")
    hand.toggle("params.reactive")
    pull_child(hand, follow, "condition", "Condition", "In view?", test="visible")
    pull_child(
        hand,
        follow,
        "pursue",
        "pursue",
        "Chase",
        params__max_prediction="0.5",
        params__speed="3.4",
        params__target="intruder",
    )
    pull_child(
        hand, follow, "go_to", "go_to", "Run to where it was", params__speed="3.4", params__target="last_seen"
    )
    salvo = pull_child(hand, root, "repeat", "Repeat", title="Keep firing")
    attempt = pull_child(hand, salvo, "force success", "Force success")
    shot = pull_child(hand, attempt, "sequence", "Sequence", "Fire within 5")
    pull_child(hand, shot, "condition", "Condition", test="d <= 5 and visible")
    cool = pull_child(hand, shot, "cooldown", "Cooldown", params__seconds="1")
    hand.choose("params.refused", "skipped")
    pull_child(hand, cool, "fire", "fire", params__damage="4", params__target="intruder")


# ---- machines


def add_state(hand: MouseHand, place: QPoint, name: str, kind: str = "State") -> str:
    hand.double_click(place)
    hand.add(kind.lower(), kind)
    made = selected(hand)
    hand.fill("name", name)
    return made


def draw(hand: MouseHand, source: str, target: str) -> str:
    """Draw a transition from the handle of one state to another state; return its id."""
    before = frozenset(hand.edges())
    inside = hand.rect_of(source)
    hand.move(QPoint(inside.left() + 30, inside.top() + 8))
    goal = hand.rect_of(target)
    hand.drag(QPoint(inside.right(), inside.center().y()), QPoint(goal.left() + 30, goal.bottom() - 5))
    [made] = frozenset(hand.edges()) - before
    return made


def does(hand: MouseHand, state: str, what: str, **fields: str) -> None:
    """Give a state its activity."""
    hand.click_node(state)
    hand.choose("activity", what)
    for key, value in fields.items():
        hand.fill(f"activity.params.{key}", value)


def build_thief(hand: MouseHand) -> None:
    new_graph(hand, "State machine", "Thief")
    hand.fill("note", "Sneaks about, and runs when it is hit; running is louder. Drag it about.")
    sneak = add_state(hand, QPoint(60, 200), "Sneak")
    run = add_state(hand, QPoint(420, 200), "Run")
    does(hand, sneak, "Follow path", path="sneak", speed="1.3")
    does(hand, run, "Follow path", path="sneak")
    draw(hand, sneak, run)
    hand.choose("event", "hit")
    draw(hand, run, run)
    hand.choose("event", "hit")
    hand.fill("note", "The six seconds begin anew.")
    draw(hand, run, sneak)
    hand.fill("after", "6")


def build_guard(hand: MouseHand) -> None:
    hand.click_line(hand.window.outline.tree, "State machine")
    hand.fill("title", "Stealth guard")
    note = "Looks into noises, raises the alarm or attacks whom it sees, and searches for whom it lost."
    hand.fill("note", note)
    patrol = add_state(hand, QPoint(60, 70), "Patrol")
    suspicious = add_state(hand, QPoint(60, 190), "Suspicious")
    attack = add_state(hand, QPoint(60, 440), "Attack")
    alarm = add_state(hand, QPoint(500, 440), "Alarm")
    add_state(hand, QPoint(620, 70), "Death", "Final")
    hand.choose("status", "failure")
    investigate = add_state(hand, QPoint(400, 120), "Investigate")
    start, box = hand.rect_of(investigate), hand.rect_of(suspicious)
    hand.drag(QPoint(start.left() + 20, start.bottom() - 5), QPoint(box.left() + 20, box.bottom() - 5))
    box = hand.rect_of(suspicious)
    hand.drag(box.bottomRight(), QPoint(box.right() + 330, box.bottom() + 30))
    box = hand.rect_of(suspicious)
    alert = add_state(hand, QPoint(box.right() - 150, box.top() + 80), "Alert")
    does(hand, patrol, "Follow path", path="round", speed="1.6")
    does(hand, alert, "Look at", target="last_seen")
    does(hand, investigate, "Search")
    does(hand, attack, "Assault")
    does(hand, alarm, "Ring the bell")
    hand.toggle("activity.loop")
    draw(hand, patrol, alert)
    hand.fill("guard", "visible")
    draw(hand, patrol, investigate)
    hand.choose("event", "noise")
    hand.fill("actions", "last_noise = event.at")

    draw(hand, suspicious, investigate)
    hand.choose("event", "noise")
    hand.fill("actions", "last_noise = event.at")
    hand.toggle("internal")
    draw(hand, investigate, alert)
    hand.fill("guard", "visible")
    draw(hand, investigate, patrol)
    hand.fill("after", "5")
    for target in (attack, alarm):
        draw(hand, alert, target)
        hand.fill("after", "0.5")
        hand.fill("group", "decide")
    hand.click_node(alert)
    hand.press("Add a reaction that stays")
    hand.choose("event", "noise")
    hand.fill("note", "It looks at the intruder already, so a noise does not call it away.")
    draw(hand, attack, investigate)
    hand.fill("guard", "not visible")
    hand.fill("actions", "last_noise = last_seen")
    hand.fill("delay", "3")
    draw(hand, alarm, attack)
    hand.choose("event", "done")
    hand.click(hand.view.viewport(), QPoint(4, 300))
    hand.press("Add one from any state")
    hand.fill("guard", "health <= 0")
    hand.choose("targets", "Death")
    hand.click(hand.view.viewport(), QPoint(4, 300))
    hand.press("Add a reaction that stays")
    hand.choose("event", "hit")
    hand.fill("actions", "health = event.health")


# The off-screen platform says so of every menu that opens.
@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_the_stealth_guard_is_built_by_mouse(
    window: MainWindow, dialogs: AnsweringDialogs, tmp_path: Path
) -> None:
    window.resize(*SIZE)
    hand = MouseHand(window)
    hand.menu("File", "New state machine")
    hand.view.camera.reduced_motion = True
    declare(hand)
    for build in (build_search, build_ring, build_assault, build_thief, build_guard):
        build(hand)
    dialogs.save_as = tmp_path / "built.mind.json"
    hand.menu("File", "Save")
    sample = load_document(samples_folder() / "stealth_guard.mind.json")
    assert canonical_document(load_document(dialogs.save_as)) == canonical_document(sample)
    assert window.session is not None
    window.session.check_now()
    assert [problem for problem in window.session.problems if problem.severity == "error"] == []
