"""Say why a batch cannot be run as it was asked for."""

from __future__ import annotations


class BatchRefused(Exception):
    """Hold where something is wrong in the call, what it is, and what to do.

    `wrong_use` tells a call that has to be written otherwise from a world or a mind that cannot run.
    """

    def __init__(self, where: str, message: str, remedy: str = "", *, wrong_use: bool = True) -> None:
        super().__init__(where, message, remedy)
        self.where = where
        self.message = message
        self.remedy = remedy
        self.wrong_use = wrong_use

    def __str__(self) -> str:
        said = f"{self.where}: {self.message}" if self.where else self.message
        return f"{said} {self.remedy}".rstrip()
