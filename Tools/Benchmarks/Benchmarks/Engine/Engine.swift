// SPDX-License-Identifier: Apache-2.0

import Benchmark
import Workloads

/// Benchmarks for single parts of the engine, to watch them over time. For ratios to peers, see the
/// table of `Tools/bench`.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput], scalingFactor: .kilo, maxDuration: .seconds(2))
    let capture = Result { try CaptureWork(depth: 25) }
    let events = Result { try EventWork() }
    Benchmark("capture + intern, stack seen before, depth 25") { benchmark in
        try capture.get().recorded(benchmark.scaledIterations.count)
    }
    Benchmark("unw_backtrace, depth 25") { benchmark in
        try capture.get().bare(benchmark.scaledIterations.count)
    }
    Benchmark("event of four fields") { benchmark in
        try events.get().record(benchmark.scaledIterations.count)
    }
}
