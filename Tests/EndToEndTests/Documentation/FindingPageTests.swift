// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing
import TraceFixtures

/// Each kind of finding has a page of its name, to which reports can link.
@Suite struct FindingPageTests {
    static let folder = "Sources/RIBAnalysis/RIBAnalysis.docc"

    @Test(arguments: FindingKind.allCases)
    func aKindHasAPage(_ kind: FindingKind) throws {
        let lines = try CodeBlock.lines(of: "\(Self.folder)/Findings/\(kind.rawValue).md")
        #expect(lines.filter { $0.hasPrefix("# ") }.count == 1)
        #expect(lines.filter { $0.hasPrefix("## ") } == ["## Cause", "## Example", "## Fix"])
        let abstract = try #require(lines.dropFirst(2).first)
        #expect(abstract.hasPrefix("`\(kind.rawValue)`: "))
        let saysWarning = lines.prefix(5).joined(separator: " ").contains("This is a warning.")
        #expect(saysWarning == kind.isWarning)
    }

    @Test(arguments: FindingKind.allCases)
    func aKindIsListed(_ kind: FindingKind) throws {
        let page = try CodeBlock.lines(of: "\(Self.folder)/Findings.md")
        let name = kind.rawValue
        let kindClass = kind.isWarning ? "warning" : kind.isLeak ? "leak" : "fired"
        #expect(page.contains("- <doc:\(name)>"))
        #expect(
            page.contains { $0.hasPrefix("| [`\(name)`](Findings/\(name).md) | \(kindClass) |") })
    }

    @Test func eachPageIsOfAKind() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: "\(BuiltProducts.packageRoot)/\(Self.folder)/Findings")
        #expect(files.sorted() == FindingKind.allCases.map { "\($0.rawValue).md" }.sorted())
    }
}
