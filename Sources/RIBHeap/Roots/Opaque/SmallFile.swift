#if canImport(Glibc)
    import Glibc
#endif

/// Files that the system makes up as they are read.
enum SmallFile {
    /// The text of a file; empty when there is none.
    static func read(_ path: String) -> String {
        #if canImport(Glibc)
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return "" }
            defer { close(file) }
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = Glibc.read(file, &part, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                bytes.append(contentsOf: part[..<count])
            }
            return String(decoding: bytes, as: UTF8.self)
        #else
            return ""
        #endif
    }

    /// The names in a folder; empty when there is none.
    static func names(in folder: String) -> [String] {
        #if canImport(Glibc)
            guard let stream = opendir(folder) else { return [] }
            defer { closedir(stream) }
            var names: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            return names
        #else
            return []
        #endif
    }
}
