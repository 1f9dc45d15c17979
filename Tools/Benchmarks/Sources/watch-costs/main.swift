// SPDX-License-Identifier: Apache-2.0

import Foundation

// Prints what `ribleak watch --events` costs beside processes that write, as a Markdown table. It writes the
// traces itself, by the recorder's own writer, since no app writes 100,000 events a second for long.
//
//   watch-costs RIBLEAK SECONDS
let arguments = CommandLine.arguments
// A program for `Tools/bench` only: a wrong call is a mistake there, and ends it.
guard arguments.count == 3, let seconds = Int(arguments[2]) else {
    fatalError("usage: watch-costs RIBLEAK SECONDS")
}
var limit = rlimit()
getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
limit.rlim_cur = min(limit.rlim_max, 16_384)
setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

Table(
    busy: try Measurement(
        of: arguments[1], processes: 1, perSecond: 100_000, seconds: seconds),
    many: try Measurement(
        of: arguments[1], processes: 1_000, perSecond: 1_000, seconds: seconds)
).write()

/// The two measurements, side by side.
private struct Table {
    let busy: Measurement
    let many: Measurement

    func write() {
        print("| what | 1 process, 100,000 events a second | 1,000 processes, 1,000 in all |")
        print("|---|---|---|")
        row("events written") { "\($0.written)" }
        row("events listed") { "\($0.read)" }
        row("from event to line: median") { milliseconds($0.latency(0.5)) }
        row("from event to line: 99 of 100") { milliseconds($0.latency(0.99)) }
        row("from event to line: longest") { milliseconds($0.latency(1)) }
        row("share of a core") { String(format: "%.1f %%", $0.share * 100) }
        row("memory after a quarter of the time") { megabytes($0.memoryEarly) }
        row("memory at the end") { megabytes($0.memoryLate) }
    }

    private func row(_ what: String, _ value: (Measurement) -> String) {
        print("| \(what) | \(value(busy)) | \(value(many)) |")
    }

    private func milliseconds(_ nanoseconds: UInt64) -> String {
        String(format: "%.1f ms", Double(nanoseconds) / 1_000_000)
    }

    private func megabytes(_ kilobytes: Int) -> String {
        String(format: "%.1f MB", Double(kilobytes) / 1_024)
    }
}
