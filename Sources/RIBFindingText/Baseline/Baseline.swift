// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText

/// Findings that a project knows about and has not fixed yet, so that only new ones fail.
package struct Baseline: Equatable, Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; readers skip
    /// unknown keys.
    package static let version = 3
    /// What is said in place of a path to use no baseline.
    package static let noFile = "none"
    private static let largestFile = 16 << 20

    /// The entries, one for each fingerprint, in the order of the file.
    package let entries: [KnownFinding]
    /// The known mistakes in the sources, in the order of the file. A run says nothing about them,
    /// and the sources nothing about the entries.
    package var lint: [KnownLintFinding] = []
    /// The names of the types of the build that was recorded, and of the members of those that the
    /// entries speak of; nil when they are not known.
    package var names: DeclaredNames?
    /// Whether an earlier ribleak wrote the file. It could name fewer causes.
    package private(set) var isOfEarlierVersion = false
    /// What the settings let pass, for test processes: they read no YAML. It is a copy, as old as
    /// the last time it was written.
    package var exceptions = FindingExceptions()

    package init(_ entries: some Sequence<KnownFinding>) {
        let known = Dictionary(entries.map { ($0.fingerprint, $0) }) { min($0, $1) }
        self.entries = known.values.sorted()
    }

    /// Reads a baseline, also one of the first version.
    ///
    /// - Throws: `UserError` when the file is missing, damaged or from a later version.
    package init(readingFrom path: String) throws(UserError) {
        guard let text = try InputFile.text(at: path, atMost: Self.largestFile) else {
            throw UserError(
                .input, path, "no baseline is here; make one with ribleak baseline write")
        }
        try self.init(json: text, path: path)
    }

    package init(json: String, path: String) throws(UserError) {
        func refused(_ explanation: String) -> UserError { UserError(.input, path, explanation) }
        let data = Data(json.utf8)
        guard let version = JSONText.version(of: data) else {
            throw refused(
                "is not a baseline, which is a JSON object with a version; name another file")
        }
        guard version <= Self.version else {
            throw refused(
                "is a baseline of version \(version), and this ribleak reads version "
                    + "\(Self.version); update ribleak")
        }
        guard version >= 1 else {
            throw refused(
                "is not a baseline: there is no version \(version); name another file")
        }
        guard let body = try? JSONDecoder().decode(Body.self, from: data),
            (body.findings.map(\.fingerprint) + (body.lint ?? []).map(\.fingerprint))
                .allSatisfy(KnownFinding.isFingerprint)
        else {
            throw refused(
                "is damaged: each of its findings must have the texts "
                    + "fingerprint (16 hexadecimal digits), kind, ribPath and type; "
                    + "write it again with ribleak baseline write")
        }
        guard let copy = try? JSONDecoder().decode(Copy.self, from: data) else {
            throw refused(
                "is damaged: its copy of the settings cannot be read; delete its suppressions and "
                    + "libraryLeaks, and call ribleak baseline write --settings-only")
        }
        self.init(body.findings.map { $0.known(version: version) })
        lint = body.lint ?? []
        names = body.names.flatMap(DeclaredNames.init(text:))
        isOfEarlierVersion = version < Self.version
        exceptions = FindingExceptions(
            suppressions: copy.suppressions ?? [], libraryLeaks: copy.libraryLeaks ?? [])
    }

    private struct Copy: Decodable {
        let suppressions: [Suppression]?
        let libraryLeaks: [LibraryLeakMatcher]?
    }

    private struct Body: Decodable {
        let findings: [Finding]
        let lint: [KnownLintFinding]?
        let names: String?

        struct Finding: Decodable {
            let fingerprint: String
            let kind: String
            let ribPath: String
            let type: String
            let chain: String?
            let function: String?
            let site: Int?
            let sites: Int?
            let holder: String?
            let property: String?
            let isEdgeDoubtful: Bool?
            let count: Int?
            let tests: [String]?

            func known(version: Int) -> KnownFinding {
                guard version > 1 else {
                    return KnownFinding(
                        fingerprint: fingerprint, kind: kind, ribPath: ribPath, type: type)
                }
                var known = KnownFinding(
                    fingerprint: fingerprint,
                    identity: FindingIdentity(
                        kind: kind, ribPath: ribPath, type: type, chain: chain ?? "",
                        function: function, site: site ?? 1, sites: sites ?? 1, holder: holder,
                        property: property,
                        // The second version does not say whether a holder was searched for.
                        isEdgeDoubtful: isEdgeDoubtful
                            ?? (version < 3 && holder == nil
                                && FindingKind(rawValue: kind)?.isLeak ?? false)),
                    count: count)
                known.tests = tests ?? []
                return known
            }
        }
    }
}

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
}

extension KnownLintFinding: Comparable {
    /// By file, so that neighbours in the sources are neighbours in the baseline.
    package static func < (left: KnownLintFinding, right: KnownLintFinding) -> Bool {
        (left.file, left.rule, left.type ?? "", left.member ?? "", left.fingerprint)
            < (right.file, right.rule, right.type ?? "", right.member ?? "", right.fingerprint)
    }
}
