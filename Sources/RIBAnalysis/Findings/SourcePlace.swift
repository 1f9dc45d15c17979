// SPDX-License-Identifier: Apache-2.0

/// A line of a source file.
package struct SourcePlace: Equatable, Sendable {
    /// Relative to the repository's root where it lies below it.
    package let file: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1; nil where only the line is known.
    package let column: Int?

    /// - Returns: Nil without a line, since a file alone is no place.
    package init?(_ file: String, _ line: Int?, column: Int? = nil) {
        guard let line, line > 0 else { return nil }
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// The first line of a file.
    package init(startOf file: String) { (self.file, line, column) = (file, 1, nil) }

    /// Replaces the folders of a path in a report that others will see.
    package static let hiddenFolders = "…"

    /// Whether the file is one of the repository, so that the place is valid on other machines too.
    package var isInRepository: Bool {
        !file.hasPrefix("/") && !file.hasPrefix("\(Self.hiddenFolders)/")
    }

    /// The file's absolute path, which test frameworks print and editors turn into links.
    ///
    /// - Parameter root: The folder that relative paths start from.
    package func path(in root: String) -> String {
        file.hasPrefix("/") ? file : "\(root)/\(file)"
    }
}
