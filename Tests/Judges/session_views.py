"""What the views of a page show of the demo's session, and how a person operates them."""

import json
import subprocess

from report_page import expect, opened


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
        expect(it.texts(".finding-line")[1], "kept alive by LoggedInRouter.previousScreens[0] at Tools/ribleak-demo/LoggedIn/LoggedInRouter.swift:25", "what keeps it, on a folded finding")
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
                "LoginInteractor", "disposeBag", "DisposeBag", "subscriptions[0]", "AnyCancellable",
                "receiveValue",
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
        body.get_by_role("button", name="Copy fix").click()
        it.until("document.getElementById('said').textContent.startsWith('fix')")
        expect(it.page.evaluate("navigator.clipboard.readText()"), "ribleak fix --only 22024333123115a4", "copied fix")
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
                    return [Number(rib.getAttribute("aria-level")) - 1, rib.dataset.type, rib.classList.contains("active"), rib.classList.contains("detached")];
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
        expect(it.texts("#panel-tree .empty:not([hidden])"), ["No RIB is in the tree."], "before all")
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


def branches(browser, path):
    """The tree folds, and its search goes from match to match, through folded branches too."""
    with opened(browser, path) as it:
        it.open("tree")
        names = lambda: it.texts(".rib b")
        whole = ["Root", "LoggedIn", "TicTacToe", "OffGame", "OffGame"]
        it.page.locator(".rib .fold-toggle").nth(1).click()
        expect(names(), ["Root", "LoggedIn", "OffGame"], "a folded branch")
        expect(it.text(".rib .below"), "2 below", "what is below it")
        for keys, wanted, what in [
            (["ArrowRight"], whole, "opened by key"),
            (["ArrowRight", "ArrowLeft", "ArrowLeft"], ["Root", "LoggedIn", "OffGame"], "to a child, back, closed"),
            (["Home", "Enter"], ["Root", "OffGame"], "the root closed"),
            (["Enter", "ArrowDown", "ArrowRight", "End"], whole, "all open"),
        ]:
            for key in keys:
                it.page.keyboard.press(key)
            expect(names(), wanted, what)
        expect(it.page.evaluate("document.activeElement.dataset.type"), "OffGameRouter", "End goes to the last row")
        it.page.get_by_role("button", name="Collapse all").click()
        expect(names(), ["Root", "OffGame"], "all folded")
        expect(it.page.locator(".rib[tabindex='0']").count(), 2, "rows that Tab reaches, one of each tree")
        status = lambda: it.text("#panel-tree .tools .range")
        it.search("tree", "offgame")
        expect(status(), "1 of 2 matches", "matches")
        expect(names(), whole, "opened by the search")
        current = lambda: it.page.evaluate("[...document.querySelectorAll('.rib')].findIndex(r => r.classList.contains('current'))")
        expect(current(), 3, "the first match")
        it.page.get_by_role("button", name="Next match").click()
        expect((status(), current()), ("2 of 2 matches", 4), "the next match")
        it.page.get_by_role("button", name="Next match").click()
        it.page.get_by_role("button", name="Previous match").click()
        expect((status(), current()), ("2 of 2 matches", 4), "around the end and back")
        it.page.focus("#panel-tree input[type=search]")
        it.page.keyboard.press("Enter")
        expect(status(), "1 of 2 matches", "Enter goes on")
        it.search("tree", "nobody")
        expect(status(), "No RIB matches", "no match")
        expect(it.page.get_by_role("button", name="Next match").is_disabled(), True, "nowhere to go")
        it.page.get_by_role("button", name="Expand all").click()
        expect(names(), whole, "all of it")


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
                return colors.has(0x6f6f69) && colors.has(0xd3d3cd); }""")
        expect(drawn, True, "bars are drawn")
        spans = it.page.evaluate("JSON.parse(document.getElementById('data-timelines').textContent)[0].paths.length")
        it.page.locator("#panel-timeline .as-table:not([hidden]) > summary").click()
        it.page.wait_for_selector("#panel-timeline tbody tr:not(.spacer)")
        leaks = 8
        expect(it.page.locator("#panel-timeline table").get_attribute("aria-rowcount"), str(spans + leaks + 1), "rows")
        expect(it.texts("#panel-timeline tbody td:nth-child(2)")[:leaks], [
            "leak OffGameRouter", "leak OffGameRouter", "leak OffGameRouter", "leak LoginInteractor",
            "leak LoginInteractor", "leak TicTacToeRouter", "leak TicTacToeRouter", "leak TicTacToeRouter"], "every leak")
        expect("Root attached" in it.text("#panel-timeline tbody"), True, "then the spans")
        it.page.evaluate("scrollTo(0, 1e9)")
        it.rest(200)
        notes = it.texts("#panel-timeline tbody td:last-child")
        expect(sum("fired while inactive at" in note for note in notes), 2, "inactive values in the table")
        expect(sum(": leaked" in note for note in notes), 3, "leaks in the table")


def marks(browser, path):
    """Every leak and every value while inactive is marked, says what it is at the pointer, and leads to its finding."""
    with opened(browser, path) as it:
        it.open("timeline")
        it.page.wait_for_selector(".mark")
        met = []
        it.page.locator(".mark").first.focus()
        for _ in range(30):
            label = it.page.evaluate("document.activeElement.getAttribute('aria-label')")
            if met and label == met[0]:
                break
            met.append(label)
            it.page.keyboard.press("ArrowRight")
            it.rest(40)
        # Those near each other are one button, which begins with its first mark.
        gist = lambda label: (label.split(",")[0].split(" here: ")[-1], label.split(". ")[-1].removesuffix(", and others"))
        expect(sorted({gist(label) for label in met}), [
            ("Root/LoggedIn/OffGame: attached", "Finding 1"),
            ("Root/LoggedIn/OffGame: subscription CurrentValueSubject<Score", "Finding 4"),
            ("Root/LoggedIn/TicTacToe: view gone still attached", "Finding 3"),
            ("Root/LoggedOut/Login: leaked interactor", "Finding 2"),
        ], "marks by arrow keys")
        while "leaked interactor" not in it.focused():
            it.page.keyboard.press("ArrowRight")
        # Moving to a mark scrolls, after which the marks are made anew.
        it.rest(200)
        mark = it.page.locator(".mark:focus")
        box = mark.bounding_box()
        expect(min(box["width"], box["height"]) >= 24, True, f"a mark is {box} large")
        it.page.mouse.move(box["x"] + 20, box["y"] + 12)
        tip = it.page.locator(".tip")
        expect(tip.is_visible(), True, "words at the pointer")
        expect(tip.inner_text().startswith("Root/LoggedOut/Login"), True, "they name the place")
        near = tip.bounding_box()
        expect(abs(near["x"] - box["x"]) < 300 and abs(near["y"] - box["y"]) < 200, True, f"{near} is near {box}")
        it.page.keyboard.press("Escape")
        expect(tip.is_visible(), False, "words after Escape")
        mark.click()
        it.rest(100)
        expect(it.texts(".card.open .finding-title"), ["Leaked interactor Root/LoggedOut/Login"], "finding of a mark")
        expect(it.page.evaluate("document.activeElement.className"), "finding-head", "focus on it")
        # By keyboard alone.
        it.open("timeline")
        it.page.get_by_role("button", name="Next mark").click()
        expect(tip.is_visible(), True, "the next mark says what it is")
        current = it.page.locator(".mark.current")
        expect(current.count(), 1, "marks that stand out")
        current.focus()
        it.page.keyboard.press("Enter")
        expect(it.page.locator("#tab-findings").get_attribute("aria-selected"), "true", "Enter opens its finding")


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
        frame = it.page.get_by_role("button", name="Session.logInWithoutAccount(): 2 objects, 25 %")
        before = frame.bounding_box()["width"]
        frame.focus()
        it.page.keyboard.press("Enter")
        expect(frame.bounding_box()["width"] > 3 * before, True, "zoomed frame is wide")
        expect(it.focused().startswith("Session.logInWithoutAccount()"), True, "focus stays")
        expect("OffGameRouter.init(interactor:viewController:)" in names(), False, "beside it")
        it.page.keyboard.press("ArrowDown")
        expect(it.focused().startswith("Session.openLogin()"), True, "arrow down")
        it.page.keyboard.press("Escape")
        expect(len(names()), whole, "whole graph")
        it.page.get_by_role("button", name="Library frames").click()
        expect(len(names()) > whole, True, "with libraries")
        it.page.locator("#panel-flame .as-table:not([hidden]) > summary").click()
        expect(it.text("#panel-flame tbody tr").startswith("OffGameRouter.init(interactor:viewController:)"), True, "table")
        expect(it.texts("#panel-flame tbody tr:first-child td.n"), ["3", "3"], "counts")
