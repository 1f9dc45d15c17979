// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBGate
import RIBText

/// What `ribleak-lint` says of sources: its JSON, version 1.
///
/// `ribleak lint` writes the same, with more keys. So its documents can be read too.
package struct LintDocument: Decodable, Equatable, Sendable {
    /// The version of the JSON. It goes up when a key changes its meaning or goes away.
    package static let version = 1
    /// A million lines with a mistake in each hundredth make a document of 6 MB.
    package static let mostBytes = 64 << 20

    struct Rule: Decodable, Equatable, Sendable {
        let id: String
        let severity: LintSettings.Severity
        let summary: String
        let reason: String
        let fix: String
    }

    struct Finding: Decodable, Equatable, Sendable {
        let rule: String
        /// From the working directory where it lies below it, else absolute.
        let file: String
        let line: Int
        let column: Int
        let message: String
        let fix: String
        let type: String?
        let member: String?
        /// What is meant within the member; may be empty.
        let subject: String
        /// The comment that hides it.
        let ignored: Ignored?
        /// Whether the analyser has mended it.
        let fixed: Bool
        /// How bad it is here; older analysers say it of the rule alone.
        let severity: String?
    }

    struct Ignored: Decodable, Equatable, Sendable {
        let line: Int
        let reason: String
    }

    /// A source that could not be read or parsed.
    struct Problem: Decodable, Equatable, Sendable {
        let file: String
        let message: String
    }

    let tool: String
    let files: Int
    let lines: Int
    let rules: [Rule]
    let findings: [Finding]
    let problems: [Problem]
}

extension LintDocument {
    /// Reads a document.
    ///
    /// - Parameter place: Where the bytes come from, for errors.
    /// - Throws: `UserError` when they are not a document of this version.
    package init(json: Data, from place: String) throws(UserError) {
        func refusal(_ what: String, _ advice: String = Self.makeIt) -> UserError {
            UserError(.input, place, "\(what); \(advice)")
        }
        guard let version = JSONText.version(of: json) else {
            throw refusal("is not the JSON of ribleak-lint, which is an object with a version")
        }
        guard version == Self.version else {
            throw refusal(
                "is of version \(version), and this ribleak reads version \(Self.version)",
                version > Self.version ? "update ribleak" : "update ribleak-lint")
        }
        do {
            self = try JSONDecoder().decode(LintDocument.self, from: json)
        } catch {
            throw refusal("is damaged\(Self.spot(of: error))")
        }
        // Only a project's settings turn a rule off: here, its findings would be lost.
        let known = Set(rules.filter { $0.severity != .off }.map(\.id))
        if let stray = findings.first(where: { !known.contains($0.rule) }) {
            throw refusal(
                "is damaged: it does not list the rule '\(stray.rule.prefix(64))' of a finding")
        }
    }

    /// Reads the document in a file.
    package init(readingFrom path: String) throws(UserError) {
        guard let text = try InputFile.text(at: path, atMost: Self.mostBytes) else {
            throw UserError(.input, path, "no such file; \(Self.makeIt)")
        }
        try self.init(json: Data(text.utf8), from: path)
    }

    private static let makeIt = "ribleak lint --output json:FILE writes one"

    /// Where a document stops being one, such as ` at findings[3].line`.
    private static func spot(of error: any Error) -> String {
        let path: [any CodingKey] =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            default: []
            }
        let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        return names.isEmpty ? "" : " at \(names.joined().drop { $0 == "." })"
    }
}
