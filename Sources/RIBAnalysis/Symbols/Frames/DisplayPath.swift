/// Shortens source paths to what lies below the working directory, by their text alone.
struct DisplayPath: Sendable {
    private let bases: [[Substring]]

    /// - Parameters:
    ///   - workingDirectory: An absolute path.
    ///   - other: Another one, for files that are not below the first.
    init(workingDirectory: String, or other: String? = nil) {
        bases = [workingDirectory, other].compactMap { folder in
            folder.map { $0.split(separator: "/").filter { $0 != "." } }
        }
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

    /// The rest of the path below one of the folders; nil when it may lead elsewhere.
    private func relative(_ path: String) -> String? {
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.contains(".."),
            let base = bases.first(where: {
                !$0.isEmpty && parts.count > $0.count && parts.starts(with: $0)
            })
        else { return nil }
        return parts.dropFirst(base.count).joined(separator: "/")
    }
}
