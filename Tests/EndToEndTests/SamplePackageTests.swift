// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What a user's package gets of this one: failures in the framework that runs, and exit codes. That
/// it passes without mistakes, `aNewcomerFindsAMistakeAndMendsIt` shows.
@Suite(.serialized) struct SamplePackageTests {
    let package: SamplePackage

    init() async throws {
        package = try await SamplePackage.built.value
    }

    @Test func aLeakFailsTheTestThatInheritsTheCheck() async throws {
        let run = try await package.test(mistakes: "inherited")
        #expect(run.code == 1)
        #expect(run.failuresOfXCTest == ["InheritingTests.testCart"], "\(run.output)")
        #expect(run.issuesOfSwiftTesting == [])
        #expect(run.testsOfXCTest == "11")
        // The names are stored with the run, so a new build does not lose them.
        #expect(
            try package.traces().contains {
                FileManager.default.fileExists(atPath: "\($0)/.symbols.json")
            })

        let report = try package.ribleak("report")
        #expect(report.code == 0)
        #expect(report.output.contains("├─ in the test InheritingTests.testCart"))
        #expect(try package.ribleak("gate").code == 1)
        #expect(try package.ribleak("gate", "--max-leaks", "1").code == 0)
    }

    @Test func bothFrameworksFailAtTheLineThatTheReportNames() async throws {
        for (mistake, options) in [("inherited", "InheritingTests"), ("trait", "TraitTests/cart")] {
            let run = try await package.test(mistakes: mistake, "--filter", options)
            let report = try package.ribleak("report", "--format", "github").output
            let place = try #require(report.firstMatch(of: /file=([^,]+),line=([0-9]+)/)).output
            #expect(place.1 == "Tests/ShopTests/Mistakes/Mistake.swift")
            #expect(
                mistake == "inherited"
                    ? run.placesOfXCTest == ["\(package.folder)/\(place.1):\(place.2)"]
                    : Set(run.placesOfSwiftTesting) == ["Mistake.swift:\(place.2):1"],
                "\(run.output)")
        }
    }

    @Test func aLeakFailsEachTestAndEachCaseUnderTheTraitOnce() async throws {
        let attachments = try TemporaryFolder()
        let run = try await package.test(
            mistakes: "trait", "--attachments-path", attachments.path)
        #expect(run.code == 1)
        #expect(run.failuresOfXCTest == [])
        #expect(run.issuesOfSwiftTesting == ["cart", "carts", "carts"], "\(run.output)")
        #expect(run.output.contains("├─ in the test TraitTests/carts(count:)"))
        let files = try FileManager.default.contentsOfDirectory(atPath: attachments.path)
        #expect(files.count { $0.hasSuffix(".txt") } == 3)
        #expect(files.count { $0.hasSuffix(".json") } == 3)
        #expect(try package.ribleak("gate").code == 1)
    }

    @Test func aLeakFailsAfterATestThatSaysNothingOfLeaks() async throws {
        let run = try await package.test(mistakes: "plain")
        #expect(run.code == 1)
        #expect(run.failuresOfXCTest == ["PlainTests.testCart (leaks)"], "\(run.output)")
        #expect(run.issuesOfSwiftTesting == [])
        #expect(run.testsOfXCTest == "12")
        #expect(run.output.contains("├─ in the test PlainTests.testCart\n"))
    }

    @Test func inAProcessOfItsOwnATestThatSaysNothingOfLeaksIsCheckedToo() async throws {
        let run = try await package.test(mistakes: "plain", "--parallel", "--filter", "PlainTests")
        #expect(run.code == 1)
        #expect(run.failuresOfXCTest == ["PlainTests.testCart (leaks)"], "\(run.output)")
    }

    @Test func noFailureOfAnAssertionIsLostInEitherFramework() async throws {
        let run = try await package.test(mistakes: "assertions")
        #expect(run.code == 1)
        #expect(
            run.failuresOfXCTest == [
                "AssertionTests.testDeallocated", "AssertionTests.testExpectedLeak",
                "AssertionTests.testNoInactiveFires", "AssertionTests.testNoLeaks",
                "AssertionTests.testSkipped",
            ], "\(run.output)")
        #expect(
            run.issuesOfSwiftTesting == [
                "deallocated", "expectedLeak", "noInactiveFires", "noLeaks", "skipped",
            ], "\(run.output)")
        #expect(run.testsOfXCTest == "11")
        #expect(run.fingerprints.count == 3)
        try RunVerdicts(of: "\(package.folder)/.ribleak").expectSame(as: run.fingerprints)
    }

    @Test func aTraceThatCannotBeReadIsNoVerdict() async throws {
        let run = try await package.test(mistakes: "", "--filter", "InheritingTests")
        #expect(run.code == 0)
        let trace = try #require(try package.traces().first)
        try "no metadata".write(toFile: "\(trace)/metadata", atomically: false, encoding: .utf8)
        #expect(try package.ribleak("report").code == 2)
        #expect(try package.ribleak("gate").code == 2)
    }

    @Test func wrongUsageIsNoVerdictEither() throws {
        #expect(try package.ribleak("report", "--format", "smoke").code == 64)
        #expect(try package.ribleak("gate", "--max-leaks", "many").code == 64)
    }
}
