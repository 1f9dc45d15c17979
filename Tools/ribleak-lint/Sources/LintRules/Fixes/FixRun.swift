// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel

/// The fixes of a document's findings, each checked on its own.
package struct FixRun: Encodable, Sendable {
    /// A change that mends one finding, or several.
    package struct Fix: Encodable, Equatable, Sendable {
        /// The fingerprints of the findings, in the order of the document.
        package fileprivate(set) var findings: [String]
        /// What is done, such as `weak-capture`.
        package let kind: String
        /// The same for people, in one line.
        package let title: String
        /// The first file that changes, from the folder, and the first line that does.
        package let file: String
        package let line: Int
        /// A unified diff, which `git apply` takes.
        package let patch: String
    }

    /// A finding that has no certain fix.
    package struct Refused: Encodable, Equatable, Sendable {
        package let finding: String
        /// Why, in one sentence.
        package let reason: String
    }

    package let version = 1
    /// In the order of the document.
    package private(set) var fixes: [Fix] = []
    package private(set) var refused: [Refused] = []

    /// Looks for fixes.
    ///
    /// - Parameters:
    ///   - document: The findings.
    ///   - root: The folder of the sources.
    ///   - only: The fingerprints of the findings that matter; none for all that the project does not
    ///     accept.
    /// - Returns: Nil when no source can be read.
    package init?(of document: FixDocument, below root: String, only: [String] = []) {
        guard let sources = FixSources(below: root, isOfRun: document.isOfRun) else { return nil }
        let maker = FixMaker(sources: sources)
        var known: [String: Int] = [:]
        for finding in document.findings
        where only.isEmpty ? !finding.isAccepted : only.contains(finding.id) {
            do throws(Refusal) {
                var fix = try Self.fix(try maker.draft(for: finding.subject), sources)
                if let index = known[fix.patch] {
                    fixes[index].findings.append(finding.id)
                    continue
                }
                fix.findings = [finding.id]
                known[fix.patch] = fixes.count
                fixes.append(fix)
            } catch {
                refused.append(Refused(finding: finding.id, reason: error.reason))
            }
        }
        let all = Set(document.findings.map(\.id))
        refused += only.filter { !all.contains($0) }.map {
            Refused(finding: $0, reason: "The document has no finding with this fingerprint.")
        }
    }

    /// Makes the patch of a draft, if the sources are Swift with it, and lint finds less than before.
    private static func fix(_ draft: FixMaker.Draft, _ sources: FixSources) throws(Refusal) -> Fix {
        var changed: [(file: FixFile, text: String)] = []
        for (file, _) in draft.edits where !changed.contains(where: { $0.file === file }) {
            let edits = draft.edits.filter { $0.file === file }.map(\.edit)
            guard let text = file.applying(edits), text != file.text else {
                throw Refusal("Two of the changes to \(file.shown) touch each other.")
            }
            guard !ParsedFile(text, path: file.source.path).isDamaged else {
                throw Refusal("\(file.shown) would not parse with the change.")
            }
            changed.append((file, text))
        }
        guard let first = changed.first else { throw Refusal("There is nothing to change.") }
        try check(draft, changed, sources)
        let patch = changed.sorted { $0.file.shown < $1.file.shown }.map { file, text in
            UnifiedDiff.text(
                of: file.shown, from: file.mark + file.text, to: file.mark + text)
        }.joined()
        let lines = zip(first.file.text.utf8, first.text.utf8).prefix { $0 == $1 }
        let line = lines.reduce(1) { $1.0 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return Fix(
            findings: [], kind: draft.kind, title: draft.title, file: first.file.shown, line: line,
            patch: patch)
    }

    private static func byType(_ counts: [[String]: Int]) -> [[String]: Int] {
        counts.reduce(into: [:]) { $0[Array($1.key.prefix(2)), default: 0] += $1.value }
    }

    private static func check(
        _ draft: FixMaker.Draft, _ changed: [(file: FixFile, text: String)], _ sources: FixSources
    ) throws(Refusal) {
        let texts = Dictionary(
            uniqueKeysWithValues: changed.map { ($0.file.source.path, $0.text) })
        for (file, _) in changed {
            let before = sources.counts(in: file)
            let after = sources.counts(in: file, after: texts)
            if let lint = draft.lint, lint.file === file,
                after[lint.key, default: 0] >= before[lint.key, default: 0],
                before[lint.key] != nil
            {
                throw Refusal("\(lint.key[0]) would still find it with the change.")
            }
            // The subject of a subscription changes with its chain.
            let known = byType(before)
            let new = byType(after).filter { $0.value > known[$0.key, default: 0] }
            if let rule = new.keys.map({ $0[0] }).min() {
                throw Refusal("\(rule) would find something new with the change.")
            }
        }
    }
}

/// The findings of a document that sources are fixed for: what `ribleak report` or `ribleak lint` writes as
/// JSON.
package struct FixDocument: Decodable {
    /// A finding of a run or of lint, as far as it tells where the code is.
    struct Finding {
        /// The fingerprint; where a finding of lint has none, its rule and place.
        let id: String
        let subject: Subject
        /// Whether the project has said that it accepts it.
        let isAccepted: Bool
    }

    enum Subject {
        case run(RunFinding)
        case lint(rule: String, file: String, line: Int, column: Int?)
    }

    let findings: [Finding]
    /// Whether it is a run's, so that the app has the RIBs module which records.
    let isOfRun: Bool

    private enum CodingKeys: CodingKey { case version, runs, rules, findings }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container, debugDescription: "version \(version)")
        }
        isOfRun = container.contains(.runs)
        guard isOfRun || container.contains(.rules) else {
            throw DecodingError.dataCorruptedError(
                forKey: .findings, in: container, debugDescription: "neither a run nor of lint")
        }
        if isOfRun {
            findings = try container.decode([RunFinding].self, forKey: .findings).map {
                Finding(id: $0.fingerprint, subject: .run($0), isAccepted: $0.isAccepted)
            }
        } else {
            findings = try container.decode([Lint].self, forKey: .findings).map { lint in
                let place = "\(lint.rule) \(lint.file):\(lint.line):\(lint.column)"
                return Finding(
                    id: lint.fingerprint ?? place,
                    subject: .lint(
                        rule: lint.rule, file: lint.file, line: lint.line, column: lint.column),
                    isAccepted: lint.fixed || lint.ignored != nil || lint.status == "suppressed")
            }
        }
    }

    /// Reads a document.
    ///
    /// - Throws: An error of decoding when it is not such a document.
    package init(_ json: Data) throws {
        self = try JSONDecoder().decode(FixDocument.self, from: json)
    }

    private struct Lint: Decodable {
        let rule: String
        let file: String
        let line: Int
        let column: Int
        let fingerprint: String?
        let status: String?
        let ignored: LintFinding.Ignored?
        let fixed: Bool
    }
}

