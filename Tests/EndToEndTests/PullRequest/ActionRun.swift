// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures
import Yams

/// The steps of the composite action, run on this machine as GitHub's runner runs them.
///
/// Knows the expressions that the action uses. Other actions are not run: what they are given is noted.
struct ActionRun {
    /// A call of another action.
    struct Use: Equatable {
        let action: String
        let with: [String: String]
    }

    struct Unknown: Error {
        let text: String
    }

    private struct Action: Decodable {
        struct Input: Decodable {
            let `default`: String
        }
        struct Runs: Decodable {
            let using: String
            let steps: [Step]
        }
        let inputs: [String: Input]
        let runs: Runs
    }

    private struct Step: Decodable {
        let id: String?
        let condition: String?
        let uses: String?
        let with: [String: String]?
        let run: String?
        let env: [String: String]?
        let folder: String?

        enum CodingKeys: String, CodingKey {
            case id, uses, with, run, env
            case condition = "if"
            case folder = "working-directory"
        }
    }

    /// The calls of other actions, in order.
    private(set) var uses: [Use] = []
    /// What the steps printed.
    private(set) var output = ""
    private(set) var errors = ""
    /// The code of the first step that failed; 0 when none did.
    private(set) var code: Int32 = 0

    private var inputs: [String: String]
    /// The outputs of the steps, such as `gate.code`.
    private var outputs: [String: String] = [:]

    /// - Parameters:
    ///   - inputs: The values of inputs that a workflow gives.
    ///   - environment: The variables of the runner.
    ///   - workspace: The folder of the checkout.
    init(
        with inputs: [String: String], _ environment: [String: String], in workspace: String,
        on host: CodeHost
    ) throws {
        let folder = "\(BuiltProducts.packageRoot)/.github/actions/ribleak"
        let action = try YAMLDecoder().decode(
            Action.self, from: String(contentsOfFile: "\(folder)/action.yml", encoding: .utf8))
        guard action.runs.using == "composite",
            Set(inputs.keys).isSubset(of: action.inputs.keys)
        else { throw Unknown(text: "\(inputs.keys)") }
        self.inputs = inputs
        for (name, input) in action.inputs where inputs[name] == nil {
            self.inputs[name] = try text(input.default)
        }
        let variables = environment.merging(["GITHUB_ACTION_PATH": folder]) { $1 }
        for step in action.runs.steps where try holds(step.condition) {
            if let other = step.uses {
                uses.append(Use(action: other, with: try (step.with ?? [:]).mapValues(text)))
            } else {
                try run(step, variables, in: workspace, on: host)
            }
            guard code == 0 else { return }
        }
    }

    private mutating func run(
        _ step: Step, _ environment: [String: String], in workspace: String, on host: CodeHost
    ) throws {
        let files = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: files.file("output")))
        let own = try (step.env ?? [:]).mapValues(text)
        let variables = environment.merging(own) { $1 }
            .merging(["GITHUB_OUTPUT": files.file("output")]) { $1 }
        let folder = try step.folder.map(text) ?? "."
        let process = try host.run(step.run ?? "", variables, in: "\(workspace)/\(folder)")
        (output, errors, code) = (output + process.output, errors + process.errors, process.code)
        let lines = try String(contentsOfFile: files.file("output"), encoding: .utf8)
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            outputs["\(step.id ?? "").\(parts[0])"] = parts.count == 2 ? parts[1] : ""
        }
    }

    // MARK: - Expressions

    private func text(_ template: String) throws -> String {
        var text = template
        while let match = text.firstMatch(of: /\$\{\{ *([^ }]+) *\}\}/) {
            text.replaceSubrange(match.range, with: try value(String(match.1)))
        }
        return text
    }

    private func value(_ name: String) throws -> String {
        let parts = name.split(separator: ".").map(String.init)
        switch (parts.first, parts.count) {
        case ("inputs", 2): if let value = inputs[parts[1]] { return value }
        case ("steps", 4) where parts[2] == "outputs":
            return outputs["\(parts[1]).\(parts[3])"] ?? ""
        case ("github", 2) where parts[1] == "token": return CodeHost.botToken
        default: break
        }
        throw Unknown(text: name)
    }

    private func holds(_ condition: String?) throws -> Bool {
        guard let condition else { return true }
        let inner = condition.replacing("${{", with: "").replacing("}}", with: "")
        return try inner.components(separatedBy: "&&").allSatisfy { term in
            guard let match = term.firstMatch(of: /([a-z.-]+) != '([a-z]*)'/) else {
                throw Unknown(text: term)
            }
            return try value(String(match.1)) != String(match.2)
        }
    }
}
