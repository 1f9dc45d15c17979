// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBs
import XCTest

/// A chain of operators that is longer than most stacks are deep.
///
/// A test of XCTest, since tracking is switched for the whole process and those run one at a time.
final class DeepChainTests: XCTestCase {
    private static let lineThatSends = #line + 6

    func testTheProjectsLinesAreKnownHoweverLongTheChainIs() throws {
        let scenario = LedgerScenario("a value through a long chain") { stage in
            stage.visit(stage.score { $0.storeThroughLongChain(in: stage.elsewhere) })
            stage.atEnd { stage.elsewhere.cancelAll() }
            stage.stream.send(1)
        }
        guard let findings = try scenario.findings() else {
            throw XCTSkip("nothing is recorded")
        }

        let finding = try XCTUnwrap(findings.first { $0.kind == .firedWhileInactive })
        XCTAssertEqual(finding.place?.line, ScoreInteractor.lineOfLongChain)
        XCTAssertEqual(finding.place?.file.hasSuffix("DeepChainTests.swift"), true)
        let firing = try XCTUnwrap(finding.stacks.firing)
        XCTAssertGreaterThan(firing.frames.count, 64)
        XCTAssertEqual(finding.frame(in: firing)?.line, Self.lineThatSends)
        let text = TextReport.lines(for: finding).joined(separator: "\n")
        XCTAssertFalse(text.contains("cut off"), text)
    }
}

extension ScoreInteractor {
    fileprivate static let lineOfLongChain = #line + 5

    fileprivate func storeThroughLongChain(in kept: Kept) {
        var chain = stream.eraseToAnyPublisher()
        for _ in 1...60 { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
        chain.sink { _ in }.store(in: &kept.bag)
    }
}
