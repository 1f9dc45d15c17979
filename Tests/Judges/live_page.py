"""Drives the page of `ribleak watch --web` in headless Chromium, while an app runs.

    live_page.py SCENARIO[,SCENARIO…] RIBLEAK WATCHED-APP

Prints of each scenario what is wrong, one line each, and then that it was looked at.
"""

import sys

import live_access
import live_views
from playwright.sync_api import sync_playwright
from report_page import faults

SCENARIOS = {
    name: scenario
    for module in (live_views, live_access)
    for name, scenario in vars(module).items()
    if getattr(scenario, "__module__", None) == module.__name__
}

with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for name in sys.argv[1].split(","):
        faults.clear()
        try:
            SCENARIOS[name](chromium, *sys.argv[2:4])
        except Exception as error:
            faults.append(" ".join(str(error).split()))
        for fault in [*faults, "looked at"]:
            print(f"{name}: {fault}", flush=True)
    chromium.close()
