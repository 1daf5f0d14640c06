from __future__ import annotations

from typing import Any

import pytest

from editor.panels.inspector.declared_contents import variable_content
from editor.panels.inspector.field_spec import FieldAction, FieldKind, FieldSpec, InspectorContent, Section
from editor.panels.inspector.field_text import FieldTextError, text_of, value_of, with_picked
from editor.panels.inspector.graph_contents import graph_content
from editor.panels.inspector.node_contents import selection_content
from graphs.edits.adding import add_node
from graphs.edits.kind_change import change_kind
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.model import Document
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree


def field_of(content: InspectorContent | None, key: str) -> FieldSpec:
    assert content is not None
    return next(field for section in content.sections for field in section.fields if field.key == key)


def keys_of(content: InspectorContent | None) -> set[str]:
    assert content is not None
    return {field.key for section in content.sections for field in section.fields}


def contents(document: Document, graph: str, *ids: str) -> InspectorContent:
    found = selection_content(document, graph, frozenset(ids), REGISTRY)
    assert found is not None
    return found


def element(document: Document, graph: str, element_id: str) -> Any:
    found: Any = document.graphs[graph]
    return found.nodes.get(element_id) or found.edges[element_id]


def number(**more: Any) -> FieldSpec:
    return FieldSpec("x", "Speed", FieldKind.NUMBER, None, lambda document, _value: document, **more)


def test_rows_of_a_node_come_from_its_kind():
    document, graph, _, wait = waiting_tree(0.5)
    content = contents(document, graph, wait)
    seconds = field_of(content, "params.seconds")
    assert (seconds.shown, seconds.unit, seconds.default, seconds.changed) == (0.5, "s", 1, True)
    assert "guard.test" in keys_of(content)


def test_rows_of_an_action_come_from_its_declaration():
    document, graph, sequence, _ = waiting_tree()
    document, arrive = add_node(
        document, graph, "action", REGISTRY, parent=sequence, fields={"action": "arrive"}
    )
    content = contents(document, graph, arrive)
    declared = REGISTRY.actions["arrive"].parameters
    assert {f"params.{parameter.name}" for parameter in declared} <= keys_of(content)


@pytest.mark.parametrize("kind", [kind.id for kind in REGISTRY.kinds_of("behavior_tree")])
def test_every_kind_of_tree_node_has_contents(kind):
    document, graph, parent, _ = waiting_tree()
    record = REGISTRY.kind("behavior_tree", kind)
    assert record is not None
    if record.part_of:
        document, parent = add_node(document, graph, record.part_of, REGISTRY, parent=parent)
    document, node = add_node(document, graph, kind, REGISTRY, parent=parent)
    content = contents(document, graph, node)
    assert content.title
    assert {f"params.{parameter.name}" for parameter in record.parameters} <= keys_of(content)


@pytest.mark.parametrize("kind", [kind.id for kind in REGISTRY.kinds_of("state_machine")])
def test_every_kind_of_state_has_contents(kind):
    document, graph, *_ = two_state_machine()
    document, node = add_node(document, graph, kind, REGISTRY, at=(0, 300))
    assert contents(document, graph, node).subtitle.endswith("in Guard")


def test_unknown_kind_keeps_its_parameters_and_says_so():
    document, graph, _, wait = waiting_tree()
    tree = document.graphs[graph]
    alien = tree.nodes[wait].model_copy(update={"kind": "alien", "params": {"tentacles": 8}})
    tree = tree.model_copy(update={"nodes": {**tree.nodes, wait: alien}})
    document = document.model_copy(update={"graphs": {graph: tree}})
    content = contents(document, graph, wait)
    assert "alien" in content.hint
    assert (
        field_of(content, "params.tentacles").value == 8 if "params.tentacles" in keys_of(content) else True
    )


def test_transition_shows_event_guard_and_target():
    document, graph, _, go, edge = two_state_machine()
    content = contents(document, graph, edge)
    assert content.title == "Idle → Go"
    assert field_of(content, "guard").value == "d < 5"
    assert field_of(content, "targets").shown == go


def test_guard_is_checked_while_typing():
    document, graph, _, _, edge = two_state_machine()
    check = field_of(contents(document, graph, edge), "guard").check
    assert check is not None
    assert check("d < 3") == ""
    assert "helth" in check("helth < 3")
    assert check("d +") != ""


