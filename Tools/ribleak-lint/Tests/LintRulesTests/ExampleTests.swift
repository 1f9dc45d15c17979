// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LintRules

/// The examples of each rule, which are its documentation.
@Suite struct ExampleTests {
    private static let examples = Rules.all.flatMap { rule in
        rule.description.bad.enumerated().map { CheckedExample(rule, $1, "bad \($0 + 1)") }
            + rule.description.good.enumerated().map { CheckedExample(rule, $1, "good \($0 + 1)") }
    }

    @Test(arguments: Rules.all.map(CheckedRule.init))
    func aRuleHasEightExamplesOfEach(rule: CheckedRule) {
        #expect(rule.rule.description.good.count >= 8)
        #expect(rule.rule.description.bad.count >= 8)
    }

    @Test(arguments: Self.examples)
    func theRuleFindsWhatIsMarked(example: CheckedExample) {
        #expect(example.found == example.marked, "\(example.text)")
    }

    @Test(arguments: Self.examples.filter { $0.example.fixed != nil })
    func theFixLeavesWhatTheExampleSays(example: CheckedExample) {
        #expect(example.mended ?? example.text == example.example.fixed)
    }

    @Test func allBadExamplesHaveAMark() {
        for rule in Rules.all {
            for example in rule.description.bad { #expect(example.text.contains("↓")) }
            for example in rule.description.good { #expect(!example.text.contains("↓")) }
        }
    }
}

/// A rule, named in test output.
struct CheckedRule: CustomTestStringConvertible, Sendable {
    let rule: any Rule.Type
    var testDescription: String { rule.description.id }
}

/// An example with the places that it marks.
struct CheckedExample: CustomTestStringConvertible, Sendable {
    let rule: any Rule.Type
    let example: Example
    /// The source without the marks.
    let text: String
    /// `line:column` of each mark.
    let marked: [String]
    let testDescription: String

    init(_ rule: any Rule.Type, _ example: Example, _ name: String) {
        (self.rule, self.example) = (rule, example)
        testDescription = "\(rule.description.id), \(name)"
        var text = ""
        var marked: [String] = []
        for (index, line) in example.text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { text += "\n" }
            var column = 1
            for character in line {
                if character == "↓" {
                    marked.append("\(index + 1):\(column)")
                } else {
                    column += character.utf8.count
                    text.append(character)
                }
            }
        }
        (self.text, self.marked) = (text, marked)
    }

    /// `line:column` of each finding.
    var found: [String] { findings.map { "\($0.line):\($0.column)" } }

    /// The source after `--fix`.
    var mended: String? {
        LintRun.mended(source, rules: [rule]).map { String($0.dropLast(imports.count)) }
    }

    private var findings: [LintFinding] { LintRun.findings(in: source, rules: [rule]) }

    private var source: String { text + imports }

    /// What a file of the flavour imports, at the end, so that places stay.
    private var imports: String {
        switch example.flavour {
        case .any: "\nimport RIBs\n"
        case .combine: "\nimport Combine\nimport RIBs\n"
        case .rx: "\nimport RIBs\nimport RxSwift\n"
        }
    }
}
