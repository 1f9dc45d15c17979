// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The page says what runs where: each claim names a suite that exists, and no other page claims more.
@Suite struct PlatformsTests {
    private static let page = "Sources/RIBs/RIBs.docc/Platforms.md"

    /// The capability and the cells of each row of the page's table.
    private func rows() throws -> [[String]] {
        try CodeBlock.lines(of: Self.page).filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func eachCellSaysHowItIsKnown() throws {
        let rows = try rows()
        #expect(rows.count > 8)
        for row in rows {
            #expect(row.count == 3)
            for cell in row.dropFirst() {
                #expect(cell.contains(/^(tested|compiled): `|^written$|^no(: |$)/), "\(cell)")
            }
        }
    }

    @Test func eachSuiteThatATestedCellNamesIsThere() throws {
        let sources =
            (SourceFiles.swift(below: "Tests")
            + SourceFiles.swift(below: "Tools/RxSwiftChecks/Tests"))
            .map { URL(fileURLWithPath: $0).lastPathComponent }
        for cell in try rows().flatMap({ $0.dropFirst() }) {
            for suite in cell.matches(of: /`(\w+Tests)`/) {
                #expect(sources.contains("\(suite.1).swift"), "\(suite.1)")
            }
        }
    }

    /// As long as nothing is tested on Apple's platforms, no page says that something runs there.
    @Test func noPagePromisesMoreThanTheTable() throws {
        let isTestedByApple = try rows().contains { $0[2].hasPrefix("tested") }
        let promise = /(?i)\b(runs?|works?|tested) on [^.]*\b(macOS|iOS|Apple)/
        #expect("It runs on Linux and macOS.".contains(promise))
        let pages = try FileManager.default.subpathsOfDirectory(
            atPath: "\(BuiltProducts.packageRoot)/Sources"
        ).filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" }
        #expect(pages.count > 20)
        for page in pages + ["README.md"] where !isTestedByApple {
            let text = try CodeBlock.lines(of: page).joined(separator: " ")
            #expect(!text.contains(promise), "\(page)")
        }
    }

    @Test func theLimitsNameWhatIsNotThere() throws {
        let limits = try CodeBlock.lines(of: "Sources/RIBs/RIBs.docc/Limits.md").joined(
            separator: " ")
        #expect(limits.contains("<doc:Platforms>"))
        for row in try rows() where row[2].hasPrefix("no") {
            #expect(limits.lowercased().contains(row[0]), "\(row[0])")
        }
    }
}