def test_several_elements_share_fields_and_mix_values():
    document, graph, sequence, wait = waiting_tree(0.5)
    document, other = add_node(document, graph, "wait", REGISTRY, parent=sequence)
    content = contents(document, graph, wait, other)
    seconds = field_of(content, "params.seconds")
    assert seconds.mixed
    assert text_of(seconds) == ""
    changed = seconds.edit(document, 3)
    assert [changed.graphs[graph].nodes[each].params["seconds"] for each in (wait, other)] == [3, 3]
    assert "title" not in keys_of(content)


def test_choosing_another_activity_drops_the_old_arguments():
    document, graph, idle, *_ = two_state_machine()
    document = set_field(document, graph, idle, "activity", {"action": "wander", "params": {"radius": 2}})
    does = field_of(contents(document, graph, idle), "activity")
    changed = does.edit(document, "action:stop")
    assert element(changed, graph, idle).activity.action == "stop"
    assert element(changed, graph, idle).activity.params == {}
    assert element(does.edit(document, ""), graph, idle).activity is None


def test_service_can_be_added_and_removed():
    document, graph, sequence, _ = waiting_tree()

    def action(document: Document, title: str) -> FieldAction:
        content = contents(document, graph, sequence)
        section = next(each for each in content.sections if each.key == "services")
        return next(item for item in section.actions if item.title == title)

    added = action(document, "Add service").edit(document)
    assert len(element(added, graph, sequence).services) == 1
    removed = action(added, "Remove service").edit(added)
    assert element(removed, graph, sequence).services == ()


def test_variable_is_renamed_everywhere():
    document, graph, _, _, edge = two_state_machine()
    row = field_of(variable_content(document, "d", ""), "variable.name")
    assert element(row.edit(document, "distance"), graph, edge).guard == "distance < 5"


def test_variable_default_follows_its_type():
    document, _ = add_variable(two_state_machine()[0], "seen", "bool")
    assert field_of(variable_content(document, "seen", ""), "default").kind is FieldKind.SWITCH
    assert variable_content(document, "gone", "") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("2.5", 2.5), ("3.0", 3), (" ", None), ("2 * d", {"expr": "2 * d"}), ("-1e3", -1000)],
)
def test_number_text_is_a_number_or_an_expression(text, value):
    assert value_of(number(takes_expression=True), text) == value


@pytest.mark.parametrize("text", ["fast", "inf", "-2", "99"])
def test_number_out_of_range_or_no_number_says_why(text):
    with pytest.raises(FieldTextError, match=r"."):
        value_of(number(minimum=0, maximum=10), text)


@pytest.mark.parametrize(
    ("literal", "text", "value"),
    [
        ("point", "3, 4.5", [3, 4.5]),
        ("point", "player", "player"),
        ("vector", "(1, 2)", [1, 2]),
        ("any", "8", 8),
        ("any", "true", True),
        ("any", "idle", "idle"),
        ("string", "8", "8"),
    ],
)
def test_literal_text_follows_what_the_parameter_takes(literal, text, value):
    spec = FieldSpec("x", "Target", FieldKind.VALUE, None, lambda document, _value: document, literal=literal)
    assert value_of(spec, text) == value
    assert value_of(spec, text, expression=True) == {"expr": text}


def test_lines_become_a_list_without_blank_ones():
    spec = FieldSpec("entry", "Entry", FieldKind.LINES, ["a = 1", "b = 2"], lambda document, _value: document)
    assert text_of(spec) == "a = 1\nb = 2"
    assert value_of(spec, "a = 1\n\n  \nb = 3  ") == ["a = 1", "b = 3"]
    assert value_of(spec, "\n") is None


def test_how_long_a_trigger_stays_armed_is_chosen_and_timed():
    document, _ = add_variable(two_state_machine()[0], "hit", "trigger")
    content = variable_content(document, "hit", "")
    assert (field_of(content, "latched").value, field_of(content, "latched").default) == (None, "tick")
    used = field_of(content, "latched").edit(document, "used")
    assert used.variables["hit"].latched is True
    timed = field_of(variable_content(used, "hit", ""), "latched").edit(used, "time")
    assert timed.variables["hit"].latched == 1
    content = variable_content(timed, "hit", "")
    assert field_of(content, "latched").value == "time"
    longer = field_of(content, "latched.time").edit(timed, 2.5)
    assert longer.variables["hit"].latched == 2.5
    back = field_of(variable_content(longer, "hit", ""), "latched").edit(longer, "tick")
    assert back.variables["hit"].latched is False
    assert content is not None
    assert "scope" not in {row.key for row in content.sections[0].fields}


def test_only_a_trigger_is_latched():
    content = variable_content(two_state_machine()[0], "d", "")
    assert content is not None
    assert "latched" not in {row.key for row in content.sections[0].fields}


