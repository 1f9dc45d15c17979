// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The first page is short, and what it shows is what the command prints.
@Suite struct ReadmeTests {
    private let lines: [String]

    init() throws { lines = try CodeBlock.lines(of: "README.md") }

    @Test func itIsShort() {
        let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).count
        #expect(words > 300 && words <= 900)
        #expect(lines.filter { $0.count > 100 } == [])
    }

    @Test func itHasNoPlaceholders() {
        let placeholder = /OWNER|TODO|FIXME|example\.com/
        #expect("git clone https://example.com/ribleak".contains(placeholder))
        #expect(lines.count > 50)
        #expect(lines.filter { $0.contains(placeholder) } == [])
    }

    /// Each line of the sample is one of the report of the demo, up to an ellipsis.
    @Test func theSampleIsOfAReport() throws {
        let report = try CodeBlock.lines(of: "Reports/demo.txt")
        let first = try #require(lines.firstIndex { $0.hasPrefix("✗ ") })
        let sample = lines[first...].prefix { !$0.hasPrefix("```") }
        #expect(sample.count > 20)
        for line in sample where line != "│    …" {
            let start = line.hasSuffix("…") ? String(line.dropLast()) : nil
            #expect(report.contains { $0 == line || start.map($0.hasPrefix) == true }, "\(line)")
        }
    }

    @Test func eachFileThatItLinksToIsThere() {
        let links = lines.joined(separator: "\n").matches(of: /\]\(([^)#]+)[^)]*\)/).map {
            String($0.1)
        }
        let files = links.filter { !$0.hasPrefix("https://") }
        #expect(files.count > 10)
        for file in files {
            #expect(
                FileManager.default.fileExists(atPath: "\(BuiltProducts.packageRoot)/\(file)"),
                "\(file)")
        }
    }

    /// The workflow that users may copy is the one that the page about CI shows.
    @Test func theExampleOfAWorkflowIsTheRecipe() throws {
        let page = try CodeBlock.lines(of: "Sources/RIBGate/RIBGate.docc/Recipes.md")
        let start = try #require(page.firstIndex(of: "```yml"))
        let recipe = page[(start + 1)...].prefix { $0 != "```" }
        let example = try CodeBlock.lines(of: ".github/examples/leaks.yml")
        #expect(recipe.count > 10)
        #expect(Array(recipe) == example.dropFirst().dropLast())
    }
}
