// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workloads

// Prints the table of costs. `Tools/bench` prepares the inputs and calls it:
//
//   costs --ribleak PATH --symbolizer PATH [--lttng PATH] [--events COUNT]…
//   costs checks PATH    the table of what checks of tests cost, alone, with a debug build of
//                        Tests/attach-cycles
//   costs sampled    the table of what level `sampled` costs, alone
var options: [String: [String]] = [:]
let arguments = Array(CommandLine.arguments.dropFirst())
for index in stride(from: 0, to: arguments.count - 1, by: 2) {
    options[arguments[index], default: []].append(arguments[index + 1])
}
if arguments.count == 2, arguments[0] == "checks" {
    print(Row.header)
    print("checks", CheckRows.measure)
    print("calls") { try CallRows.measure(arguments[1]) }
    exit(0)
}
if arguments == ["sampled"] {
    print(Row.header)
    print("sampled", SampledRows.measure)
    exit(0)
}
// Only `Tools/bench` calls it: a wrong call is a mistake there, and ends it.
guard let ribleak = options["--ribleak"]?.first, let symbolizer = options["--symbolizer"]?.first
else { fatalError("usage: see Tools/bench") }
func print(_ what: String, _ measure: () throws -> [Row]) {
    do {
        for row in try measure() { print(row.markdown) }
    } catch {
        print(Row(what: what, trouble: "\(error)").markdown)
    }
    fflush(nil)
}

print(Row.header)
print("capture", CaptureRows.measure)
print("completeness", CompletenessRows.measure)
print("event") { try EventRows.measure(against: options["--lttng"]?.first) }
print("cycle", CycleRows.measure)
print("subscriptions", SubscriptionRows.measureForms)
print("followed subscriptions", SubscriptionRows.measureTracking)
print("first captures", FirstCaptureRows.measure)
print("symbols") { try SymbolRows.measure(tool: symbolizer) }
print("memory", MemoryRows.measure)
print("settling", SettlingRows.measure)
// Last, because writing these traces to the disk would slow down the other measurements.
print("reading") {
    try ReadingRows.measure((options["--events"] ?? []).compactMap { Int($0) }, ribleak: ribleak)
}
