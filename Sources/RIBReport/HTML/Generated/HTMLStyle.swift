// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/report.css: change that.

/// The style sheet of reports.
enum HTMLStyle {
    /// By which the policy of a page allows it.
    static let hash = "sha256-tLSmUKy7oYRUKbF7RD3S4WpqakBRxv3R1WVX0pr0m/Y="

    static let text = #"""
/* Views and what they have in common */
.tabs { position: sticky; top: 0; z-index: 3; display: flex; gap: 1.5rem; margin: 1.75rem 0 1.5rem; background: var(--page); border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
.tab { flex: none; padding: 0.75rem 0; border: 0; background: none; color: var(--faint); border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tab:hover { color: var(--ink); }
.tab[aria-selected="true"] { color: var(--ink); font-weight: 600; border-bottom-color: var(--ink); }
.tab:focus-visible { outline-offset: -3px; }
.tab .number { margin-left: 0.375rem; color: var(--faint); font-weight: 400; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.panel { padding-bottom: 5rem; min-height: 60vh; }
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

/* Without the script */
#plain pre { margin: 1.5rem 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; line-height: 1.45; }
.unowned, .library-leaks { margin: 2rem 0 0; font-size: 0.875rem; }
.library-leaks summary { padding: 0.25rem 0; cursor: pointer; font-weight: 600; }
.library-leaks p { margin-top: 1rem; }
.library-leaks pre { margin-top: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.unowned ul { margin-top: 0.5rem; }
.unowned li { padding: 0.125rem 0 0.125rem 1rem; color: var(--faint); }

/* Findings */
.finding { padding-bottom: 0.5rem; }
.finding.member { padding-left: 1rem; border-left: 3px solid var(--line); }
.finding.member + .finding:not(.member) { padding-top: 0.75rem; }
.cause { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; padding: 0.75rem 0 0.5rem 1rem; border-left: 3px solid var(--line); font-size: 0.875rem; }
.cause .code { font-weight: 600; }
.accepted .tag { color: var(--faint); }
.fixed-list { margin: 1.5rem 0 0; }
.fixed-list h3 { font-size: 1rem; font-weight: 600; }
.fixed-list li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.tag.good { color: var(--good); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.card.open { border-color: var(--strong-line); }
.finding-head { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0 0.5rem; width: 100%; padding: 0.75rem 1rem; text-align: left; background: none; border: 0; border-radius: 8px; }
.finding-head:hover { background: var(--sunken); }
.finding-head svg { width: 0.75rem; height: 0.75rem; margin-top: 0.375rem; fill: none; stroke: var(--faint); stroke-width: 2; transition: transform 0.12s; }
.open .finding-head svg { transform: rotate(90deg); }
.bare { font: inherit; }
.finding-title { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
.path { overflow-wrap: anywhere; }
.path b { font-weight: 600; }
.path span { color: var(--faint); }
.finding-line { display: block; color: var(--faint); font-size: 0.875rem; overflow-wrap: anywhere; }
.finding-line b { color: var(--ink); font-weight: 500; }
.finding-side { color: var(--faint); font-size: 0.8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 0.5rem; }
.finding-body { padding: 0.25rem 1.75rem 1.25rem 2.75rem; }
.finding-body h4, .finding-body h5 { margin: 1.5rem 0 0.625rem; font-size: 0.8125rem; font-weight: 600; color: var(--faint); }
.columns { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 0 3rem; }
.hint { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; align-items: baseline; margin: 0.75rem 0 0; padding: 0.75rem 1rem; background: var(--sunken); border-radius: 6px; max-width: 60rem; }
.hint b { font-weight: 600; }
.hint .button { margin-left: 0.5rem; }
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
.player input { width: 100%; height: 1.5rem; margin: 0; accent-color: var(--ink); }
.player output { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: 0.875rem; }
.player .moment { font-variant-numeric: tabular-nums; font-weight: 600; }
.forest { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; overflow-x: auto; }
.forest-title { margin: 1.5rem 0 0.5rem; font-size: 0.875rem; font-weight: 600; }
.rib { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: center; min-height: 1.875rem; padding: 0.125rem 0.5rem 0.125rem 0; border-radius: 5px; background: repeating-linear-gradient(to right, transparent 0 0.6875rem, var(--line) 0.6875rem calc(0.6875rem + 1px), transparent calc(0.6875rem + 1px) 1.5rem) no-repeat; }
.rib:focus-visible { outline-offset: -2px; }
.rib .name { display: flex; gap: 0.375rem; align-items: center; }
.rib .fold-toggle { display: inline-flex; align-items: center; justify-content: center; width: 1.5rem; height: 1.5rem; cursor: pointer; }
.rib .fold-toggle svg { width: 0.75rem; height: 0.75rem; fill: none; stroke: var(--faint); stroke-width: 2; transition: transform 0.12s; }
.rib[aria-expanded="true"] .fold-toggle svg { transform: rotate(90deg); }
.rib .below { font-size: 0.8125rem; color: var(--faint); }
.rib.match b { background: var(--caution-tint); box-shadow: 0 0 0 2px var(--caution-tint); }
.rib.match.current b { outline: 2px solid var(--ink); outline-offset: 2px; }
.rib.changed { background-color: var(--sunken); }
.rib.changed .state { color: var(--ink); font-weight: 600; }
.rib b { font-weight: 600; }
.rib .code { color: var(--faint); }
.rib .state { font-size: 0.8125rem; color: var(--faint); }
.rib .dot { flex: none; display: inline-block; width: 0.5625rem; height: 0.5625rem; border-radius: 50%; border: 2px solid var(--faint); }
.rib.active .dot { background: var(--ink); border-color: var(--ink); }
.rib.detached .dot { border: 2px solid var(--faint); border-radius: 2px; }
.rib.leaked .dot { border-color: var(--alarm); background: var(--alarm); }
.rib .link.alarm { color: var(--alarm); font-weight: 600; }
.rib .link.caution { color: var(--caution); }
.link { display: inline-flex; align-items: center; min-height: 1.5rem; padding: 0; border: 0; background: none; font-size: 0.8125rem; text-decoration: underline; text-underline-offset: 0.2em; color: inherit; }

/* Timeline */
.stage { position: relative; height: min(70vh, 40rem); overflow-y: auto; overflow-x: hidden; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.stage canvas { position: sticky; top: 0; left: 0; z-index: 0; display: block; width: 100%; touch-action: pan-y; }
.stage canvas.leads { cursor: pointer; }
.marks { position: absolute; top: 0; left: 0; width: 100%; height: 0; pointer-events: none; }
.mark { position: absolute; height: 1.5rem; min-width: 1.5rem; padding: 0; overflow: hidden; border: 0; background: none; color: var(--alarm); font-size: 0.6875rem; line-height: 1.5rem; font-weight: 600; text-align: left; white-space: nowrap; pointer-events: auto; }
.mark.caution { color: var(--caution); }
.mark span { display: block; height: 1.25rem; margin: 0.125rem 0; padding: 0 0.375rem; overflow: hidden; border: 2px dashed currentColor; border-radius: 3px; background: var(--card); line-height: 1rem; text-overflow: ellipsis; }
.mark.point { text-align: center; }
.mark.point svg { display: block; width: 0.875rem; height: 0.875rem; margin: 0.3125rem auto; fill: currentColor; stroke: var(--card); stroke-width: 1; }
.mark:hover span, .mark.current span { background: var(--alarm-tint); border-style: solid; }
.mark.caution:hover span, .mark.caution.current span { background: var(--caution-tint); }
.mark:hover svg, .mark.current svg { stroke: var(--ink); }
.mark:focus-visible { outline-offset: 0; border-radius: 3px; z-index: 1; }
.tip { position: fixed; z-index: 8; max-width: min(26rem, calc(100vw - 1rem)); padding: 0.5rem 0.75rem; background: var(--ink); color: var(--page); border-radius: 6px; font-size: 0.8125rem; overflow-wrap: anywhere; pointer-events: none; }
.tip b { display: block; font-weight: 600; }
.stage:focus-visible { outline-offset: 1px; }
.under { min-height: 1.5rem; margin: 0.5rem 0; font-size: 0.8125rem; color: var(--faint); overflow-wrap: anywhere; }
.key { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 0.75rem; font-size: 0.8125rem; color: var(--faint); }
.key li { display: flex; align-items: center; gap: 0.375rem; }
.key svg { width: 1.5rem; height: 0.75rem; }
.range { font-variant-numeric: tabular-nums; font-size: 0.875rem; margin-left: auto; }
.as-table { margin-top: 1rem; }
.as-table > summary { cursor: pointer; font-size: 0.875rem; padding: 0.25rem 0; }

/* Tables */
.table th > span, .sort { display: block; width: 100%; padding: 0.5rem 0.625rem; }
.sort { border: 0; background: none; font-weight: 600; text-align: inherit; white-space: nowrap; }
.sort:hover { text-decoration: underline; }
.sort:focus-visible { outline-offset: -3px; }
.table .half { width: 36%; }
.table .owner { min-width: 12rem; }
.table .when { white-space: nowrap; }
.table .fired { color: var(--alarm); font-weight: 600; }
.table .spacer td { padding: 0; border: 0; }
.table tbody .spacer:hover td { background: none; }
.pinned { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

/* Flame graph */
.flame { position: relative; overflow: hidden; }
.flame button, .flame i { position: absolute; height: 1.5rem; padding: 0 0.375rem; overflow: hidden; border: 1px solid var(--card); border-radius: 3px; background: var(--sunken); color: var(--faint); font-family: var(--mono); font-size: 0.75rem; line-height: 1.375rem; text-align: left; text-overflow: ellipsis; white-space: nowrap; }
.flame .own { background: var(--bar); color: var(--ink); }
.flame .site { background: var(--alarm-tint); color: var(--alarm); box-shadow: inset 0 -2px 0 var(--alarm); }
.flame i { padding: 0; }
.flame button:hover, .flame button:focus-visible { border-color: var(--ink); z-index: 1; }
.flame button:focus-visible { outline-offset: -2px; }
.flame-box { padding: 0.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }

@media (max-width: 60rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 45rem) {
  .tabs { gap: 0.75rem; font-size: 0.8125rem; }
  .tab .number { display: none; }
  .finding.member, .cause { padding-left: 0.5rem; }
  .cause { padding-right: 0.5rem; }
  .rib { padding-left: 0; }
  .finding-head { grid-template-columns: 1rem minmax(0, 1fr); }
  .finding-side { grid-column: 2; padding-left: 0; }
  .finding-body { padding: 0 1rem 1rem; }
  .hint { grid-template-columns: 1fr; }
  .facts { grid-template-columns: minmax(0, 1fr); }
  .player { grid-template-columns: minmax(0, 1fr); }
  .sortable thead { display: block; background: var(--sunken); }
  .sortable thead tr { display: flex; flex-wrap: wrap; padding: 0 0.25rem; border: 0; }
  .sortable th { position: static; box-shadow: none; }
  .sortable .sort { padding: 0.5rem; }
  .table tr.spacer { display: block; padding: 0; border: 0; }
  .table tr.spacer td { display: block; }
}
@media (forced-colors: active) {
  .chain-edge.suspect .label, .tab[aria-selected="true"] { text-decoration: underline; }
  .rib .dot, .flame button, .flame i { forced-color-adjust: none; }
}
@media print {
  .tabs, .tools, .closing button, .stack > summary::before, .fixed-list + .empty { display: none; }
  .finding-head svg { visibility: hidden; }
  .card, .chain-node, .forest, .frame, .hint { break-inside: avoid; }
  .finding-head, h4, h5 { break-after: avoid; }
  .spacer { display: none !important; }
  .panel { min-height: 0; padding: 0; }
  .finding-body, .stack > summary { color: #000; }
}
"""#
}
