"""The document as frozen values: what stands in a `*.mind.json` file and nothing else."""

from graphs.basics.frozen import JsonValue, Number, Point
from graphs.model.behavior_tree import BehaviorTreeGraph, Guard, Precondition, Service, TreeNode
from graphs.model.decision_tree import Branch, DecisionNode, DecisionTreeGraph
from graphs.model.document import Document, Graph, Node
from graphs.model.graph_parts import Activity, ChildSlot, Consideration, Frame, GraphParameter, Layout
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import Event, Variable

__all__ = [
    "Activity",
    "BehaviorTreeGraph",
    "Branch",
    "ChildSlot",
    "Consideration",
    "DecisionNode",
    "DecisionTreeGraph",
    "Document",
    "Edge",
    "Event",
    "Frame",
    "Graph",
    "GraphParameter",
    "Guard",
    "InitialTransition",
    "JsonValue",
    "Layout",
    "Node",
    "Number",
    "Point",
    "Precondition",
    "Service",
    "StateMachineGraph",
    "StateNode",
    "TreeNode",
    "Variable",
]
