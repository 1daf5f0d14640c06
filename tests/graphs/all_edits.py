"""All edits of documents by name, for tests that take any of them."""

from collections.abc import Collection

from graphs.edits.adding import add_node, add_on_edge, insert_on_edge
from graphs.edits.aligning import align, clear_layout, distribute, move, resize, set_collapsed
from graphs.edits.attaching import add_branch, remove_branch
from graphs.edits.clipboard import copy, duplicate, paste
from graphs.edits.compound_states import unwrap_compound_state, wrap_into_compound_state
from graphs.edits.connecting import (
    add_reaction,
    change_source,
    connect,
    disconnect,
    retarget,
)
from graphs.edits.duplicating import duplicate_with_incoming
from graphs.edits.events import (
    add_event,
    remove_event,
    rename_event,
    rename_payload_field,
    set_event_field,
    set_payload_field,
)
from graphs.edits.extracting import extract_machine, wrap_into_subgraph
from graphs.edits.frames import (
    add_frame,
    move_frames,
    remove_frames,
    rename_frame,
    resize_frame,
    set_frame_text,
)
from graphs.edits.graph_library import add_graph, duplicate_graph, remove_graph
from graphs.edits.inlining import unwrap_subgraph
from graphs.edits.kind_change import change_kind
from graphs.edits.ordering import (
    move_child,
    move_transition,
    reorder_children,
    reorder_transitions,
    reparent,
    swap,
)
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import pull_out, remove, remove_and_heal
from graphs.edits.replacing import need_graph, need_node
from graphs.edits.setting import (
    rename,
    rename_graph,
    set_branch_field,
    set_enabled,
    set_field,
    set_initial,
    set_parameter,
    set_root,
    set_root_graph,
)
from graphs.edits.variables import (
    add_parameter,
    add_variable,
    declare_variable,
    remove_parameter,
    remove_variable,
    rename_parameter,
    rename_variable,
    set_parameter_field,
    set_variable_field,
)
from graphs.model import Document, StateMachineGraph

__all__ = [
    "EditRefused",
    "add_branch",
    "add_event",
    "add_frame",
    "add_graph",
    "add_node",
    "add_on_edge",
    "add_parameter",
    "add_reaction",
    "add_variable",
    "align",
    "change_kind",
    "change_source",
    "clear_layout",
    "connect",
    "copy",
    "declare_variable",
    "disconnect",
    "distribute",
    "duplicate",
    "duplicate_graph",
    "duplicate_with_incoming",
    "extract_machine",
    "insert_on_edge",
    "move",
    "move_child",
    "move_frames",
    "move_transition",
    "paste",
    "pull_out",
    "remove",
    "remove_and_heal",
    "remove_branch",
    "remove_event",
    "remove_frames",
    "remove_graph",
    "remove_parameter",
    "remove_variable",
    "rename",
    "rename_event",
    "rename_frame",
    "rename_graph",
    "rename_parameter",
    "rename_payload_field",
    "rename_variable",
    "reorder_children",
    "reorder_transitions",
    "reparent",
    "resize",
    "resize_frame",
    "retarget",
    "set_branch_field",
    "set_collapsed",
    "set_enabled",
    "set_event_field",
    "set_field",
    "set_frame_text",
    "set_initial",
    "set_parameter",
    "set_parameter_field",
    "set_payload_field",
    "set_root",
    "set_root_graph",
    "set_variable_field",
    "swap",
    "toggle_enabled",
    "unwrap_compound_state",
    "unwrap_subgraph",
    "wrap_into_compound_state",
    "wrap_into_subgraph",
]


def toggle_enabled(document: Document, graph_id: str, ids: Collection[str]) -> Document:
    """Disable nodes and transitions if any of them is enabled, else enable them all."""
    graph = need_graph(document, graph_id)
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    disabled = [edges[key].disabled if key in edges else need_node(graph, key).disabled for key in ids]
    return set_enabled(document, graph_id, ids, all(disabled))
