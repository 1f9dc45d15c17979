// SPDX-License-Identifier: Apache-2.0

import RIBTrees

/// What makes a finding the same mistake in two runs: its place, its subject, and whose code made
/// it.
///
/// No part depends on addresses, counts, line numbers, the order of tests or the optimizer. A part
/// that is unknown is nil, and a nil part does not make two findings different.
package struct FindingIdentity: Hashable, Sendable {
    /// The kind's name in reports. An unknown one may come from a later version.
    package var kind: String
    /// The place in the RIB tree.
    package var ribPath: String
    /// The culprit's type, without its module.
    package var type: String
    /// The chain of a subscription, or the broken lifecycle rule; empty for leaks.
    package var chain: String
    /// The owner's function that made the subscription or broke the rule, without its closures; nil
    /// when no stack shows it.
    package var function: String?
    /// The number, from 1, of the place in that function that makes this chain for this type. For a
    /// leak, the number of the closure among those of its function that keep objects alive.
    package var site: Int
    /// How many such places or closures the run executed.
    package var sites: Int
    /// What keeps a leaked object alive: a type, a variable or a closure of the project; nil when
    /// the search names none.
    package var holder: String?
    /// How the holder reaches the object.
    package var property: String?
    /// True for a leak whose holder was not searched for, or not to the end. Without a holder, any
    /// may be the cause. With one, the search might have found another.
    package var isEdgeDoubtful: Bool

    package init(
        kind: String, ribPath: String, type: String, chain: String = "", function: String? = nil,
        site: Int = 1, sites: Int = 1, holder: String? = nil, property: String? = nil,
        isEdgeDoubtful: Bool = false
    ) {
        (self.kind, self.ribPath, self.type, self.chain) = (kind, ribPath, type, chain)
        (self.function, self.site, self.sites) = (function, site, sites)
        (self.holder, self.property) = (holder, property)
        self.isEdgeDoubtful = isEdgeDoubtful
    }

    var parts: [String] {
        [
            kind, ribPath, type, chain, function ?? "", site > 1 ? "\(site)" : "", holder ?? "",
            property ?? "",
        ]
    }

    /// The hash that names the finding in reports and baselines.
    package var fingerprint: Fingerprint { Fingerprint(hashing: parts) }

    /// Its fingerprint in the first version, which knew neither the function nor the site.
    package var firstFingerprint: String {
        let edge = holder.map { "\($0) \(property ?? "")" } ?? ""
        return Fingerprint.digits(hashing: [kind, ribPath, type, chain.isEmpty ? edge : chain])
    }

    var place: FindingIdentity { FindingIdentity(kind: kind, ribPath: ribPath, type: type) }

    /// The identity without the cause: what keeps the object alive.
    package var withoutCause: FindingIdentity {
        var identity = self
        (identity.holder, identity.property) = (nil, nil)
        (identity.site, identity.sites) = (1, 1)
        identity.isEdgeDoubtful = false
        return identity
    }
}

/// Names a mistake, not an occurrence: equal across runs, machines, builds and moved lines.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 16 lower-case hexadecimal digits. The first one is the version of the hashed facts.
    ///
    /// Fingerprints of the first version begin with any digit.
    public let description: String

    /// Raised when the facts that identify a mistake change.
    package static let version = 2

    init(description: String) { self.description = description }

    init(hashing parts: [String]) {
        description = "\(Self.version)" + Self.digits(hashing: parts).dropFirst()
    }

    /// FNV-1a with 64 bits (draft-eastlake-fnv). It is stable everywhere, and collisions are very
    /// unlikely at the number of findings a project can have.
    static func digits(hashing parts: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        // A zero byte between the parts keeps ("ab", "c") and ("a", "bc") apart.
        for byte in parts.joined(separator: "\0").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The project's own function on a stack, and the place in it.
struct OwnFunction {
    /// The name in the form of `StableName.function(_:)`.
    let name: String
    /// Distinguishes two places of one function: the line, which gives them the order of the
    /// source, or the offset in the code when no line is known.
    let place: UInt64

    /// - Parameter lineage: The owner's type and the classes it inherits from. The innermost
    ///   function of these types counts, or else the innermost one of the project.
    /// - Returns: Nil when the stack shows none of the project, or none of the owner's and is cut
    ///   off or ends at a function that the optimizer merged from several.
    init?(on stack: RecordedStack, lineage: [String], with symbols: Symbolication) {
        let types = Set(lineage.map { String($0.withoutGenericArguments) })
        let code = symbols.projectCode(at: stack.addresses)
        let own = code.frames.compactMap { frame in
            frame.frame.function.map { (name: StableName.function($0), frame: frame.frame) }
        }
        let written = own.filter { !FunctionName($0.name).isOfStreams }
        let owners = written.first { FunctionName($0.name).type.map(types.contains) ?? false }
        let isWhole = !stack.isTruncated && code.merged == nil
        guard let found = owners ?? (isWhole ? written.first ?? own.first : nil) else { return nil }
        name = found.name
        place = found.frame.line.map(UInt64.init(clamping:)) ?? found.frame.offset
    }
}

/// A finding as stored in baselines and in the history of runs.
package struct KnownFinding: Hashable, Comparable, Sendable {
    /// 16 hexadecimal digits.
    package let fingerprint: String
    /// The facts behind the fingerprint. For the first version, only kind, place and type are
    /// known.
    package let identity: FindingIdentity
    /// How many objects or subscriptions showed it; nil when that was not stored.
    package let count: Int?
    /// Tests that showed it, by name; none for one that no test showed.
    package var tests: [String] = []
    /// True for a finding written by an earlier ribleak.
    package let isOfFirstVersion: Bool

    package init(fingerprint: String, identity: FindingIdentity, count: Int?) {
        (self.fingerprint, self.identity, self.count) = (fingerprint, identity, count)
        isOfFirstVersion = false
    }

    /// Creates a finding of the first version.
    package init(fingerprint: String, kind: String, ribPath: String, type: String) {
        self.fingerprint = fingerprint
        identity = FindingIdentity(kind: kind, ribPath: ribPath, type: type)
        count = nil
        isOfFirstVersion = true
    }

    package init(_ finding: Finding) {
        self.init(
            fingerprint: finding.fingerprint.description, identity: finding.identity,
            count: finding.count)
        tests = finding.tests.sorted()
    }

    /// The kind's name in reports. An unknown one may come from a later version.
    package var kind: String { identity.kind }
    package var ribPath: String { identity.ribPath }
    package var type: String { identity.type }

    /// True for a leak when it is unknown what keeps the object alive.
    var isLeakWithoutCause: Bool {
        guard FindingKind(rawValue: kind)?.isLeak ?? false else { return false }
        return isOfFirstVersion
            ? fingerprint == identity.firstFingerprint : identity.holder == nil
    }

    /// By place, so that neighbours in the tree are neighbours in a file.
    package static func < (left: KnownFinding, right: KnownFinding) -> Bool {
        (left.ribPath, left.type, left.kind, left.fingerprint)
            < (right.ribPath, right.type, right.kind, right.fingerprint)
    }

    /// True for 16 lower-case hexadecimal digits.
    package static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 16 && text.allSatisfy { "0123456789abcdef".contains($0) }
    }
}
