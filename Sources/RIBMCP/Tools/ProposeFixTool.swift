// SPDX-License-Identifier: Apache-2.0

import RIBReport

extension RunLibrary {
    /// The answer of the tool `propose_fix`: the change that `ribleak fix` would make.
    func proposeFix(_ arguments: ToolArguments) throws -> ToolAnswer {
        let (finding, reading) = try finding(namedBy: arguments)
        let report = reading.report.map { ReportFormat.json.document(for: $0) } ?? ""
        let fix = try propose(report, finding.fingerprint.description)
        let command = "ribleak fix --only \(finding.fingerprint.description)"
        // The sources are read anew for each page. If the change differs, the cursor is refused.
        return try Self.explanation(
            of: "fix", "\(fix.title)\n\(command) makes this change:\n\n\(fix.patch)",
            run: reading.run, caveats: reading.caveats, stamp: reading.stamp + fix.patch,
            finding: ShownFinding(finding).json, arguments)
    }
}
