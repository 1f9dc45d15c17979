// SPDX-License-Identifier: Apache-2.0

/// A place that breaks a rule, as it is reported.
package struct LintFinding: Codable, Equatable, Sendable {
    /// A comment that hides a finding: `// ribleak:ignore RULE reason`.
    package struct Ignored: Codable, Equatable, Sendable {
        package let line: Int
        package let reason: String
    }

    package let rule: String
    package let severity: Severity
    package let file: String
    /// From 1.
    package let line: Int
    /// From 1, in UTF-8 bytes.
    package let column: Int
    /// What is wrong, in one sentence.
    package let message: String
    /// What to do, in one sentence.
    package let fix: String
    /// The type that it is in, without outer types.
    package let type: String?
    /// The method, initializer or property that it is in, with labels: `build(withListener:)`.
    package let member: String?
    /// What it is about within the member: a property, or what is called. May be empty.
    package let subject: String
    package internal(set) var ignored: Ignored?
    /// Whether the file was changed so that it is gone.
    package internal(set) var fixed = false

    /// Absent facts are null in JSON, never missing.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rule, forKey: .rule)
        try container.encode(severity, forKey: .severity)
        try container.encode(file, forKey: .file)
        try container.encode(line, forKey: .line)
        try container.encode(column, forKey: .column)
        try container.encode(message, forKey: .message)
        try container.encode(fix, forKey: .fix)
        try container.encode(type, forKey: .type)
        try container.encode(member, forKey: .member)
        try container.encode(subject, forKey: .subject)
        try container.encode(ignored, forKey: .ignored)
        try container.encode(fixed, forKey: .fixed)
    }
}
