/// A line of a source file.
package struct SourcePlace: Equatable, Sendable {
    /// Relative to the working directory where it lies below it.
    package let file: String
    /// Counted from 1.
    package let line: Int

    /// - Returns: Nil where there is no line: half a place leads nowhere.
    package init?(_ file: String, _ line: Int?) {
        guard let line, line > 0 else { return nil }
        self.file = file
        self.line = line
    }

    /// The file's path from the root, which test frameworks print and editors make links of.
    ///
    /// - Parameter workingDirectory: What relative paths begin at.
    package func path(in workingDirectory: String) -> String {
        file.hasPrefix("/") ? file : "\(workingDirectory)/\(file)"
    }
}
