// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing
import TraceFixtures

/// A process that has RIBs come and go for long, at level `full`.
@Suite struct SoakTests {
    /// In the night 2 million RIBs in at least 10 minutes.
    private static let cycles = Nightly.isOn ? 2_000_000 : 60_000
    private static let seconds = Nightly.isOn ? 600 : 0
    /// 96 MB. What searches learn of the program makes 73 MB, sooner or later as the machine is busy;
    /// 12 bytes that stay for each of 2 million RIBs are more than the rest. By day the whole soak may
    /// pass within one search, which keeps up to 64 MB.
    private static let mostPages = Nightly.isOn ? 24_576 : 40_960
    private static let diskLimit = Nightly.isOn ? 256 : 2

    @Test func memoryStaysAndTheReportHolds() throws {
        let victim = try FinishedVictim(
            "soak", ["\(Self.cycles)", "\(Self.seconds)"],
            environment: ["RIBLEAK_DISK_LIMIT": "\(Self.diskLimit)"],
            within: Double(Self.seconds) * 2 + 60)
        #expect(victim.process.code == 0)
        let resident = victim.said("resident").compactMap { Int($0) }
        #expect(resident.count == 10)
        print("soak: resident pages \(resident), leaked \(victim.said("leaked"))")
        #expect(resident.allSatisfy { $0 <= Self.mostPages })
        if Nightly.isOn, resident.count == 10 {
            #expect(resident[5...].sorted()[2] <= resident[..<5].sorted()[2] * 105 / 100)
        }

        let trace = try victim.trace()
        let files = try FileManager.default.contentsOfDirectory(atPath: trace)
        let bytes = try files.reduce(0) { sum, file in
            let size = try FileManager.default.attributesOfItem(atPath: "\(trace)/\(file)")[.size]
            return sum + (size as? Int ?? 0)
        }
        #expect(bytes <= (Self.diskLimit + 1) << 20)

        let report = try Analysis.report(on: [trace], symbolizer: NoSymbols())
        let leaked = Int(try #require(victim.said("leaked").first)) ?? 0
        #expect(Set(report.findings.map(\.type)) == ["LeakedInteractor"])
        #expect((1...leaked).contains(report.findings.reduce(0) { $0 + $1.count }))
        #expect(report.summary.dropped > 0)
        #expect(report.caveats.filter(\.kind.isDoubt).map(\.kind) == [.eventsDropped])
    }
}
