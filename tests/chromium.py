"""Open pages in a Chromium without a window, by the DevTools protocol over a pipe; no packages are needed."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
    # One process draws all pages: to start another one for each takes longer than what most tests do in it.
    "--renderer-process-limit=1",
    "--disable-features=site-per-process,IsolateOrigins,Translate,OptimizationHints,MediaRouter",
)
_LONGEST_SILENCE = 120.0
"""Seconds without a word after which a browser is given up as hung."""


def chromium_path() -> str | None:
    """Return the browser there is: that of `MINDLOOM_CHROMIUM`, else the first known one; None for none."""
    named = os.environ.get("MINDLOOM_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in _NAMES)
    return next((path for path in found if path), next((p for p in _PLACES if Path(p).exists()), None))


needs_chromium = pytest.mark.skipif(
    chromium_path() is None or os.name == "nt",
    reason="Chromium is not here; python3 dev.py setup --executors brings it",
)
"""Marks tests that open a page."""


class PageError(Exception):
    """Carry what a page threw, or what the browser refused."""


class BrowserPage:
    """One page: run expressions in it, press keys, take pictures.

    `problems` are the errors of its console and its scripts, `requests` the addresses that it asked for.
    """

    def __init__(self, browser: Chromium, session: str, target: str = "") -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._browser, self._session, self._target = browser, session, target

    def close(self) -> None:
        """Close the page: one that plays would go on behind those that come."""
        self._browser.ask("Target.closeTarget", targetId=self._target)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one command of the protocol and return its answer."""
        return self._browser.ask(method, self._session, **params)

    def run(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, a promise's awaited; raise `PageError`."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise PageError(_thrown(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Return once a condition holds; it is asked again and again."""
        self.run(
            f"new Promise(done => {{ const ask = () => ({condition}) ? done() : setTimeout(ask, 10);"
            " ask(); })"
        )

    def press(self, key: str, code: str = "", *, shift: bool = False) -> None:
        """Press a key, such as `ArrowRight` or `Tab`, and let it go."""
        numbers = {"Tab": 9, "Enter": 13, " ": 32, "Escape": 27, "Backspace": 8}
        facts: dict[str, Any] = {"key": key, "code": code or key, "modifiers": 8 if shift else 0}
        if key in numbers:
            facts["windowsVirtualKeyCode"] = numbers[key]
        if len(key) == 1 or key == "Enter":
            facts["text"] = "\r" if key == "Enter" else key
        self.ask("Input.dispatchKeyEvent", type="keyDown", **facts)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key)

    def screenshot(self, path: Path) -> None:
        """Write what is seen as PNG."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def resize(self, width: int, height: int, *, touch: bool = False) -> None:
        """Give the page another size, in px; `touch` makes it that of a phone."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=touch,
        )

    def prefer(self, **features: str) -> None:
        """Set what the user prefers: `color_scheme="dark"`, `reduced_motion="reduce"`."""
        chosen = [{"name": f"prefers-{name.replace('_', '-')}", "value": v} for name, v in features.items()]
        self.ask("Emulation.setEmulatedMedia", features=chosen)

    def take(self, event: dict[str, Any]) -> None:
        """Take an event of the browser."""
        params = event.get("params", {})
        match event["method"]:
            case "Runtime.exceptionThrown":
                self.problems.append(_thrown(params["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "assert"):
                self.problems.append(" ".join(str(each.get("value", "")) for each in params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self.problems.append(params["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])


class Chromium:
    """One browser without a window, to be used as a context; it ends with it."""

    def __init__(self, path: str | None = None) -> None:
        self._path = path or chromium_path() or "chromium"
        self._pages: dict[str, BrowserPage] = {}
        self._number = 0
        self._left = b""

    def __enter__(self) -> Chromium:
        self._profile = tempfile.mkdtemp(prefix="mindloom-chromium-")
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        # The browser reads commands from descriptor 3 and answers on 4.
        script = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        command = [self._path, *_OPTIONS, f"--user-data-dir={self._profile}", "about:blank"]
        surroundings = {key: value for key, value in os.environ.items() if not key.startswith("QT_")}
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", script, "browser", *command],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=surroundings,
        )
        os.close(to_read)
        os.close(to_write)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.ask("Browser.close")
        except (PageError, OSError):
            self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)
        shutil.rmtree(self._profile, ignore_errors=True)

    def ask(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """Send one command and return its answer; raise `PageError` for a refusal."""
        self._number += 1
        wanted = self._number
        message: dict[str, Any] = {"id": wanted, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == wanted:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result
            page = self._pages.get(answer.get("sessionId", ""))
            if page is not None and "method" in answer:
                page.take(answer)

    def open(self, url: str, width: int = 1440, height: int = 900, *, touch: bool = False) -> BrowserPage:
        """Open a page of a size in px and return it once it is loaded."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = BrowserPage(self, session, target)
        for domain in ("Runtime", "Log", "Network", "Page"):
            page.ask(f"{domain}.enable")
        page.resize(width, height, touch=touch)
        page.ask("Page.navigate", url=url)
        page.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'")
        return page

    def close_pages(self) -> None:
        """Close all pages that were opened; the browser stays."""
        while self._pages:
            self._pages.popitem()[1].close()

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            ready, _, _ = select.select([self._from], [], [], _LONGEST_SILENCE)
            data = os.read(self._from, 1 << 16) if ready else b""
            if not data:
                raise PageError("The browser said nothing more.")
            self._left += data
        line, _, self._left = self._left.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _thrown(details: dict[str, Any]) -> str:
    return str(details.get("exception", {}).get("description") or details["text"])


@contextmanager
def opened_page(
    url: str, width: int = 1440, height: int = 900, *, touch: bool = False
) -> Iterator[BrowserPage]:
    """Open one page in a browser of its own."""
    with Chromium() as browser:
        yield browser.open(url, width, height, touch=touch)
