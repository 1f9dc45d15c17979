"""Drives an HTML report in headless Chromium, as a person would.

    html_report.py SCENARIO[,SCENARIO…] PAGE [RIBLEAK RUN]

Prints of each scenario what is wrong, one line each, and then that it was looked at. The scenario `tree` needs the
command and the run.
"""

import contextlib
import json
import subprocess
import sys

from playwright.sync_api import sync_playwright

VIEWS = ["findings", "tree", "timeline", "ledger", "flame"]
faults = []


def expect(value, wanted, what):
    if value != wanted:
        faults.append(f"{what}: {value!r} instead of {wanted!r}")


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

    def search(self, view, words):
        """Types, and waits for the list to follow."""
        self.page.fill(f"#panel-{view} input[type=search]", words)
        self.page.wait_for_timeout(200)

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


# What the demo's session shows.


def findings(browser, path):
    with opened(browser, path) as it:
        titles = lambda: it.texts(".finding-title")
        everything = [
            "Leaked router Root/LoggedIn/OffGame",
            "Leaked interactor Root/LoggedOut/Login",
            "View gone still attached Root/LoggedIn/TicTacToe",
            "Fired while inactive Root/LoggedIn/OffGame",
        ]
        expect(titles(), everything, "findings")
        it.chip("Leaked router")
        expect(titles(), everything[:1], "leaked routers")
        it.chip("Leaked router")
        it.search("findings", "weak SELF")
        expect(titles(), everything[1:2], "found by hint")
        expect(it.text("#panel-findings .count-line"), "1 of 4 findings", "count")
        it.search("findings", "nothing like it")
        expect(it.text("#panel-findings .empty"), "No finding matches.", "empty list")
        it.search("findings", "")

        # By keyboard: the list's first finding, the next one, open, close.
        it.page.locator(".finding-head").first.focus()
        it.page.keyboard.press("ArrowDown")
        it.page.keyboard.press("Enter")
        head = it.page.locator(".finding-head").nth(1)
        expect(head.get_attribute("aria-expanded"), "true", "expanded")
        body = it.page.locator(f"#{head.get_attribute('aria-controls')}")
        expect(
            [" ".join(t.split()) for t in body.locator(".chain > li").all_inner_texts()],
            [
                "LoginInteractor", "isWaiting", "CurrentValueSubject<Bool, Error>", "receiveValue",
                "closure #1 in LoginInteractor.didBecomeActive() Tools/ribleak-demo/Login/LoginInteractor.swift:45",
                "captures self ✗ this reference should not be there", "LoginInteractor",
            ],
            "retain path",
        )
        expect(body.locator(".chain-edge.suspect").count(), 1, "suspect edges")
        expect(
            [t.split("\n")[0] for t in body.locator(".stack > summary b").all_inner_texts()],
            ["Subscribed by", "Detached by", "Made by"],
            "stacks",
        )
        expect(body.locator(".stack[open]").count(), 1, "open stacks")
        body.locator(".stack > summary").nth(1).click()
        expect(body.locator(".stack").nth(1).locator(".frame").first.inner_text().split("\n")[0],
               "LoggedOutRouter.deinit", "frame")
        expect(body.locator(".hint").inner_text().startswith("Hint"), True, "hint")
        it.context.grant_permissions(["clipboard-read", "clipboard-write"])
        body.get_by_role("button", name="Copy command").click()
        it.until("document.getElementById('said').textContent !== ''")
        expect(it.page.evaluate("navigator.clipboard.readText()"), "ribleak explain object:14", "copied")
        head.focus()
        it.page.keyboard.press("Space")
        expect(head.get_attribute("aria-expanded"), "false", "collapsed")
        it.page.keyboard.press("End")
        expect("Fired while inactive" in it.focused(), True, "End goes to the last finding")
    # An address can name a finding.
    with opened(browser, f"{path}#22024333123115a4") as it:
        expect(it.texts(".card.open .finding-title"), ["Leaked interactor Root/LoggedOut/Login"], "finding by address")
        expect(it.page.evaluate("document.activeElement.className"), "finding-head", "focus on it")


