"""Make a page of a recording: one file for a browser that needs nothing else.

Its data have a `mode`, which says how the page plays: `recorded`, or `live` where it can run the minds too.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPainter

from editor.map.painting.ground_painting import paint_all_ground
from editor.map.picture.agent_shapes import paint_body
from editor.map.picture.map_view import MapView
from editor.map.view.session_reading import read_ground, team_indices
from editor.panels.timeline.lanes import events_of, inputs_of, lanes_of
from editor.sharing.agent_track import AgentTrack, Stage
from editor.sharing.fragments import Palette, fragment
from editor.sharing.graph_drawing import DrawnGraph, GraphShow
from editor.sharing.live_mind import live_facts
from editor.sharing.page_file import page_file
from editor.sharing.timelines import Texts
from editor.theme.inks import inks_for
from editor.theme.tokens import Theme
from graphs.model import Document
from runtime.basics.program_version import program_version
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import CannotRunAgain, run_again
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.problems import CompileError
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

MOST_AGENTS = 12
"""So many minds are in a page at most, unless they are named; all agents are on its map."""

FLOAT_SAMPLES, POSE_SAMPLES = 24_000, 40_000
"""About how many values of a number are noted, over all agents, and how many places."""

MAP_SIDE = 340.0
"""The longer side of the map, px."""

_CROWD = 24
"""So many agents are drawn large enough to be told apart."""

_RUN = 0.95
"""The share of the work that running again is."""

PageSteps = Generator[float, None, bytes]
"""Short steps that yield the share done and return the page."""


class CannotShare(Exception):
    """Say why no page can be made of a recording, and what to do."""


@dataclass(frozen=True, slots=True)
class PageWish:
    """What a page is to hold: its title, whose minds (none named: the first of all), and if it runs them."""

    title: str
    agents: tuple[str, ...] = ()
    live: bool = False


def page_steps(recording: Recording, session: Session, wish: PageWish) -> PageSteps:
    """Make the page of a recording; `session`, of the same world, is used up by running it again.

    Raises `CannotShare`, and PictureTooLarge for a graph that cannot be drawn.
    """
    agents = _agents(recording, wish)
    maker = _PageMaker(recording, session, agents)
    for share in maker.follow():
        yield _RUN * share
    live = (yield from maker.live_facts()) if wish.live else {}
    facts = yield from maker.facts()
    made = page_file({**facts, **live, "title": wish.title}, maker.palette, wish.title)
    while True:
        try:
            yield _RUN + (1 - _RUN) * next(made)
        except StopIteration as end:
            page: bytes = end.value
            return page


def _agents(recording: Recording, wish: PageWish) -> tuple[str, ...]:
    known = tuple(recording.cast.minds)
    if recording.end_tick <= recording.first_tick:
        raise CannotShare("The recording is empty. Record some ticks first.")
    missing = [agent for agent in wish.agents if agent not in known]
    if missing:
        names = ", ".join(known) or "none"
        raise CannotShare(f"No agent {missing[0]} thinks in it. Those that do: {names}.")
    return tuple(dict.fromkeys(wish.agents)) or known[:MOST_AGENTS]


class _PageMaker:
    """Gather what a page holds, while the recording is run again."""

    def __init__(self, recording: Recording, session: Session, agents: Sequence[str]) -> None:
        self.palette = Palette()
        self._recording, self._session = recording, session
        self._texts = Texts()
        registry = session.registry
        self._tracks = [AgentTrack(recording, session, agent, self._texts, registry) for agent in agents]
        self._graphs: list[DrawnGraph] = []
        self._note = ""
        count = recording.end_tick - recording.first_tick
        self._float_step = max(1, count * len(agents) // FLOAT_SAMPLES)
        self._pose_step = max(1, math.ceil(count * len(recording.cast.agents) / POSE_SAMPLES))

    def follow(self) -> Generator[float, None, None]:
        """Go through the recording once, in steps; yield the share done."""
        recording = self._recording
        first, count = recording.first_tick, recording.end_tick - recording.first_tick
        for frame, is_exact in self._frames():
            share = max(0, frame.tick - first) / count
            yield share
            if frame.tick < first:
                continue
            segment = recording.segment_at(frame.tick)
            floats = (frame.tick - first) % self._float_step == 0
            for track in self._tracks:
                if not track.stages or track.stages[-1].first < segment.first_tick <= frame.tick:
                    for _ in self._begin_stage(track, frame.tick):
                        yield share
                logged = is_exact and track.agent in self._changing(frame.tick)
                for _ in track.take(frame, self._session if is_exact else None, logged=logged, floats=floats):
                    yield share
            self._session.watch(self._changing(frame.tick + 1))

    def _frames(self) -> Iterator[tuple[TraceFrame, bool]]:
        """Yield all frames, and whether each is of a step made again; what cannot be is as recorded."""
        recording, session = self._recording, self._session
        tick = recording.first_tick
        session.watch([track.agent for track in self._tracks])
        try:
            for frame in run_again(recording, session, tick, recording.end_tick - 1):
                yield frame, True
                tick = max(tick, frame.tick + 1)
        except CannotRunAgain as refusal:
            self._note = f"From tick {tick:,} on there are no numbers and reasons. {refusal}"
            for left in range(tick, recording.end_tick):
                yield recording.frame(left), False

    def _changing(self, tick: int) -> frozenset[str]:
        """Return whose minds did something else at a tick than before it: of those the log is wanted."""
        recording = self._recording
        if tick not in recording or tick - 1 not in recording:
            return frozenset(track.agent for track in self._tracks)
        return frozenset(
            track.agent
            for track in self._tracks
            if recording.code(track.agent, tick) != recording.code(track.agent, tick - 1)
        )

    def _begin_stage(self, track: AgentTrack, tick: int) -> Generator[None, None, None]:
        segment = self._recording.segment_at(tick)
        mind = self._recording.cast.minds[track.agent]
        document = segment.minds.documents[mind.partition("#")[0]]
        words = RowWords(segment.minds.programs[mind], document, self._session.registry)
        stage = track.begin_stage(tick, words)
        for instance in words.program.instances:
            graph = self._graph_of(document, instance.graph)
            show = GraphShow(self._graphs[graph], self._session.registry, self.palette)
            parts = yield from show.begin()
            use = track.add_use(stage, instance, graph, show)
            for part, look in parts:
                use.parts.note(part, tick, look)

    def _graph_of(self, document: Document, graph: str) -> int:
        for place, drawn in enumerate(self._graphs):
            if drawn.document is document and drawn.graph == graph:
                return place
        self._graphs.append(DrawnGraph(document, graph))
        return len(self._graphs) - 1

    # -- as data --------------------------------------------------------------------------------------

    def live_facts(self) -> Generator[float, None, dict[str, object]]:
        """Return what the page needs to run the minds itself, in steps; raise `CannotShare`."""
        made = live_facts(self._tracks, len(self._graphs), self._recording, self._session)
        while True:
            try:
                next(made)
            except StopIteration as end:
                return {"mode": "live", "live": end.value}
            except CompileError as problem:
                raise CannotShare(f"{problem} Mend it, or share the run without live.") from None
            yield _RUN

    def facts(self) -> Generator[float, None, dict[str, object]]:
        """Return all that was gathered, as plain data, in steps."""
        recording = self._recording
        agents = []
        for track in self._tracks:
            agents.append(self._agent_facts(track))
            yield _RUN
        ground = yield from self._map_facts()
        return {
            "mode": "recorded",
            "version": program_version(),
            "rate": recording.cast.rate,
            "seed": recording.cast.seed,
            "first": recording.first_tick,
            "end": recording.end_tick,
            "note": self._note,
            "left_out": len(recording.cast.minds) - len(self._tracks),
            "float_step": self._float_step,
            "graphs": [_graph_facts(drawn) for drawn in self._graphs],
            "agents": agents,
            "map": ground,
            "texts": self._texts.all,
        }

    def _agent_facts(self, track: AgentTrack) -> dict[str, object]:
        recording, agent, place = self._recording, track.agent, self._texts.place
        registry, first, end = self._session.registry, recording.first_tick, recording.end_tick
        log = [
            *track.log,
            *(
                (event.tick, "event" if event.handled else "unused", place(event.name))
                for event in events_of(recording, agent, first, end)
            ),
            *(
                (asked.tick, "input", place(asked.name))
                for asked in inputs_of(recording, agent, registry, first, end, partial(_name, self._session))
            ),
        ]
        return {
            "id": agent,
            "name": _name(self._session, agent),
            "stages": [_stage_facts(stage) for stage in track.stages],
            "values": track.values.pairs,
            "log": sorted(log, key=lambda entry: entry[0]),
            "lanes": [
                {
                    "title": lane.title,
                    "note": lane.note,
                    "spans": [[span.first, span.end, place(span.title), span.tint] for span in lane.spans],
                }
                for lane in lanes_of(recording, agent, registry, first, end)
            ],
        }

    def _map_facts(self) -> Generator[float, None, dict[str, object]]:
        recording, world = self._recording, self._session.document
        width, height = float(world.size[0]), float(world.size[1])
        unit = MAP_SIDE / max(width, height, 1e-6)
        view = MapView((width / 2, height / 2), unit, width * unit, height * unit)
        ground, size = read_ground(world), QSizeF(view.width, view.height)

        def paint_ground(painter: QPainter, theme: Theme) -> None:
            paint_all_ground(painter, ground, view, inks_for(theme), grid=False, paths=True)

        drawn = fragment(size, paint_ground, self.palette)
        yield _RUN
        with_bodies = [row for row, agent in enumerate(recording.cast.agents) if agent not in world.squads]
        poses = yield from self._poses(with_bodies)
        ids = tuple(recording.cast.agents[row] for row in with_bodies)
        least, bodies = 5.0 if len(ids) <= _CROWD else 2.5, []
        for agent, team in zip(ids, team_indices(world, ids).tolist(), strict=True):
            entry = world.agents.get(agent)
            radius = max(least, float(entry.radius if entry is not None else 0.5) * unit)
            is_player = agent == world.player

            def paint(
                painter: QPainter,
                theme: Theme,
                radius: float = radius,
                team: int = team,
                player: bool = is_player,
            ) -> None:
                paint_body(painter, radius, team, player, inks_for(theme))

            body = fragment(QSizeF(4 * radius, 4 * radius), paint, self.palette)
            yield _RUN
            bodies.append({"id": agent, "name": _name(self._session, agent), "radius": radius, "svg": body})
        return {
            "size": [round(view.width), round(view.height)],
            "unit": unit,
            "ground": drawn,
            "bodies": bodies,
            "step": self._pose_step,
            "poses": poses,
        }

    def _poses(self, rows: Sequence[int]) -> Generator[float, None, list[list[list[int]]]]:
        """Return x and y in hundredths of a unit and the heading in degrees of each agent, as differences."""
        recording = self._recording
        last = recording.end_tick - 1
        places = []
        for tick in (*range(recording.first_tick, last, self._pose_step), last):
            places.append(np.round(recording.poses(tick)[rows] * (100, 100, 1)).astype(np.int64))
            yield _RUN
        steps = np.diff(np.array(places), axis=0, prepend=0)
        return steps.transpose(1, 2, 0).tolist()  # type: ignore[no-any-return]


def _name(session: Session, agent: str) -> str:
    entry = session.document.agents.get(agent)
    return (entry.name if entry is not None else "") or agent


def _graph_facts(drawn: DrawnGraph) -> dict[str, object]:
    graph = drawn.document.graphs[drawn.graph]
    return {
        "title": graph.title or drawn.graph,
        "size": drawn.size,
        "parts": [[part.kind, part.elements, part.looks] for part in drawn.parts],
    }


def _stage_facts(stage: Stage) -> dict[str, object]:
    return {
        "first": stage.first,
        "uses": [
            {
                "graph": use.graph,
                "caller": use.caller,
                "element": use.element,
                "titles": {key: stage.words.title(row) for key, row in use.row_of.items() if key},
                "families": {
                    key: stage.program.rows[row].family.name for key, row in use.row_of.items() if key
                },
                "parts": use.parts.pairs,
                "outcomes": use.outcomes.pairs,
                "whys": use.whys.pairs,
            }
            for use in stage.uses
        ],
    }
