// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

extension RunReport {
    /// A copy in which a finding that no recorded line places in the repository is placed where its
    /// type is declared there. Such findings come from recordings without stacks or symbols.
    ///
    /// Reads the repository's Swift files, but only when one of the formats shows such places and
    /// a finding lacks one.
    ///
    /// - Parameters:
    ///   - formats: The formats to be written.
    ///   - root: The repository's folder, an absolute path.
    package func locatingTypes(for formats: [ReportFormat], in root: String) -> RunReport {
        guard formats.contains(where: \.isForRepositories) else { return self }
        guard findings.contains(where: { $0.relativePlace == nil }) else { return self }
        let sources = SourceDeclarations(in: root)
        var report = self
        report.findings = findings.map { finding in
            var finding = finding
            if finding.relativePlace == nil {
                finding.declaration = sources.place(of: SourceDeclaration(type: finding.type))
            }
            return finding
        }
        return report
    }
}
