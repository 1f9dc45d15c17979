"""What the views of a live page show while the app runs."""

import os
import signal
import subprocess

from axe_page import violations
from live_session import watched
from report_page import expect, opened, rest

HOMES = ".rib[data-type=HomeRouter]"


def moves(browser, ribleak, program):
    """Tree, timeline and subscriptions move with the app, and the slider goes back."""
    with watched(browser, ribleak, program) as it:
        expect(it.text("h1"), "… Waiting for an app that records", "before there is an app")
        app = it.start()
        it.until_text("#live-title", "watched-app, process")
        expect(it.text("#live-state"), "Live", "state")
        it.until_count(".rib[data-type=RootRouter].active", 1)
        app.tell("attach", "attach")
        it.until_count(f"{HOMES}.active", 2)
        expect(it.text("#live-ribs"), "3", "RIBs in the head")
        row = it.page.locator(HOMES).first
        row.focus()
        it.page.evaluate("document.activeElement.mine = true")
        app.tell("attach", "detach")
        it.until("the third one came and went", "document.querySelector('#panel-tree output').textContent.includes('was freed')")
        expect(it.page.evaluate("document.activeElement.mine"), True, "the row with the focus is still the same")

        it.page.get_by_role("slider").focus()
        it.page.keyboard.press("Home")
        expect(it.text("#panel-tree output").startswith("0 s Recording begins"), True, "the beginning")
        expect(it.page.locator(".rib").count(), 0, "RIBs at the beginning")
        it.page.get_by_role("button", name="Next attach or detach").click()
        expect("HomeRouter was attached to RootRouter" in it.text("#panel-tree output"), True, it.text("#panel-tree output"))
        app.tell("attach")
        it.until_text("#live-ribs", "4")
        expect(it.page.locator(HOMES).count(), 1, "Homes at that moment, while more come")
        it.page.get_by_role("button", name="Newest").click()
        it.until_count(HOMES, 3)

        it.open("timeline")
        it.page.locator("#panel-timeline .as-table > summary").click()
        it.until_text("#panel-timeline tbody", "Root/Home")
        rows = lambda: int(it.page.get_attribute("#panel-timeline table", "aria-rowcount"))
        before = rows()
        app.tell("attach")
        it.until("more spans", "(before) => Number(document.querySelector('#panel-timeline table').getAttribute('aria-rowcount')) > before", before)

        it.open("ledger")
        it.until_text("#panel-ledger .count-line", "5 subscriptions")
        expect(it.text("#panel-ledger tbody tr:not(.spacer) td[data-title=end]"), "alive", "the newest")
        app.tell("detach")
        it.until_text("#panel-ledger tbody tr:not(.spacer) td[data-title=end]", "at ")
        expect(it.text("#tab-ledger .number"), "5", "number on the tab")


def lists(browser, ribleak, program):
    """A subscription has the place, the owner and the evidence that a report has of it."""
    with watched(browser, ribleak, program) as it:
        app = it.start()
        app.tell("attach", "attach", "leak", "fire", "attach", "detach", "attach")
        it.open("ledger")
        it.until("places", "document.querySelector('#panel-ledger tbody').textContent.includes('WatchedApp.swift:')")
        app.exit()
        it.until_text("#live-process", "it has ended")
        shown = ledger_rows(it.page)
        expect(len(shown), 4, "subscriptions")
        for row in shown:
            expect("HomeInteractor.didBecomeActive()" in row[0] and "WatchedApp.swift:" in row[0], True, f"place in {row}")
            expect(row[1].startswith("Root/Home") and "object:" in row[1], True, f"owner in {row}")
        report = os.path.join(it.folder, "report.html")
        subprocess.run([ribleak, "report", "--output", f"html:{report}"], cwd=it.folder, stdout=subprocess.DEVNULL)
        with opened(browser, report) as other:
            other.open("ledger")
            expect(shown, ledger_rows(other.page), "rows of the live page, beside those of the report")


