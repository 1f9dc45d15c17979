// SPDX-License-Identifier: Apache-2.0

/// A published revision of the Model Context Protocol.
package enum Revision: String, CaseIterable, Comparable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// The newest one that a client agrees on by `initialize`.
    package static let newestWithHandshake = november2025

    /// Whether it is agreed on once, by `initialize`. Later revisions name themselves in each request.
    package var hasHandshake: Bool { self <= Self.newestWithHandshake }

    /// Only one revision allows several messages in one.
    var allowsBatches: Bool { self == .march2025 }

    /// Whether tools say that they only read.
    var hasToolAnnotations: Bool { self >= .march2025 }

    /// Whether tools answer JSON beside text, and whether tools and resources have titles.
    var hasStructuredContent: Bool { self >= .june2025 }

    package static func < (left: Revision, right: Revision) -> Bool {
        left.rawValue < right.rawValue
    }
}
