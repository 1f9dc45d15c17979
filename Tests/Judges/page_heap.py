"""Looks for what a live page keeps for ever.

    page_heap.py LINK MINUTES [WARM-UP-MINUTES]

Opens the page, goes through its views all the time as a person would, and takes snapshots of its heap (after the
garbage is collected): one when it is warm, one at the end, and some in between. Prints them as a table, and then
what grew. Exit 0: it is flat; 1: it grows; 2: the page does not follow.
"""

import collections
import json
import sys
import time

from playwright.sync_api import sync_playwright

# How much more there may be at the end than when the page was warm, of bytes and of objects. Tables are trimmed when
# they are a tenth too large, so two moments may differ by that much.
GROWTH = 1.1
# So many pieces of the page may be outside of it: rows that were just taken out.
DETACHED = 50


class Heap:
    """What a snapshot has."""

    def __init__(self, session):
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        counters = session.send("Memory.getDOMCounters")
        self.elements, self.listeners = counters["nodes"], counters["jsEventListeners"]
        chunks = []
        take = lambda event: chunks.append(event["chunk"])
        session.on("HeapProfiler.addHeapSnapshotChunk", take)
        session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        session.remove_listener("HeapProfiler.addHeapSnapshotChunk", take)
        self.read(json.loads("".join(chunks)))

    def read(self, snapshot):
        meta = snapshot["snapshot"]["meta"]
        fields = meta["node_fields"]
        types = meta["node_types"][0]
        nodes, names = snapshot["nodes"], snapshot["strings"]
        at = {name: fields.index(name) for name in ("type", "name", "self_size", "detachedness")}
        self.kinds = collections.Counter()
        self.count = self.size = self.code = self.detached = 0
        for start in range(0, len(nodes), len(fields)):
            kind = types[nodes[start + at["type"]]]
            size = nodes[start + at["self_size"]]
            # Code is compiled better the more often it runs; the page has a bounded amount of it.
            if kind == "code":
                self.code += size
                continue
            self.count += 1
            self.size += size
            self.detached += nodes[start + at["detachedness"]] == 2
            if kind not in ("hidden", "string", "concatenated string", "sliced string"):
                self.kinds[f"{kind} {names[nodes[start + at['name']]][:40]}"] += 1

    def line(self, minutes, shown):
        return (f"| {minutes:.1f} | {self.size / 1e6:.2f} | {self.code / 1e6:.2f} | {self.count:,} | {self.elements:,} | {self.detached} "
                f"| {self.listeners} | {shown} |")


HEAD = """| minute | heap without code, MB | code, MB | objects | DOM nodes | detached | listeners | changes shown |
|---|---|---|---|---|---|---|---|"""

# One step through the page: another view, and something to do in it.
STEP = """(turn) => {
  const views = ["tree", "timeline", "ledger", "findings", "flame"];
  const view = views[turn % views.length];
  document.getElementById(`tab-${view}`).click();
  const panel = document.getElementById(`panel-${view}`);
  const press = (words) => [...panel.querySelectorAll("button")].find((one) => one.textContent === words || one.ariaLabel === words)?.click();
  if (view === "tree") {
    for (let back = 0; back < 3; back++) press("Previous attach or detach");
    press(turn % 2 ? "Collapse all" : "Expand all");
    press("Newest");
  }
  if (view === "timeline") {
    press("Earlier");
    press("Zoom in");
    press("Zoom out");
    press("Newest");
    const table = panel.querySelector(".as-table");
    table.open = !table.open;
  }
  if (view === "ledger") press("Made");
  if (view === "findings") panel.querySelector(".finding-head")?.click();
}"""

PAUSE = """document.querySelector("#live-tools button").click()"""


def watch(page, minutes, warm_up):
    session = page.context.new_cdp_session(page)
    start = time.monotonic()
    passed = lambda: (time.monotonic() - start) / 60
    heaps, turn = [], 0
    wanted = [warm_up + (minutes - warm_up) * part / 6 for part in range(7)]
    print(HEAD, flush=True)
    while wanted:
        page.evaluate(STEP, turn)
        turn += 1
        page.wait_for_timeout(1000)
        if passed() < wanted[0] or turn % 5 != 1:
            continue
        # While nothing moves.
        page.evaluate(PAUSE)
        page.wait_for_timeout(500)
        heaps.append(Heap(session))
        print(heaps[-1].line(passed(), shown(page)), flush=True)
        wanted.pop(0)
        page.evaluate(PAUSE)
    return heaps


def shown(page):
    """How many changes of the tree came so far; those that left the page too."""
    note = page.inner_text("#panel-tree .note") if page.locator("#panel-tree .note:not([hidden])").count() else ""
    left = sum(int(word.replace(",", "")) for word in note.split() if word.replace(",", "").isdigit())
    return f"{left:,}" if note else page.get_attribute("#panel-tree input[type=range]", "max")


def state_of(page):
    """What the page says of its connection, once it had time to connect."""
    for _ in range(100):
        state = page.inner_text("#live-state")
        if state == "Live":
            break
        page.wait_for_timeout(100)
    return state


def main():
    link, minutes, warm_up = sys.argv[1], float(sys.argv[2]), float(sys.argv[3] if len(sys.argv) > 3 else 6)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(link)
        page.wait_for_selector("#tab-tree")
        heaps = watch(page, minutes, warm_up)
        state = state_of(page)
        browser.close()
    if state != "Live" or errors:
        print(f"\nThe page does not follow: {state} {errors[:3]}")
        return 2
    first, last = heaps[0], heaps[-1]
    grown = {name: (first.kinds[name], count) for name, count in last.kinds.items() if count > 2 * first.kinds[name] + 100}
    print(f"\nFrom the first to the last: {last.size / first.size - 1:+.1%} of bytes, {last.count / first.count - 1:+.1%} of objects,"
          f" {last.elements - first.elements:+} DOM nodes, {last.detached} detached.")
    for name, (before, after) in sorted(grown.items(), key=lambda one: -one[1][1])[:20]:
        print(f"- {name}: {before} → {after}")
    is_flat = (last.size <= GROWTH * first.size and last.count <= GROWTH * first.count and last.detached <= DETACHED
               and last.listeners <= first.listeners + 50)
    print("It is flat." if is_flat else "It grows.")
    return 0 if is_flat else 1


sys.exit(main())
