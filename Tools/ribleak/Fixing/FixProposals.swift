// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBLint
import RIBText

/// What the analyser proposes for the findings of a document: its JSON, version 1.
struct FixProposals: Decodable {
    /// A change of the sources that should end some findings.
    struct Fix: Decodable, Equatable {
        /// Their fingerprints.
        let findings: [String]
        /// What the change does, in one line.
        let title: String
        /// From the root of the repository.
        let file: String
        let line: Int
        /// A unified diff of the sources as they are, without the other fixes.
        let patch: String

        /// The place and the title, in one line.
        var headline: String { "\(file):\(line): \(title)" }
        /// The name for a file with the patch.
        var name: String { findings[0] }
    }

    /// A finding for which there is no fix.
    struct Refusal: Decodable, Equatable {
        let finding: String
        let reason: String
    }

    private static let version = 1
    private static let mostBytes = 64 << 20

    private(set) var fixes: [Fix] = []
    private(set) var refused: [Refusal] = []

    /// No proposals.
    init() {}

    /// Reads the analyser's answer.
    ///
    /// - Throws: `UserError` when it is something else, or of another version.
    init(json: Data, from place: String) throws(UserError) {
        func refusal(_ what: String) -> UserError {
            UserError(.input, place, "\(what); build it anew, from the sources of this ribleak")
        }
        guard JSONText.version(of: json) == Self.version else {
            throw refusal("does not answer with fixes of version \(Self.version)")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw refusal("answered with damaged JSON")
        }
        let names = fixes.flatMap(\.findings) + refused.map(\.finding)
        guard names.allSatisfy(KnownFinding.isFingerprint),
            !fixes.contains(where: \.findings.isEmpty)
        else { throw refusal("answered with fixes of no findings") }
    }
}

/// The findings to fix: the JSON of a report on a run or on sources.
struct FixRequest {
    /// A finding as both reports have it.
    private struct Finding: Decodable {
        let fingerprint: String
        let suppression: Fact?
        let libraryLeak: Fact?
    }

    /// Anything but null.
    private struct Fact: Decodable {
        init(from decoder: any Decoder) {}
    }

    private struct Findings: Decodable {
        let findings: [Finding]
    }

    /// Whether the findings are mistakes in the sources, and of no run.
    let isOfSources: Bool
    /// The fingerprints, in the order of the document.
    let wanted: [String]
    private let json: String
    private let isWhole: Bool

    /// - Parameters:
    ///   - only: Fingerprints, or how they begin; none for all but suppressed findings and library
    ///     leaks.
    ///   - place: Where the document comes from, for errors.
    /// - Throws: `UserError` when the document is none, or has no such finding.
    init(
        _ json: String, only: [String], isOfSources: Bool, from place: String
    ) throws(UserError) {
        guard let all = try? JSONDecoder().decode(Findings.self, from: Data(json.utf8)) else {
            throw UserError(
                .input, place,
                "has no fingerprints of findings; ribleak lint --output json:FILE writes them")
        }
        let names = all.findings.map(\.fingerprint)
        for digits in only where !names.contains(where: { $0.hasPrefix(digits) }) {
            let near = names.nearest(to: digits)
            throw UserError(
                .request, "--only \(digits)",
                "no finding's fingerprint begins with it; "
                    + (near.map { "did you mean \($0)?" } ?? "ribleak report and lint show them"))
        }
        let chosen = all.findings.filter { finding in
            only.isEmpty
                ? finding.suppression == nil && finding.libraryLeak == nil
                : only.contains { finding.fingerprint.hasPrefix($0) }
        }.map(\.fingerprint)
        isWhole = chosen.count == names.count
        var seen: Set<String> = []
        wanted = chosen.filter { seen.insert($0).inserted }
        (self.json, self.isOfSources) = (json, isOfSources)
    }

