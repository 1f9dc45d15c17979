import CPeers
import Foundation
import RIBAnalysis
@_spi(Measuring) import RIBRecorder
import Workloads

/// Symbols for 500 addresses of this executable against llvm-symbolizer started once directly.
enum SymbolRows {
    private static let count = 500

    static func measure(tool: String) throws -> [Row] {
        let addresses = try ownAddresses()
        let questions = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        // The byte before a return address belongs to the call.
        let lines = addresses.map { "CODE \"\($0.path)\" 0x\(String($0.offset - 1, radix: 16))\n" }
        try lines.joined().write(toFile: questions, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: questions) }
        let symbolizer = LLVMSymbolizer()
        var found = symbolizer.symbolicate(addresses)
        let question = ["--no-demangle", "--inlines", "--output-style=JSON"]
        let answers = try Command.output(of: tool, question, input: questions)
        let pair = try Pair(
            rounds: 15,
            ours: { timed { found = symbolizer.symbolicate(addresses) } },
            peer: {
                // Started by posix_spawn, as ours is: Foundation would take longer than the tool.
                try Command.numbers(
                    of: "run-and-weigh", [tool] + question, count: 3, input: questions)[0]
            })
        let agreed = agreement(between: found, and: answers, on: addresses)
        let known = addresses.count { found[$0]?.contains { $0.line != nil } ?? false }
        return [
            Row(
                what: "symbols for \(count) addresses; `llvm-symbolizer` started once",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1.5),
            Row(
                what: "addresses whose lines and inlined frames are the same; \(known) have lines",
                ours: "\(agreed)", peer: "\(count)", ratio: Double(count) / Double(max(agreed, 1)),
                limit: 1),
        ]
    }

    private static func timed(_ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began)
    }

    private static func ownAddresses() throws -> [ImageAddress] {
        let run = try RecordedRun()
        _ = run.recorder.captureStack()
        guard let image = try run.images().first(where: { $0.path.hasSuffix("/costs") }) else {
            throw Failure("the stack does not lead through this executable")
        }
        var start: UInt64 = 0
        var end: UInt64 = 0
        peers_code_range(&start, &end)
        return (0..<UInt64(count)).map { index in
            ImageAddress(
                path: image.path, buildID: image.buildID,
                offset: start + 1 + (end - start) * index / UInt64(count))
        }
    }

    private struct Answer: Decodable {
        struct Symbol: Decodable {
            let line: Int

            enum CodingKeys: String, CodingKey { case line = "Line" }
        }
        let symbols: [Symbol]

        enum CodingKeys: String, CodingKey { case symbols = "Symbol" }
    }

    private static func agreement(
        between found: Symbolication, and answers: Data, on addresses: [ImageAddress]
    ) -> Int {
        let lines = answers.split(separator: UInt8(ascii: "\n")).map { line in
            (try? JSONDecoder().decode(Answer.self, from: line))?.symbols.map(\.line)
        }
        return zip(addresses, lines).count { address, lines in
            let ours = (found[address] ?? []).map { $0.line ?? 0 }
            return ours == lines || (lines ?? []).isEmpty && ours == [0]
        }
    }
}
