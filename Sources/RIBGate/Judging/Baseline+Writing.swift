// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

extension Baseline {
    /// The findings of a run that become known from now on. Library leaks among them are left out:
    /// they are no debt of the project.
    package init(of findings: [Finding]) {
        self.init(findings.filter { $0.libraryLeak == nil }.map(KnownFinding.init))
    }

    /// Some findings of a run, which become known, with the names of its build.
    package init(of report: RunReport, knowing findings: [Finding]) {
        self.init(of: findings)
        names = DeclaredNames(of: report.binaries, membersOf: KnownFinding.types(of: entries))
    }

    /// The file's text. Each entry takes one line, so that git shows changes entry by entry.
    package var text: String {
        let parts = [
            ("findings", entries.map(\.line)),
            ("suppressions", exceptions.suppressions.map(\.line)),
            ("libraryLeaks", exceptions.libraryLeaks.map(\.line)),
            ("lint", lint.sorted().map(\.line)),
        ]
        return "{\n  \"version\": \(Self.version)"
            + parts.filter { $0 == "findings" || !$1.isEmpty }.map { name, lines in
                ",\n  \"\(name)\": \(Self.list(lines.map { "    \($0)" }))"
            }.joined()
            + (names.map { ",\n  \"names\": \(JSONText.literal($0.text))" } ?? "") + "\n}\n"
    }

    private static func list(_ lines: [String]) -> String {
        lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    }

    /// An entry: an object on one line, without unknown values.
    fileprivate static func line(_ members: [(String, any JSONConvertible)]) -> String {
        let pairs = members.compactMap { key, value in
            json(value.jsonValue).map { "\(JSONText.literal(key)): \($0)" }
        }
        return "{\(pairs.joined(separator: ", "))}"
    }

    /// A value with a blank after each comma; nil for null.
    private static func json(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): JSONText.literal(text)
        case .array(let elements): "[\(elements.compactMap(json).joined(separator: ", "))]"
        default: String(JSONText.line(value).dropLast())
        }
    }
}

extension KnownFinding {
    /// Without default values too.
    fileprivate var line: String {
        Baseline.line([
            ("fingerprint", fingerprint), ("kind", kind), ("ribPath", ribPath), ("type", type),
            ("chain", identity.chain.isEmpty ? nil : identity.chain),
            ("function", identity.function), ("holder", identity.holder),
            ("property", identity.property), ("site", identity.site > 1 ? identity.site : nil),
            ("sites", identity.sites > 1 ? identity.sites : nil), ("count", count),
            ("isEdgeDoubtful", identity.isEdgeDoubtful ? true : nil),
            ("tests", tests.isEmpty ? nil : tests),
        ])
    }
}

extension KnownLintFinding {
    fileprivate var line: String {
        Baseline.line([
            ("fingerprint", fingerprint), ("rule", rule), ("file", file), ("type", type),
            ("member", member), ("subject", subject),
        ])
    }
}

extension Suppression {
    fileprivate var line: String {
        let facts: [(String, any JSONConvertible)] =
            switch pattern {
            case .fingerprint(let digits): [("fingerprint", digits)]
            case .facts(let kind, let ribPath, let type):
                [("kind", kind?.rawValue), ("ribPath", ribPath?.description), ("type", type)]
            case .source(let rule, let path, let type):
                [("rule", rule), ("path", path), ("type", type)]
            }
        return Baseline.line(
            facts + [("reason", reason), ("expires", expires.description), ("place", place)])
    }
}

extension LibraryLeakMatcher {
    fileprivate var line: String {
        Baseline.line([
            ("name", leak.name), ("retainPath", path.description),
            ("description", leak.explanation), ("link", leak.link),
            ("kinds", kinds.isEmpty ? nil : kinds.map(\.rawValue).sorted()),
            ("types", types.isEmpty ? nil : types.sorted()),
        ])
    }
}
