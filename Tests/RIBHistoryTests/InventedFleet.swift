// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// The rows of a fleet of which a test chooses how many sessions have which mistake.
struct InventedFleet {
    struct Mistake {
        /// Its last digit; the others are 0.
        let fingerprint: Character
        var severity = "leak"
        var ribPath: String?
        var libraryLeak: String?
        var count = 1
    }

    /// Sessions that are alike but for their findings.
    struct Group {
        let release: String?
        let day: String
        let oneProcessOf: Int
        let sessions: Int
        /// How many of the sessions have each mistake: the first ones. So mistakes share sessions.
        var found: [Character: Int] = [:]
    }

    let mistakes: [Mistake]
    let groups: [Group]

    /// One line for each session and each finding.
    func rows() throws -> [String] {
        var lines: [String] = []
        var number = 0
        for group in groups {
            for index in 0..<group.sessions {
                number += 1
                let found = mistakes.filter { index < group.found[$0.fingerprint] ?? 0 }
                let own = found.filter { $0.libraryLeak == nil }
                let shared: [String: Any?] = [
                    "version": 1, "session": String(format: "%032x", number), "day": group.day,
                    "app": "Shop", "release": group.release, "oneProcessOf": group.oneProcessOf,
                ]
                lines.append(
                    try line(
                        shared,
                        [
                            "record": "session", "build": nil, "platform": "iOS", "os": "26.1",
                            "level": "sampled", "durationMs": 1000, "tracked": 7, "omitted": 0,
                            "leaks": own.count { $0.severity == "leak" },
                            "inactiveFires": own.count { $0.severity == "error" },
                            "warnings": own.count { $0.severity == "warning" },
                            "libraryLeaks": found.count - own.count, "dropped": 0,
                            "isDoubtful": false,
                        ]))
                for mistake in found {
                    lines.append(
                        try line(
                            shared,
                            [
                                "record": "finding", "severity": mistake.severity, "kind": "any",
                                "fingerprint": "000000000000000\(mistake.fingerprint)",
                                "ribPath": mistake.ribPath, "type": "T", "count": mistake.count,
                                "victims": 0, "bytes": nil, "retainedBy": nil,
                                "libraryLeak": mistake.libraryLeak,
                            ]))
                }
            }
        }
        return lines
    }

    private func line(_ shared: [String: Any?], _ own: [String: Any?]) throws -> String {
        let values = shared.merging(own) { $1 }.mapValues { $0 ?? NSNull() }
        return String(
            decoding: try JSONSerialization.data(withJSONObject: values, options: .sortedKeys),
            as: UTF8.self)
    }
}
