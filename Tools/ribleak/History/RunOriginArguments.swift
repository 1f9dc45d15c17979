// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBTrace

/// The commit and branch of a run.
struct RunOriginArguments: ParsableArguments {
    @Option(help: "The run's commit. Default: as recorded, or else what CI's environment says.")
    var commit: String?

    @Option(help: "The run's branch. Default: as recorded, or else what CI's environment says.")
    var branch: String?

    /// The commit and the branch, as far as they are known.
    ///
    /// - Parameter report: The run. It knows what was tested, which the checkout of later may not be.
    func resolved(
        of report: RunReport,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SourceRevision {
        let all = Set(report.runs.map(\.revision).filter { $0 != SourceRevision() })
        let revision =
            all.isEmpty ? SourceRevision(in: environment) : all.count == 1 ? all.first : nil
        return SourceRevision(
            commit: commit ?? revision?.commit, branch: branch ?? revision?.branch)
    }

    /// The branch that CI's pull request or merge request is to be merged into; nil elsewhere.
    static var targetBranch: String? {
        let environment = ProcessInfo.processInfo.environment
        return ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CHANGE_TARGET"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}
