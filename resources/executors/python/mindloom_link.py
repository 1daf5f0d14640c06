"""Show the minds of a running game in Mindloom, by the protocol `mindloom-link` 1.

    link = GameLink(minds, token="…", game="Night guard")
    link.tick()  # in the place of minds.tick(); False while Mindloom holds the game

It needs `mindloom_link_notes.py` beside it. Leave both out of what players get.
"""

from __future__ import annotations

import contextlib
import json
import math
import select
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mindloom_link_notes import Notes, filled, text_of
from mindloom_mind import Agent, Mind, MindError, Minds, from_json

Json = dict[str, Any]
MOST_GIVEN, MOST_TOLD, MOST_WAITING = (megabytes * 2**20 for megabytes in (4, 16, 64))
PATIENCE, PAUSE = 5.0, 1.0  # seconds until it hangs up without a welcome; between two attempts


class GameLink:
    """Show the minds of a game in Mindloom while that waits for a game; without it the game runs as before.

    `is_connected` and `is_held` tell how it is, `speed` is the factor that the game multiplies its clock by,
    and `trouble` says why it is not connected.
    """

    def __init__(
        self,
        minds: Minds,
        *,
        token: str,
        game: str = "Game",
        address: str = "127.0.0.1:7407",
        place: Callable[[Agent], Sequence[float] | None] = lambda agent: None,
        outline: Sequence[Sequence[float]] = (),
        key_seconds: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to connect.

        `token` and `address` are shown where Mindloom waits; `place` gives x, y and heading of an agent, or
        None; `outline` are points of the ground; `key_seconds` are between two saves of an agent.
        """
        self.minds, self.token, self.game, self.address, self.place = minds, token, game, address, place
        self.outline, self.key_seconds, self.clock, self.is_closed = outline, key_seconds, clock, False
        self._socket: socket.socket | None = None
        self._given, self._unsent = bytearray(), bytearray()
        self._notes: Notes | None = None
        self.is_connected: bool = False
        self.is_held: bool = False
        self._is_open: bool = False
        self._lose("")
        self._connect()

    def tick(self, ids: Iterable[str] | None = None) -> bool:
        """Tick the minds, in the place of `Minds.tick`; return False, and do nothing, while it is held."""
        self.poll()
        if self.is_held:
            return False
        minds, wanted = self.minds, None if ids is None else {*ids}
        if self._notes is not None and (minds.seed, minds.tick_now) != self._next:  # a save was restored
            self._lose("The game goes on from another tick.", tells=True)
            self._connect()
        if self._notes is None:
            minds.tick(wanted)
        else:
            self._tell_tick(self._notes, wanted)
        self._steps -= self._steps > 0
        if self._steps == 0 and self._holds:
            self._hold("step")
        return True

    def poll(self) -> None:
        """Read and do what Mindloom has sent, without waiting; `tick` does this first."""
        waited = self.clock() - self._since
        if self._socket is None and not self.is_closed and waited >= PAUSE:
            self._connect()
        if self._socket is not None and not self.is_connected and waited >= PATIENCE:
            self._lose("Mindloom does not answer.")
        try:
            self._is_open = self._is_open or self._opened()
            while self._is_open and self._socket is not None:
                data = self._socket.recv(2**18)
                self._take(data) if data else self._lose("Mindloom is not there.")
        except BlockingIOError:
            self._flush()
        except OSError as problem:
            self._lose(f"Mindloom is not there: {problem}.")

    def close(self, why: str = "The game has ended.", seconds: float = 1.0) -> None:
        """Say that the game ends, and connect no more; wait so long at most until Mindloom has heard it."""
        self.is_closed = True
        self._lose(why, tells=True, seconds=seconds)

    def _connect(self) -> None:
        self._since, minds = self.clock(), self.minds
        if not minds.rate:  # there was no agent yet
            return
        host, _, port = self.address.rpartition(":")
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # Else a step waits for 40 ms.
        self._socket.connect_ex((host.strip("[]"), int(port)))
        programs, self._seed = sorted({each.mind.hash for each in minds}), minds.seed
        hello = {"frame": "hello", "link": 1, "token": self.token, "game": self.game, "executor": "python"}
        can, outline = (
            ["pause", "step", "speed", "swap", "break", "order"],
            [[*each] for each in self.outline],
        )
        more = {"rate": minds.rate, "seed": minds.seed, "programs": programs, "can": can}
        self._send({**hello, **more, **filled({"outline": outline})})

    def _opened(self) -> bool:
        if self._socket is None or not select.select([], [self._socket], [], 0)[1]:
            return False
        error = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            raise OSError(error, "no connection")
        return True

    def _lose(self, trouble: str, tells: bool = False, seconds: float = 0.0) -> None:
        """Hang up; the game goes on by itself."""
        if tells and self.is_connected:
            self._send({"frame": "end", "why": trouble})
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.settimeout(seconds)
                self._socket.sendall(self._unsent)
                self._socket.shutdown(socket.SHUT_WR)
                while self._socket.recv(2**18):
                    pass
            self._socket.close()
        if self._notes is not None and self.minds.watcher is self._notes:
            self.minds.watcher = None
        self._socket, self._notes, self._given, self._unsent = None, None, bytearray(), bytearray(b"MLK1")
        self.is_connected = self.is_held = self._holds = self._is_open = False
        self._breaks, self._steps, self.speed, self.trouble = list[Json](), 0, 1.0, trouble
        self._since = self.clock()

    def _send(self, frame: Json) -> None:
        data = text_of(frame).encode()
        if len(data) > MOST_TOLD:
            self._lose(f"A frame {frame['frame']} has more than 16 MB.")
        elif self._socket is not None:
            self._unsent += len(data).to_bytes(4, "big") + data
            self._flush()

    def _flush(self) -> None:
        try:
            while self._is_open and self._socket is not None and self._unsent:
                del self._unsent[: self._socket.send(self._unsent[: 2**18])]
        except BlockingIOError:
            if len(self._unsent) > MOST_WAITING:
                self._lose("Mindloom reads too slowly.")
        except OSError as problem:
            self._lose(f"Mindloom is not there: {problem}.")

    def _take(self, data: bytes) -> None:
        self._given += data
        while self._socket is not None and len(self._given) >= 4:
            end = 4 + int.from_bytes(self._given[:4], "big")
            if len(self._given) < end <= MOST_GIVEN + 4:
                return
            try:
                frame: Any = json.loads(self._given[4:end].decode()) if end <= MOST_GIVEN + 4 else None
                act = getattr(self, f"_do_{frame['frame']}", None)
            except (ValueError, TypeError, KeyError, RecursionError):
                self._lose("Mindloom sent something that is no frame.")
                return
            del self._given[:end]
            if act is not None and (self.is_connected or frame["frame"] in ("welcome", "refused")):
                self._follow(act, frame)

    def _follow(self, act: Callable[[Json], None], frame: Json) -> None:
        try:
            act(frame)
        except Exception as problem:
            self._send({"frame": "refused", "about": frame["frame"], "why": f"{problem}"})

    def _hold(self, by: str, **more: Any) -> None:
        self.is_held, self._holds, self._steps = self.is_connected, False, 0
        self._send({"frame": "held", "tick": self.minds.tick_now, "by": by, **more})

    def _tell_tick(self, notes: Notes, wanted: set[str] | None) -> None:
        frame = notes.begin(max(1, round(self.key_seconds * self.minds.rate)))
        try:
            self.minds.tick(wanted)
        except BaseException:
            self._lose("A tick of the game failed.", tells=True)
            raise
        self._next = self._seed, self.minds.tick_now
        met = notes.end(frame, wanted, self.place, self._breaks)
        self._send(frame)
        if met is not None:
            self._hold("break", **met)

    # -- what the editor asks for

    def _do_welcome(self, frame: Json) -> None:
        self.is_connected, self.trouble = True, ""
        self._do_watch({"detail": "all"})

    def _do_refused(self, frame: Json) -> None:
        self.is_closed = not self.is_connected  # a wrong token does not become right by asking again
        self._lose(str(frame["why"]))

    def _do_watch(self, frame: Json) -> None:
        self._notes = self.minds.watcher = Notes(self.minds) if frame["detail"] == "all" else None
        self._next = self._seed, self.minds.tick_now

    def _do_program(self, frame: Json) -> None:
        known = {**(self._notes.programs if self._notes else {}), **{a.mind.hash: a.mind for a in self.minds}}
        mind = known[frame["hash"]]
        names = {"names": mind.names} if mind.names is not None else {}
        self._send({"frame": "program", "hash": mind.hash, "program": mind.data, **names})

    def _do_set(self, frame: Json) -> None:
        agent, name = self.minds.get(frame["agent"]), frame["name"]
        kind = agent.program.own[name].type if name in agent.program.own else None
        agent.set(name, from_json(frame["to"], kind))

    def _do_shared(self, frame: Json) -> None:
        self.minds.set_shared(frame["name"], from_json(frame["to"], self.minds.types.get(frame["name"])))

    def _do_post(self, frame: Json) -> None:
        event, to, given = frame["event"], frame.get("agent"), frame.get("with", {})
        agents = [self.minds.get(to)] if to is not None else [*self.minds]
        knowing = [each for each in agents if event in each.program.needs.get("events", {})] or agents[:1]
        made = []  # all are made before one is posted: a bad one changes nothing
        for agent in knowing:
            types = agent.program.needs.get("events", {}).get(event, {}).get("payload", {})
            made.append(
                agent.event_of(event, {name: from_json(given[name], types.get(name)) for name in given})
            )
        for agent, each in zip(knowing, made):
            agent.take(each)

    def _do_order(self, frame: Json) -> None:
        agent = self.minds.get(frame["agent"])
        _must(agent.mind.hash == frame["program"], "The agent thinks with another program by now.")
        agent.order(frame["row"], frame["to"])

    def _do_pause(self, frame: Json) -> None:
        self._hold("pause")

    def _do_resume(self, frame: Json) -> None:
        self.is_held, self._holds, self._steps = False, False, 0
        self._send({"frame": "going"})

    def _do_step(self, frame: Json) -> None:
        _must(type(frame["ticks"]) is int and frame["ticks"] > 0, "A step has so many ticks, 1 or more.")
        self.is_held, self._holds, self._steps = False, True, frame["ticks"]

    def _do_speed(self, frame: Json) -> None:
        _must(0 < float(frame["factor"]) < math.inf, f"The game cannot run at the speed {frame['factor']}.")
        self.speed = float(frame["factor"])

    def _do_break(self, frame: Json) -> None:
        whole = [type(each[name]) is int for each in frame["at"] for name in ("row", "mask", "is")]
        _must(all(whole), "Each break has a program, row, mask and is.")
        self._breaks = frame["at"]

    def _do_swap(self, frame: Json) -> None:
        mind, before = Mind.parse(frame["program"], frame.get("names")), frame["upgrade"]["from"]
        swapped = [each for each in self.minds if each.mind.hash == before]
        count = self.minds.swap(mind, frame["upgrade"])
        notes = self._notes or Notes(self.minds)
        for each in swapped:
            notes.restored(each, is_new=False)
            notes.came(each, "swap", mind.hash)
        self._send({"frame": "swapped", "from": before, "to": mind.hash, "agents": count})


def _must(is_right: bool, words: str) -> None:
    if not is_right:
        raise MindError(words)
