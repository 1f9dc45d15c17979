import CPeers

/// What a RIB's cycle costs beside what it is compared with, in nanoseconds, measured in turns.
public struct CycleCosts {
    public let cycle: Double
    /// A cycle of `PlainCycles`.
    public let plain: Double
    /// A warm `unw_backtrace` over 25 frames.
    public let backtrace: Double

    /// - Parameters:
    ///   - siblings: As in `RIBCycles`.
    ///   - depth: As in `RIBCycles`.
    public init(siblings: Int, depth: Int) throws {
        let cycles = RIBCycles(siblings: siblings, depth: depth)
        let plain = PlainCycles()
        let capture = try CaptureWork(depth: 25)
        let times = 500
        var turns: [(cycle: Double, plain: Double, backtrace: Double)] = []
        for _ in 0..<41 {
            turns.append(
                (
                    Self.each(times) { cycles.run(times) }, Self.each(times) { plain.run(times) },
                    Self.each(times) { capture.bare(times) }
                ))
        }
        // The first ones fill tables and caches.
        turns.removeFirst(10)
        cycle = Self.median(turns.map(\.cycle))
        self.plain = Self.median(turns.map(\.plain))
        backtrace = Self.median(turns.map(\.backtrace))
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
