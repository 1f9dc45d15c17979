// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The bytes of events, in a packet with a valid header.
struct EventsTarget: FuzzTarget {
    static let name = "events"

    private let scratch = ScratchFolder()

    init() {
        scratch.write(TraceTemplate.shared.metadata, to: "metadata")
    }

    static func seeds() -> [[UInt8]] {
        [TraceTemplate.content(of: SampleRun.events)]
            + SampleRun.events.map { TraceTemplate.content(of: [$0]) }
    }

    func run(_ input: [UInt8]) {
        scratch.write(TraceTemplate.shared.packet(around: input), to: "stream-1")
        ReportCheck.run(on: [scratch.path])
    }
}

/// The bytes of a stream file, for the reader and the whole analysis.
struct StreamTarget: FuzzTarget {
    static let name = "stream"

    private let scratch = ScratchFolder()

    init() {
        scratch.write(TraceTemplate.shared.metadata, to: "metadata")
    }

    static func seeds() -> [[UInt8]] {
        let content = TraceTemplate.content(of: SampleRun.events)
        let packet = TraceTemplate.shared.packet(around: content)
        let split = content.count / 2
        return [
            packet, packet + TraceTemplate.shared.packet(around: []), Array(packet.dropLast(9)),
            TraceTemplate.shared.packet(around: Array(content[..<split]))
                + TraceTemplate.shared.packet(around: Array(content[split...])),
        ]
    }

    func run(_ input: [UInt8]) {
        scratch.write(input, to: "stream-1")
        ReportCheck.run(on: [scratch.path])
    }
}

/// The text of the metadata.
struct MetadataTarget: FuzzTarget {
    static let name = "metadata"

    private let scratch = ScratchFolder()

    init() {
        let content = TraceTemplate.content(of: SampleRun.events)
        scratch.write(TraceTemplate.shared.packet(around: content), to: "stream-1")
    }

    static func seeds() -> [[UInt8]] {
        let text = TraceTemplate.shared.metadata
        // Keeps only what the reader reads, because small inputs make the fuzzer fast.
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").filter {
            [
                "CTF", "uuid =", "version =", "process =", "pid =", "cwd =", "started_at =",
                "level =",
                "captures_stacks =", "offset =",
            ].contains(where: $0.contains)
        }
        return [Array(lines.joined(separator: "\n").utf8 + [10]), text]
    }

    func run(_ input: [UInt8]) {
        scratch.write(input, to: "metadata")
        ReportCheck.run(on: [scratch.path])
    }
}
