// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// How many of the frames that `unw_step` finds the recorder finds too, when foreign code lies
/// between our frames.
public struct Completeness: Sendable {
    public let scenario: String
    public let found: Int
    public let expected: Int

    private static let capacity = 200

    /// - Throws: When `unw_step` is not available.
    public static func measured() throws -> [Completeness] {
        guard peers_unwind_load() == 1 else { throw Failure("libunwind.so.8 is missing") }
        return [
            try Completeness("qsort") { visit in
                var visit = visit
                withUnsafeMutablePointer(to: &visit) { visit in
                    peers_call_through_qsort(
                        { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, visit)
                }
            },
            try Completeness("Foundation") { visit in
                let pattern = try NSRegularExpression(pattern: "a")
                let everything = NSRange(location: 0, length: 1)
                pattern.enumerateMatches(in: "a", range: everything) { _, _, _ in visit() }
            },
            try Completeness("Codable") { visit in
                _ = try JSONEncoder().encode([Visitor(visit: visit)])
            },
            try Completeness("dispatch queue") { visit in
                nonisolated(unsafe) let visit = visit  // no other code touches anything meanwhile
                let ended = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    visit()
                    ended.signal()
                }
                ended.wait()
            },
        ]
    }

    private struct Visitor: Encodable {
        let visit: () -> Void

        func encode(to encoder: any Encoder) throws {
            visit()
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
    }

    private init(_ scenario: String, _ arrange: (@escaping () -> Void) throws -> Void) throws {
        self.scenario = scenario
        let run = try RecordedRun(stackDepth: Self.capacity)
        var stack = StackID.none
        var stepped: [UInt64] = []
        try arrange {
            stack = run.recorder.captureStack()
            stepped = Self.step()
        }
        guard stepped.count > 3 else { throw Failure("unw_step finds no frames") }
        // The innermost frames differ, because the two calls are in different places.
        let expected = stepped.dropFirst()
        let found = Set(try run.addresses(of: stack))
        self.expected = expected.count
        self.found = expected.count { found.contains($0) }
    }

    @inline(__always)
    private static func step() -> [UInt64] {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: capacity) {
            frames in
            let count = Int(peers_unwind_step(frames.baseAddress, Int32(capacity)))
            return frames[..<count].map { UInt64(UInt(bitPattern: $0)) }
        }
    }
}
