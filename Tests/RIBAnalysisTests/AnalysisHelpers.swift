// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import Testing
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

/// Expects that nothing is found on a trace though all of its objects are followed, and that a leak which is added to
/// it is found.
///
/// - Parameter symbolizer: Names the stacks.
func expectClean(
    _ trace: TraceBuilder, symbolizer: some Symbolizing = NoSymbols(),
    at location: SourceLocation = #_sourceLocation
) throws {
    let clean = try Analysis.report(on: [trace.folder], symbolizer: symbolizer)
    #expect(clean.findings.map(gist) == [], sourceLocation: location)
    let objects = trace.events.count { event in
        if case .objectCreated = event.event { true } else { false }
    }
    #expect(clean.summary.tracked == objects && objects > 0, sourceLocation: location)

    let (probe, host) = (trace.rib("Probe"), trace.rib("ProbeHost"))
    trace.launch(host)
    trace.attach(probe, to: host)
    trace.detach(probe, from: host)
    trace.settle(alive: probe.parts)
    let leaky = try Analysis.report(on: [trace.folder], symbolizer: symbolizer)
    #expect(
        leaky.findings.map(gist).contains {
            $0.hasPrefix("leaked-router ProbeRouter at ProbeHost/Probe")
        }, sourceLocation: location)
}
