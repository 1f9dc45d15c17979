import CPeers
import Workloads

/// Capturing and interning against `unw_backtrace` alone.
enum CaptureRows {
    static func measure() throws -> [Row] {
        let work = try CaptureWork(depth: 25)
        let times = 2_000
        let pair = Pair(
            rounds: 101, ours: { each(times) { work.recorded(times) } },
            peer: { each(times) { work.bare(times) } })
        return [
            Row(
                what: "capture + intern, stack seen before, \(work.depth.recorder) frames; "
                    + "bare `unw_backtrace`, \(work.depth.bare) frames",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1.35)
        ]
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }
}
