// SPDX-License-Identifier: Apache-2.0

/// Something that kept a source from being read; the rest goes on.
package struct Problem: Equatable, Sendable {
    /// The path of the file or folder, as it is shown.
    package let file: String
    /// What is wrong, in one line.
    package let message: String

    /// Creates a problem.
    package init(file: String, message: String) {
        (self.file, self.message) = (file, message)
    }
}
