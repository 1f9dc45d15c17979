// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBHistory/Assets/history.css: change that.

/// The style sheet of a history, after the shared one.
enum HistoryStyle {
    /// By which the policy of a page allows it.
    static let hash = "sha256-fmjBEP3csUNpRtIHb+IauR4Tb7OFx5UMop4m7YuaG9U="

    static let text = #"""
main { padding-bottom: 4rem; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.125rem; font-weight: 650; letter-spacing: -0.01em; }
.span { margin-top: 0.25rem; color: var(--faint); font-size: 0.875rem; }

/* The chart: places in percent, so that text and lines keep their sizes in any width */
.chart { padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.chart svg { display: block; width: 100%; height: 11rem; overflow: visible; }
.chart .grid { stroke: var(--line); }
.chart .series { fill: none; stroke-width: 2; }
.chart text { fill: var(--faint); font-size: 0.75rem; }
.leaks { stroke: var(--alarm); }
.fires { stroke: var(--caution); stroke-dasharray: 6 4; }
.warnings { stroke: var(--faint); stroke-dasharray: 2 4; }
.chart circle { stroke: none; fill: var(--faint); }
.chart .of-leaks { fill: var(--alarm); }
.chart .of-fires { fill: var(--caution); }
.ends { display: flex; justify-content: space-between; margin-left: 2rem; color: var(--faint); font-size: 0.75rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-bottom: 0.75rem; color: var(--faint); font-size: 0.8125rem; }
.legend li { display: flex; align-items: center; gap: 0.375rem; }
.legend svg { width: 1.5rem; height: 0.75rem; fill: none; stroke-width: 2; }

/* The findings */
.table th, .table td { padding: 0.5rem 0.625rem; }
.table tbody th { background: none; box-shadow: none; border-top: 1px solid var(--line); font-weight: 400; vertical-align: top; }
.table b { font-weight: 600; }
.table .path { overflow-wrap: anywhere; }
.table .when { white-space: nowrap; }
.fixed .tag { color: var(--good); }
.open .tag { color: var(--caution); }
.bars { display: block; height: 1.25rem; }
.bar { fill: var(--alarm); }
.fixed .bar { fill: var(--faint); }
.none { fill: var(--strong-line); }
@media (max-width: 45rem) {
  .table .when { white-space: normal; }
  .table tbody th { display: block; grid-column: 1 / -1; border: 0; padding: 0.125rem 0.75rem; white-space: normal; }
}
"""#
}
