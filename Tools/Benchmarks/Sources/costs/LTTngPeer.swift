import Foundation
import Workloads

/// A running program that records by LTTng-UST, a round whenever it is asked.
final class LTTngPeer {
    private let process = Process()
    private let questions = Pipe()
    private let answers = Pipe()

    init(_ executable: String) throws {
        process.executableURL = URL(fileURLWithPath: executable)
        process.standardInput = questions
        process.standardOutput = answers
        try process.run()
    }

    /// Nanoseconds an event took, on average over the threads.
    func nanosecondsAnEvent(threads: Int, eventsEach: Int) throws -> Double {
        try questions.fileHandleForWriting.write(
            contentsOf: Data("\(threads) \(eventsEach)\n".utf8))
        var line = Data()
        while let byte = try answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            if byte == Data("\n".utf8) { break }
            line += byte
        }
        guard let answer = Double(String(decoding: line, as: UTF8.self)) else {
            throw Failure("the LTTng program ended")
        }
        return answer
    }

    deinit {
        try? questions.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
