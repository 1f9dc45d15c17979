import Foundation

/// The lines the recorder says to the person who runs the host: few, on standard error.
enum HostWarning {
    static func say(_ line: String) {
        // A closed standard error is no reason to disturb the host.
        try? FileHandle.standardError.write(contentsOf: Data("ribleak: warning: \(line)\n".utf8))
    }
}

/// Says each warning once, however often its reason comes again.
final class OncePerReason: Sendable {
    private let said = Protected<Set<String>>([])

    func say(_ line: String) {
        if said.withLock({ $0.insert(line).inserted }) { HostWarning.say(line) }
    }
}
