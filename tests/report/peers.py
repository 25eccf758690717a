"""Opens what `lycaon report` and `lycaon export --to inspect` wrote in the programs they are written for.

usage: peers.py CHROMIUM PAGE.html LOG.json SHOTS
Prints one line for each thing that was seen; anything that is not as it should be is an error.
"""
import contextlib
import pathlib
import re
import socket
import subprocess
import sys
import time
import urllib.request

from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries
from playwright.sync_api import sync_playwright


def reads(path):
    """Inspect's own reader takes the log: the header alone, the summaries, and every event of every sample."""
    header = read_eval_log(path, header_only=True)
    assert header.status == "success" and header.results.total_samples > 0, header
    log = read_eval_log(path)
    assert len(log.samples) == header.results.total_samples
    for sample in log.samples:
        kinds = {event.event for event in sample.events}
        assert {"span_begin", "span_end", "tool", "score"} <= kinds, kinds
    assert len(read_eval_log_sample_summaries(path)) == len(log.samples)
    print(f"inspect-ai reads {len(log.samples)} games")
    return log


@contextlib.contextmanager
def viewer(folder):
    """`inspect view` on a free port, ended by its own process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    inspect = pathlib.Path(sys.executable).with_name("inspect")
    process = subprocess.Popen([inspect, "view", "--log-dir", folder, "--host", "127.0.0.1", "--port", str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            assert process.poll() is None, "`inspect view` has ended"
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait()


def watched(browser, **options):
    """A page, and the list of whatever goes wrong on it."""
    page = browser.new_page(**options)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("console", lambda line: wrong.append(f"console: {line.text}") if bad(line) else None)
    return page, wrong


def bad(line):
    """An error, unless it is the viewer asking its own server for a flow, which most folders of logs do not have."""
    return line.type == "error" and "/api/flow" not in line.location["url"]


def shows_report(browser, path, shots):
    """The page asks for nothing but itself, says nothing to the console, and is no wider than the screen."""
    page, wrong = watched(browser, viewport={"width": 1280, "height": 900})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert asked == [path.as_uri()], asked
    assert not wrong, wrong
    plots = page.locator("svg").count()
    assert plots >= 4, plots
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280, f"the page is {width} pixels wide"
    page.screenshot(path=shots / "report.png", full_page=True)
    print(f"Chromium shows the report: {plots} plots, no request beyond the page, no error")


def shows_log(browser, address, log, shots):
    """`inspect view` lists the log, opens it and opens a game in it."""
    page, wrong = watched(browser, viewport={"width": 1400, "height": 900})
    page.goto(address)
    page.get_by_text(log.eval.task).first.click(timeout=60_000)
    sample = page.get_by_text(re.compile(re.escape(str(log.samples[0].id)[:12]))).first
    sample.wait_for(timeout=60_000)
    page.screenshot(path=shots / "inspect-log.png")
    sample.click()
    page.wait_for_timeout(2_000)
    page.screenshot(path=shots / "inspect-game.png")
    assert not wrong, wrong
    print("Chromium shows the log in `inspect view`, and a game of it")


def main():
    chromium, page, log, shots = sys.argv[1], *(pathlib.Path(path).resolve() for path in sys.argv[2:])
    read = reads(str(log))
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shows_report(browser, page, shots)
        with viewer(log.parent) as address:
            shows_log(browser, address, read, shots)
        browser.close()


main()
