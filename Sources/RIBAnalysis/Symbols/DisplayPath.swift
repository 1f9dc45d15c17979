/// Shortens source paths to what lies below the working directory, by their text alone.
struct DisplayPath: Sendable {
    private let base: [Substring]

    /// - Parameter workingDirectory: An absolute path.
    init(workingDirectory: String) {
        base = workingDirectory.split(separator: "/").filter { $0 != "." }
    }

    /// True when the file lies below the working directory.
    func isBelow(_ path: String) -> Bool {
        path.hasPrefix("/") && relative(path) != nil
    }

    /// The path to show, or nil for a path that names no file.
    ///
    /// - Parameters:
    ///   - file: A path from debug information.
    ///   - isLocal: True when the binary was built below the working directory: only then does a
    ///     relative path mean a file here.
    func shown(_ file: String, isLocal: Bool) -> String? {
        guard !file.isEmpty, !file.hasSuffix("<compiler-generated>"), file != "??" else {
            return nil
        }
        if file.hasPrefix("/") { return relative(file) ?? file }
        let parts = file.split(separator: "/").filter { $0 != "." }
        guard isLocal, !parts.isEmpty, !parts.contains("..") else { return nil }
        return parts.joined(separator: "/")
    }

    /// The rest of the path below the base; nil when it may lead elsewhere.
    private func relative(_ path: String) -> String? {
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !base.isEmpty, parts.count > base.count, parts.starts(with: base),
            !parts.contains("..")
        else { return nil }
        return parts.dropFirst(base.count).joined(separator: "/")
    }
}
