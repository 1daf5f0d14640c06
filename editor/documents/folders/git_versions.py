"""Read the version of a file that git holds, if it lies in a work tree and git is there. Without Qt."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SECONDS = 20


class NoGitVersion(Exception):
    """Say why there is no version to compare with, and what to do."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


def is_in_work_tree(path: Path) -> bool:
    """Tell whether a file lies below a folder that git looks after; git itself is not asked."""
    return any((folder / ".git").exists() for folder in path.resolve().parents)


def committed_bytes(path: Path, revision: str = "HEAD") -> bytes:
    """Return the bytes of a file as a revision of its work tree has them. Raises NoGitVersion.

    This starts git and may take a while: call it beside the window.
    """
    git = shutil.which("git")
    if git is None:
        raise NoGitVersion("There is no git on this computer.", "Install it to compare with commits.")
    real = path.resolve()
    command = [git, "-C", str(real.parent), "show", f"{revision}:./{real.name}"]
    try:
        shown = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise NoGitVersion(f"git did not answer within {SECONDS} seconds.", "Try again.") from None
    except OSError as error:
        raise NoGitVersion(f"git cannot be started: {error.strerror or error}.") from None
    if shown.returncode:
        words = shown.stderr.decode("utf-8", "replace").strip().splitlines()
        last = words[-1].removeprefix("fatal: ") if words else "git gave no reason"
        raise NoGitVersion(f"git has no {revision} of {path.name}: {last}.", "Commit the file first.")
    return shown.stdout
