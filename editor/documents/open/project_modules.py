"""Decide whether the Python modules of a project run on the command line, and say what became of them."""

from __future__ import annotations

from editor.documents.open.messages import Message, message_of
from editor.documents.open.open_project import OpenProject, Trusts, trusts_everybody, waiting_text
from editor.documents.open.trust import TrustStore


def trusting(trust: bool) -> Trusts:
    """Return who is trusted: everybody with `--trust`, else the folders that the user trusts already."""
    return trusts_everybody if trust else TrustStore().trusts


def module_messages(found: OpenProject) -> list[Message]:
    """Return what is wrong with Python modules of a project, and which did not run for want of trust."""
    if found.project is None:
        return []
    file = str(found.project.path)
    messages = [message_of(problem, str(problem.path or file)) for problem in found.module_problems]
    if found.waiting_modules:
        remedy = "Add --trust to run them, if you know where they come from."
        messages.append(Message(file, "python_modules", "note", "", waiting_text(found), remedy))
    return messages
