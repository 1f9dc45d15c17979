// SPDX-License-Identifier: Apache-2.0

/// How bad it is when a rule is broken.
public enum Severity: String, Codable, Sendable {
    /// It leaks, or fires while inactive.
    case error
    /// It may, once something else changes.
    case warning
}
