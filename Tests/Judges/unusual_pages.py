"""Pages as no demo makes them."""

from report_page import expect, opened


def hostile(browser, path):
    """Names that hold markup are text wherever they are shown."""
    with opened(browser, path) as it:
        scripts = it.page.evaluate("document.scripts.length")
        for view in it.views():
            it.open(view)
            it.unfold(view)
            expect("<script>alert(1)</script>" in it.page.inner_text(f"#panel-{view}"), True, f"the name in {view}")
            expect("\u202e" in it.page.inner_text("body"), False, f"text that turns around in {view}")
        expect(it.page.evaluate("document.scripts.length"), scripts, "scripts")
        expect(it.page.locator("main script, main img, main iframe").count(), 0, "elements from names")


def processes(browser, path):
    """All views show the process that was chosen in one; at first the one where most happened."""
    with opened(browser, path) as it:
        it.open("tree")
        expect(it.texts(".rib b"), ["Root", "Much"], "first tree")
        it.page.get_by_role("combobox", name="Process").select_option(index=0)
        expect(it.texts(".rib b"), ["Root", "Little"], "the other tree")
        expect(it.texts(".rib .link"), ["finding 1"], "the finding of that process")
        it.open("ledger")
        expect("Root/Little" in it.text("#panel-ledger tbody"), True, "ledger of that process")
        it.page.get_by_role("combobox", name="Process").select_option(index=1)
        expect("Root/Much" in it.text("#panel-ledger tbody"), True, "ledger of the other")
        it.open("timeline")
        it.page.locator("#panel-timeline .as-table > summary").click()
        it.until("document.querySelector('#panel-timeline tbody tr:not(.spacer)')")
        expect("Root/Much" in it.text("#panel-timeline tbody"), True, "timeline of the other")
        it.page.wait_for_selector(".mark")
        expect(it.page.locator(".mark").evaluate_all("all => all.map(e => e.getAttribute('aria-label').split('. ').at(-1))"),
               ["Finding 3"], "leaks of the other process")
        it.open("tree")
        it.page.get_by_role("button", name="leaked: finding 3").click()
        it.page.locator(".card.open").get_by_role("button", name="Show its detach in the tree").click()
        expect(it.page.get_by_role("combobox", name="Process").input_value(), "1", "the process of the finding")


def compared(browser, path):
    """New, known, suppressed and fixed findings are told apart, and those of one cause stand together."""
    with opened(browser, path) as it:
        rows = lambda: it.texts("#panel-findings .cause, #panel-findings .finding-side")
        cause = "ImageCache.listeners 2 findings of one cause"
        expect(rows(), [cause, "1 of 4", "4 of 4", "2 of 4", "3 of 4"], "findings by cause")
        expect(it.texts(".fixed-list li"), ["✓ Leaked router Root/Gone GoneRouter fingerprint 00000000000000aa"], "fixed findings")
        chips = lambda: it.texts("#panel-findings [aria-label='Beside the baseline'] button")
        expect(chips(), ["New 2", "Known 1", "Suppressed 1", "Fixed 1"], "filter")
        heads = it.page.evaluate_handle("[...document.querySelectorAll('.finding-head')]")
        it.chip("Known")
        it.page.evaluate("heads => heads.filter((head) => !head.isConnected).forEach((head) => head.click())", heads)
        expect(rows(), ["3 of 4"], "known findings, and nothing of a click on one that is gone")
        it.chip("Suppressed")
        expect(rows(), ["3 of 4", "ImageCache.listeners 1 of 2 findings of one cause", "4 of 4"], "known and suppressed ones")
        expect(it.texts(".finding.member .finding-line")[-1], "suppressed until 2026-06-30: the SDK keeps it", "why")
        expect(it.page.locator(".fixed-list").is_visible(), False, "fixed ones without their filter")
        it.chip("Suppressed")
        it.chip("Known")
        it.chip("Fixed")
        expect((rows(), it.page.locator(".fixed-list").is_visible()), ([], True), "fixed ones only")
        it.chip("Fixed")
        it.page.locator(".finding-head").first.focus()
        it.page.keyboard.press("End")
        expect(it.focused().endswith("3 of 4"), True, "End goes past headings")
        it.page.keyboard.press("Home")
        expect(it.focused().endswith("1 of 4"), True, "Home goes past headings")
        levels = it.page.locator("#panel-findings :is(h2, h3, h4, h5)").evaluate_all("all => all.map(e => e.tagName)")
        expect(levels, ["H2", "H3", "H4", "H5", "H4", "H3", "H3", "H3"], "headings")


def late(browser, path):
    """What was freed late is not said to have leaked."""
    with opened(browser, path) as it:
        it.open("tree")
        expect(it.texts(".rib .link"), ["finding 1"], "finding in the tree")
        expect(it.page.locator(".rib.leaked").count(), 0, "leaks in the tree")
        it.open("timeline")
        it.page.locator("#panel-timeline .as-table > summary").click()
        it.until("document.querySelector('#panel-timeline tbody tr:not(.spacer)')")
        expect("leaked" in it.text("#panel-timeline tbody"), False, "leaks in the timeline")


def idle(browser, path):
    """A wait at the end of the run is not in the timeline's first view."""
    with opened(browser, path) as it:
        it.open("timeline")
        expect(it.text(".range"), "0 s – 8.80 µs of 1.00 ms", "first range")
        it.page.get_by_role("button", name="All", exact=True).click()
        expect(it.text(".range"), "0 s – 1.00 ms of 1.00 ms", "whole range")


def large(browser, path):
    """10,000 findings and 20,000 subscriptions are as quick as four."""
    with opened(browser, path) as it:
        nodes = lambda: it.page.evaluate("document.querySelectorAll('*').length")
        expect(it.text("#panel-findings .count-line"), "10,000 findings, the most damaging first", "count")
        most = nodes()
        for share in (0.1, 0.35, 0.6, 0.85, 1.0):
            it.page.evaluate(f"scrollTo(0, document.documentElement.scrollHeight * {share})")
            it.rest(150)
            expect(it.page.evaluate(
                "(() => { const e = document.elementFromPoint(640, 500); return Boolean(e.closest('.finding')); })()"),
                True, f"findings in the middle of the window at {share}")
            most = max(most, nodes())
        expect(it.texts(".finding-side")[-1], "10,000 of 10,000", "last finding")
        it.page.locator(".finding-head").last.click()
        expect(it.page.locator(".finding-body").count(), 1, "opened")
        it.page.keyboard.press("Home")
        it.rest(150)
        expect(it.focused().endswith("1 of 10,000"), True, f"Home goes to the first, not {it.focused()!r}")
        it.page.keyboard.press("End")
        it.rest(150)
        expect(it.focused().endswith("10,000 of 10,000"), True, f"End goes to the last, not {it.focused()!r}")
        it.search("findings", "root/home9999")
        expect(it.texts(".finding-side"), ["9,999 of 10,000"], "found")
        it.open("ledger")
        it.page.evaluate("scrollTo(0, 1e9)")
        it.rest(200)
        expect("subscription:20000" in it.text("#panel-ledger tbody"), True, "last subscription")
        most = max(most, nodes())
        it.open("timeline")
        it.rest(200)
        it.page.locator("#panel-timeline .as-table:not([hidden]) > summary").click()
        it.rest(200)
        it.open("flame")
        most = max(most, nodes())
        expect(most < 4_000, True, f"{most} elements at most")
