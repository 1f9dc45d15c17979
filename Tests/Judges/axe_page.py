"""What axe-core finds wrong with the page that a browser shows (WCAG 2.2, and its best practices)."""

import importlib.resources

SCRIPT = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

# axe measures the size of targets only when asked to. The rows of a table are alike, and it takes long for each.
RUN = """async (only) => {
  const options = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
  const result = await axe.run({ exclude: [["tbody tr:nth-child(n + 10)"]] }, only ? { runOnly: only } : options);
  return result.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}`));
}"""


def violations(page, only=None):
    """The rules that are broken, and by which elements. `only` names the rules to look at."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    return page.evaluate(RUN, only)
