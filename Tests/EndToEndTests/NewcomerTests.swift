// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The first five minutes: a newcomer sets the shop up, makes a mistake, reads what it is, and mends
/// it as the hint says.
extension SamplePackageTests {
    @Test func aNewcomerFindsAMistakeAndMendsIt() async throws {
        try expectSetUp()
        try await expectClean()

        // One line is forgotten. No assertion of the shop's own tests notices.
        let forgotten = "        self.cart = nil\n"
        try SamplePackage.edit("Sources/Shop/Catalog.swift") {
            $0.replacing(forgotten, with: "")
        }
        try await package.build()
        try await expectLeakOfCart()

        try expectFix(of: forgotten)
        try await package.build()
        try await expectClean()
    }

    /// Mends it as the failure says; by hand where the analyser is not built.
    private func expectFix(of forgotten: String) throws {
        let report = try package.ribleak("report").output
        let command = try #require(report.firstMatch(of: /fix: ribleak (fix) (--only) ([0-9a-f]+)/))
        let fix = try package.ribleak(String(command.1), String(command.2), String(command.3))
        let file = "Sources/Shop/Catalog.swift"
        if fix.code == 69 {
            try SamplePackage.edit(file) {
                $0.replacing("detachChild(cart)\n", with: "detachChild(cart)\n\(forgotten)")
            }
        } else {
            #expect(fix.code == 0, "\(fix.errors)")
            #expect(fix.output.hasPrefix("✓ 1 of 1 finding fixed.\n"))
        }
        #expect(
            try String(contentsOfFile: "\(package.folder)/\(file)", encoding: .utf8)
                == String(
                    contentsOfFile: "\(BuiltProducts.packageRoot)/Tools/Examples/Shop/\(file)",
                    encoding: .utf8))
    }

    private func expectSetUp() throws {
        #expect(package.setUp.code == 0)
        #expect(
            package.setUp.output.hasPrefix(
                """
                ✓ wrote .ribleak.yml: what the gate allows
                ✓ wrote .gitignore: recordings stay out of the repository
                ✓ wrote .github/workflows/leaks.yml: tests, report and gate on GitHub
                ✓ wrote Tests/ShopTests/RIBLeakTests.swift: a first test

                """))
        // How a server gets ribleak depends on where this clone comes from.
        #expect(
            package.setUp.output.hasSuffix("\nNext:\n  swift test\n  swift run ribleak report\n"))
        let again = try package.ribleak("init", "--dry-run")
        #expect(again.output.split(separator: "\n").count { $0.hasPrefix("- would leave ") } == 4)
    }

    private func expectClean() async throws {
        let run = try await package.test()
        #expect(run.code == 0, "\(run.output)")
        #expect(run.failuresOfXCTest == [])
        #expect(run.issuesOfSwiftTesting == [])
        #expect(run.testsOfXCTest == "11")
        #expect(run.output.contains("leak detection skipped in AssertionTests.testSkipped"))
        // The shop's own tests, and the one that the set-up wrote.
        #expect(run.output.contains("Suite CheckoutTests passed"))
        #expect(run.output.contains("Suite RIBLeakTests passed"))
        #expect(try package.ribleak("report").output.hasPrefix("✓ No leaks. "))
        let gate = try package.ribleak("gate")
        #expect(gate.code == 0)
        #expect(gate.output.hasPrefix("ribleak gate: passed: 0 leaks (allowed 0), "))
    }

    private func expectLeakOfCart() async throws {
        let catalog = try String(
            contentsOfFile: "\(package.folder)/Sources/Shop/Catalog.swift", encoding: .utf8)
        let lines = catalog.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("var cart: CartRouter?") }) + 1
        let hint = "├─ hint: Set CatalogRouter.cart to nil where you detach the child."

        let run = try await package.test()
        #expect(run.code == 1)
        #expect(run.failuresOfXCTest == ["CartTests.testAClosedCartIsGone"], "\(run.output)")
        #expect(run.placesOfXCTest == ["\(package.folder)/Sources/Shop/Catalog.swift:\(line)"])
        #expect(
            run.issuesOfSwiftTesting == ["payingClosesTheCheckoutAndTheCart"], "\(run.output)")
        #expect(run.placesOfSwiftTesting == ["Catalog.swift:\(line):1"])
        #expect(run.output.components(separatedBy: hint).count == 3)

        let report = try package.ribleak("report")
        #expect(report.output.hasPrefix("✗ 1 leak. "))
        #expect(report.output.contains("┬─── 1 of 1  Leaked router at Root/Catalog/Cart\n"))
        #expect(
            report.output.contains(
                "│    CatalogRouter.cart at Sources/Shop/Catalog.swift:\(line)\n│                  ~~~~\n"
            ))
        #expect(report.output.contains("\(hint)\n"))
        let gate = try package.ribleak("gate")
        #expect(gate.code == 1)
        #expect(
            gate.output.hasPrefix("ribleak gate: failed: 1 leak (allowed 0), 0 subscriptions "))
        #expect(
            gate.output.contains(
                "\n  leaked-router at Root/Catalog/Cart: CartRouter, kept at Sources/"))
    }
}
