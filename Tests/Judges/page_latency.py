"""Measures how long it takes from an order to an app until its live page shows what came of it.

    page_latency.py RIBLEAK WATCHED-APP [TIMES]

Prints one line. The order, the app, the recording, the poll, the message and the drawing are all in the time.
"""

import sys
import time

from live_session import watched
from playwright.sync_api import sync_playwright

SEEN = """() => {
  window.seen = 0;
  new MutationObserver(() => { window.seen = performance.timeOrigin + performance.now(); })
    .observe(document.getElementById("live-ribs"), { childList: true, characterData: true, subtree: true });
}"""


def main(ribleak, program, times=100):
    taken = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        with watched(browser, ribleak, program) as it:
            app = it.start()
            it.until_text("#live-ribs", "1")
            it.page.evaluate(SEEN)
            for turn in range(int(times)):
                it.page.evaluate("seen = 0")
                # Nothing is drawn any more for the last one, at moments of a poll that differ.
                it.page.wait_for_timeout(300 + 7 * (turn % 10))
                start = time.time() * 1000
                app.tell("attach" if turn % 2 == 0 else "detach")
                it.until("a change", "seen > 0")
                taken.append(it.page.evaluate("seen") - start)
        browser.close()
    taken.sort()
    at = lambda share: taken[min(len(taken) - 1, int(share * len(taken)))]
    print(f"From an attach or detach to the page, {len(taken)} times: median {at(0.5):.0f} ms, "
          f"9 of 10 {at(0.9):.0f} ms, 99 of 100 {at(0.99):.0f} ms, longest {taken[-1]:.0f} ms.")


main(*sys.argv[1:])
