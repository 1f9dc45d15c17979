// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

/// What capturing stacks does to the process it happens in.
@Suite struct CaptureTests {
    @Test func exceptionsPassThroughCPlusPlusWhileStacksAreCaptured() throws {
        let victim = try FinishedVictim("throw")
        #expect(victim.process.code == 0)
        #expect(victim.said("unwound") == [String](repeating: "20", count: 10))
        // One from each destructor and one from the catch.
        #expect(victim.acknowledged.count == 10 * 21 * 2)
        let stacks = try RecordedStacks(victim.trace())
        for said in victim.acknowledged where said.kind == .created {
            #expect(stacks.paths(ofObject: said.id).count > 5)
        }
    }

    @Test func theProcessKeepsItsOwnUnwinders() throws {
        let victim = try FinishedVictim("unwinders")
        for symbol in ["_Unwind_RaiseException", "_Unwind_Resume"] {
            let file = try #require(victim.said(symbol).first)
            #expect(file.contains("/libgcc_s.so"))
        }
        #expect(try #require(victim.said("backtrace").first).contains("/libc.so"))
        let stacks = try RecordedStacks(victim.trace())
        #expect(stacks.paths(ofObject: 1).count > 3)
    }

    @Test func noLibraryIsLoadedAtAFirstEvent() throws {
        let victim = try FinishedVictim("first-events")
        let generations = ["started", "first", "second"].map { victim.said($0) }
        #expect(generations[0].count == 1)
        #expect(Set(generations).count == 1)
    }

    @Test func withoutLibunwindEverythingButStacksIsRecordedAndTheReportSaysWhatToInstall() throws {
        let libraries = try TemporaryFolder()
        // The loader takes the first file of that name, and this one is no library.
        try Data().write(to: URL(fileURLWithPath: libraries.file("libunwind.so.8")))
        let victim = try FinishedVictim(
            "exit", environment: ["LD_LIBRARY_PATH": libraries.path])
        #expect(victim.process.code == 0)
        #expect(victim.process.errors == "")

        let trace = try victim.trace()
        #expect(try TraceReader(folder: trace).metadata.capturesStacks == false)
        #expect(try RecordedStacks(trace).paths(ofObject: 1) == [])
        #expect(victim.acknowledged.count == 390)
        let report = try Analysis.report(on: [trace], symbolizer: NoSymbols())
        #expect(
            report.caveats.contains {
                $0.text.hasSuffix("no call stacks (Debian, Ubuntu: apt-get install libunwind8)")
            })
    }
}
