"""Build the tracks of a world's paths, and tell how much of its track an agent has left."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.vectors import FloatArray, length
from runtime.formulas.path_following import PathTrack, build_track, point_at
from runtime.worlds.requests.request_store import RequestStore
from runtime.worlds.requests.steering_requests import Track


def build_tracks(world: WorldDocument) -> tuple[tuple[PathTrack, ...], Mapping[Track, int]]:
    """Return the tracks of all paths, each in its three modes, and which is which."""
    tracks: list[PathTrack] = []
    rows: dict[Track, int] = {}
    for path_id in sorted(world.paths):
        places = [world.waypoints[waypoint].at for waypoint in world.paths[path_id].waypoints]
        points = [(float(x), float(y)) for x, y in places]
        for mode in ("open", "loop", "ping_pong"):
            rows[Track(path_id, mode)] = len(tracks)
            tracks.append(build_track(points, mode))
    return tuple(tracks), rows


def path_left(row: int, position: FloatArray, store: RequestStore, tracks: tuple[PathTrack, ...]) -> float:
    """Return how many units of its open path an agent has left; -1 if it follows none.

    Never less than its distance to the end; `position` is (2,).
    """
    for request in store.compiled[row]:
        if request.track < 0 or tracks[request.track].closed:
            continue
        memory = store.remembered(request)
        if memory is None:
            continue
        track = tracks[request.track]
        if request.behavior == "follow_waypoints":
            corner = int(memory[1])
            way = track.corners[corner] - position
            return track.left_from_corner(corner) + float(length(way[None, :])[0])
        end = point_at(track, np.array([track.total])) - position[None, :]
        return max(track.total - memory[1], float(length(end)[0]))
    return -1.0
