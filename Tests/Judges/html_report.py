"""Drives an HTML report in headless Chromium, as a person would.

    html_report.py SCENARIO[,SCENARIO…] PAGE [RIBLEAK RUN]

Prints of each scenario what is wrong, one line each, and then that it was looked at. The scenario `tree` needs the
command and the run.
"""

import sys

import every_page
import session_views
import unusual_pages
from playwright.sync_api import sync_playwright
from report_page import faults

SCENARIOS = {
    name: scenario
    for module in (session_views, every_page, unusual_pages)
    for name, scenario in vars(module).items()
    if getattr(scenario, "__module__", None) == module.__name__
}

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
