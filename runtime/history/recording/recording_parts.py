"""Read what the parts of a recording say, and refuse what no run of its minds can have left."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Generic, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import JsonTextError, parse_json
from graphs.basics.plain_json import JsonObject
from graphs.files.document_file import model_problems
from runtime.basics.status import ANSWERED, HALTED, NodeOutcome, StateOutcome, Status, TransitionOutcome
from runtime.history.recording.outcome_table import BrainOutcome
from runtime.history.recording.recording import Cast
from runtime.history.recording.recording_archive import DamagedRecording, RecordingArchive
from runtime.history.recording.tick_block import BrainNotes, TickNotes
from runtime.minds.program.orders import FORCIBLE
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import EventRecord, SwapRecord
from runtime.session import inputs as session_inputs
from runtime.session.inputs import (
    AnswerStandIn,
    AskTick,
    DriveAgent,
    ForceResult,
    PostEvent,
    SessionInput,
    SetPose,
    SwapMinds,
)
from runtime.session.programs import MindPrograms

NameMinds = Callable[["MindPrograms"], str]
"""Return the name by which minds are kept beside the inputs."""

FindMinds = Callable[[str], "MindPrograms"]
"""Return the minds kept by a name; raise KeyError."""

FORMAT, VERSION = "mindloom-recording", 1
HEADER, WORLD, OUTCOMES, NOTES = "recording.json", "world.json", "outcomes.json", "notes.jsonl"
CODES, POSES = "codes.npy", "poses.npy"
_Count = Annotated[int, Field(ge=0, le=10**12)]
_Place = Annotated[str, Field(pattern="^(0|[1-9][0-9]{0,8})$")]
_STRICT = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)
Part = TypeVar("Part", bound=BaseModel)
_OUTCOME = re.compile(
    rb'([\[,])(?:null|\["([0-9a-f]*)",([0-4]),(true|false),\[((?:\d{1,9}(?:,\d{1,9})*)?)\]\])'
)


class UnknownInput(ValueError):
    """Say why a value is not an input that can be read."""


@cache
def _kinds() -> Mapping[str, TypeAdapter[SessionInput]]:
    """Return how to read and write each kind of input but the exchange of minds, by its name."""
    return {
        kind.__name__: TypeAdapter(kind)
        for kind in get_args(session_inputs.SessionInput)
        if kind is not SwapMinds
    }


def input_to_json(asked: SessionInput, name_minds: NameMinds) -> JsonObject:
    """Return an input as `{"input": kind, …}`; minds are named, not written."""
    if isinstance(asked, SwapMinds):
        return {"input": "SwapMinds", "minds": name_minds(asked.minds)}
    kind = type(asked).__name__
    return {"input": kind, **_kinds()[kind].dump_python(asked, mode="json")}


def input_from_json(value: JsonObject, find_minds: FindMinds) -> SessionInput:
    """Return the input a value stands for; raise `UnknownInput`."""
    kind = value.get("input")
    fields = {name: field for name, field in value.items() if name != "input"}
    if kind == "SwapMinds":
        try:
            return SwapMinds(find_minds(str(fields.get("minds"))))
        except KeyError as missing:
            raise UnknownInput(f"The minds {missing} of an input are not there.") from None
    adapter = _kinds().get(str(kind))
    if adapter is None:
        raise UnknownInput(f"{kind!r} is no input this version knows.")
    try:
        return adapter.validate_python(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnknownInput(f"{kind}.{place}: {first['msg']}.") from None


def document_part(name: str) -> str:
    """Return the name of the part that holds a mind, given its hash."""
    return f"documents/{name}.json"


def document_hash(data: bytes) -> str:
    """Return the hash by which the bytes of a mind are named."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class RecordingHeader(BaseModel):
    """Hold `recording.json`: who is in a run, how long it is, and the minds of its segments by place."""

    model_config = _STRICT

    cast: Cast
    first_tick: _Count
    ticks: _Count
    segments: Annotated[tuple[tuple[_Count, _Place], ...], Field(min_length=1)]
    minds: Annotated[tuple[dict[str, str], ...], Field(min_length=1)]
    rules: Annotated[int, Field(ge=1, le=10**6)] = 1

    @property
    def places(self) -> tuple[int, ...]:
        """Return the place of the minds of each segment."""
        return tuple(int(place) for _, place in self.segments)

    def first_fault(self) -> str:
        """Return what does not go together, "" for nothing."""
        starts = [first for first, _ in self.segments]
        if starts != sorted(set(starts)) or starts[0] > self.first_tick:
            return f"The segments begin at {starts}; expected ascending ticks from at most {self.first_tick}."
        last = max(self.places)
        if last >= len(self.minds):
            return f"A segment is of the minds {last}; expected at most {len(self.minds) - 1}."
        return ""