def ledger_rows(page):
    """The cells of all subscriptions, by their ids."""
    page.click("#sort-subscription")
    return page.locator("#panel-ledger tbody tr:not(.spacer)").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()))")


def finds(browser, ribleak, program):
    """Findings come as they are judged, and lead to the tree and back."""
    with watched(browser, ribleak, program) as it:
        app = it.start()
        it.until_text("#live-title", "watched-app")
        it.open("findings")
        expect(it.text("#panel-findings .empty"), "Nothing was found so far.", "no findings")
        app.tell("attach", "attach", "leak")
        it.until_text("#live-detached", "1")
        app.tell("fire")
        it.until_text("#live-leaks", "1")
        expect(it.text("#live-leaks-words"), "leak", "words of one leak")
        it.until_text("#live-fired", "1")
        it.until_count(".finding-head", 2)
        it.page.locator(".finding-head").first.click()
        expect("Screens.kept" in it.text(".finding-body"), True, "what keeps it")
        expect("WatchedApp.swift:" in it.text(".finding-body"), True, "where")
        it.page.evaluate("document.querySelector('.finding-body').mine = true")
        app.tell("attach", "leak")
        it.until_text("#live-detached", "2")
        it.until("the count of the finding", "document.querySelector('.finding-line').textContent.length > 0")
        it.page.get_by_role("button", name="Show its detach in the tree").click()
        it.until_count(".rib.leaked", 1)
        it.page.get_by_role("button", name="Newest").click()
        it.until_count(".rib.leaked", 2)
        it.page.locator(".rib.leaked .link").first.click()
        expect(it.page.get_attribute("#tab-findings", "aria-selected"), "true", "back to the finding")
        it.open("timeline")
        it.until("marks", "document.querySelectorAll('#panel-timeline .mark').length >= 2")
        app.tell("free")
        it.open("tree")
        it.until_count(f"{HOMES}.detached", 0)
        expect(it.page.title().startswith("("), True, it.page.title())


def ends(browser, ribleak, program):
    """The end of an app, its death and the next one are shown."""
    with watched(browser, ribleak, program) as it:
        first = it.start()
        first.tell("attach")
        it.until_count(HOMES, 1)
        first.exit()
        it.until_text("#live-process", "it has ended")
        it.until_text("#live-state", "The app has ended")
        second = it.start()
        it.until_text("#live-title", f"process {second.process.pid}")
        second.tell("attach", "attach")
        it.until_count(HOMES, 2)
        second.kill()
        it.until_text("#live-process", "it was killed")
        expect(it.page.locator(HOMES).count(), 2, "the tree at its death")
        it.page.select_option("#panel-tree select", label=f"watched-app (process {first.process.pid})")
        it.until_count(HOMES, 1)
        third = it.start()
        third.tell("attach", "attach", "attach")
        it.until("another process to choose", "document.querySelectorAll('#panel-tree option').length === 3")
        expect(it.page.locator(HOMES).count(), 1, "the one that was chosen stays")


def heads(browser, ribleak, program):
    """The head is about the process that it names, and names the others with their own marks."""
    with watched(browser, ribleak, program) as it:
        first = it.start()
        first.tell("attach", "leak")
        it.until_text("#live-leaks", "1")
        expect(it.text("#live-others"), "", "nothing else was recorded")
        first.exit()
        second = it.start()
        it.until_text("#live-title", f"process {second.process.pid}")
        second.tell("attach", "attach")
        it.until_count(HOMES, 2)
        expect([it.text("#live-leaks"), it.text("#live-sign")], ["0", "✓"], "the clean one")
        expect(it.page.title().startswith("watched-app"), True, it.page.title())
        expect(it.text("#live-others"), f"Also recorded: ✗ watched-app, process {first.process.pid}", "the other")
        it.page.select_option("#panel-tree select", label=f"watched-app (process {first.process.pid})")
        it.until_text("#live-leaks", "1")
        expect(it.text("#live-others"), f"Also recorded: ✓ watched-app, process {second.process.pid}", "the other")


