"""Commands about the project of the document in view: what its Python modules are, whether they may run."""

from __future__ import annotations

from editor.commands.command import Command
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.module_listing import module_page, module_words
from editor.window.frame.window_host import WindowHost
from graphs.projects.project_file import Project


def project_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands that show a project's modules, trust its folder or not, and run them anew."""

    def project() -> Project | None:
        session = window.session
        found = session.project if session is not None else None
        return found if found is not None and found.file.python_modules else None

    def trusted() -> bool:
        found = project()
        return found is not None and window.workspace.trust.trusts(found.folder)

    return (
        Command(
            "project.show_modules",
            "Show the project's Python modules",
            lambda: _show(window, project(), trusted=trusted()),
            "Show which Python files the project names, and what is in them. Nothing runs.",
            enabled=lambda: project() is not None,
        ),
        Command(
            "project.trust",
            "Trust this project's folder",
            lambda: _ask_trust(window, project()),
            "Let the Python modules that the project names run, now and later. Only for folders you know.",
            enabled=lambda: project() is not None and not trusted(),
        ),
        Command(
            "project.withdraw_trust",
            "Stop trusting this project's folder",
            lambda: _settle(window, project(), trusted=False),
            "Run the project's Python modules no longer; its actions are unknown or stood in for then.",
            enabled=trusted,
        ),
        Command(
            "project.reload_modules",
            "Reload the project's Python modules",
            lambda: _reopen(window, project()),
            "Run the project's Python modules anew, after a change in them.",
            enabled=lambda: project() is not None and not window.workspace.waiting_modules(window.session),
        ),
    )


def _show(window: WindowHost, project: Project | None, *, trusted: bool) -> None:
    if project is not None:
        window.show_page("Python modules — Mindloom", module_page(project, trusted=trusted))


def _ask_trust(window: WindowHost, project: Project | None) -> None:
    """Trust the folder once the user has said so knowing what would run."""
    if project is not None and window.dialogs.ask_trust(project.folder, module_words(project)):
        _settle(window, project, trusted=True)


def _settle(window: WindowHost, project: Project | None, *, trusted: bool) -> None:
    if project is None:
        return
    store = window.workspace.trust
    try:
        store.trust(project.folder) if trusted else store.withdraw(project.folder)
    except OSError as error:
        window.say(f"The list of trusted folders cannot be written: {error.strerror or error}.")
        return
    _reopen(window, project)


def _reopen(window: WindowHost, project: Project | None) -> None:
    """Open the documents of the project anew; those with unsaved changes stay as they are."""
    if project is None:
        return
    of_project = [one for one in window.workspace.sessions if _is_of(one, project)]
    in_view = window.session.path if window.session is not None else None
    kept = [session.file_name for session in of_project if not session.is_saved]
    paths = [session.path for session in of_project if session.is_saved and session.path is not None]
    for session in [one for one in of_project if one.is_saved]:
        window.close_session(session)
    for path in sorted(paths, key=lambda path: path == in_view):
        window.open_file(path)
    if kept:
        window.say(f"Save {', '.join(kept)} and open it again to follow the change.")


def _is_of(session: DocumentSession, project: Project) -> bool:
    return session.project is not None and session.project.path == project.path
