// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBTrace
import TraceFixtures
import VictimShims

/// A process that records known events and then harms itself as its arguments say.
///
///     trace-victim MODE RUNS-FOLDER [ARGUMENT…]
@main
enum TraceVictim {
    static func main() throws {
        // Swift finds the arguments in `/proc`.
        let hidden = ProcessInfo.processInfo.environment["VICTIM_ARGUMENTS"]
        let arguments =
            hidden.map { ["trace-victim"] + $0.split(separator: "\n").map(String.init) }
            ?? CommandLine.arguments
        guard arguments.count >= 3, let mode = Mode(rawValue: arguments[1]) else {
            exit(64)
        }
        victim_forbid_core()
        if mode == .leakAndEnd {
            guard let ending = arguments.dropFirst(3).first.flatMap(Ending.init) else { exit(64) }
            return EndingApp.shared.run(to: ending)
        }
        if mode == .leakAndRespond {
            RespondingApp.shared.run(untilSaid: arguments.dropFirst(3).first.flatMap { Int($0) })
        }
        if mode == .soak {
            let numbers = arguments.dropFirst(3).compactMap { Int($0) }
            Soak(cycles: numbers.first ?? 0, seconds: numbers.last ?? 0).run()
            exit(0)
        }
        let configuration = RecorderConfiguration(level: .full, runsFolder: arguments[2])
        try mode.run(configuration, Array(arguments.dropFirst(3)))
        exit(0)
    }
}
