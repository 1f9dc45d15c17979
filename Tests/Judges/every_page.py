"""What holds for each page: it is legible, reachable, narrow enough, and fit for paper."""

from axe_page import violations
from report_page import expect, faults, opened

NAMED = {"button", "link", "textbox", "searchbox", "slider", "tab", "combobox", "checkbox", "DisclosureTriangle"}


def access(browser, path):
    """Whoever has only a keyboard, or hears the page, can use all of it."""
    with opened(browser, path) as it:
        session = it.context.new_cdp_session(it.page)
        for view in it.views():
            it.open(view)
            if view == "findings":
                closed = it.page.locator(".finding-head[aria-expanded=false]")
                if closed.count():
                    closed.first.click()
            nodes = session.send("Accessibility.getFullAXTree")["nodes"]
            for node in nodes:
                role = node.get("role", {}).get("value")
                if not node.get("ignored") and role in NAMED and not node.get("name", {}).get("value"):
                    faults.append(f"{view}: a {role} without a name")
            roles = {node.get("role", {}).get("value") for node in nodes if not node.get("ignored")}
            for role in ("tablist", "tab", "tabpanel", "main", "banner"):
                if role not in roles:
                    faults.append(f"{view}: no {role}")
            it.page.focus(".skip")
            it.page.evaluate("document.activeElement.dataset.met = 1")
            seen = ["the first link"]
            for _ in range(400):
                it.page.keyboard.press("Tab")
                state = it.page.evaluate(
                    """() => { const e = document.activeElement; if (e === document.body) return null;
                        const s = getComputedStyle(e); e.dataset.met = (Number(e.dataset.met ?? 0) + 1);
                        return [e.tagName + "." + e.className + " " + (e.getAttribute("aria-label") ?? e.textContent).slice(0, 40),
                                s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 , e.dataset.met]; }""")
                if state is None or state[2] != "1":
                    break
                seen.append(state[0])
                if not state[1]:
                    faults.append(f"{view}: the focus cannot be seen on {state[0]}")
            it.page.evaluate("document.querySelectorAll('[data-met]').forEach(e => delete e.dataset.met)")
            reachable = it.page.evaluate(
                """() => [...document.querySelectorAll("button, input, select, summary, a[href], [tabindex='0']")]
                    .filter(e => e.offsetParent && e.tabIndex >= 0 && !e.disabled).length""")
            if len(seen) < reachable:
                faults.append(f"{view}: {len(seen)} of {reachable} reached by Tab, the last {seen[-1:]}")
        it.page.locator("#tab-findings").focus()
        it.page.click("#tab-findings")
        it.page.keyboard.press("ArrowRight")
        expect(it.page.evaluate("document.activeElement.id"), "tab-tree", "arrow between tabs")


def axe(browser, path):
    """axe finds nothing wrong in any view, folded or not, light or dark, wide or narrow."""
    for width, height in ((1400, 900), (390, 844)):
        for scheme in ("light", "dark"):
            # Nothing but contrast depends on the colours.
            rules = None if scheme == "light" else ["color-contrast"]
            with opened(browser, path, color_scheme=scheme, viewport={"width": width, "height": height}) as it:
                look = lambda what: expect(violations(it.page, rules), [], f"{what} at {width} pixels, {scheme}")
                if not it.views():
                    look("the page")
                for view in it.views():
                    it.open(view)
                    it.unfold(view)
                    look(view)
                    if view == "tree" and it.page.locator(".rib").count():
                        it.search("tree", "r")
                        it.page.get_by_role("button", name="Collapse all").click()
                        look("the folded tree")
                    if view == "findings" and it.page.locator(".finding-head").count():
                        it.search("findings", "interactor")
                        it.page.locator(".finding-head[aria-expanded=true]").evaluate_all("all => all.slice(1).forEach((one) => one.click())")
                        look("folded and filtered findings")


def narrow(browser, path):
    with opened(browser, path, viewport={"width": 360, "height": 740}) as it:
        expect(it.page.evaluate("document.documentElement.scrollWidth"), 360, "width")
        for view in it.views():
            it.open(view)
            it.unfold(view)
            expect(it.page.evaluate("document.documentElement.scrollWidth"), 360, f"width of {view}")
            if view == "ledger":
                wide = it.page.locator("#panel-ledger td.full").first.bounding_box()["width"]
                expect(wide > 300, True, f"a subscription is {wide} wide")
                it.page.get_by_role("button", name="Made").click()
                expect(it.page.locator("th[aria-sort=ascending]").count(), 1, "sorted in a narrow window")


def printed(browser, path):
    with opened(browser, path) as it:
        count = it.page.locator(".finding-head").count()
        it.page.emulate_media(media="print")
        it.until(f"document.querySelectorAll('.finding-body').length >= {min(count, 200)}")
        expect(it.page.locator(".tabs").is_visible(), False, "tabs on paper")
        expect(it.page.locator(".spacer").evaluate_all("all => all.filter(e => e.offsetHeight > 0).length"), 0, "spacers on paper")
        bodies = it.page.locator(".finding-body").count()
        expect(bodies >= min(count, 200), True, f"{bodies} bodies of {count} folded findings on paper")
        wide = it.page.locator(".finding-body").first.bounding_box()["width"] if bodies else 1000
        expect(wide > 800, True, f"a body is {wide} wide on paper")
        note = it.texts("#panel-findings > .note:not([hidden])")
        expect(bool(note), it.page.evaluate("JSON.parse(document.getElementById('data-findings').textContent).length > 200"), f"what is not printed: {note}")
        it.page.emulate_media(media="print", color_scheme="dark")
        if bodies < 50:
            expect(violations(it.page, ["color-contrast"]), [], "poor contrast on paper")
        it.page.emulate_media(media="screen")
        it.until("document.querySelectorAll('.finding-body').length <= 1")


def plain(browser, path):
    """Without JavaScript the verdict and the findings are there as text."""
    with opened(browser, path, java_script_enabled=False) as it:
        expect(it.page.locator("h1").is_visible(), True, "verdict")
        expect(it.page.locator("#plain pre").count() > 0, True, "findings")
        expect(it.page.locator("#plain pre").first.inner_text().startswith("┬─── 1 of "), True, "first finding")
