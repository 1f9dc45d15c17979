import Foundation

/// A trace of an app that never ran, there for as long as this is.
final class GeneratedTrace {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path

    init(events: Int) throws {
        _ = try Command.output(of: Command.built("generate-trace"), [folder, "\(events)"])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
