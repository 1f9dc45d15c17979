"""A live page in headless Chromium, beside an app that does what it is told."""

import contextlib
import os
import signal
import subprocess
import tempfile
import urllib.parse

from report_page import expect, faults


class App:
    """The app whose RIBs are watched. Each order is carried out when `tell` returns."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def tell(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            expect(self.process.stdout.readline(), line + "\n", "answer of the app")

    def exit(self):
        self.process.stdin.close()
        self.process.wait(30)

    def kill(self):
        self.process.kill()
        self.process.wait(30)


class Session:
    """The command, its page and the app, in a folder of their own."""

    def __init__(self, browser, ribleak, app, **settings):
        self.folder = tempfile.mkdtemp()
        self.program = app
        self.apps = []
        self.watch = subprocess.Popen(
            [ribleak, "watch", "--web"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "BROWSER": "false"})
        self.link = self.watch.stdout.readline().split()[-1]
        settings.setdefault("viewport", {"width": 1400, "height": 900})
        self.context = browser.new_context(**settings)
        self.page = self.tab(self.link)

    def tab(self, address):
        """Another page of the same browser."""
        page = self.context.new_page()
        page.on("console", lambda m: faults.append(f"console {m.type}: {m.text}"))
        page.on("pageerror", lambda e: faults.append(f"error: {e}"))
        page.on("request", lambda r: self.own(r.url))
        page.add_init_script(
            "window.broken = []; document.addEventListener('securitypolicyviolation',"
            " e => window.broken.push(e.violatedDirective + ' ' + e.blockedURI));")
        page.goto(address)
        return page

    def own(self, url):
        wanted = urllib.parse.urlsplit(self.link).netloc
        expect(urllib.parse.urlsplit(url).netloc, wanted, f"request to {url}")

    @property
    def address(self):
        """Of the page, once the link was used."""
        return self.link.rsplit("/", 1)[0] + "/"

    def start(self):
        app = App(self.program, self.folder)
        self.apps.append(app)
        return app

    def end(self):
        for page in self.context.pages:
            expect(page.evaluate("window.broken"), [], "policy violations")
        self.context.close()
        for app in self.apps:
            app.kill()
        self.watch.send_signal(signal.SIGTERM)
        self.watch.wait(30)

    def open(self, view):
        self.page.click(f"#tab-{view}")

    def until(self, what, condition, argument=None, page=None):
        """Waits; the policy of the page lets nobody else wait in it."""
        page = page or self.page
        for _ in range(300):
            if page.evaluate(condition, argument):
                return
            page.wait_for_timeout(50)
        faults.append(f"never came: {what}")

    def until_text(self, selector, words, page=None):
        self.until(f"{words!r} in {selector}",
                   "([selector, words]) => (document.querySelector(selector)?.textContent ?? '').includes(words)",
                   [selector, words], page)

    def until_count(self, selector, count, page=None):
        self.until(f"{count} of {selector}",
                   "([selector, count]) => document.querySelectorAll(selector).length === count", [selector, count], page)

    def text(self, selector):
        return " ".join(self.page.inner_text(selector).split())


@contextlib.contextmanager
def watched(browser, ribleak, app, **settings):
    session = Session(browser, ribleak, app, **settings)
    try:
        yield session
    finally:
        session.end()
