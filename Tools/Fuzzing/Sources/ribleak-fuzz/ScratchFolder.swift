import Foundation

/// A folder for the traces of one target, in the folder that `Tools/fuzz` made in memory.
final class ScratchFolder: Sendable {
    let path: String

    init() {
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        path = "\(Self.base)/\(number)"
        // Left by an earlier run that found something.
        try? FileManager.default.removeItem(atPath: path)
        mkdir(path, 0o700)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Puts a file there, in place of an earlier one.
    func write(_ bytes: [UInt8], to name: String) {
        let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            precondition(count > 0, "the scratch folder is full")
            rest = rest.dropFirst(count)
        }
        close(file)
    }

    private static let lastNumber = Locked(0)
    private static let base =
        ProcessInfo.processInfo.environment["RIBLEAK_FUZZ_SCRATCH"]
        ?? {
            let path = FileManager.default.temporaryDirectory.path + "/ribleak-fuzz-\(getpid())"
            mkdir(path, 0o700)
            return path
        }()
}