/// What a run's finding tells about the code.
struct RunFinding: Decodable {
    struct Step: Decodable {
        let holder: String
        let label: String
        let target: String
        let file: String?
        let line: Int?
    }

    struct Frame: Decodable {
        let function: String?
        let file: String?
        let line: Int?
    }

    /// The rule of lint that says it beforehand, and where.
    struct Foreseen: Decodable {
        let rule: String
        let file: String
        let line: Int
    }

    struct Suppression: Decodable {}

    /// A way by which an object is kept.
    struct Holder: Decodable {
        let retainPath: [Step]?
        let suspect: Int?

        /// The edge that should not be there.
        var edge: Step? {
            guard let suspect, let retainPath, retainPath.indices.contains(suspect) else {
                return nil
            }
            return retainPath[suspect]
        }
    }

    let kind: String
    let type: String
    let fingerprint: String
    let retainPath: [Step]?
    let suspect: Int?
    /// What else keeps the object alive, each on its own.
    let otherHolders: [Holder]?
    let hint: String?
    let stacks: [String: [Frame]?]
    let foreseenBy: Foreseen?
    let suppression: Suppression?
    let libraryLeak: Suppression?

    /// The edge that should not be there.
    var edge: Step? { Holder(retainPath: retainPath, suspect: suspect).edge }

    /// The frames of a stack that have a place in the sources, innermost first.
    func frames(_ stack: String) -> [(function: String, file: String, line: Int)] {
        ((stacks[stack] ?? nil) ?? []).compactMap { frame in
            guard let file = frame.file, let line = frame.line else { return nil }
            return (frame.function ?? "", file, line)
        }
    }

    /// Whether it is about a subscription, and not about what keeps an object.
    var isOfSubscription: Bool {
        [
            "fired-while-inactive", "outlived-interactor", "subscribed-while-inactive",
            "accumulating-subscriptions",
        ].contains(kind)
    }

    fileprivate var isAccepted: Bool { suppression != nil || libraryLeak != nil }
}

/// Why a finding has no fix, in one sentence.
struct Refusal: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
