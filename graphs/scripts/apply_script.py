"""Make the edits of a script, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from pydantic import ValidationError

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import GivenIds, IdTaken, ids_from
from graphs.basics.json_text import to_canonical_json
from graphs.edits.refusal import EditRefused
from graphs.expressions.names import nearest_name
from graphs.files.document_file import model_problems
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.scripts.declared_edits import NAME, NEW_IDS, SORTS, EditDeclaration, Sort, declared_edits
from graphs.scripts.script_format import EditScript
from graphs.structure.file_version import with_file_version
from graphs.worlds.model.world_file import WorldDocument

Edited = TypeVar("Edited", bound=Document | WorldDocument)


class ScriptRefused(Exception):
    """Say which step of a script cannot be made: where in the script, why, and what to do."""

    def __init__(self, where: str, message: str, remedy: str) -> None:
        super().__init__(f"{where}: {message} {remedy}")
        self.where = where
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True)
class Made:
    """Hold what one step made of a document, what its edit returned beside it, and the ids that it made."""

    whole: Document | WorldDocument
    others: tuple[object, ...] = ()
    ids: tuple[str, ...] = ()


def apply_script(whole: Edited, script: EditScript, registry: Registry) -> Edited:
    """Return the document or the world with all edits of a script made.

    Raises `ScriptRefused` for the first step that is none, or that is refused; what there was is a value and
    stays as it is.
    """
    for number, step in enumerate(script.edits):
        made = apply_step(whole, step, registry, f"edits.{number}")
        whole = cast(Edited, made.whole)
    return whole


def apply_step(
    whole: Document | WorldDocument, step: dict[str, JsonValue], registry: Registry, where: str
) -> Made:
    """Make the edit that one step names; raise `ScriptRefused`."""
    declared = _declared(whole, step, where)
    try:
        read = declared.arguments.model_validate_json(to_canonical_json(step))
    except ValidationError as error:
        raise _misfit(declared, error, step, where) from None
    given = {name: getattr(read, name) for name in declared.names if name in read.model_fields_set}
    ids = GivenIds(cast("Sequence[str]", getattr(read, NEW_IDS)))
    if declared.takes_registry:
        given["registry"] = registry
    try:
        with ids_from(ids):
            result = declared.function(whole, **given)
    except EditRefused as refused:
        raise ScriptRefused(where, refused.reason, refused.remedy) from None
    except IdTaken as taken:
        raise ScriptRefused(f"{where}.{NEW_IDS}", str(taken), "Give another id.") from None
    if ids.left:
        said = f"The edit makes {len(ids.made) or 'nothing'}, so {ids.left[0]!r} names nothing."
        raise ScriptRefused(f"{where}.{NEW_IDS}", said, "Take the id out.")
    changed, *others = result if isinstance(result, tuple) else (result,)
    if isinstance(changed, Document) and changed is not whole:
        changed = with_file_version(changed)
    return Made(cast("Document | WorldDocument", changed), tuple(others), tuple(ids.made))


def _declared(whole: Document | WorldDocument, step: dict[str, JsonValue], where: str) -> EditDeclaration:
    sort: Sort = "document" if isinstance(whole, Document) else "world"
    name, known = step.get(NAME), declared_edits(sort)
    if isinstance(name, str) and name in known:
        return known[name]
    if not isinstance(name, str):
        raise ScriptRefused(where, "The step names no edit.", f'Write "{NAME}": "set_field", or another.')
    other = next((each for each in SORTS if each != sort and name in declared_edits(each)), None)
    if other is not None:
        raise ScriptRefused(f"{where}.{NAME}", f"{name!r} is an edit of a {other}.", f"Name a {other} file.")
    nearest = nearest_name(name[:60], list(known))
    remedy = f"Did you mean {nearest!r}?" if nearest else "mindloom schema edits lists them."
    raise ScriptRefused(f"{where}.{NAME}", f"There is no edit {name!r}.", remedy)


def _misfit(
    declared: EditDeclaration, error: ValidationError, step: dict[str, JsonValue], where: str
) -> ScriptRefused:
    """Return the refusal of a step whose arguments do not fit the declaration."""
    takes = f"{declared.name} takes {', '.join(declared.names) or 'nothing'}."
    for detail in error.errors(include_url=False):
        if detail["type"] == "extra_forbidden":
            place = ".".join(map(str, (where, *detail["loc"])))
            return ScriptRefused(place, f"There is no {detail['loc'][-1]!r} here.", takes)
    problem = model_problems(error, step)[0]
    return ScriptRefused(f"{where}.{problem.where}".rstrip("."), problem.message, takes)
