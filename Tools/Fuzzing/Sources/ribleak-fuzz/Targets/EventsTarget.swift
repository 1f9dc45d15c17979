/// The bytes of events, in a packet whose header is right.
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