def owners(browser, ribleak, program):
    """The findings of the watched process come first. Each other one names its process."""
    with watched(browser, ribleak, program) as it:
        first = it.start()
        first.tell("attach", "leak")
        it.until_text("#live-leaks", "1")
        first.exit()
        it.open("findings")
        # On a busy machine also that its subscription goes on.
        it.until("a finding", "document.querySelectorAll('.finding-head').length > 0")
        expect(f"process {first.process.pid}" in it.text(".finding-head"), False, "its own")
        second = it.start()
        it.until_text("#live-title", f"process {second.process.pid}")
        it.until_text(".finding-head .faint", f"in watched-app, process {first.process.pid}")
        second.tell("attach", "leak")
        it.until_text("#live-leaks", "1")
        it.until("its own first", "!document.querySelector('.finding-head').innerText.includes('process')")
        heads = it.page.locator(".finding-head").all_inner_texts()
        others = [f"in watched-app, process {first.process.pid}" in head for head in heads]
        expect((others, any(others)), (sorted(others), True), "its own, then those of the other process")


def pauses(browser, ribleak, program):
    """The page stands still as long as one wants, and says when nothing more comes."""
    with watched(browser, ribleak, program) as it:
        app = it.start()
        app.tell("attach")
        it.until_count(HOMES, 1)
        it.page.get_by_role("button", name="Pause").click()
        expect(it.text("#live-state"), "Paused", "state")
        other = it.tab(it.address)
        app.tell("attach", "attach")
        it.until_count(HOMES, 3, other)
        expect(it.page.locator(HOMES).count(), 1, "Homes while it is paused")
        it.page.get_by_role("button", name="Pause").click()
        it.until_count(HOMES, 3)
        third = it.tab(it.address)
        app.tell("detach")
        for page in (it.page, other, third):
            it.until_count(HOMES, 2, page)
        # A test run in the background ignores SIGINT, and so does what it starts.
        it.watch.send_signal(signal.SIGTERM)
        for page in (it.page, other, third):
            it.until_text("#live-state", "ribleak watch has ended", page)
        expect(it.watch.wait(30), 0, "exit code")


def heard(browser, ribleak, program):
    """Whoever hears the page is told now and then how things stand, not each event."""
    with watched(browser, ribleak, program) as it:
        app = it.start()
        it.until_count(".rib", 1)
        it.page.evaluate(
            """() => { window.heard = [];
                const regions = "[role=status], [aria-live], output";
                new MutationObserver((changes) => changes.forEach(({ target }) => {
                  const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions);
                  if (region && region.getAttribute("aria-live") !== "off") window.heard.push(region.id || region.className);
                })).observe(document.body, { childList: true, characterData: true, subtree: true }); }""")
        for view in ("tree", "timeline", "ledger"):
            it.open(view)
            for _ in range(10):
                app.tell("attach", "detach")
            rest(it.page, 300)
        others = sorted(set(it.page.evaluate("heard")) - {"said"})
        expect(others, [], "regions that are read out")
        expect(len(it.page.evaluate("heard")) < 5, True, "sentences")


def axe(browser, ribleak, program):
    """axe finds nothing wrong in any view, light or dark, wide or narrow."""
    with watched(browser, ribleak, program) as it:
        expect(violations(it.page), [], "before there is an app")
        app = it.start()
        app.tell("attach", "attach", "leak", "fire", "attach")
        it.until_text("#live-leaks", "1")
        for width, height in ((1400, 900), (390, 844)):
            it.page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                it.page.emulate_media(color_scheme=scheme)
                for view in ("tree", "findings", "timeline", "ledger", "flame"):
                    it.open(view)
                    it.page.evaluate(
                        """(view) => document.getElementById(`panel-${view}`)
                            .querySelectorAll(".finding-head[aria-expanded=false], .as-table:not([open]) > summary").forEach((one) => one.click())""", view)
                    rest(it.page, 200)
                    expect(violations(it.page), [], f"{view} at {width} pixels, {scheme}")
                    expect(it.page.evaluate("document.documentElement.scrollWidth"), width, f"width of {view}")
