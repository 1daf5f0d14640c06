"""The blackboard of a LimboAI tree: variables of its plan, values that tasks compare, set and hand on."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.game_leaf import is_number, literal, number_of, type_of
from graphs.formats.basics.gathered_trees import GatheredTrees, RowDraft
from graphs.formats.basics.legal_names import LegalNames
from graphs.formats.limbo.resource_text import GodotSection, GodotValue, plain, text_of
from graphs.model.variables_and_events import MOST_ITEMS, DeclaredType, ItemType, Variable

_TYPES: dict[int, DeclaredType] = {1: "bool", 2: "int", 3: "float", 4: "string", 5: "vector", 6: "vector"}
_TYPES |= {21: "string", 22: "string", 24: "entity", 28: "list"}
_EMPTY: dict[str, JsonValue] = {"bool": False, "int": 0, "float": 0, "string": "", "vector": [0, 0]}
_NUMBERS = ("int", "float")
_CHECKS, _ORDERING = ("==", "<", "<=", ">", ">=", "!="), range(1, 5)
_OF_VARIABLE = ("name", "type", "value", "hint", "hint_string", "property_binding", "resource_name")
_OPERATIONS, _DIVISION = ("", "+", "-", "*", "/"), 4


@dataclass
class LimboBoard:
    """Declare variables under legal names, once for all files of an import."""

    trees: GatheredTrees

    @property
    def names(self) -> LegalNames:
        """Return the names of variables."""
        return self.trees.names

    def read_plan(self, plan: GodotSection, file: str) -> None:
        """Declare the variables of a plan, with a row for each."""
        properties = plan.properties
        for name in dict.fromkeys(key.split("/")[1] for key in properties if key.count("/") == 2):
            said = {part: properties.get(f"var/{name}/{part}") for part in _OF_VARIABLE}
            draft = RowDraft()
            variable = self._declared(said, draft)
            legal, known = self.names.legal(name), self.trees.variables
            if legal in known and (known[legal].type, known[legal].of) != (variable.type, variable.of):
                text = f"Another tree has a variable {name!r} of the type {known[legal].type}."
                draft.tell("changed", text, "Rename one of the two.", "2.2")
            known.setdefault(legal, variable)
            if said["property_binding"] is not None:
                self._bound(name, draft)
            line = plan.lines.get(f"var/{name}/name", plan.line)
            self.trees.say(f"variable {name}", (file, line, 1), draft)
        for key in properties:
            draft = RowDraft()
            if key.startswith(("mapping/", "binding/")):
                self._bound(key.split("/", 1)[1], draft)
            elif key.rpartition("/")[2] not in _OF_VARIABLE:
                draft.tell("lost", f"{key} of the plan has no place here.", "Nothing need be done.")
            if draft.reason:
                self.trees.say(key, (file, plan.lines[key], 1), draft)

    @staticmethod
    def _bound(name: str, draft: RowDraft) -> None:
        said = f"{name!r} is joined to another variable or a property there; here it is one by itself."
        draft.tell("changed", said, "Set it from the game, or by a parameter of the graph.", "2.2")

    def _declared(self, said: dict[str, GodotValue], draft: RowDraft) -> Variable:
        number, value = said["type"], said["value"]
        kind = _TYPES.get(number) if isinstance(number, int) else None
        default = plain(value)
        if kind == "list" or isinstance(value, list):
            return self._list(value if isinstance(value, list) else [], draft)
        if kind is None:
            text = f"Its type, {number} of Godot, is none of a variable; it is a text."
            draft.tell("kept", text, "Split it into several variables.", "2.1")
            return Variable(type="string", default=str(default or ""), note="A value of Godot, as text.")
        if kind == "entity":
            return Variable(type="entity")
        if type_of(default) != kind and (type_of(default), kind) != ("int", "float"):
            default = _EMPTY[kind]
        low, high = _range(said, default)
        if said["hint"] and (low, high) == (None, None) and "or_" not in str(said["hint_string"]):
            draft.tell("lost", "Its hint of the editor has no place here.", "Say it in the variable's note.")
        return Variable(type=kind, default=default, min=low, max=high)

    @staticmethod
    def _list(values: list[GodotValue], draft: RowDraft) -> Variable:
        items = [plain(value) for value in values]
        types = {type_of(item) for item in items}
        kind = types.pop() if len(types) == 1 else None
        of: ItemType = "entity" if kind is None or kind == "trigger" else kind
        if (items and of == "entity") or len(items) > MOST_ITEMS:
            draft.tell("kept", "What is in the array has no form here.", "Fill it from the game.", "2.1")
            items = []
        return Variable(type="list", of=of, most=MOST_ITEMS, default=items or None)

    def declared(self, name: str, kind: DeclaredType, default: JsonValue = None) -> str:
        """Return the legal name of a variable, which is declared with a type unless it is already."""
        legal = self.names.legal(name)
        self.trees.variables.setdefault(legal, Variable(type=kind, default=default))
        return legal

    def kind(self, name: str) -> DeclaredType | None:
        """Return the type of a variable, None for one that is not declared yet."""
        variable = self.trees.variables.get(self.names.legal(name))
        return variable.type if variable else None

    def given(self, section: GodotSection) -> JsonValue:
        """Return what a parameter of the blackboard gives: a value, or the expression of a variable."""
        if section.properties.get("value_source") == 1:
            name = text_of(section.properties.get("variable"))
            kind = self.kind(name)
            return {"expr": self.names.legal(name), "type": kind} if kind and kind != "list" else name
        value = plain(section.properties.get("saved_value"))
        number = section.properties.get("type")
        return _EMPTY.get(str(_TYPES.get(number))) if value is None and isinstance(number, int) else value

    def test(self, name: str, check: int, value: JsonValue) -> str | None:
        """Return the expression that compares a variable, None where none can."""
        if not 0 <= check < len(_CHECKS):
            return None
        mine, kind = self._type_beside(name, value), type_of(value)
        are_numbers = mine in _NUMBERS and kind in _NUMBERS
        if mine is None or (mine != kind and not are_numbers) or (check in _ORDERING and not are_numbers):
            return None
        return f"{self.names.legal(name)} {_CHECKS[check]} {literal(value)}"

    def line(self, name: str, operation: int, value: JsonValue) -> str | None:
        """Return the line that sets a variable, None where none can."""
        if not 0 <= operation < len(_OPERATIONS):
            return None
        mine, kind = self._type_beside(name, value), type_of(value)
        calculates = mine in _NUMBERS and not (operation == _DIVISION and mine == "int")
        if (
            mine is None
            or (mine, kind) not in ((kind, kind), ("float", "int"))
            or (operation and not calculates)
        ):
            return None
        legal = self.names.legal(name)
        before = f"{legal} {_OPERATIONS[operation]} " if operation else ""
        return f"{legal} = {before}{literal(value)}"

    def _type_beside(self, name: str, value: JsonValue) -> DeclaredType | None:
        """Return the type of a variable that stands beside a value, None for one that no value can.

        One that is not declared yet has the type of the value.
        """
        kind = type_of(value)
        if not name or kind is None:
            return None
        if self.kind(name) is None and not isinstance(value, dict):
            self.declared(name, kind, _EMPTY[kind])
        mine = self.kind(name)
        return mine if mine in _EMPTY else None


def _range(said: dict[str, GodotValue], default: JsonValue) -> tuple[int | float | None, int | float | None]:
    """Return the least and greatest value that a hint says, where the default is in between."""
    words = str(said["hint_string"] or "").split(",")
    if said["hint"] != 1 or len(words) < 2 or not is_number(default):
        return None, None
    low, high = number_of(words[0].strip()), number_of(words[1].strip())
    if low is None or high is None or not low <= default <= high:
        return None, None
    is_open = ("or_less" in words, "or_greater" in words)
    return (None if is_open[0] else low), (None if is_open[1] else high)