    /// Asks the analyser.
    ///
    /// - Parameters:
    ///   - root: The repository, below which the sources are.
    ///   - file: Where to put the document for it.
    /// - Throws: `UserError`, or the analyser's exit code when it refused, and has said why.
    func proposals(in root: RepositoryRoot, file: String) throws -> FixProposals {
        guard !wanted.isEmpty else { return FixProposals() }
        let tool = try LintTool()
        try OutputPlace.file(file).opened().finish(named(from: root))
        let names = isWhole ? [] : wanted.flatMap { ["--only", $0] }
        let answer = try ProgressLine(work: "reading the sources").during {
            try tool.answer(to: ["fix", "--root", root.path] + names + [file]) {
                (json) throws(UserError) in try FixProposals(json: json, from: tool.path)
            }
        }
        switch answer {
        case .document(let proposals): return proposals
        case .refused(let code): throw ExitCode(code)
        }
    }

    /// The document with its files named from the root, as reports on runs name them. Those on
    /// sources name them from the working directory.
    private func named(from root: RepositoryRoot) -> String {
        guard isOfSources, !root.workingFolder.isEmpty,
            var document = try? JSONSerialization.jsonObject(with: Data(json.utf8))
                as? [String: Any],
            var findings = document["findings"] as? [[String: Any]]
        else { return json }
        for index in findings.indices {
            guard let file = findings[index]["file"] as? String,
                FileManager.default.fileExists(atPath: file)
            else { continue }
            findings[index]["file"] = root.shown(file)
        }
        document["findings"] = findings
        let data = try? JSONSerialization.data(withJSONObject: document)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? json
    }
}

/// A finding to fix, or several that one change ends, and what became of it.
struct PlannedFix {
    let findings: [String]
    /// Nil when there is none.
    let fix: FixProposals.Fix?
    let patch: SourcePatch
    /// Why the fix is not made; nil as long as it is to be made.
    var problem: String?

    /// A finding without a fix.
    fileprivate init(_ finding: String, _ problem: String) {
        (findings, fix, patch, self.problem) = ([finding], nil, SourcePatch(), problem)
    }

    fileprivate init(_ fix: FixProposals.Fix) {
        (findings, self.fix) = (fix.findings, fix)
        do throws(UserError) {
            patch = try SourcePatch(parsing: fix.patch)
        } catch {
            (patch, problem) = (SourcePatch(), error.description)
        }
    }
}

extension [PlannedFix] {
    /// What is proposed for the findings of a request, in their order.
    init(_ proposals: FixProposals, for request: FixRequest) {
        self = []
        var seen: Set<String> = []
        for finding in request.wanted where !seen.contains(finding) {
            if let fix = proposals.fixes.first(where: { $0.findings.contains(finding) }) {
                append(PlannedFix(fix))
                seen.formUnion(fix.findings)
            } else {
                let refusal = proposals.refused.first { $0.finding == finding }
                append(PlannedFix(finding, refusal?.reason ?? "ribleak-lint proposes nothing"))
            }
        }
    }

    /// The fixes that are to be made.
    var pending: [PlannedFix] { filter { $0.problem == nil } }

    /// The edits of those that are to be made.
    var patch: SourcePatch {
        pending.reduce(into: SourcePatch()) { $0.add($1.patch) }
    }

    /// Leaves out what cannot be made: patches of other sources than those that are there, and
    /// edits of the same lines.
    ///
    /// - Parameters:
    ///   - root: The folder with the sources.
    ///   - isProtected: Whether a file is to be left alone, since it has changes of the user.
    mutating func check(below root: String, isProtected: Set<String>) {
        var made: [(name: String, patch: SourcePatch)] = []
        for (index, planned) in enumerated() where planned.problem == nil {
            if let file = planned.patch.files.first(where: isProtected.contains) {
                self[index].problem =
                    "\(file) has changes that are not committed; commit them, or give --allow-dirty"
            } else if let problem = planned.patch.problem(below: root) {
                self[index].problem = problem
            } else if let other = made.first(where: { $0.patch.conflicts(with: planned.patch) }) {
                self[index].problem =
                    "the fix of \(other.name) changes the same lines; run ribleak fix again after it"
            } else {
                made.append((planned.findings[0], planned.patch))
            }
        }
    }
}

extension SourcePatch {
    /// Why it cannot be made below a folder; nil when it can.
    fileprivate func problem(below root: String) -> String? {
        do throws(UserError) {
            for file in files { _ = try changed(file, Self.source(file, below: root)) }
            return nil
        } catch {
            return error.description
        }
    }
}