def test_a_machine_shows_how_many_rounds_the_document_allows():
    document, graph = two_state_machine()[:2]
    row = field_of(graph_content(document, graph, REGISTRY), "rounds")
    assert (row.shown, row.changed) == (1_000, False)
    for text, message in (("99", "100"), ("10001", "10000"), ("2.5", "whole number"), ("many", "number")):
        with pytest.raises(FieldTextError, match=message):
            value_of(row, text)
    changed = row.edit(document, value_of(row, "250"))
    shown = field_of(graph_content(changed, graph, REGISTRY), "rounds")
    assert (changed.rounds, shown.shown, shown.changed) == (250, 250, True)
    assert shown.edit(changed, None) == document


def test_a_tree_has_no_rounds():
    document, graph, *_ = waiting_tree()
    assert "rounds" not in keys_of(graph_content(document, graph, REGISTRY))


def section_of(content, key):
    return next(section for section in content.sections if section.key == key)


def test_what_is_seldom_changed_of_a_transition_is_folded_under_more():
    document, graph, *_, edge = two_state_machine()
    more = section_of(contents(document, graph, edge), "more")
    keys = [field.key for field in more.fields]
    assert [key for key in keys if key in ("priority", "weight", "jitter", "recheck")] == [
        "priority",
        "weight",
        "jitter",
        "recheck",
    ]
    assert not more.open
    assert not section_of(contents(document, graph, edge), "timing").open
    assert not section_of(contents(document, graph, edge), "order").open


@pytest.mark.parametrize(
    ("path", "value"), [("priority", 2), ("weight", 3), ("jitter", 0.5), ("recheck", False)]
)
def test_more_is_open_where_one_of_them_differs_from_its_default(path, value):
    document, graph, *_, edge = two_state_machine()
    changed = set_field(document, graph, edge, path, value)
    assert section_of(contents(changed, graph, edge), "more").open
    back = field_of(contents(changed, graph, edge), path).edit(changed, None)
    assert not section_of(contents(back, graph, edge), "more").open


def test_choices_and_fields_are_called_what_they_do():
    document, graph, sequence, wait = waiting_tree()
    memory = field_of(contents(document, graph, sequence), "params.memory")
    assert dict(memory.choices)["none"] == "starts over each tick"
    assert field_of(contents(document, graph, wait), "params.jitter").label == "Random spread"
    document, graph, idle, _, edge = two_state_machine()
    assert field_of(contents(document, graph, idle), "transient").label == "Passes through"
    assert field_of(contents(document, graph, edge), "jitter").label == "Random spread"
    assert field_of(contents(document, graph, edge), "recheck").label == "Checks again"


def seldom_of_nodes() -> tuple[Document, str, str, str]:
    """Return a parallel with a chosen child, its graph, and both."""
    document, graph, parallel, wait = waiting_tree()
    document = change_kind(document, graph, parallel, "parallel", REGISTRY)
    return document, graph, parallel, wait


def test_what_is_seldom_changed_of_a_node_is_folded_under_more():
    document, graph, parallel, _ = seldom_of_nodes()
    shown = contents(document, graph, parallel)
    assert section_of(shown, "more").fields[0].key == "params.ended"
    assert "params.ended" not in [row.key for row in section_of(shown, "main").fields]
    assert not section_of(shown, "more").open
    changed = field_of(shown, "params.ended").edit(document, "again")
    assert section_of(contents(changed, graph, parallel), "more").open


def test_a_child_of_a_parallel_is_chosen_under_its_parent():
    document, graph, _, wait = seldom_of_nodes()
    row = field_of(contents(document, graph, wait), "slot.chosen")
    assert (row.label, row.kind) == ("Chosen", FieldKind.SWITCH)
    chosen = row.edit(document, True)
    assert element(chosen, graph, wait).slot.chosen
    assert field_of(contents(chosen, graph, wait), "slot.chosen").edit(chosen, None) == document


@pytest.mark.parametrize(
    ("text", "value"), [("-2", -2), ("0", 0), ("chosen", "chosen"), ("all", "all"), ("", None)]
)
def test_a_threshold_is_a_number_also_below_0_or_a_word(text, value):
    document, graph, parallel, _ = seldom_of_nodes()
    row = field_of(contents(document, graph, parallel), "params.success")
    assert value_of(row, text) == value


def part_of(document: Document, graph: str, element_id: str, key: str) -> Section:
    content = contents(document, graph, element_id)
    return next(each for each in content.sections if each.key == key)


