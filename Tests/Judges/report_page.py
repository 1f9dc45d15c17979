"""An HTML report in headless Chromium, and what is found wrong with it."""

import contextlib

VIEWS = ["findings", "tree", "timeline", "ledger", "flame"]
faults = []


def expect(value, wanted, what):
    if value != wanted:
        faults.append(f"{what}: {value!r} instead of {wanted!r}")


def rest(page, milliseconds):
    """Waits until the page has drawn what it had to draw, by its own clock, which a busy machine delays too."""
    page.evaluate(
        "(time) => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), time))",
        milliseconds)


class Page:
    """A page that notes what no report may do."""

    def __init__(self, browser, path, **settings):
        settings.setdefault("viewport", {"width": 1280, "height": 900})
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.page.on("console", lambda m: faults.append(f"console {m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: faults.append(f"error: {e}"))
        self.page.on("dialog", lambda d: (faults.append(f"dialog: {d.message}"), d.dismiss()))
        self.requests = []
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.add_init_script(
            "window.broken = []; document.addEventListener('securitypolicyviolation',"
            " e => window.broken.push(e.violatedDirective + ' ' + e.blockedURI));"
        )
        self.page.goto(f"file://{path}")

    def close(self):
        expect(len(self.requests), 1, f"requests {self.requests}")
        expect(self.page.evaluate("window.broken ?? []"), [], "policy violations")
        self.context.close()

    def open(self, view):
        self.page.click(f"#tab-{view}")

    def views(self):
        return [view for view in VIEWS if self.page.locator(f"#tab-{view}").count()]

    def texts(self, selector):
        return [" ".join(t.split()) for t in self.page.locator(selector).all_inner_texts()]

    def text(self, selector):
        return " ".join(self.page.inner_text(selector).split())

    def unfold(self, view):
        """Opens the findings and tables of a view."""
        closed = ".finding-head[aria-expanded=false], .as-table:not([hidden], [open]) > summary, .library-leaks details:not([open]) > summary"
        self.page.locator(f"#panel-{view}").locator(closed).evaluate_all("all => all.forEach((one) => one.click())")
        self.rest(100)

    def rest(self, milliseconds):
        rest(self.page, milliseconds)

    def search(self, view, words):
        """Types, and waits for the list to follow."""
        self.page.fill(f"#panel-{view} input[type=search]", words)
        self.rest(200)

    def chip(self, words):
        """Presses a filter of the view that is shown, or lets it go."""
        self.page.locator(".panel:not([hidden]) .button[aria-pressed]", has_text=words).click()

    def until(self, condition):
        """Waits; the policy of the page lets nobody else wait in it."""
        for _ in range(100):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(50)
        faults.append(f"never came: {condition}")

    def focused(self):
        return self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")


@contextlib.contextmanager
def opened(browser, path, **settings):
    page = Page(browser, path, **settings)
    yield page
    page.close()
