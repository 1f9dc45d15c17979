// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/base.css: change that.

/// The style sheet that all pages share.
package enum HTMLBaseStyle {
    /// By which the policy of a page allows it.
    package static let hash = "sha256-VuPgR8iP4fwp4/PilJAvXYhUr9ivVlFxkCOodSP4AW4="

    package static let text = #"""
:root {
  --page: #f7f7f5;
  --card: #ffffff;
  --sunken: #f0f0ed;
  --line: #deded9;
  --strong-line: #8d8d86;
  --ink: #1c1c1a;
  --faint: #5d5d57;
  --alarm: #b3201a;
  --alarm-tint: #fcecea;
  --good: #1f6b35;
  --caution: #80560a;
  --caution-tint: #faf2df;
  --bar: #d3d3cd;
  --bar-active: #6f6f69;
  --text: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  color-scheme: light dark;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #161615;
    --card: #1f1f1d;
    --sunken: #282826;
    --line: #3a3a37;
    --strong-line: #83837c;
    --ink: #ecece8;
    --faint: #a5a59e;
    --alarm: #ff8a80;
    --alarm-tint: #3a1f1d;
    --good: #74c98a;
    --caution: #e6b450;
    --caution-tint: #332a16;
    --bar: #454541;
    --bar-active: #a3a39b;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 4rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: var(--text); }
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, pre, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
pre, code, .code { font-family: var(--mono); font-size: 0.8125rem; }
.code { overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: 0.2em; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.faint { color: var(--faint); }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); color: var(--ink); z-index: 9; }
.skip:focus { top: 0.5rem; }
[hidden] { display: none !important; }

/* The head */
.head, main { max-width: 80rem; margin: 0 auto; padding: 0 2rem; }
.head { padding-top: 2.5rem; }
.verdict { display: flex; gap: 0.75rem; font-size: 1.5rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.012em; }
.verdict.alarm .sign { color: var(--alarm); }
.verdict.caution .sign { color: var(--caution); }
.counts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 1.5rem 0 0; }
.counts div { display: flex; flex-direction: column; }
.counts dd { font-size: 1.75rem; line-height: 1.15; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
.counts dt { color: var(--faint); font-size: 0.8125rem; }
.counts .alarm dd { color: var(--alarm); }
.counts .caution dd { color: var(--caution); }
.counts .good dd { color: var(--good); }
.runs { margin-top: 1.25rem; color: var(--faint); font-size: 0.8125rem; }
.runs strong { color: var(--ink); font-weight: 600; }
.caveats { margin-top: 1.25rem; padding: 0.625rem 1rem; background: var(--caution-tint); border-left: 3px solid var(--caution); border-radius: 3px; font-size: 0.875rem; }
.caveats li::before { content: "! "; color: var(--caution); font-weight: 700; }
.caveats li + li { margin-top: 0.25rem; }

/* What all pages have in common */
.panel > h2 { font-size: 1.125rem; font-weight: 650; letter-spacing: -0.01em; }
.intro { color: var(--faint); max-width: 46rem; margin: 0.25rem 0 1.25rem; font-size: 0.875rem; }
code { overflow-wrap: anywhere; }
.head > .note { margin: 0 0 1.5rem; }
.note { padding: 0.625rem 1rem; margin: 0 0 1rem; background: var(--caution-tint); border-left: 3px solid var(--caution); border-radius: 3px; font-size: 0.875rem; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--faint); }
.tag { color: var(--alarm); font-weight: 600; }
.note li { padding: 0.125rem 0 0 1rem; }
.tag.caution { color: var(--caution); }

/* Tables */
.table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; background: var(--card); border: 1px solid var(--line); }
.table th { padding: 0; background: var(--sunken); text-align: left; font-weight: 600; box-shadow: inset 0 -1px 0 var(--line); white-space: nowrap; }
.table td { padding: 0.5rem 0.625rem; border-top: 1px solid var(--line); vertical-align: top; }
.table td.full { overflow-wrap: anywhere; }
.table .sub { white-space: normal; }
.table .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.table .sub { display: block; color: var(--faint); font-size: 0.75rem; }
.table tbody tr:hover td { background: var(--sunken); }

@media (max-width: 45rem) {
  .head, main { padding-left: 1rem; padding-right: 1rem; }
  .head { padding-top: 1.5rem; }
  .verdict { font-size: 1.25rem; }
  .counts { gap: 0.75rem 1.5rem; }
  .counts dd { font-size: 1.375rem; }
  .table, .table tbody { display: block; }
  .table thead { display: none; }
  .table tr { display: grid; grid-template-columns: 1fr 1fr; padding: 0.5rem 0; border-top: 1px solid var(--line); }
  .table td { display: block; border: 0; padding: 0.125rem 0.75rem; text-align: left; }
  .table td.n { text-align: left; }
  .table td.full { grid-column: 1 / -1; width: auto; min-width: 0; }
  .table td[data-title]::before { content: attr(data-title) " "; color: var(--faint); }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; scroll-behavior: auto !important; }
}
@media print {
  :root { --page: #fff; --card: #fff; color-scheme: light; }
  .skip { display: none; }
  .table tbody tr:hover td { background: none; }
  .head, main { max-width: none; padding: 0; }
}
"""#
}
