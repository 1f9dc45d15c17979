// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

@Suite struct CaveatTests {
    @Test func aWholeTraceHasNone() throws {
        let (trace, _) = try launchedRoot()
        trace.settle()

        let report = try report(on: trace)
        #expect(report.caveats.map(\.text) == [])
        #expect(report.summary.tracked > 0)
    }

    @Test func aProcessThatNeverSettledSaysHowManyRoutersWereNotJudged() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)

        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "app (pid 77) was killed or still runs: 1 detached router was not judged"
            ])
    }

    @Test func unjudgedObjectsAreCounted() throws {
        let (trace, _) = try launchedRoot()
        trace.settle(unjudged: 2)

        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "app (pid 77): 2 detached objects were not judged, since the main queue did not "
                    + "run after their detach: call Recorder.shared.settle() at the end"
            ])
    }

    @Test func aMachineWithoutLibunwindSaysWhatToInstall() throws {
        let trace = try TraceBuilder { $0.capturesStacks = false }
        _ = trace.rib("Root")
        trace.settle()

        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "app (pid 77) found no libunwind where it ran: no call stacks "
                    + "(Debian, Ubuntu: apt-get install libunwind8)"
            ])
    }

    @Test func aSampledRunSaysWhatHasNoStacksAndSinceWhen() throws {
        let trace = try TraceBuilder {
            $0.level = .sampled
            $0.origin.percentOfRIBs = 25
        }
        _ = trace.rib("Root")
        trace.wait(2_000_000_000)
        trace.append(.budgetSpent(.bytes, uses: 3, processorTime: 4, bytes: 5))
        trace.settle()

        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "app (pid 77) was recorded with RIBLEAK_LEVEL=sampled: call stacks and retain "
                    + "paths for 25 % of RIBs, until the budget was spent after 2000 ms"
            ])
    }

    @Test func aTruncatedStreamSaysWhatIsMissing() throws {
        let (trace, _) = try launchedRoot()
        trace.settle()
        trace.finish()
        let stream = "\(trace.folder)/stream-1"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: stream))
        try bytes.prefix(60).write(to: URL(fileURLWithPath: stream))

        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "\(stream) is cut short: what came after its last whole event is missing",
                "app (pid 77) was killed or still runs: it never settled",
                "app (pid 77) made no RIB while it was recorded",
            ])
    }

    @Test func aWorkerAloneIsNoRIB() throws {
        let trace = try TraceBuilder()
        _ = trace.object(.worker, "HomeWorker")
        trace.settle()

        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "app (pid 77) made no RIB while it was recorded"
            ])
    }
}
