// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRecorder
import RIBTrace

/// Runs `body` again and again, and fails the test if it leaves more objects behind with each turn,
/// leaked or not.
///
/// It finds a dictionary that gets an entry with each turn, children that are attached and never
/// detached, tokens that pile up in a set, and RIBs that leak. The failure says what grows, by how
/// much, what holds it and, where that is known, the line that adds it.
///
/// Two turns come first and are not measured, because caches and lazy variables fill in them.
/// Something grows only if each measured turn adds the same number. A cache with a limit must be
/// full before the last turn: raise `turns` if it is not. Between the turns, queued work runs as in
/// `assertNoLeaks`. Other leaks in `body` do not fail the test, and a check around it does not see
/// them.
///
/// In a test of Swift Testing on the main actor, use the form that awaits: this one would hold the
/// main queue, so nothing would be known.
///
/// - Parameters:
///   - turns: How many turns to measure, at least 3; fewer count as 3.
///   - body: Goes through the scenario once, and ends where it began; the others are as in
///     `assertNoLeaks`.
/// - Throws: What `body` throws. Nothing is judged then.
@_disfavoredOverload
public func assertNoGrowth(
    repeating turns: Int = 5, file: StaticString = #filePath, line: UInt = #line,
    function: StaticString = #function, _ body: () throws -> Void
) rethrows {
    let verdict = try LeakCheck.growth(
        "\(function)", turns, baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict, file: file, line: line)
}

/// Like the synchronous `assertNoGrowth`, for tests that await. `body` runs on the caller's actor.
public func assertNoGrowth(
    repeating turns: Int = 5, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ body: () async throws -> Void
) async rethrows {
    let (outcome, verdict) = try await LeakCheck.checkedAwaiting(
        "\(function)", baseline: BaselineSource(of: file)
    ) {
        let measurement = GrowthMeasurement(
            of: .shared, in: Recorder.shared.currentScope, turns: turns)
        while measurement.hasNextTurn {
            try await body()
            await measurement.endTurnAwaiting(isolation: isolation)
        }
        await measurement.endAwaiting(isolation: isolation)
        return measurement.outcome
    }
    TestFailure.record(verdict.ofGrowth(outcome), file: file, line: line)
}

extension LeakCheck {
    /// Goes through the turns of a scenario and judges what they leave behind.
    static func growth(
        _ name: String, _ turns: Int, baseline: BaselineSource = BaselineSource(),
        _ body: () throws -> Void
    ) rethrows -> LeakVerdict {
        let (outcome, verdict) = try checked(name, baseline: baseline) {
            let measurement = GrowthMeasurement(
                of: .shared, in: Recorder.shared.currentScope, turns: turns)
            while measurement.hasNextTurn {
                try body()
                measurement.endTurn()
            }
            measurement.end()
            return measurement.outcome
        }
        return verdict.ofGrowth(outcome)
    }
}

extension LeakVerdict {
    /// The verdict with nothing but what grows, or why that is not known.
    fileprivate func ofGrowth(_ outcome: GrowthOutcome?) -> LeakVerdict {
        var verdict = self
        verdict.findings = findings.filter { $0.growth != nil }
        verdict.known = known.filter { $0.growth != nil }
        verdict.warnings = []
        // A recorder that could not start is a failure of its own.
        verdict.obstacleToGrowth =
            isJudged || failures.isEmpty
            ? outcome.map(\.obstacle) ?? GrowthOutcome.nothingRecorded : nil
        return verdict
    }
}
