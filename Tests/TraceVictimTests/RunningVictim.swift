// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import TraceFixtures

/// A victim that runs, and what it has acknowledged so far.
final class RunningVictim {
    private(set) var acknowledged: [Acknowledgement] = []
    /// What followed the first word of its other lines, by that word.
    private var said: [Substring: [Substring]] = [:]
    private let process: SpawnedChild
    private let pipe = Pipe()
    private var rest: [UInt8] = []

    init(_ mode: String, runs: String) throws {
        let victim = SpawnedChild(
            BuiltProducts.folder.appendingPathComponent("trace-victim").path, [mode, runs],
            environment: ProcessInfo.processInfo.environment,
            files: [STDIN_FILENO, pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO])
        guard let victim else { throw NotStarted() }
        process = victim
        // The victim's end is the only one that keeps the pipe open.
        try pipe.fileHandleForWriting.close()
    }

    /// Ends the victim once it has acknowledged this many events, and reads what else it had said.
    func kill(after count: Int) {
        read(count)
        kill()
    }

    /// Ends the victim, and reads what else it had said.
    func kill() {
        process.kill()
        while readSome() {}
        _ = process.wait(until: .distantFuture)
    }

    /// Keeps all its threads from running.
    func stop(forSeconds seconds: UInt32) {
        Foundation.kill(process.number, SIGSTOP)
        sleep(seconds)
        Foundation.kill(process.number, SIGCONT)
    }

    /// Reads until it has acknowledged this many events.
    func read(_ count: Int) {
        while acknowledged.count < count, readSome() {}
    }

    /// Reads until it has said a word this many times.
    func read(_ word: String, _ count: Int) {
        while said[word[...], default: []].count < count, readSome() {}
    }

    /// The numbers that it has said after a word.
    func numbers(after word: String) -> [UInt64] {
        said[word[...], default: []].compactMap { UInt64($0) }
    }

    /// - Returns: False at the end.
    private func readSome() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { return true }
        guard count > 0 else { return false }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            if let event = Acknowledgement(line) {
                acknowledged.append(event)
            } else {
                let words = line.split(separator: " ", maxSplits: 1)
                words.first.map { said[$0, default: []].append(words.count > 1 ? words[1] : "") }
            }
            rest.removeFirst(end + 1)
        }
        return true
    }

    private struct NotStarted: Error {}
}
