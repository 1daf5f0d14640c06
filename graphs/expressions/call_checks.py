"""Check calls: bind arguments to parameters, resolve the types of pure functions and conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from graphs.expressions.conversions import converted
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import (
    FIELD_FUNCTIONS,
    LIST_FUNCTIONS,
    PURE_FUNCTIONS,
    FunctionParameter,
    ParameterForm,
    PureFunction,
    ResultForm,
)
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS, name_remedy
from graphs.expressions.scope import CallParameter, Scope
from graphs.expressions.syntax import Argument, CallSyntax, Name, StringLiteral, SyntaxNode, dotted_name
from graphs.expressions.typed import (
    ConditionCall,
    Constant,
    EntityField,
    FunctionCall,
    Received,
    TypedExpression,
    VariableRead,
)
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT, VECTOR, Type, ValueType, readable_type

Check: TypeAlias = Callable[[Argument], TypedExpression]
"""Check one argument's value and return it typed."""


def check_call(call: CallSyntax, scope: Scope, check: Check) -> TypedExpression:
    """Return the typed form of a call inside an expression; raise ExpressionError if it is refused."""
    if call.name in PURE_FUNCTIONS:
        return check_function_call(PURE_FUNCTIONS[call.name], call, scope, check)
    if call.name in LIST_FUNCTIONS and call.name not in scope.conditions:
        return _list_call(call, scope, check)
    if call.name in FIELD_FUNCTIONS and call.name not in scope.conditions:
        return _field_call(call, check)
    if call.name == "received":
        return Received(BOOL, call.start, call.end, event_argument(call, scope))
    if call.name == "last":
        raise ExpressionError(
            "'last(…)' cannot be used by itself.",
            call.start,
            call.end,
            "Read a payload field of it, such as last(noise).at.",
        )
    if call.name in RANDOM_DRAWS:
        raise ExpressionError(
            f"'{call.name}' is only allowed as the whole right side of an assignment in an action block.",
            call.start,
            call.end,
            f"Assign it to a variable first, as in 'x = {call.name}(…)', and use that variable here.",
        )
    if call.name in scope.conditions:
        parameters = scope.conditions[call.name].parameters
        bound = bind_parameters(call.name, parameters, call.arguments, (call.start, call.end), check)
        return ConditionCall(BOOL, call.start, call.end, call.name, tuple(bound.values()))
    raise _unknown_call(call, scope)


def list_variable(node: SyntaxNode, scope: Scope) -> VariableRead:
    """Return the reading of a list, which only its name can be; raise ExpressionError for anything else."""
    info = scope.variables.get(node.name) if isinstance(node, Name) else None
    if info is None or info.type.item is None or not isinstance(node, Name):
        known = [name for name, each in scope.variables.items() if each.type.item is not None]
        remedy = f"Name one of {', '.join(known)}." if known else "Declare a variable of type list."
        raise ExpressionError("Expected the name of a list.", node.start, node.end, remedy)
    return VariableRead(info.type, node.start, node.end, node.name, info.slot_key)


def _list_call(call: CallSyntax, scope: Scope, check: Check) -> TypedExpression:
    usage = LIST_FUNCTIONS[call.name][0]
    names = usage.partition("(")[2].removesuffix(")").split(", ")
    given = _bind(call.name, names, names, call.arguments, (call.start, call.end), usage)
    read = list_variable(given["list"].value, scope)
    kind = {"len": INT, "contains": BOOL}.get(call.name, read.type.item_type)
    rest = {"len": (), "contains": (("item", read.type.item_type),)}.get(call.name, (("place", INT),))
    others = tuple(converted(check(given[name]), wanted) for name, wanted in rest)
    return FunctionCall(kind, call.start, call.end, call.name, (read, *others))


def _field_call(call: CallSyntax, check: Check) -> TypedExpression:
    """Return the reading of a field that a text names; raise ExpressionError for anything but a text."""
    function = FIELD_FUNCTIONS[call.name]
    names = ("entity", function.text) if function.text else ("entity",)
    given = _bind(call.name, names, names, call.arguments, (call.start, call.end), function.usage)
    named = given.get(function.text)
    text = named.value.value if named is not None and isinstance(named.value, StringLiteral) else ""
    if named is not None and not text:
        said = f"'{call.name}' takes the name of a {function.text} in quotes."
        raise ExpressionError(said, named.start, named.end, f"Write {function.usage}.")
    entity = converted(check(given["entity"]), ENTITY)
    return EntityField(function.result, call.start, call.end, entity, f"{function.start}{text}")


def event_argument(call: CallSyntax, scope: Scope) -> str:
    """Return the declared event named by the only argument of ``received`` or ``last``."""
    argument = call.arguments[0] if len(call.arguments) == 1 else None
    name = dotted_name(argument.value) if argument is not None and argument.name is None else None
    if name is None or argument is None:
        raise ExpressionError(
            f"'{call.name}' takes the name of one event.",
            call.start,
            call.end,
            f"Write it without quotes, as in {call.name}(noise).",
        )
    require_event(name, argument.start, argument.end, scope)
    return name


def require_event(name: str, start: int, end: int, scope: Scope) -> Mapping[str, Type]:
    """Return the payload fields of a declared event; raise ExpressionError for an unknown name."""
    if name not in scope.events:
        raise ExpressionError(f"Unknown event '{name}'.", start, end, name_remedy(name, scope.events))
    return scope.events[name]


