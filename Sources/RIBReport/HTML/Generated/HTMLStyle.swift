// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/report.css: change that.

/// The style sheet of pages.
enum HTMLStyle {
    /// By which the policy of a page allows it.
    static let hash = "sha256-+K8Ej7SKeCxNoPUTUMCIUoFESW+WWYen/KTPa0fFdiE="

    static let text = #"""
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
    --caution: #e6b450;
    --caution-tint: #332a16;
    --bar: #454541;
    --bar-active: #a3a39b;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 4rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: var(--text); }
h1, h2, h3, p, ul, ol, dl, dd, pre, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
pre, code, .code { font-family: var(--mono); font-size: 0.8125rem; }
.code { overflow-wrap: anywhere; }
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
.runs { margin-top: 1.25rem; color: var(--faint); font-size: 0.8125rem; }
.runs strong { color: var(--ink); font-weight: 600; }
.caveats { margin-top: 1.25rem; padding: 0.625rem 1rem; background: var(--caution-tint); border-left: 3px solid var(--caution); border-radius: 3px; font-size: 0.875rem; }
.caveats li::before { content: "! "; color: var(--caution); font-weight: 700; }
.caveats li + li { margin-top: 0.25rem; }

/* Views and what they have in common */
.tabs { position: sticky; top: 0; z-index: 3; display: flex; gap: 1.5rem; margin: 1.75rem 0 1.5rem; background: var(--page); border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
.tab { flex: none; padding: 0.75rem 0; border: 0; background: none; color: var(--faint); border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tab:hover { color: var(--ink); }
.tab[aria-selected="true"] { color: var(--ink); font-weight: 600; border-bottom-color: var(--ink); }
.tab:focus-visible { outline-offset: -3px; }
.tab .number { margin-left: 0.375rem; color: var(--faint); font-weight: 400; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.panel { padding-bottom: 5rem; min-height: 60vh; }
.panel > h2 { font-size: 1.125rem; font-weight: 650; letter-spacing: -0.01em; }
.intro { color: var(--faint); max-width: 46rem; margin: 0.25rem 0 1.25rem; font-size: 0.875rem; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 0 0 1rem; }
.tools .tools { margin: 0; }
.tools .wide { flex: 1 1 14rem; }
.field { width: 100%; min-width: 0; height: 2.125rem; padding: 0 0.75rem; background: var(--card); border: 1px solid var(--strong-line); border-radius: 6px; }
select.field { width: auto; max-width: 100%; }
.field::placeholder { color: var(--faint); opacity: 1; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 0.375rem; min-height: 2.125rem; padding: 0 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; font-size: 0.875rem; }
.button:hover { border-color: var(--strong-line); }
.button[aria-pressed="true"] { background: var(--ink); border-color: var(--ink); color: var(--page); }
.button[aria-pressed="true"] .faint { color: inherit; }
.button:disabled { color: var(--faint); cursor: default; border-color: var(--line); }
.button svg { width: 1rem; height: 1rem; fill: currentColor; }
.icon { min-width: 2.125rem; padding: 0; }
.small { min-height: 1.75rem; padding: 0 0.5rem; font-size: 0.8125rem; }
.count-line { margin: 0 0 0.75rem; color: var(--faint); font-size: 0.8125rem; }
.note { padding: 0.625rem 1rem; margin: 0 0 1rem; background: var(--caution-tint); border-left: 3px solid var(--caution); border-radius: 3px; font-size: 0.875rem; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--faint); }
.tag { color: var(--alarm); font-weight: 600; }
.tag.caution { color: var(--caution); }

/* Without the script */
#plain pre { margin: 1.5rem 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; line-height: 1.45; }
.unowned, .library-leaks { margin: 2rem 0 0; font-size: 0.875rem; }
.library-leaks summary { cursor: pointer; font-weight: 600; }
.library-leaks p { margin-top: 1rem; }
.library-leaks pre { margin-top: 0.5rem; overflow-x: auto; }
.unowned ul { margin-top: 0.5rem; }
.unowned li { padding: 0.125rem 0 0.125rem 1rem; color: var(--faint); }

/* Findings */
.finding { padding-bottom: 0.5rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.card.open { border-color: var(--strong-line); }
.finding-head { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0 0.5rem; width: 100%; padding: 0.75rem 1rem; text-align: left; background: none; border: 0; border-radius: 8px; }
.finding-head:hover { background: var(--sunken); }
.finding-head svg { width: 0.75rem; height: 0.75rem; margin-top: 0.375rem; fill: none; stroke: var(--faint); stroke-width: 2; transition: transform 0.12s; }
.open > h3 > .finding-head svg { transform: rotate(90deg); }
h3.bare { font: inherit; }
.finding-title { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
.path { overflow-wrap: anywhere; }
.path b { font-weight: 600; }
.path span { color: var(--faint); }
.finding-line { display: block; color: var(--faint); font-size: 0.875rem; overflow-wrap: anywhere; }
.finding-line b { color: var(--ink); font-weight: 500; }
.finding-side { color: var(--faint); font-size: 0.8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 0.5rem; }
.finding-body { padding: 0.25rem 1.75rem 1.25rem 2.75rem; }
.finding-body h4 { margin: 1.5rem 0 0.625rem; font-size: 0.8125rem; font-weight: 600; color: var(--faint); }
.columns { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 0 3rem; }
.hint { display: grid; grid-template-columns: auto 1fr; gap: 0 0.75rem; margin: 0.75rem 0 0; padding: 0.75rem 1rem; background: var(--sunken); border-radius: 6px; max-width: 60rem; }
.hint b { font-weight: 600; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1rem; margin-top: 0.75rem; font-size: 0.875rem; }
.facts dt { color: var(--faint); }
.facts dd { overflow-wrap: anywhere; }
.victims li { padding: 0.125rem 0; font-size: 0.875rem; overflow-wrap: anywhere; }
.closing { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.8125rem; color: var(--faint); }
.closing > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.closing code { color: var(--ink); overflow-wrap: anywhere; }

/* What keeps it alive */
.chain-node { display: block; width: fit-content; max-width: 100%; padding: 0.375rem 0.75rem; background: var(--card); border: 1px solid var(--strong-line); border-radius: 6px; font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
.chain-node .place { display: block; color: var(--faint); font-size: 0.75rem; }
.chain-node.root { border-width: 1px 1px 1px 4px; }
.chain-node.target { border: 2px solid var(--alarm); background: var(--alarm-tint); font-weight: 600; }
.chain-node.suspect { border: 2px solid var(--alarm); }
.chain-edge { position: relative; margin-left: 1.25rem; padding: 0.5rem 0 0.75rem 1.25rem; font-size: 0.8125rem; min-height: 1.75rem; }
.chain-edge::before { content: ""; position: absolute; left: 0; top: 0; bottom: 0.25rem; border-left: 2px solid var(--strong-line); }
.chain-edge::after { content: ""; position: absolute; left: -0.25rem; bottom: 0; border: 0.3125rem solid transparent; border-top: 0.4375rem solid var(--strong-line); border-bottom: 0; }
.chain-edge.inferred::before { border-left-style: dashed; }
.chain-edge.suspect::before { border-left: 6px double var(--alarm); left: -2px; }
.chain-edge.suspect::after { border-top-color: var(--alarm); left: -0.25rem; }
.chain-edge .label { font-family: var(--mono); overflow-wrap: anywhere; }
.chain-edge.suspect .label { color: var(--alarm); font-weight: 600; text-decoration: underline wavy 1px; text-underline-offset: 0.25em; }
.chain-edge .why { display: block; margin-top: 0.125rem; color: var(--faint); }
.chain-edge.suspect .why { color: var(--alarm); }
.chain-edge.gap::before { border-left-style: dotted; }
.chain-notes { margin-top: 0.625rem; color: var(--faint); font-size: 0.8125rem; }

/* Stacks */
.stack { border-top: 1px solid var(--line); }
.stack:last-child { border-bottom: 1px solid var(--line); }
.stack > summary { display: flex; gap: 0.5rem; align-items: baseline; padding: 0.5rem 0; cursor: pointer; font-size: 0.875rem; list-style: none; }
.stack > summary::-webkit-details-marker { display: none; }
.stack > summary::before { content: "›"; width: 0.75rem; color: var(--faint); font-weight: 700; }
.stack[open] > summary::before { transform: rotate(90deg) translate(0.125rem, 0.125rem); }
.stack > summary b { flex: none; font-weight: 600; }
.stack > summary .code { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--faint); }
.stack[open] > summary .code { visibility: hidden; }
.frames { padding: 0 0 0.75rem 1.25rem; }
.frame { padding: 0.1875rem 0; font-family: var(--mono); font-size: 0.8125rem; line-height: 1.4; overflow-wrap: anywhere; }
.frame .place { color: var(--faint); font-size: 0.75rem; display: block; }
.fold > summary { padding: 0.1875rem 0; cursor: pointer; color: var(--faint); font-size: 0.8125rem; }
.fold .frame { color: var(--faint); padding-left: 1rem; }

/* Tree */
.player { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.5rem 1rem; align-items: center; margin-bottom: 0.75rem; padding: 0.75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.player .buttons { display: flex; gap: 0.375rem; }
.player input { width: 100%; margin: 0; accent-color: var(--ink); }
.player output { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: 0.875rem; }
.player .moment { font-variant-numeric: tabular-nums; font-weight: 600; }
.forest { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; }
.forest + .forest-title { margin-top: 1.5rem; }
.forest-title { margin: 1rem 0 0.5rem; font-size: 0.875rem; font-weight: 600; }
.forest ul { margin-left: 0.4375rem; padding-left: 1.25rem; border-left: 1px solid var(--line); }
.forest .trunk { margin-left: 0.5rem; padding-left: 0; border: 0; }
.rib { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; padding: 0.25rem 0.5rem; margin-left: -0.5rem; border-radius: 5px; }
.rib.changed { background: var(--sunken); box-shadow: inset 3px 0 0 var(--ink); }
.rib b { font-weight: 600; }
.rib .code { color: var(--faint); }
.rib .state { font-size: 0.8125rem; color: var(--faint); }
.rib .dot { display: inline-block; width: 0.5625rem; height: 0.5625rem; border-radius: 50%; border: 2px solid var(--faint); }
.rib.active .dot { background: var(--ink); border-color: var(--ink); }
.rib.detached .dot { border: 2px solid var(--faint); border-radius: 2px; }
.rib.leaked .dot { border-color: var(--alarm); background: var(--alarm); }
.rib .link.alarm { color: var(--alarm); font-weight: 600; }
.rib .link.caution { color: var(--caution); }
.link { padding: 0; border: 0; background: none; font-size: 0.8125rem; text-decoration: underline; text-underline-offset: 0.2em; color: inherit; }

/* Timeline */
.stage { position: relative; height: min(70vh, 40rem); overflow-y: auto; overflow-x: hidden; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.stage canvas { position: sticky; top: 0; left: 0; display: block; width: 100%; touch-action: pan-y; }
.stage:focus-visible { outline-offset: 1px; }
.under { min-height: 1.5rem; margin: 0.5rem 0 1rem; font-size: 0.8125rem; color: var(--faint); overflow-wrap: anywhere; }
.key { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 0.75rem; font-size: 0.8125rem; color: var(--faint); }
.key li { display: flex; align-items: center; gap: 0.375rem; }
.key svg { width: 1.5rem; height: 0.75rem; }
.range { font-variant-numeric: tabular-nums; font-size: 0.875rem; margin-left: auto; }
.as-table { margin-top: 1rem; }
.as-table > summary { cursor: pointer; font-size: 0.875rem; padding: 0.25rem 0; }

/* Tables */
.table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; background: var(--card); border: 1px solid var(--line); }
.table th { position: sticky; top: 2.875rem; z-index: 2; padding: 0; background: var(--sunken); text-align: left; font-weight: 600; box-shadow: inset 0 -1px 0 var(--line); white-space: nowrap; }
.table th > span, .sort { display: block; width: 100%; padding: 0.5rem 0.625rem; }
.sort { border: 0; background: none; font-weight: 600; text-align: inherit; white-space: nowrap; }
.sort:hover { text-decoration: underline; }
.sort:focus-visible { outline-offset: -3px; }
.table td { padding: 0.5rem 0.625rem; border-top: 1px solid var(--line); vertical-align: top; }
.table td.full { overflow-wrap: anywhere; }
.table .half { width: 36%; }
.table .owner { min-width: 12rem; }
.table .sub { white-space: normal; }
.table .when { white-space: nowrap; }
.table .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.table .sub { display: block; color: var(--faint); font-size: 0.75rem; }
.table .fired { color: var(--alarm); font-weight: 600; }
.table .spacer td { padding: 0; border: 0; }
.table tbody tr:hover td { background: var(--sunken); }
.table tbody .spacer:hover td { background: none; }
.pinned { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

/* Flame graph */
.flame { position: relative; overflow: hidden; }
.flame button { position: absolute; height: 1.5rem; padding: 0 0.375rem; overflow: hidden; border: 1px solid var(--card); border-radius: 3px; background: var(--sunken); color: var(--faint); font-family: var(--mono); font-size: 0.75rem; line-height: 1.375rem; text-align: left; text-overflow: ellipsis; white-space: nowrap; }
.flame button.own { background: var(--bar); color: var(--ink); }
.flame button.site { background: var(--alarm-tint); color: var(--alarm); box-shadow: inset 0 -2px 0 var(--alarm); }
.flame button:hover, .flame button:focus-visible { border-color: var(--ink); z-index: 1; }
.flame button:focus-visible { outline-offset: -2px; }
.flame-box { padding: 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }

@media (max-width: 60rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 45rem) {
  .head, main { padding-left: 1rem; padding-right: 1rem; }
  .head { padding-top: 1.5rem; }
  .verdict { font-size: 1.25rem; }
  .counts { gap: 0.75rem 1.5rem; }
  .counts dd { font-size: 1.375rem; }
  .tabs { gap: 1.25rem; }
  .finding-head { grid-template-columns: 1rem minmax(0, 1fr); }
  .finding-side { grid-column: 2; padding-left: 0; }
  .finding-body { padding: 0 1rem 1rem; }
  .hint { grid-template-columns: 1fr; }
  .facts { grid-template-columns: minmax(0, 1fr); }
  .player { grid-template-columns: minmax(0, 1fr); }
  .table, .table tbody { display: block; }
  .table thead { display: none; }
  .sortable thead { display: block; background: var(--sunken); }
  .sortable thead tr { display: flex; flex-wrap: wrap; padding: 0 0.25rem; border: 0; }
  .sortable th { position: static; box-shadow: none; }
  .sortable .sort { padding: 0.5rem; }
  .table tr { display: grid; grid-template-columns: 1fr 1fr; padding: 0.5rem 0; border-top: 1px solid var(--line); }
  .table tr.spacer { display: block; padding: 0; border: 0; }
  .table tr.spacer td { display: block; }
  .table td { display: block; border: 0; padding: 0.125rem 0.75rem; text-align: left; }
  .table td.n { text-align: left; }
  .table td.full { grid-column: 1 / -1; width: auto; min-width: 0; }
  .table td[data-title]::before { content: attr(data-title) " "; color: var(--faint); }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; scroll-behavior: auto !important; }
}
@media (forced-colors: active) {
  .chain-edge.suspect .label, .tab[aria-selected="true"] { text-decoration: underline; }
  .rib .dot, .flame button { forced-color-adjust: none; }
}
@media print {
  :root { --page: #fff; --card: #fff; color-scheme: light; }
  .tabs, .tools, .skip, .closing button, .stack > summary::before { display: none; }
  .head, main { max-width: none; padding: 0; }
  .card, .chain-node, .forest, .frame { break-inside: avoid; }
  .spacer { display: none !important; }
  .panel { min-height: 0; padding: 0; }
  .finding-body, .stack > summary { color: #000; }
}
"""#
}