def tree(browser, path, ribleak, run):
    """The tree at each moment is that of `ribleak tree --at`."""
    with opened(browser, path) as it:
        it.open("tree")
        film = json.loads(it.page.text_content("#data-trees"))[0]
        last = len(film["changes"])
        slider = it.page.get_by_role("slider", name="Moment")
        expect(slider.get_attribute("max"), str(last), "moments")
        expect(it.texts(".rib b"), ["Root", "LoggedIn", "TicTacToe", "OffGame", "OffGame"], "tree at the end")
        expect(it.texts(".forest-title"), ["Detached and still alive"], "second tree")
        expect(it.texts(".rib .link"), ["finding 3", "leaked: finding 1"], "findings in the tree")
        compared = 0
        for position in range(1, last + 1, max(1, last // 12)):
            slider.fill(str(position))
            moment = it.text(".player code").split()[-1]
            following = film["times"][position] if position < last else None
            if following is not None and following <= float(moment) * 1e9:
                continue
            shown = it.page.evaluate(
                """() => [...document.querySelectorAll(".rib")].map(rib => {
                    let depth = -1;
                    for (let e = rib; e; e = e.parentElement) if (e.tagName === "UL") depth++;
                    return [depth, rib.dataset.type, rib.classList.contains("active"), rib.classList.contains("detached")];
                })"""
            )
            told = json.loads(subprocess.run(
                [ribleak, "tree", "--format", "json", "--at", moment, run],
                capture_output=True, text=True, check=True).stdout)["processes"][0]
            wanted = []
            for part in ("tree", "detached"):
                depths = {}
                for node in told[part]:
                    depths[node["id"]] = depths.get(node["parent"], -1) + 1
                    wanted.append([depths[node["id"]], node["type"], node["isActive"],
                                   node["standing"] in ("detached", "orphaned")])
            expect(shown, wanted, f"tree after {position} changes, at {moment}")
            compared += 1
        expect(compared > 6, True, f"{compared} moments compared")

        slider.fill("0")
        expect(it.texts("#panel-tree .empty"), ["No RIB is in the tree."], "before all")
        it.page.get_by_role("button", name="Next attach or detach").click()
        expect(it.text(".player output").split(" ", 2)[2].split(" ribleak")[0], "RootRouter was launched", "first step")
        expect(it.texts(".rib.changed b"), ["Root"], "changed")
        it.page.get_by_role("button", name="Next attach or detach").click()
        expect("LoggedOutRouter was attached to RootRouter" in it.text(".player output"), True, "second step")
        it.page.get_by_role("button", name="Previous attach or detach").click()
        expect("RootRouter was launched" in slider.get_attribute("aria-valuetext"), True, "step back")
        slider.focus()
        before = int(slider.input_value())
        it.page.keyboard.press("ArrowRight")
        expect(int(slider.input_value()), before + 1, "arrow on the slider")
        it.page.keyboard.press("End")
        expect(slider.input_value(), str(last), "End on the slider")
        it.page.get_by_role("button", name="Play").click()
        it.until("document.querySelector('.player input').value > 1")
        it.page.get_by_role("button", name="Pause").click()
        it.page.get_by_role("slider").fill(str(last))
        it.page.get_by_role("button", name="leaked: finding 1").click()
        expect(it.page.locator(".finding-head").first.get_attribute("aria-expanded"), "true", "finding of the leak")
        it.page.get_by_role("button", name="Show its detach in the tree").click()
        expect("OffGameRouter was detached" in it.text(".player output"), True, "the moment of the leak")
        expect(it.texts(".rib.changed .link"), ["leaked: finding 1"], "the leak at that moment")


def timeline(browser, path):
    with opened(browser, path) as it:
        it.open("timeline")
        length = lambda: it.page.text_content(".range")
        it.page.get_by_role("button", name="All", exact=True).click()
        whole = length()
        expect(whole.startswith("0 s – "), True, f"range {whole}")
        it.page.get_by_role("button", name="Zoom in").click()
        closer = length()
        expect(closer != whole, True, "zoomed in")
        it.page.get_by_role("button", name="Later").click()
        expect(length() != closer, True, "moved")
        it.page.get_by_role("button", name="Earlier").click()
        expect(length(), closer, "moved back")
        it.page.get_by_role("button", name="Zoom out").click()
        expect(length(), whole, "zoomed out")
        it.page.locator(".stage").focus()
        for key in ["+", "ArrowRight", "ArrowLeft", "-"]:
            it.page.keyboard.press(key)
        expect(length(), whole, "by keys")
        it.page.keyboard.press("+")
        it.page.keyboard.press("0")
        expect(length(), whole, "all by key")
        drawn = it.page.evaluate(
            """() => { const c = document.querySelector(".stage canvas");
                const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
                const colors = new Set(); for (let i = 0; i < d.length; i += 4) colors.add((d[i] << 16) | (d[i + 1] << 8) | d[i + 2]);
                return colors.has(0xb3201a) && colors.has(0x6f6f69) && colors.has(0xd3d3cd); }""")
        expect(drawn, True, "bars and marks are drawn")
        spans = it.page.evaluate("JSON.parse(document.getElementById('data-timelines').textContent)[0].paths.length")
        it.page.locator("#panel-timeline .as-table:not([hidden]) > summary").click()
        it.page.wait_for_selector("#panel-timeline tbody tr:not(.spacer)")
        expect(it.page.locator("#panel-timeline table").get_attribute("aria-rowcount"), str(spans), "rows")
        expect("Root attached" in it.text("#panel-timeline tbody"), True, "first rows")
        it.page.evaluate("scrollTo(0, 1e9)")
        it.page.wait_for_timeout(200)
        notes = it.texts("#panel-timeline tbody td:last-child")
        expect(sum("fired while inactive at" in note for note in notes), 2, "inactive values in the table")
        expect(sum(": leaked" in note for note in notes), 1, "leaks in the table")


def ledger(browser, path):
    with opened(browser, path) as it:
        it.open("ledger")
        rows = "#panel-ledger tbody tr:not(.spacer)"
        ids = lambda: [int(t.split("subscription:")[1].split()[0]) for t in it.texts(rows)]
        everything = ids()
        expect(len(everything), 19, "subscriptions")
        it.page.get_by_role("button", name="Fired while inactive").click()
        expect(ids(), [6, 14], "fired while inactive")
        expect(it.text("#panel-ledger .count-line"), "2 of 19 subscriptions", "count")
        it.page.get_by_role("button", name="Fired while inactive").click()
        it.page.get_by_role("button", name="Unowned").click()
        expect(it.text("#panel-ledger .empty"), "No subscription matches.", "unowned")
        it.page.get_by_role("button", name="Alive").click()
        it.page.get_by_role("button", name="Unowned").click()
        expect(set(it.texts(f"{rows} td[data-title=end]")), {"alive"}, "alive")
        it.page.get_by_role("button", name="Alive").click()
        it.search("ledger", "gameclock")
        expect(ids(), [7, 9, 18], "found")
        it.search("ledger", "")
        made = it.page.get_by_role("button", name="Made")
        made.focus()
        it.page.keyboard.press("Enter")
        times = [float(t) for t in it.texts(f"{rows} td[data-title=made]")]
        expect(times, sorted(times), "by time")
        expect(it.page.locator("th[aria-sort=ascending]").inner_text().strip(), "Made ↑", "sorted column")
        expect(it.focused(), "Made ↑", "focus after sorting")
        it.page.keyboard.press("Enter")
        expect(ids()[0], max(ids()), "the other way round")
        it.page.keyboard.press("Enter")
        expect(ids(), everything, "as it was")


def flame(browser, path):
    with opened(browser, path) as it:
        it.open("flame")
        names = lambda: it.texts(".flame button")
        expect(names()[:2], ["All leaked objects", "RIBLeakDemo.run()"], "outermost frames")
        whole = len(names())
        frame = it.page.get_by_role("button", name="Session.logIn(): 1 object, 17 %")
        before = frame.bounding_box()["width"]
        frame.focus()
        it.page.keyboard.press("Enter")
        expect(frame.bounding_box()["width"] > 3 * before, True, "zoomed frame is wide")
        expect(it.focused().startswith("Session.logIn()"), True, "focus stays")
        expect("LoginInteractor.init(presenter:webService:mistakes:)" in names(), False, "beside it")
        it.page.keyboard.press("ArrowDown")
        expect(it.focused().startswith("WebService.answer()"), True, "arrow down")
        it.page.keyboard.press("Escape")
        expect(len(names()), whole, "whole graph")
        it.page.get_by_role("button", name="Library frames").click()
        expect(len(names()) > whole, True, "with libraries")
        it.page.locator("#panel-flame .as-table:not([hidden]) > summary").click()
        expect(it.text("#panel-flame tbody tr").startswith("TicTacToeRouter.init(interactor:viewController:)"), True, "table")
        expect(it.texts("#panel-flame tbody tr:first-child td.n"), ["3", "3"], "counts")


# What holds for each page.


NAMED = {"button", "link", "textbox", "searchbox", "slider", "tab", "combobox", "checkbox", "DisclosureTriangle"}


def access(browser, path):
    """Whoever has only a keyboard, or hears the page, can use all of it."""
    with opened(browser, path) as it:
        session = it.context.new_cdp_session(it.page)
        for view in it.views():
            it.open(view)
            if view == "findings":
                it.page.locator(".finding-head").first.click()
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


CONTRAST = """() => {
  const parse = c => { const n = c.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const poor = new Set();
  for (const e of document.querySelectorAll("body *")) {
    if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    if (["SCRIPT", "STYLE"].includes(e.tagName)) continue;
    let ground = null;
    for (let b = e; b && !ground; b = b.parentElement) { const c = parse(getComputedStyle(b).backgroundColor); if (c[3] === 1) ground = c; }
    ground ??= [255, 255, 255];
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.add(`${e.tagName}.${e.className} ${ratio.toFixed(2)}`);
  }
  return [...poor];
}"""


def contrast(browser, path):
    for scheme in ("light", "dark"):
        with opened(browser, path, color_scheme=scheme) as it:
            for view in it.views():
                it.open(view)
                for head in it.page.locator(".finding-head").all() if view == "findings" else []:
                    head.click()
                for summary in it.page.locator(f"#panel-{view} .as-table:not([hidden]) > summary").all():
                    summary.click()
                expect(it.page.evaluate(CONTRAST), [], f"poor contrast in {view}, {scheme}")


def narrow(browser, path):
    with opened(browser, path, viewport={"width": 360, "height": 740}) as it:
        for view in it.views():
            it.open(view)
            for head in it.page.locator(".finding-head").all() if view == "findings" else []:
                head.click()
            for summary in it.page.locator(f"#panel-{view} .as-table:not([hidden]) > summary").all():
                summary.click()
            it.page.wait_for_timeout(100)
            expect(it.page.evaluate("document.documentElement.scrollWidth"), 360, f"width of {view}")
            if view == "ledger":
                wide = it.page.locator("#panel-ledger td.full").first.bounding_box()["width"]
                expect(wide > 300, True, f"a subscription is {wide} wide")
                it.page.get_by_role("button", name="Made").click()
                expect(it.page.locator("th[aria-sort=ascending]").count(), 1, "sorted in a narrow window")


def printed(browser, path):
    with opened(browser, path) as it:
        it.page.emulate_media(media="print")
        expect(it.page.locator(".tabs").is_visible(), False, "tabs on paper")
        expect(it.page.locator(".spacer").evaluate_all("all => all.filter(e => e.offsetHeight > 0).length"), 0, "spacers on paper")
        expect(it.page.locator(".finding-body").count(), 0, "opened findings")
        height = it.page.evaluate("document.documentElement.scrollHeight")
        expect(height < 12_000, True, f"{height} pixels on paper")
        if it.page.locator(".finding-head").count():
            it.page.locator(".finding-head").first.click()
            it.page.emulate_media(media="print", color_scheme="dark")
            expect(it.page.evaluate(CONTRAST), [], "poor contrast on paper")


def plain(browser, path):
    """Without JavaScript the verdict and the findings are there as text."""
    with opened(browser, path, java_script_enabled=False) as it:
        expect(it.page.locator("h1").is_visible(), True, "verdict")
        expect(it.page.locator("#plain pre").count() > 0, True, "findings")
        expect(it.page.locator("#plain pre").first.inner_text().startswith("┬─── 1 of "), True, "first finding")


def hostile(browser, path):
    """Names that hold markup are text wherever they are shown."""
    with opened(browser, path) as it:
        scripts = it.page.evaluate("document.scripts.length")
        for view in it.views():
            it.open(view)
            if view == "findings":
                for head in it.page.locator(".finding-head").all():
                    head.click()
            for summary in it.page.locator(f"#panel-{view} .as-table:not([hidden]) > summary").all():
                summary.click()
            it.page.wait_for_timeout(150)
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
        expect(it.page.locator(".rib .link").count(), 0, "findings of an unknown process")
        it.open("ledger")
        expect("Root/Little" in it.text("#panel-ledger tbody"), True, "ledger of that process")
        it.page.get_by_role("combobox", name="Process").select_option(index=1)
        expect("Root/Much" in it.text("#panel-ledger tbody"), True, "ledger of the other")
        it.open("timeline")
        it.page.locator("#panel-timeline .as-table > summary").click()
        it.until("document.querySelector('#panel-timeline tbody tr:not(.spacer)')")
        expect("Root/Much" in it.text("#panel-timeline tbody"), True, "timeline of the other")


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
            it.page.wait_for_timeout(150)
            expect(it.page.evaluate(
                "(() => { const e = document.elementFromPoint(640, 500); return Boolean(e.closest('.finding')); })()"),
                True, f"findings in the middle of the window at {share}")
            most = max(most, nodes())
        expect(it.texts(".finding-side")[-1], "10,000 of 10,000", "last finding")
        it.page.locator(".finding-head").last.click()
        expect(it.page.locator(".finding-body").count(), 1, "opened")
        it.page.keyboard.press("Home")
        it.page.wait_for_timeout(150)
        expect(it.focused().endswith("1 of 10,000"), True, f"Home goes to the first, not {it.focused()!r}")
        it.page.keyboard.press("End")
        it.page.wait_for_timeout(150)
        expect(it.focused().endswith("10,000 of 10,000"), True, f"End goes to the last, not {it.focused()!r}")
        it.search("findings", "root/home9999")
        expect(it.texts(".finding-side"), ["9,999 of 10,000"], "found")
        it.open("ledger")
        it.page.evaluate("scrollTo(0, 1e9)")
        it.page.wait_for_timeout(200)
        expect("subscription:20000" in it.text("#panel-ledger tbody"), True, "last subscription")
        most = max(most, nodes())
        it.open("timeline")
        it.page.wait_for_timeout(200)
        it.page.locator("#panel-timeline .as-table:not([hidden]) > summary").click()
        it.page.wait_for_timeout(200)
        it.open("flame")
        most = max(most, nodes())
        expect(most < 4_000, True, f"{most} elements at most")


SCENARIOS = {f.__name__: f for f in (
    findings, tree, timeline, ledger, flame, access, contrast, narrow, printed, plain, hostile, processes, late, idle, large)}

with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for name in sys.argv[1].split(","):
        faults.clear()
        try:
            SCENARIOS[name](chromium, *(sys.argv[2:] if name == "tree" else sys.argv[2:3]))
        except Exception as error:
            faults.append(" ".join(str(error).split()))
        for fault in [*faults, "looked at"]:
            print(f"{name}: {fault}", flush=True)
    chromium.close()
