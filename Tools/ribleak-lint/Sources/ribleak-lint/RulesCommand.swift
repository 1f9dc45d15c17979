// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LintRules

/// `ribleak-lint rules`: what the rules say, and why.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Explains the rules, with examples.")

    @Argument(help: "The rule to explain with its examples. Default: one line for each rule.")
    var rule: String?

    func validate() throws {
        guard let rule, !Rules.descriptions.contains(where: { $0.id == rule }) else { return }
        let known = Rules.descriptions.map(\.id).joined(separator: ", ")
        throw ValidationError("there is no rule '\(rule)'; the rules are \(known)")
    }

    func run() {
        guard let rule, let found = Rules.descriptions.first(where: { $0.id == rule }) else {
            for rule in Rules.descriptions {
                print("\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)")
            }
            return
        }
        print("\(found.id) (\(found.severity.rawValue))\n")
        print("\(found.summary) \(found.reason) \(found.fix)")
        show("Wrong, at each ↓", found.bad)
        show("Right", found.good)
    }

    private func show(_ title: String, _ examples: [Example]) {
        for example in examples {
            let library: String
            switch example.flavour {
            case .any: library = ""
            case .combine: library = ", with Combine"
            case .rx: library = ", with RxSwift"
            }
            print("\n\(title)\(library):\n")
            for line in example.text.split(separator: "\n", omittingEmptySubsequences: false) {
                print(line.isEmpty ? "" : "    \(line)")
            }
        }
    }
}
