"""Talk with one game that runs: take what it tells, and tell it what the user wants of it."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.kinds.declarations.registry import Registry
from runtime.export.program_json import ProgramFiles
from runtime.link.frames import (
    LINK_VERSION,
    GameEnd,
    GameTick,
    Going,
    Held,
    Hello,
    LinkFault,
    ProgramText,
    Refused,
    Swapped,
    read_frame,
    write_frame,
)
from runtime.link.game_programs import GameProgram, GamePrograms
from runtime.link.linked_session import LinkedSession
from runtime.link.wire import Wire

FindProgram = Callable[[str, int], GameProgram | None]
"""Return the program of a hash, for so many ticks a second, from a document that is at hand."""

MOST_BYTES = 512 * 1024 * 1024
"""How much is kept of a game; what comes behind that ends the record, and says so."""


class WrongToken(LinkFault):
    """Say that a game came with another token."""


class RunningGame:
    """Be Mindloom's end of a link with one game.

    `session` steps the game's minds, once `hello` came. `is_held` tells whether the game waits, `refusals`
    what it did not do, `sent_orders` what was ordered (agent, row, word) and neither told back nor refused
    yet, `ended` why there is no game any more ("" while there is). `agents` are those it has.
    """

    def __init__(self, wire: Wire, token: str, registry: Registry, find: FindProgram, version: str) -> None:
        self._wire = wire
        self._token = token
        self._registry = registry
        self._find = find
        self._version = version
        self._wanted: dict[str, None] = {}
        self.programs = GamePrograms()
        self.agents: dict[str, None] = {}
        self.session: LinkedSession | None = None
        self.is_watched = True
        self.is_held = False
        self.held_by: Held | None = None
        self.refusals: list[Refused] = []
        self.swapped: list[Swapped] = []
        self.sent_orders: list[tuple[str, int, str | None]] = []
        self.ended = ""

    @property
    def hello(self) -> Hello | None:
        """Return what the game said first."""
        return self.session.game if self.session is not None else None

    @property
    def name(self) -> str:
        """Return what the game calls itself."""
        return self.session.game.game if self.session is not None else ""

    def can(self, what: str) -> bool:
        """Tell whether the game is there and does this: one of the words of `can` of `hello`."""
        return not self.ended and self.hello is not None and what in self.hello.can

    # -- from the game ------------------------------------------------------------------------------

    def take(self, text: bytes) -> None:
        """Take a frame; raise `LinkFault` for one that ends the link."""
        frame = read_frame(text)
        if self.session is None:
            if not isinstance(frame, Hello):
                raise LinkFault("The first frame of a game is hello.")
            self._greet(frame)
        elif isinstance(frame, GameTick):
            self._take_tick(frame, text)
        elif isinstance(frame, ProgramText):
            self._take_program(frame)
        elif isinstance(frame, Held):
            self.is_held, self.held_by = True, frame
        elif isinstance(frame, Going):
            self.is_held, self.held_by = False, None
        elif isinstance(frame, Swapped):
            self.swapped.append(frame)
        elif isinstance(frame, Refused):
            self.refusals.append(frame)
            if frame.about == "order":
                self.sent_orders.clear()
        elif isinstance(frame, GameEnd):
            raise LinkFault(frame.why or "The game ended.")

    def _greet(self, hello: Hello) -> None:
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            raise WrongToken("The token is another one. Copy it again: Run, Wait for a game.")
        if hello.link != LINK_VERSION:
            raise LinkFault(f"The game speaks mindloom-link {hello.link}; this is {LINK_VERSION}.")
        self.session = LinkedSession(hello, self.programs, self._registry)
        self._tell("welcome", editor=self._version)
        for program in hello.programs:
            self._want(program)

    def _take_tick(self, tick: GameTick, text: bytes) -> None:
        assert self.session is not None
        log = self.session.log
        if not self.is_watched or (not len(log) and not tick.agents):
            return
        if not len(log):
            self.session.begin_at(tick.tick)
        log.add(tick, text)
        for agent, told in tick.agents.items():
            if told.mind is not None:
                self._want(told.mind)
                self.agents[agent] = None
            for each in told.inputs if self.sent_orders else ():
                if each[0] == "order" and (sent := (agent, *each[1:])) in self.sent_orders:
                    self.sent_orders.remove(sent)
        for agent in tick.gone:
            self.agents.pop(agent, None)
        if log.byte_count > MOST_BYTES:
            raise LinkFault(f"The record is full: it has {MOST_BYTES // 2**20} MB. Save it, and wait again.")

    def _want(self, program: str) -> None:
        """See to it that a program is known: from a document at hand, else from the game."""
        if program in self.programs or program in self._wanted:
            return
        assert self.hello is not None
        found = self._find(program, self.hello.rate)
        if found is not None:
            self.programs.add(found)
            return
        self._wanted[program] = None
        self._tell("program", hash=program)

    def _take_program(self, told: ProgramText) -> None:
        if self._wanted.pop(told.hash, True) is not None:
            return
        program = GameProgram(f"{self.name} {told.hash[:8]}", ProgramFiles(told.program, told.names))
        if program.hash != told.hash:
            raise LinkFault(f"The game sent another program than {told.hash}.")
        self.programs.add(program)

    # -- to the game ----------------------------------------------------------------------------------

    def _tell(self, kind: str, **members: JsonValue) -> None:
        if not self.ended:
            self._wire.put(write_frame(kind, **members))

    def pause(self) -> None:
        """Hold the game."""
        self._tell("pause")

    def resume(self) -> None:
        """Let the game go on."""
        self.is_held = False
        self._tell("resume")

    def step(self, ticks: int = 1) -> None:
        """Let so many ticks happen, then hold the game."""
        self._tell("step", ticks=ticks)

    def set_speed(self, factor: float) -> None:
        """Let the game run so many times as fast as its own speed."""
        self._tell("speed", factor=factor)

    def watch(self, *, on: bool) -> None:
        """Let the game tell its ticks, or not; told again, they begin another session."""
        if on and not self.is_watched and self.hello is not None:
            self.session = LinkedSession(self.hello, self.programs, self._registry)
        self.is_watched = on
        self._tell("watch", detail="all" if on else "off")

    def set_variable(self, agent: str, name: str, value: JsonValue) -> None:
        """Write a variable of an agent in the game."""
        self._tell("set", agent=agent, name=name, to=value)

    def set_shared(self, name: str, value: JsonValue) -> None:
        """Write a variable that all agents of the game share."""
        self._tell("shared", name=name, to=value)

    def post(self, agent: str | None, event: str, fields: Mapping[str, JsonValue]) -> None:
        """Post an event in the game, to one agent or to all that know it."""
        self._tell("post", agent=agent, event=event, **{"with": dict(fields)})

    def order(self, agent: str, program: str, row: int, word: str | None) -> None:
        """Order something of a row of an agent's mind, as `order_row` does."""
        self.sent_orders.append((agent, row, word))
        self._tell("order", agent=agent, program=program, row=row, to=word)

    def break_at(self, places: Sequence[tuple[str, int, int, int]]) -> None:
        """Hold the game where an outcome byte becomes one of these: program, row, mask, value."""
        told: list[JsonValue] = [
            {"program": program, "row": row, "mask": mask, "is": value}
            for program, row, mask, value in places
        ]
        self._tell("break", at=told)

    def swap(self, program: GameProgram, table: JsonObject) -> None:
        """Let the game go on with another version of a program, by the table that leads to it."""
        self.programs.add(program)
        self.programs.know_table(table)
        names: JsonValue = program.files.names
        self._tell("swap", program=program.files.program, names=names, upgrade=table)

    def end(self, why: str) -> None:
        """Take nothing more from the game, and say why to it."""
        if not self.ended:
            self._tell("refused", why=why)
            self.ended = why
            self._wire.end()