class _NoteLine(BaseModel):
    model_config = ConfigDict(**_STRICT, extra="forbid")

    tick: _Count
    brains: tuple[tuple[str, BrainNotes], ...] = ()
    events: tuple[EventRecord, ...] = ()
    swaps: tuple[SwapRecord, ...] = ()
    inputs: tuple[dict[str, JsonValue], ...] = ()


def read_header(data: bytes) -> RecordingHeader:
    """Return what a header says; raise `DamagedRecording`."""
    header = _Lines(RecordingHeader).read(data, HEADER)
    fault = header.first_fault()
    if fault:
        raise DamagedRecording(HEADER, fault)
    return header


class _Lines(Generic[Part]):
    """Read JSON texts of one model; what is wrong is said in the words of the file."""

    def __init__(self, model: type[Part]) -> None:
        self._model = model

    def read(self, data: bytes, where: str) -> Part:
        """Return what a text says; raise `DamagedRecording`."""
        try:
            return self._model.model_validate_json(data)
        except ValidationError as error:
            refused = error
        try:
            value = parse_json(data)
        except JsonTextError as error:
            raise DamagedRecording(where, f"Column {error.column}: {error.message}") from None
        problems = model_problems(refused, value)
        first = f"{problems[0].where}: " if problems[0].where else ""
        raise DamagedRecording(where, f"{first}{problems[0].message}")


class NoteReader:
    """Read the notes of a recording, one tick after another."""

    def __init__(
        self, archive: RecordingArchive, header: RecordingHeader, sets: Sequence[MindPrograms]
    ) -> None:
        """Read the notes of a run of `sets`, which inputs name by their place."""
        self._archive = archive
        self._ticks = range(header.first_tick, header.first_tick + header.ticks)
        self._agents, self._minds = frozenset(header.cast.agents), header.cast.minds
        self._sets = {str(place): programs for place, programs in enumerate(sets)}
        self._rows = {
            mind: max(len(programs.programs[mind].rows) for programs in sets) for mind in sets[0].programs
        }

    def notes(self, each_line: Callable[[], None]) -> Iterator[tuple[int, TickNotes]]:
        """Yield the ticks that left notes, ascending; raise `DamagedRecording`."""
        lines, before = _Lines(_NoteLine), self._ticks.start - 1
        for number, line in enumerate(self._archive.lines(NOTES), 1):
            each_line()
            where = f"{NOTES}, line {number}"
            read = lines.read(line, where)
            if read.tick not in self._ticks or read.tick <= before:
                said = f"The tick is {read.tick}; expected one after {before} and before {self._ticks.stop}."
                raise DamagedRecording(where, said)
            before = read.tick
            inputs = tuple(self._input(entry, where) for entry in read.inputs)
            notes = TickNotes(read.brains, read.events, read.swaps, inputs)
            self._check(notes, where)
            yield read.tick, notes

    def _input(self, value: JsonObject, where: str) -> SessionInput:
        try:
            asked = input_from_json(value, self._sets.__getitem__)
        except UnknownInput as error:
            raise DamagedRecording(where, str(error)) from None
        if isinstance(asked, PostEvent):
            self._check_agents(asked.agents, self._minds, where)
        elif isinstance(asked, (AskTick, DriveAgent, SetPose)):
            self._check_agents((asked.agent,), self._agents, where)
        else:
            agent = getattr(asked, "agent", None)
            self._check_agents(() if agent is None else (agent,), self._minds, where)
        if isinstance(asked, ForceResult):
            self._check_result(asked.result, (None, *FORCIBLE), where)
        if isinstance(asked, AnswerStandIn):
            self._check_result(asked.result, (Status.SUCCESS, Status.FAILURE, Status.RUNNING), where)
        return asked

    def _check(self, notes: TickNotes, where: str) -> None:
        agents = [agent for agent, _ in notes.brains]
        if len(set(agents)) != len(agents):
            raise DamagedRecording(where, "An agent has two entries of notes; expected one.")
        told = (*agents, *(event.agent for event in notes.events), *(swap.agent for swap in notes.swaps))
        self._check_agents(told, self._minds, where)
        for agent, brain in notes.brains:
            most = self._rows[self._minds[agent]]
            for row in (*(error.row for error in brain.errors), *(write.row for write in brain.writes)):
                if not -1 <= row < most:
                    raise DamagedRecording(where, f"{agent} has no row {row}; expected -1 to {most - 1}.")

    def _check_agents(
        self, agents: Sequence[str], known: frozenset[str] | Mapping[str, str], where: str
    ) -> None:
        for agent in agents:
            if agent not in known:
                raise DamagedRecording(where, f"{agent!r:.60} is no agent it can be about.")

    def _check_result(self, result: Status | None, known: Sequence[Status | None], where: str) -> None:
        if result not in known:
            names = ", ".join(status.name for status in known if status is not None)
            raise DamagedRecording(where, f"The result is {result!r}; expected {names}.")


