// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workloads

/// A row of the table.
struct Row {
    let what: String
    var ours = ""
    var peer = ""
    /// Our cost divided by the peer's.
    var ratio: Double?
    /// The largest allowed ratio; nil when there is no target.
    var limit: Double?
    /// Why there are no numbers.
    var trouble: String?

    static let header = """
        | what | ours | peer | ratio | target | |
        |---|---|---|---|---|---|
        """

    var markdown: String {
        if let trouble { return "| \(what) | | | not measured: \(trouble) | | |" }
        let target = limit.map { "≤ \(Self.shown($0))" } ?? ""
        let verdict = limit.map { (ratio ?? 0) <= $0 ? "met" : "**missed**" } ?? ""
        return "| \(what) | \(ours) | \(peer) | \(ratio.map(Self.shown) ?? "") "
            + "| \(target) | \(verdict) |"
    }

    private static func shown(_ ratio: Double) -> String {
        String(format: ratio < 10 ? "%.2f" : "%.0f", ratio)
    }
}

/// Two costs of the same work, measured in alternation.
struct Pair {
    let ours: Double
    let peer: Double
    /// The median of the ratios of all turns. A disturbance of the machine affects both costs of a
    /// turn.
    let ratio: Double

    /// Measures our cost, the peer's, ours again, and so on.
    init(rounds: Int, ours: () throws -> Double, peer: () throws -> Double) rethrows {
        var turns: [(ours: Double, peer: Double)] = []
        for _ in 0..<rounds { turns.append((try ours(), try peer())) }
        self.init(turns)
    }

    init(_ turns: [(ours: Double, peer: Double)]) {
        ours = turns.map(\.ours).median
        peer = turns.map(\.peer).median
        ratio = turns.map { $0.ours / $0.peer }.median
    }
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

extension Double {
    /// A time in nanoseconds as people read it.
    var asTime: String {
        switch self {
        case ..<1e4: String(format: "%.0f ns", self)
        case ..<1e7: String(format: "%.0f µs", self / 1e3)
        case ..<1e10: String(format: "%.0f ms", self / 1e6)
        default: String(format: "%.1f s", self / 1e9)
        }
    }

    /// A size in KiB as people read it.
    var asMemory: String { String(format: "%.0f MiB", self / 1024) }
}

/// Runs a command and waits for its end.
enum Command {
    /// The path of an executable that was built with this one.
    static func built(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// - Parameters:
    ///   - input: The path of a file to read, or nil for no input.
    ///   - environment: Variables to set in addition to the current ones.
    /// - Returns: The command's output.
    /// - Throws: When the command cannot start, or fails.
    static func output(
        of executable: String, _ arguments: [String], input: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput =
            input.flatMap(FileHandle.init(forReadingAtPath:)) ?? FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure("\(executable) failed with code \(process.terminationStatus)")
        }
        return data
    }

    /// The numbers on the line that one of our own executables prints.
    static func numbers(
        of name: String, _ arguments: [String], count: Int, input: String? = nil,
        environment: [String: String] = [:]
    ) throws -> [Double] {
        let output = try output(
            of: built(name), arguments, input: input, environment: environment)
        let text = String(decoding: output, as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == count else { throw Failure("\(name) says '\(text)'") }
        return numbers
    }
}

/// Prepares memory for files that are about to be written.
enum FreeMemory {
    /// More than one turn writes.
    private static let size = 64 << 20
    private static let piece = Data(count: 256 << 10)

    /// Writes a file and deletes it, so that its memory is ready. A virtual machine's host may take
    /// back memory after some seconds. Getting it again piece by piece costs many times what is
    /// measured.
    static func back() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for _ in 0..<(size / piece.count) { try handle.write(contentsOf: piece) }
    }
}
