import RIBAnalysis
import RIBTrace
import TraceFixtures

/// The report on one synthetic trace, without symbols.
func report(on trace: TraceBuilder, scope: ScopeID? = nil) throws -> RunReport {
    try Analysis.report(on: [trace.folder], symbolizer: NoSymbols(), scope: scope)
}

/// What a finding says, in one line: `leaked-router HomeRouter at Root/Home, dragging HomeView`.
func gist(_ finding: Finding) -> String {
    let victims = finding.victims.map(\.type).joined(separator: ", ")
    return "\(finding.kind.rawValue) \(finding.type) at \(finding.ribPath)"
        + (victims.isEmpty ? "" : ", dragging \(victims)")
        + (finding.count > 1 ? ", \(finding.count) times" : "")
}

/// The gists of all findings on a trace.
func gists(of trace: TraceBuilder, scope: ScopeID? = nil) throws -> [String] {
    try report(on: trace, scope: scope).findings.map(gist)
}