def read_outcomes(archive: RecordingArchive, each_outcome: Callable[[], None]) -> list[BrainOutcome | None]:
    """Return what the codes stand for, None for a brain that did not tick; raise `DamagedRecording`.

    It is one JSON list, read entry by entry in the form it is written in: it may be larger than what can be
    parsed at once.
    """
    found: dict[BrainOutcome | None, None] = {}
    rest = b""
    for piece in archive.pieces(OUTCOMES):
        rest += piece
        at = 0
        while (entry := _OUTCOME.match(rest, at)) and (entry[1] == b",") == bool(found):
            each_outcome()
            outcome = _outcome(entry, len(found) + 1)
            if outcome in found:
                raise DamagedRecording(OUTCOMES, f"Entry {len(found) + 1} is there twice; expected it once.")
            found[outcome] = None
            at = entry.end()
        rest = rest[at:]
        archive.check_text(OUTCOMES, len(rest))
    if rest != (b"]" if found else b"[]"):
        shown = rest[:40].decode("ascii", "replace")
        said = f"Entry {len(found) + 1} is {shown!r}; expected an outcome, or the end of the list."
        raise DamagedRecording(OUTCOMES, said)
    return list(found)


def _outcome(entry: re.Match[bytes], number: int) -> BrainOutcome | None:
    if entry[2] is None:
        return None
    if len(entry[2]) % 2:
        raise DamagedRecording(OUTCOMES, f"Entry {number} has half a byte; expected two digits for each row.")
    taken = tuple(map(int, entry[5].split(b","))) if entry[5] else ()
    return BrainOutcome(bytes.fromhex(entry[2].decode()), Status(int(entry[3])), entry[4] == b"true", taken)


_RESULTS = frozenset(result | halted for result in NodeOutcome for halted in (0, HALTED))
_BYTES: Mapping[RowFamily, frozenset[int]] = {
    RowFamily.TREE_NODE: _RESULTS,
    RowFamily.MACHINE: _RESULTS,
    RowFamily.STATE: frozenset(StateOutcome),
    RowFamily.TRANSITION: frozenset(TransitionOutcome),
    RowFamily.DECISION: frozenset(range(ANSWERED + 1)),
}
"""The outcome bytes that a row can have."""


class OutcomeCheck:
    """Hold codes to the programs that were run: each outcome is looked at once for each program."""

    def __init__(self, outcomes: Sequence[BrainOutcome | None], cast: Cast) -> None:
        self._outcomes = outcomes
        self._minds = tuple(cast.minds.values())
        self._known: set[tuple[int, int]] = set()

    def check(self, codes: NDArray[np.int64], minds: MindPrograms, tick: int) -> None:
        """Check codes (ticks, brains) of ticks from `tick` on; raise `DamagedRecording`."""
        count = len(self._outcomes)
        if int(codes.max(initial=-1)) >= count:
            said = (
                f"Code {int(codes.max())} from tick {tick} on stands for nothing; there are {count} outcomes."
            )
            raise DamagedRecording(CODES, said)
        names = sorted(minds.programs)
        columns = np.array([names.index(mind) for mind in self._minds], np.int64)
        for pair in np.unique(columns * count + codes).tolist():
            program, code = minds.programs[names[pair // count]], pair % count
            if (id(program), code) not in self._known:
                self._known.add((id(program), code))
                self._check_outcome(self._outcomes[code], program, f"from tick {tick} on, code {code}")

    def _check_outcome(self, outcome: BrainOutcome | None, program: Program, which: str) -> None:
        if outcome is None:
            return
        rows = program.rows
        if len(outcome.outcomes) != len(rows):
            said = f"an outcome of {len(outcome.outcomes)} bytes; expected {len(rows)}, one for each row"
            raise DamagedRecording(OUTCOMES, f"There is {said} of its mind ({which}).")
        for row, byte in zip(rows, outcome.outcomes, strict=True):
            if byte not in _BYTES[row.family]:
                said = f"Row {row.index} has the outcome {byte}, which no {row.family.value} has ({which})."
                raise DamagedRecording(OUTCOMES, said)
        for taken in outcome.taken:
            if taken >= len(rows) or rows[taken].family is not RowFamily.TRANSITION:
                raise DamagedRecording(OUTCOMES, f"Row {taken} was taken, which is no transition ({which}).")
