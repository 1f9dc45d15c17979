// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A team with old leaks: tests, report and gate let what the baseline has pass, and nothing else.
extension SamplePackageTests {
    @Test func aBaselinedLeakPassesTestsAndGateAndANewOneFailsBoth() async throws {
        let baseline = "\(package.folder)/.ribleak-baseline.json"
        defer { try? FileManager.default.removeItem(atPath: baseline) }
        let old = "inherited trait plain"
        let first = try await package.test(mistakes: old)
        #expect(first.code == 1)
        try RunVerdicts(of: "\(package.folder)/.ribleak").expectSame(as: first.fingerprints)
        #expect(try package.ribleak("gate").code == 1)
        #expect(try package.ribleak("baseline", "write").code == 0)
        #expect(try package.ribleak("gate").code == 0)

        let known = try await package.test(mistakes: old)
        #expect(known.code == 0, "\(known.output)")
        #expect(known.failuresOfXCTest == [])
        #expect(known.issuesOfSwiftTesting == [])
        #expect(known.knownIssuesOfSwiftTesting == ["cart", "carts", "carts"], "\(known.output)")
        // One test inherits the check, one says nothing of leaks.
        #expect(known.notesOfXCTest.count == 2, "\(known.output)")
        #expect(
            known.notesOfXCTest.allSatisfy {
                $0.hasPrefix("ribleak: StallRouter at Market/Stall is still alive")
                    && $0.hasSuffix(", known from the baseline .ribleak-baseline.json")
            }, "\(known.notesOfXCTest)")
        #expect(try package.ribleak("report").output.hasPrefix("✓ No new leaks, 1 known"))
        #expect(try package.ribleak("gate").code == 0)

        // The script of the recipes for GitHub, GitLab and Jenkins.
        let job = try await package.judgeInCI(mistakes: old)
        try? FileManager.default.removeItem(atPath: "\(package.folder)/leaks")
        #expect(job.code == 0, "\(job.output)\(job.errors)")
        #expect(
            job.output.contains("\nribleak gate: passed: 0 new leaks (allowed 0), "),
            "\(job.output)")

        let new = try await package.test(mistakes: "\(old) assertions")
        #expect(new.code == 1)
        // The kept stall is known, in whichever test. What else the assertions find is not.
        #expect(
            new.failuresOfXCTest == [
                "AssertionTests.testDeallocated", "AssertionTests.testExpectedLeak",
                "AssertionTests.testNoInactiveFires", "AssertionTests.testSkipped",
            ], "\(new.output)")
        #expect(
            new.issuesOfSwiftTesting == [
                "deallocated", "expectedLeak", "noInactiveFires", "skipped",
            ],
            "\(new.output)")
        #expect(try package.ribleak("gate").code == 1)
    }
}
