"""A headless Chromium, told what to do through a pipe (the DevTools protocol), for tests of pages.

It notes every request and every message of the console. Nothing but the standard library and a
browser on PATH is needed.
"""

import base64
import json
import os
import select
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE_S = 60

OVERFLOW = """
JSON.stringify([...document.querySelectorAll("body *")].filter(e => {
  const box = e.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !e.closest(".scroller") && !e.closest("svg");
}).map(e => e.tagName + ": " + e.textContent.slice(0, 60)))
"""
"""What sticks out of the page on the right, beside what has a scroller of its own."""

CLIPPED = """
JSON.stringify([...document.querySelectorAll("svg.chart")].flatMap(chart => {
  const frame = chart.getBoundingClientRect();
  return !frame.width ? [] : [...chart.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1
      || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  }).map(text => chart.querySelector("title").textContent + ": " + text.textContent);
}))
"""
"""Texts of charts that are cut off."""

OVERLAPPING = """
JSON.stringify([...document.querySelectorAll("svg.chart")].flatMap(chart => {
  const all = [...chart.querySelectorAll("text")].map(e => [e.getBoundingClientRect(), e]);
  const boxes = all.filter(([box]) => box.width);
  return boxes.flatMap(([a, one], at) => boxes.slice(at + 1).filter(([b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2
  ).map(([, other]) => one.textContent + " / " + other.textContent));
}))
"""
"""Texts of charts that lie on each other."""


def executable() -> str | None:
    """Return a browser's path; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A running browser with one page; close it."""

    def __init__(self, program: str, profile: Path) -> None:
        to_child, self._out = os.pipe()
        self._in, from_child = os.pipe()
        command = [
            *(program, "--headless=new", "--no-sandbox", "--disable-gpu"),
            *("--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run"),
            *(f"--user-data-dir={profile}", "about:blank"),
        ]
        # The protocol's pipes are file descriptors 3 and 4.
        line = f"exec {shlex.join(command)} 3<&{to_child} 4>&{from_child}"
        self._process = subprocess.Popen(
            ["bash", "-c", line],
            pass_fds=(to_child, from_child),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child)
        os.close(from_child)
        self._buffer, self._number, self._session = b"", 0, ""
        self._events: list[dict[str, Any]] = []
        pages = self.call("Target.getTargets")["targetInfos"]
        target = next(each["targetId"] for each in pages if each["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], PATIENCE_S)
            assert ready, "the browser does not answer"
            part = os.read(self._in, 1 << 20)
            assert part, "the browser is gone"
            self._buffer += part
        message, self._buffer = self._buffer.split(b"\0", 1)
        event = json.loads(message)
        if "method" in event:
            self._events.append(event)
        return event

    def open(self, page: Path, width: int) -> tuple[list[str], list[dict[str, Any]]]:
        """Open a file in a window of this width; return the requests made and messages logged."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self._events.clear()
        self.call("Page.navigate", url=page.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self._events):
            self._receive()
        self.evaluate("1")  # what was under way has been told by now
        requests = [
            event["params"]["request"]["url"]
            for event in self._events
            if event["method"] == "Network.requestWillBeSent"
        ]
        logs = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
        return requests, [event for event in self._events if event["method"] in logs]

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript in the page; None if it has none."""
        return self.call("Runtime.evaluate", expression=expression)["result"].get("value")

    def listed(self, expression: str) -> list[str]:
        """Return the list that such an expression gives as JSON."""
        return json.loads(self.evaluate(expression))

    def printed(self) -> bytes:
        """Return the page as PDF."""
        options = {"printBackground": True, "preferCSSPageSize": True}
        return base64.b64decode(self.call("Page.printToPDF", **options)["data"])

    def close(self) -> None:
        """End the browser."""
        self._session = ""
        self.call("Browser.close")
        self._process.wait(PATIENCE_S)
        os.close(self._out)
        os.close(self._in)
