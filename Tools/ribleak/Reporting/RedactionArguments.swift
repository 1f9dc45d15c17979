// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBReport
import RIBTrees

/// Whether the output may reveal details of the machine that made it.
struct RedactionArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Show no folder outside the working directory, for reports that others will see.",
            discussion: """
                Only the last component of such a path is shown: …/HomeInteractor.swift. Errors in \
                the arguments of this command still show whole paths.
                """))
    var redactPaths = false

    func shown(_ report: RunReport) -> RunReport { redactPaths ? report.redactingPaths() : report }

    func shown(_ details: RunDetails) -> RunDetails {
        redactPaths ? details.redactingPaths() : details
    }

    func shown(_ list: SubscriptionReport) -> SubscriptionReport {
        redactPaths ? list.redactingPaths() : list
    }

    func shown(_ snapshot: TreeSnapshot) -> TreeSnapshot {
        redactPaths ? snapshot.redactingPaths() : snapshot
    }

    func shown(_ story: Explanation.Story) -> Explanation.Story {
        redactPaths ? story.redactingPaths() : story
    }
}
