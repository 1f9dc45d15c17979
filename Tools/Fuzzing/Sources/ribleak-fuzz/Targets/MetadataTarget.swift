import RIBTrace

/// The metadata's text.
struct MetadataTarget: FuzzTarget {
    static let name = "metadata"

    private let scratch = ScratchFolder()

    init() {
        let content = TraceTemplate.content(of: SampleRun.events)
        scratch.write(TraceTemplate.shared.packet(around: content), to: "stream-1")
    }

    static func seeds() -> [[UInt8]] {
        let text = TraceTemplate.shared.metadata
        // Only what the reader reads: small inputs make a fast fuzzer.
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
