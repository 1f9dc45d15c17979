/// The bytes of a stream file, through the reader and the whole analysis.
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
