// SPDX-License-Identifier: Apache-2.0

/// A mistake in the sources as stored in baselines.
package struct KnownLintFinding: Hashable, Decodable, Sendable {
    /// 16 hexadecimal digits. Only these decide whether two mistakes are the same.
    package let fingerprint: String
    package let rule: String
    /// The path from the working directory when it was stored, for people, and to tell what a call
    /// for some paths cannot know about.
    package let file: String
    package let type: String?
    package let member: String?
    package let subject: String?

    package init(
        fingerprint: String, rule: String, file: String, type: String?, member: String?,
        subject: String?
    ) {
        (self.fingerprint, self.rule, self.file) = (fingerprint, rule, file)
        (self.type, self.member, self.subject) = (type, member, subject)
    }

    /// An object on one line, without unknown values.
    var json: String {
        Baseline.entry([
            ("fingerprint", fingerprint), ("rule", rule), ("file", file), ("type", type),
            ("member", member), ("subject", subject),
        ])
    }
}

extension KnownLintFinding: Comparable {
    /// By file, so that neighbours in the sources are neighbours in the baseline.
    package static func < (left: KnownLintFinding, right: KnownLintFinding) -> Bool {
        (left.file, left.rule, left.type ?? "", left.member ?? "", left.fingerprint)
            < (right.file, right.rule, right.type ?? "", right.member ?? "", right.fingerprint)
    }
}
