"""Bind the parameters of one use of a graph (rule 2.2).

| direction | at the call | its place |
|---|---|---|
| `in` | a literal or an expression, evaluated before every tick of the use | one of its own |
| `out`, `inout` | `{"variable": "name"}` | that of the caller's variable: both are one variable |
| `out`, not given; any, without a caller | | one of its own, with its default |
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import parameter_type_of
from graphs.expressions.names import name_remedy
from graphs.expressions.types import TRIGGER, Type, declared_value
from graphs.model import GraphParameter
from runtime.basics.context import Slot
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace
from runtime.minds.program.code import ControlValue
from runtime.minds.program.problems import CompileProblem
from runtime.minds.trees.subtree import Binding

if TYPE_CHECKING:
    from runtime.minds.compile.compiler import ProgramCompiler


@dataclass(frozen=True, slots=True)
class Call:
    """Say where a graph is called and with what; `caller` is None for the root graph of a program."""

    place: CodePlace
    arguments: Mapping[str, JsonValue] = field(default_factory=dict)
    caller: CodeBuilder | None = None


@dataclass(slots=True)
class BoundParameters:
    """Hold what is bound before every tick, and the names of the caller's variables behind aliases."""

    bindings: list[Binding] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)


def bind_graph_parameters(
    program: ProgramCompiler, graph_id: str, path: str, slots: MutableMapping[str, Slot], call: Call
) -> BoundParameters:
    """Give the parameters of a graph their places in `slots` and compile what the call gives them."""
    parameters = program.document.graphs[graph_id].parameters
    for name in call.arguments:
        if name not in parameters:
            _refuse(program, call, name, f"{name!r} is no parameter.", name_remedy(name, parameters))
    bound = BoundParameters()
    for name, parameter in sorted(parameters.items()):
        if parameter.direction != "in" and call.caller is not None and name in call.arguments:
            slot = _aliased(program, bound, name, parameter, call)
            if slot is not None:
                slots[f"parameter:{name}"] = slot
                continue
        _give_own_place(program, bound, name, parameter, path, slots, call)
    return bound


def _give_own_place(
    program: ProgramCompiler,
    bound: BoundParameters,
    name: str,
    parameter: GraphParameter,
    path: str,
    slots: MutableMapping[str, Slot],
    call: Call,
) -> None:
    declared = parameter_type_of(parameter)
    slot = slots[f"parameter:{name}"] = program.layout.slot_for(declared)
    default = declared_value(parameter.default, declared)
    program.defaults.append((slot, default))
    value = None
    if parameter.direction == "in" and call.caller is not None:
        value = _given(call.caller, name, declared, call)
        if value is None and declared == TRIGGER:
            value = ControlValue(constant=default)
    elif parameter.direction == "inout" and call.caller is not None and name not in call.arguments:
        _refuse(program, call, name, f"{name!r} has no variable.", 'Give it {"variable": "name"}.')
    program.triggers.declare_parameter(name, slot, path, bound=value is not None)
    if value is not None:
        bound.bindings.append(Binding(name, slot, value))


def _given(caller: CodeBuilder, name: str, declared: Type, call: Call) -> ControlValue | None:
    if name not in call.arguments:
        return None
    place = replace(call.place, field=f"arguments.{name}")
    return caller.typed_value(declared, call.arguments[name], place)


def _aliased(
    program: ProgramCompiler, bound: BoundParameters, name: str, parameter: GraphParameter, call: Call
) -> Slot | None:
    """Return the place of the caller's variable, or None after noting why there is none."""
    assert call.caller is not None
    value = call.arguments[name]
    variable = value.get("variable") if isinstance(value, dict) else None
    if not isinstance(variable, str):
        said = f"{name!r} gives a value back and needs a variable of the caller."
        _refuse(program, call, name, said, 'Write {"variable": "name"}.')
        return None
    known = call.caller.scope.variables
    info = known.get(variable)
    wanted = parameter_type_of(parameter)
    if info is None:
        remedy = name_remedy(variable, [key for key, each in known.items() if each.type == wanted])
        _refuse(program, call, name, f"Unknown variable {variable!r}.", remedy)
    elif info.type != wanted:
        said = f"{variable!r} is {info.type.phrase}, but {name!r} is {wanted.phrase}."
        _refuse(program, call, name, said, "Name a variable of that type.")
    elif not info.writable:
        said = f"{variable!r} can only be read."
        _refuse(program, call, name, said, "Name a variable that can be written.")
    else:
        key = info.slot_key
        bound.aliases[f"parameter:{name}"] = call.caller.aliases.get(key, variable)
        return call.caller.slots[key]
    return None


def _refuse(program: ProgramCompiler, call: Call, name: str, message: str, remedy: str) -> None:
    place = call.place
    program.problems.append(CompileProblem(place.graph, place.node, f"arguments.{name}", message, remedy))
