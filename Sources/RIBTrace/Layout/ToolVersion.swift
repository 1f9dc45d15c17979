// SPDX-License-Identifier: Apache-2.0

/// The version of ribleak.
package enum ToolVersion {
    /// The version by semver.org, as in the package's tags.
    package static let current = "0.1.0"
}