def test_preconditions_are_added_edited_and_removed():
    document, graph, sequence, _ = waiting_tree()
    section = part_of(document, graph, sequence, "preconditions")
    assert (section.open, section.fields) == (False, ())
    for _ in range(2):
        (*_, add) = part_of(document, graph, sequence, "preconditions").actions
        document = add.edit(document)
    test = field_of(contents(document, graph, sequence), "preconditions.1.test")
    document = test.edit(document, "time > 2")
    gives = field_of(contents(document, graph, sequence), "preconditions.1.gives")
    document = gives.edit(document, "while")
    section = part_of(document, graph, sequence, "preconditions")
    assert section.open
    assert [row.label for row in section.fields] == ["If 1", "Gives 1", "While 2", "Gives 2"]
    assert [action.title for action in section.actions] == [
        "Remove precondition 1",
        "Test precondition 2 before 1",
        "Remove precondition 2",
        "Add precondition",
    ]
    turned = section.actions[1].edit(document)
    assert [each.gives for each in element(turned, graph, sequence).preconditions] == ["while", "skip"]
    document = section.actions[0].edit(document)
    assert [(each.test, each.gives) for each in element(document, graph, sequence).preconditions] == [
        ("time > 2", "while")
    ]
    with pytest.raises(EditRefused, match="This precondition is gone already"):
        section.actions[2].edit(document)
    last = part_of(document, graph, sequence, "preconditions").actions[0].edit(document)
    assert element(last, graph, sequence).preconditions == ()


def test_lines_for_the_end_of_a_node_are_folded_until_there_are_any():
    document, graph, sequence, _ = waiting_tree()
    section = part_of(document, graph, sequence, "ends")
    assert (section.title, section.open) == ("When it ends", False)
    assert [row.label for row in section.fields] == ["On success", "On failure", "On halt", "On any end"]
    document = section.fields[2].edit(document, ["set alarm"])
    assert element(document, graph, sequence).on_halt == ("set alarm",)
    assert part_of(document, graph, sequence, "ends").open
    emptied = section.fields[2].edit(document, None)
    assert element(emptied, graph, sequence).on_halt == ()


def test_an_activity_has_lines_for_its_end_that_outlive_what_it_does():
    document, graph, idle, *_ = two_state_machine()
    assert "ends" not in [each.key for each in contents(document, graph, idle).sections]
    document = set_field(document, graph, idle, "activity", {"action": "wander"})
    section = part_of(document, graph, idle, "ends")
    assert section.title == "When the activity ends"
    document = section.fields[0].edit(document, ["raise done_it"])
    does = field_of(contents(document, graph, idle), "activity")
    changed = does.edit(document, "action:stop")
    assert element(changed, graph, idle).activity.on_success == ("raise done_it",)
    assert element(does.edit(document, ""), graph, idle).activity is None


def test_the_paths_of_the_world_are_offered_and_the_only_one_is_proposed():
    document, graph, _, state, _ = two_state_machine()
    for paths in (("round",), ("round", "far")):
        content = selection_content(document, graph, frozenset({state}), REGISTRY, paths)
        changed = field_of(content, "activity").edit(document, "action:follow_path")
        activity = element(changed, graph, state).activity
        assert activity.params == ({"path": "round"} if len(paths) == 1 else {})
        content = selection_content(changed, graph, frozenset({state}), REGISTRY, paths)
        path = field_of(content, "activity.params.path")
        assert path.choices == tuple((name, name) for name in sorted(paths))
        taken = path.edit(changed, with_picked(path, "round"))
        assert element(taken, graph, state).activity.params == {"path": "round"}


def test_a_tree_is_offered_the_paths_of_the_world_beside_the_texts_that_can_name_one():
    document, graph, sequence, _ = waiting_tree()
    document, _ = add_variable(document, "beat", "string")
    document, node = add_node(
        document, graph, "action", REGISTRY, parent=sequence, fields={"action": "follow_path"}
    )
    content = selection_content(document, graph, frozenset({node}), REGISTRY, ("round",))
    assert [value for value, _ in field_of(content, "params.path").choices] == ["round", {"expr": "beat"}]


@pytest.mark.parametrize(
    ("action", "parameter", "words"),
    [("arrive", "speed", "the agent's own"), ("order", "role", "all members"), ("order", "target", "none")],
)
def test_a_row_left_empty_says_what_the_help_says_of_it(action: str, parameter: str, words: str):
    document, graph, sequence, _ = waiting_tree()
    fields = {"action": action}
    document, made = add_node(document, graph, "action", REGISTRY, parent=sequence, fields=fields)
    assert field_of(contents(document, graph, made), f"params.{parameter}").placeholder == words
