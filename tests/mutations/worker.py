"""Damage files of one kind and have them read, in a process whose memory is bounded.

`python -m tests.mutations.worker recordings,cases 0 100 FOLDER` prints a line of JSON for each: its number,
the seconds of CPU it took, the most memory the process had meanwhile, and what escaped ("" for nothing).
"""

from __future__ import annotations

import gc
import json
import resource
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from tests.example_counts import daily
from tests.mutations.desk import Desk
from tests.mutations.kinds import KINDS, FileKind, mutant

ROOM = 1_000_000_000
"""How many bytes of address space reading a damaged file may take beside what the process has already."""

PATIENCE = 60
"""Seconds of CPU after which a file has hung the process."""


class HangsError(BaseException):
    """Say that a file is read for ever; no reader takes it for damage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the files whose numbers are asked for; return 0, whatever came of them."""
    names, first, end, folder = sys.argv[1:] if arguments is None else arguments
    desk = Desk(Path(folder))
    kinds = {name: KINDS[name] for name in names.split(",")}
    for kind in kinds.values():
        # What is imported and made once is no cost of a damaged file; a whole one must be read.
        kind.prepare(desk.folder)
        for whole in kind.seeds()[: daily(1, deep=len(kind.seeds()))]:
            (desk.folder / kind.file_name).write_bytes(whole)
            kind.feed(desk, desk.folder / kind.file_name)
    signal.signal(signal.SIGPROF, _hangs)
    taken = _status("VmSize")
    resource.setrlimit(resource.RLIMIT_AS, (taken + ROOM, taken + ROOM))
    for name, kind in kinds.items():
        for number in range(int(first), int(end)):
            if number % 20 == 0:
                # A window leaves full collections to idle moments, and there is none here.
                gc.collect()
            print(json.dumps(_fed(kind, name, number, kind.seeds(), desk)), flush=True)
    desk.close()
    return 0


def _fed(kind: FileKind, name: str, number: int, seeds: Sequence[bytes], desk: Desk) -> dict[str, object]:
    data = mutant(kind, name, number, seeds)
    desk.tidy()
    path = desk.folder / kind.file_name
    path.write_bytes(data)
    size = len(data)
    del data
    escaped = ""
    Path("/proc/self/clear_refs").write_text("5")
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        kind.feed(desk, path)
    except (Exception, HangsError) as error:
        escaped = f"{type(error).__name__}: {error}"[-2000:]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = time.process_time() - began
    return {
        "number": number,
        "bytes": size,
        "seconds": seconds,
        "memory": _status("VmHWM"),
        "escaped": escaped,
    }


def _status(name: str) -> int:
    """Return a figure of this process in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise HangsError(f"not done after {PATIENCE} s")


if __name__ == "__main__":
    sys.exit(main())
