// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Valid single events in any order and about any object. Three bytes make an event, so that the
/// fuzzer builds trees, cycles and judgements instead of searching for the format.
struct TreeTarget: FuzzTarget {
    static let name = "tree"

    private static let definitions = SampleRun.events.filter { event in
        switch event {
        case .stringDefined, .imageDefined, .stackDefined: true
        default: false
        }
    }
    private static let prefix = TraceTemplate.content(of: definitions)

    private let scratch = ScratchFolder()
    /// The bytes of known events, because the writer makes a whole trace for each.
    private let known = Locked<[TraceEventCode: [UInt8]]>([:])

    init() {
        scratch.write(TraceTemplate.shared.metadata, to: "metadata")
    }

    static func seeds() -> [[UInt8]] {
        // A root, a child and the child's interactor: attached, detached, still alive.
        let leak: [UInt8] = [
            0, 1, 0, 0, 2, 0, 0, 3, 1, 2, 3, 2, 3, 1, 0, 4, 2, 1, 5, 2, 1, 15, 2, 0, 15, 3, 0, 17,
            3, 0,
        ]
        let fire: [UInt8] = [0, 1, 1, 11, 1, 1, 12, 1, 9, 13, 1, 0, 17, 3, 0]
        return [leak, fire, leak + fire]
    }

    func run(_ input: [UInt8]) {
        var content = Self.prefix
        for start in stride(from: 0, to: max(0, min(input.count, 6_000) - 2), by: 3) {
            content += bytes(
                of: TraceEventCode(
                    kind: input[start] % 24, first: input[start + 1] % 16,
                    second: input[start + 2] % 16))
        }
        scratch.write(TraceTemplate.shared.packet(around: content), to: "stream-1")
        ReportCheck.run(on: [scratch.path])
    }

    private func bytes(of code: TraceEventCode) -> [UInt8] {
        known.withLock { known in
            if let bytes = known[code] { return bytes }
            let bytes = TraceTemplate.content(of: [code.event])
            known[code] = bytes
            return bytes
        }
    }
}
