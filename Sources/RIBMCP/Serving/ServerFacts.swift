// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBText
import RIBTrace

/// What the server says about itself.
enum ServerFacts {
    /// Newest first.
    static let supported = JSONValue.array(
        Revision.allCases.reversed().map { .string($0.rawValue) })

    /// Tools and resources, neither of which ever announces a change.
    private static let capabilities: JSONValue = ["tools": [:], "resources": [:]]

    /// For the assistant, which reads it before anything else.
    static let instructions = ServerTexts.instructions.filled(with: [
        "text": "\(AnswerLimits.textBytes >> 10)", "json": "\(AnswerLimits.structureBytes >> 10)",
    ])

    private static func implementation(for revision: Revision) -> JSONValue {
        JSONValue(known: [
            "name": "ribleak", "version": ToolVersion.current,
            // Titles came with structured content.
            "title": revision.hasStructuredContent ? "ribleak: leaks of RIBs" : nil,
        ])
    }

    /// The answer to `initialize`.
    static func handshake(for revision: Revision) -> JSONValue {
        [
            "protocolVersion": .string(revision.rawValue), "capabilities": capabilities,
            "serverInfo": implementation(for: revision), "instructions": .string(instructions),
        ]
    }

    /// The answer to `server/discover`, without what each answer has.
    static var discovery: JSONValue {
        [
            "supportedVersions": supported, "capabilities": capabilities,
            "instructions": .string(instructions),
        ]
    }

    /// What each answer has since revision 2026-07-28, for which no answer depends on an earlier
    /// one.
    fileprivate static let meta: JSONValue = [
        "io.modelcontextprotocol/serverInfo": implementation(for: .july2026)
    ]
}

extension Revision {
    /// For how long clients may keep what never changes while the server runs, in milliseconds.
    private static let longestKept: JSONValue = 3_600_000

    /// A result with what the revision puts beside each. All results go through here but those of
    /// `initialize` and `ping`.
    func complete(_ result: JSONValue, of method: String) -> JSONValue {
        // Only the revisions without `initialize` have these members.
        guard !hasHandshake else { return result }
        var members: [String: JSONValue] = ["resultType": "complete"]
        members["_meta"] = ServerFacts.meta.adding(result["_meta"]?.object ?? [:])
        switch method {
        case "server/discover", "tools/list", "resources/templates/list":
            members["ttlMs"] = Self.longestKept
            members["cacheScope"] = "public"
        case "resources/list", "resources/read":
            // The run may still be recorded.
            members["ttlMs"] = 0
            members["cacheScope"] = "private"
        default: break  // cannot be kept
        }
        return result.adding(members)
    }
}
