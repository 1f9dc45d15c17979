// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Workloads

/// llvm-symbolizer alone, asked in the same way as ribleak asks it.
struct SymbolizerPeer {
    let tool: String

    private static let options = ["--no-demangle", "--inlines", "--output-style=JSON"]

    /// The time for starting it, asking, and reading all answers.
    ///
    /// posix_spawn starts it, as ribleak does. Foundation would take longer than the tool.
    func nanoseconds(for addresses: [ImageAddress]) throws -> Double {
        try asking(about: addresses) { questions in
            try Command.numbers(
                of: "run-and-weigh", [tool] + Self.options, count: 4, input: questions)[0]
        }
    }

    /// The lines at each address, the innermost inlined one first; 0 for an address without a file.
    func lines(at addresses: [ImageAddress]) throws -> [[Int]] {
        try asking(about: addresses) { questions in
            try Command.output(of: tool, Self.options, input: questions)
                .split(separator: UInt8(ascii: "\n"))
                .map { try JSONDecoder().decode(Answer.self, from: $0).symbols.map(\.lineInFile) }
        }
    }

    private func asking<Result>(
        about addresses: [ImageAddress], _ body: (_ questions: String) throws -> Result
    ) throws -> Result {
        let questions = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: questions) }
        // The byte before a return address belongs to the call.
        let lines = addresses.map { "CODE \"\($0.path)\" 0x\(String($0.offset - 1, radix: 16))\n" }
        try lines.joined().write(toFile: questions, atomically: true, encoding: .utf8)
        return try body(questions)
    }

    private struct Answer: Decodable {
        struct Symbol: Decodable {
            let file: String
            let line: Int

            var lineInFile: Int { file.hasSuffix("<compiler-generated>") ? 0 : line }

            enum CodingKeys: String, CodingKey {
                case file = "FileName"
                case line = "Line"
            }
        }
        let symbols: [Symbol]

        enum CodingKeys: String, CodingKey { case symbols = "Symbol" }
    }
}

/// A running program that records with LTTng-UST, one round for each question.
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

    /// The nanoseconds per event, averaged over the threads.
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
