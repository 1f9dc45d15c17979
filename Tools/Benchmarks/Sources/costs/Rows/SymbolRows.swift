// SPDX-License-Identifier: Apache-2.0

import CPeers
import Foundation
import RIBAnalysis
@_spi(Measuring) import RIBRecorder
import Workloads

/// Compares looking up 500 addresses of this executable with one direct run of llvm-symbolizer.
enum SymbolRows {
    private static let count = 500

    static func measure(tool: String) throws -> [Row] {
        let peer = SymbolizerPeer(tool: tool)
        let addresses = try addressesWithLines(by: peer)
        let expected = try peer.lines(at: addresses)
        let symbolizer = LLVMSymbolizer()
        var found = symbolizer.symbolicate(addresses)
        let pair = try Pair(
            rounds: 15, ours: { timed { found = symbolizer.symbolicate(addresses) } },
            peer: { try peer.nanoseconds(for: addresses) })
        let agreed = zip(addresses, expected).count { address, lines in
            found[address]?.map { $0.line ?? 0 } == lines
        }
        return [
            Row(
                what: "symbols for \(count) addresses; `llvm-symbolizer` started once",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1.5),
            Row(
                what: "addresses whose lines and inlined frames are the same",
                ours: "\(agreed)", peer: "\(count)", ratio: Double(count) / Double(max(agreed, 1)),
                limit: 1),
        ]
    }

    private static func timed(_ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began)
    }

    /// Addresses spread over the executable's code, each with a line that the tool knows.
    private static func addressesWithLines(by peer: SymbolizerPeer) throws -> [ImageAddress] {
        let run = try RecordedRun()
        _ = run.recorder.captureStack()
        guard let image = try run.images().first(where: { $0.path.hasSuffix("/costs") }) else {
            throw Failure("the stack does not lead through this executable")
        }
        var start: UInt64 = 0
        var end: UInt64 = 0
        peers_code_range(&start, &end)
        let candidates = (0..<UInt64(count * 20)).map { index in
            ImageAddress(
                path: image.path, buildID: image.buildID,
                offset: start + 1 + (end - start) * index / UInt64(count * 20))
        }
        let known = zip(candidates, try peer.lines(at: candidates))
            .filter { $0.1.contains { $0 > 0 } }.map(\.0)
        guard known.count >= count else { throw Failure("only \(known.count) lines are known") }
        return (0..<count).map { known[known.count * $0 / count] }
    }
}
