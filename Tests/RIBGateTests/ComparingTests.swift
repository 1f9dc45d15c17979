// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import Testing

@testable import RIBAnalysis
@testable import RIBGate

/// What a report knows of each finding once it is compared with the project's files.
@Suite struct ComparingTests {
    private let menu = GateSamples.finding(at: "Root/Menu", type: "MenuRouter")
    private let map = GateSamples.finding(at: "Root/Map", type: "MapRouter")
    private let advert = GateSamples.finding(at: "Root/Advert", type: "AdvertRouter")
    private static let suppression = """
        suppressions:
        - type: AdvertRouter
          reason: the SDK
          expires: 2026-12-31
        """

    private func compared(
        _ findings: [Finding], _ yaml: String = "", baseline: [Finding]?,
        on day: String = "2026-06-15"
    ) throws -> RunReport {
        GateSamples.report(findings, types: Set([menu, map, advert].map(\.type))).compared(
            with: try GateSamples.settings(yaml), baseline: baseline.map(Baseline.init(of:)),
            today: GateSamples.day(day))
    }

    @Test func newOnesComeFirstThenKnownThenSuppressed() throws {
        let report = try compared([advert, map, menu], Self.suppression, baseline: [map])
        #expect(report.isCompared)
        #expect(report.findings.map(\.type) == ["MenuRouter", "MapRouter", "AdvertRouter"])
        #expect(report.findings.map(\.status.comparison) == [.new, .known, .new])
        #expect(
            report.findings.map(\.status.suppression) == [
                nil, nil, FindingStatus.Suppression(reason: "the SDK", expires: "2026-12-31"),
            ])
        #expect(report.findings.map(\.status.isNew) == [true, false, false])
    }

    @Test func aBaselineEntryThatIsGoneIsFixed() throws {
        let report = try compared([map], baseline: [map, menu])
        #expect(report.fixed.map(\.type) == ["MenuRouter"])
    }

    @Test func anEntryThatOccursMoreOftenHasGrown() throws {
        let before = GateSamples.finding(.firedWhileInactive, cause: "stream → sink")
        var now = before
        now.count = 3
        for (yaml, isNew) in [("", false), ("count-growth: fail", true)] {
            let report = try compared([now], yaml, baseline: [before])
            #expect(report.findings.map(\.status.comparison) == [.grown(from: 1, isNew: isNew)])
            #expect(report.findings.map(\.status.isNew) == [isNew])
        }
    }

    @Test func suppressionsAloneMakeNoFindingKnown() throws {
        let report = try compared([advert, menu], Self.suppression, baseline: nil)
        #expect(report.findings.map(\.type) == ["MenuRouter", "AdvertRouter"])
        #expect(report.findings.allSatisfy { $0.status.comparison == nil })
        #expect(report.findings.map(\.status.isNew) == [true, false])
    }

    @Test func anExpiredSuppressionCoversNothing() throws {
        let report = try compared([advert], Self.suppression, baseline: nil, on: "2027-01-01")
        #expect(report.findings.map(\.status.isNew) == [true])
    }

    @Test func withoutBaselineAndSuppressionsNothingChanges() throws {
        let report = try compared([advert, map], baseline: nil)
        #expect(report.findings.count == 2 && !report.isCompared)
    }
}
