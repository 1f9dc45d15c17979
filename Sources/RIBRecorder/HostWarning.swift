import Foundation

/// The lines the recorder says to the person who runs the host: few, on standard error.
enum HostWarning {
    static func say(_ line: String) {
        // A closed standard error is no reason to disturb the host.
        try? FileHandle.standardError.write(contentsOf: Data("ribleak: warning: \(line)\n".utf8))
    }
}