def bind_parameters(
    callee: str,
    parameters: Sequence[CallParameter],
    arguments: Sequence[Argument],
    span: tuple[int, int],
    check: Check,
) -> dict[str, TypedExpression]:
    """Return the typed argument of every declared parameter, in declared order, defaults filled in."""
    required = [parameter.name for parameter in parameters if parameter.required]
    given = _bind(callee, [parameter.name for parameter in parameters], required, arguments, span)
    bound: dict[str, TypedExpression] = {}
    for parameter in parameters:
        argument = given.get(parameter.name)
        if argument is not None:
            bound[parameter.name] = converted(check(argument), parameter.type)
        else:
            bound[parameter.name] = _default_argument(parameter, span)
    return bound


def check_function_call(
    function: PureFunction, call: CallSyntax, scope: Scope, check: Check
) -> TypedExpression:
    """Return the typed call of a pure function, with its arguments converted and in declared order."""
    parameters = list(function.parameters)
    if function.variadic:
        positional = sum(argument.name is None for argument in call.arguments)
        last = parameters[-1]
        extra = range(max(0, positional - len(parameters)))
        parameters.extend(FunctionParameter(f"{last.name}{index + 2}", last.form) for index in extra)
    names = [parameter.name for parameter in parameters]
    given = _bind(function.name, names, names, call.arguments, (call.start, call.end), function.usage)
    arguments = [check(given[name]) for name in names]
    forms = [parameter.form for parameter in parameters]
    shared = _shared_type(forms, arguments)
    typed = [_as_form(form, argument, shared, scope) for form, argument in zip(forms, arguments, strict=True)]
    return FunctionCall(
        _result_type(function.result, shared), call.start, call.end, function.name, tuple(typed)
    )


def _shared_type(forms: Sequence[ParameterForm], arguments: Sequence[TypedExpression]) -> Type:
    """Return the type that all NUMBER or FLOAT_OR_VECTOR arguments of one call share."""
    paired = list(zip(forms, arguments, strict=True))
    numbers = [argument for form, argument in paired if form is ParameterForm.NUMBER]
    if numbers:
        return INT if all(argument.type.kind is ValueType.INT for argument in numbers) else FLOAT
    mixed = [argument for form, argument in paired if form is ParameterForm.FLOAT_OR_VECTOR]
    return VECTOR if any(argument.type.kind is ValueType.VECTOR for argument in mixed) else FLOAT


def _as_form(form: ParameterForm, argument: TypedExpression, shared: Type, scope: Scope) -> TypedExpression:
    match form:
        case ParameterForm.NUMBER | ParameterForm.FLOAT_OR_VECTOR:
            return converted(argument, shared)
        case ParameterForm.FLOAT:
            return converted(argument, FLOAT)
        case ParameterForm.POINT:
            has_position = scope.entity_fields.get("position") == VECTOR
            if argument.type.kind is ValueType.ENTITY and has_position:
                return EntityField(VECTOR, argument.start, argument.end, argument, "position")
            return converted(argument, VECTOR)
        case ParameterForm.VECTOR:
            return converted(argument, VECTOR)


def _result_type(result: ResultForm, shared: Type) -> Type:
    match result:
        case ResultForm.INT:
            return INT
        case ResultForm.FLOAT:
            return FLOAT
        case ResultForm.VECTOR:
            return VECTOR
        case ResultForm.ARGUMENTS:
            return shared


def _bind(
    callee: str,
    names: Sequence[str],
    required: Sequence[str],
    arguments: Sequence[Argument],
    span: tuple[int, int],
    usage: str = "",
) -> dict[str, Argument]:
    """Map parameter names to arguments given by position, then by name."""
    form = usage or f"{callee}({', '.join(names)})"
    remedy = f"Write {form}."
    given: dict[str, Argument] = {}
    for index, argument in enumerate(arguments):
        if argument.name is None and index >= len(names):
            count = f"{len(names)} argument{'' if len(names) == 1 else 's'}" if names else "no arguments"
            verb = "is" if len(arguments) == 1 else "are"
            raise ExpressionError(
                f"'{callee}' takes {count}, but {len(arguments)} {verb} given.",
                argument.start,
                argument.end,
                remedy,
            )
        name = names[index] if argument.name is None else argument.name
        if name not in names:
            raise ExpressionError(
                f"'{callee}' has no argument '{name}'.",
                argument.start,
                argument.start + len(name),
                name_remedy(name, names, remedy),
            )
        if name in given:
            raise ExpressionError(
                f"'{callee}' gets '{name}' twice.", argument.start, argument.end, "Remove one of the two."
            )
        given[name] = argument
    for name in required:
        if name not in given:
            raise ExpressionError(f"'{callee}' needs a value for '{name}'.", *span, remedy)
    return given


def _default_argument(parameter: CallParameter, span: tuple[int, int]) -> TypedExpression:
    declared = readable_type(parameter.type)
    if declared.kind is ValueType.VECTOR and isinstance(parameter.default, tuple):
        parts = tuple(Constant(FLOAT, *span, float(part)) for part in parameter.default)
        return FunctionCall(VECTOR, *span, "vec", parts)
    value = parameter.default
    if declared.kind is ValueType.FLOAT and isinstance(value, int):
        value = float(value)
    return Constant(declared, *span, value)


def _unknown_call(call: CallSyntax, scope: Scope) -> ExpressionError:
    known = {*PURE_FUNCTIONS, *LIST_FUNCTIONS, *FIELD_FUNCTIONS, *scope.conditions, *EVENT_FUNCTIONS}
    if call.name in scope.variables:
        message, remedy = f"'{call.name}' is a variable and cannot be called.", "Remove the parentheses."
    elif call.name in scope.actions:
        message = f"'{call.name}' is an action and gives no value."
        remedy = f"Call it in an action block, as in 'do {call.name}(…)'."
    else:
        message = f"Unknown function or condition '{call.name}'."
        remedy = name_remedy(call.name, known, "Use a known function, or declare a condition of this name.")
    return ExpressionError(message, call.name_start, call.name_end, remedy)
