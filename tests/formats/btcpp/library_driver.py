"""Ask the driver, which runs trees by BehaviorTree.CPP, what it sees.

The driver is `driver/library_runs.cpp`, built outside of the repository with the library's headers:

    git clone https://github.com/BehaviorTree/BehaviorTree.CPP btcpp && git -C btcpp checkout 4.10.0
    cmake -S btcpp -B b -G Ninja -DCMAKE_BUILD_TYPE=Release -DBTCPP_SHARED_LIBS=OFF -DBTCPP_BUILD_TOOLS=OFF \\
      -DBTCPP_EXAMPLES=OFF -DBUILD_TESTING=OFF -DBTCPP_GROOT_INTERFACE=OFF -DBTCPP_SQLITE_LOGGING=OFF
    ninja -C b
    g++ -std=c++17 -O1 -DBTCPP_LIBRARY_VERSION='"4.10.0"' -isystem btcpp/include -o library_runs \\
      tests/formats/btcpp/driver/library_runs.cpp b/libbehaviortree_cpp.a b/3rdparty/*/*.a -lpthread -ldl
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class LibraryDriver:
    """Be a running driver."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def told(self, job: Json) -> Json:
        """Return what the library does with a job; raise `RuntimeError` where it crashes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the driver ended with {self._process.wait()}")
        told: Json = json.loads(line)
        return told

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


@contextmanager
def running_driver(path: Path) -> Iterator[LibraryDriver]:
    """Run a driver within the block."""
    driver = LibraryDriver(path)
    try:
        yield driver
    finally:
        driver.close()
