// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

/// The outermost object of a digest.
struct DigestDocument: Encodable, Sendable {
    let version = Digest.version
    let session: String
    let day: String
    let app: App
    let system: System
    let versions: Versions
    let level: String
    let sampling: Sampling
    let durationMs: UInt64
    let counts: Counts
    /// Why the session could not be judged in full, by name; empty when it could.
    let doubts: [String]
    private(set) var images: [DigestImage] = []
    /// Most damaging first.
    private(set) var findings: [DigestFinding] = []
    private(set) var omitted = Omitted()

    private let all: [DigestFinding]
    private let allImages: [DigestImage]

    /// What was recorded.
    struct App: Encodable {
        let name: String
        @OrNull var release: String?
        @OrNull var build: String?
    }

    /// What it ran on.
    struct System: Encodable {
        @OrNull var name: String?
        @OrNull var version: String?
    }

    /// What recorded it.
    struct Versions: Encodable {
        @OrNull var ribleak: String?
        let trace: Int
    }

    /// What was chosen at level `sampled`.
    struct Sampling: Encodable {
        let oneProcessOf: Int
        let percentOfRIBs: Int
        /// Milliseconds from the beginning until the budget was spent.
        @OrNull var budgetSpentAfterMs: UInt64?
    }

    /// Different mistakes, also those whose findings are left out.
    struct Counts: Encodable {
        let tracked: Int
        let leaks: Int
        let inactiveFires: Int
        let warnings: Int
        let libraryLeaks: Int
        let dropped: UInt64
    }

    /// What is left out so that the digest is small enough.
    struct Omitted: Encodable {
        var findings = 0
        /// Findings that are here without their call stacks.
        var stacks = 0
        /// Findings that are here without their retain paths.
        var retainPaths = 0
    }

    private enum CodingKeys: String, CodingKey {
        case version, session, day, app, system, versions, level, sampling, durationMs, counts
        case doubts, images, findings, omitted
    }

    init(of recorded: RecordedSession) {
        let metadata = recorded.metadata
        let origin = metadata.origin
        session = metadata.recordingID
        day = recorded.day
        app = App(
            name: DigestText.baseName(metadata.processName),
            release: DigestText.ifAny(origin.release), build: DigestText.ifAny(origin.build))
        system = System(
            name: DigestText.ifAny(origin.system), version: DigestText.ifAny(origin.systemVersion))
        versions = Versions(
            ribleak: DigestText.ifAny(origin.recorderVersion), trace: TraceReader.formatVersion)
        level = metadata.level.rawValue
        sampling = Sampling(
            oneProcessOf: origin.oneProcessOf, percentOfRIBs: origin.percentOfRIBs,
            budgetSpentAfterMs: recorded.budgetSpentAfter.map { $0 / 1_000_000 })
        durationMs = recorded.duration / 1_000_000
        let summary = recorded.report.summary
        counts = Counts(
            tracked: summary.tracked, leaks: summary.leaks, inactiveFires: summary.inactiveFires,
            warnings: summary.warnings, libraryLeaks: summary.libraryLeaks,
            dropped: summary.dropped)
        var doubts = Set(recorded.report.doubts.map { "\($0.kind)" })
        // A digest is made without the names of functions.
        if recorded.report.isUndecided { doubts.insert("stacksUndecided") }
        self.doubts = doubts.sorted()
        var images = DigestImages(of: recorded)
        let findings = recorded.report.findings
        all = findings.prefix(Self.mostFindings).map { DigestFinding($0, &images) }
        allImages = images.all
        omitted.findings = findings.count - all.count
    }

    /// More do not fit, however short they are.
    private static let mostFindings = 500
}

extension DigestDocument {
    /// The document with as much as fits. First the call stacks of the least damaging findings go,
    /// then their retain paths, then the findings themselves.
    ///
    /// - Parameter limit: In bytes.
    func fitting(_ limit: Int) -> (DigestDocument, json: String) {
        let count = all.count
        func most(_ document: (Int) -> DigestDocument) -> (DigestDocument, json: String)? {
            // The more findings have something, the longer is the text.
            var (low, high, best) = (0, count, nil as (DigestDocument, json: String)?)
            while low <= high {
                let middle = (low + high) / 2
                let made = document(middle)
                let json = JSONText.line(made)
                if json.utf8.count <= limit {
                    (low, best) = (middle + 1, (made, json))
                } else {
                    high = middle - 1
                }
            }
            return best
        }
        return most { with(stacks: $0, paths: count, findings: count) }
            ?? most { with(stacks: 0, paths: $0, findings: count) }
            ?? most { with(stacks: 0, paths: 0, findings: $0) }
            // Without findings, each text in it is short.
            ?? (self, JSONText.line(self))
    }

    /// The first findings, the first of these with their details.
    private func with(stacks: Int, paths: Int, findings count: Int) -> DigestDocument {
        var document = self
        document.findings = all.prefix(count).enumerated().map { index, finding in
            var finding = finding
            if index >= stacks { finding.stacks = nil }
            if index >= paths { finding.retainPath = nil }
            return finding
        }
        let left = zip(all, document.findings)
        document.omitted.findings += all.count - document.findings.count
        document.omitted.stacks = left.count { $0.stacks != nil && $1.stacks == nil }
        document.omitted.retainPaths = left.count { $0.retainPath != nil && $1.retainPath == nil }
        document.useOnlyNeededImages()
        return document
    }

    /// Numbers the images that the findings refer to from 0.
    private mutating func useOnlyNeededImages() {
        let used = Set(findings.flatMap(\.imageNumbers)).sorted()
        images = used.map { allImages[$0] }
        let numbers = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
        findings = findings.map { $0.renumbered { numbers[$0] ?? 0 } }
    }
}

/// A fact that is null where it is absent. Otherwise its key would be left out.
@propertyWrapper
struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    var wrappedValue: Value?

    // Without a default, which would make the initializers of its owners take the wrapper.
    init(wrappedValue fact: Value?) { wrappedValue = fact }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(wrappedValue)
    }
}
