// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// Prints the costs of checks: processor time and clock time, in nanoseconds.
//
//   check-costs clean|service|shared|keeping|leak COUNT checked|plain    one test
//   check-costs chain DEPTH                  detaching and freeing that many RIBs
//   check-costs deactivation COUNT           one RIB with that many live subscriptions
//   check-costs settling COUNT               one test, beside that many other live objects
//   check-costs value 1                      one value of a subscription made on a tap
//   check-costs many COUNT clean|keeping     one test, in the first and in the last tenth of them,
//                                            each with the bytes of memory and trace that it adds
let arguments = Array(CommandLine.arguments.dropFirst())
// A program for `Tools/bench` only: a wrong call is a mistake there, and ends it.
guard arguments.count >= 2, let count = Int(arguments[1]) else {
    fatalError("usage: see main.swift")
}
switch arguments[0] {
case "chain":
    show(Chain(depth: count).timeToDetach())
case "deactivation":
    show(Deactivation().time(subscriptions: count))
case "settling":
    show(Settling(objects: count).time())
case "value":
    show(Deactivation().timeOfAValue())
case "many":
    let test = arguments.dropFirst(2).first.flatMap(TestKind.init) ?? .clean
    ManyTests(test: test, count: count).run()
case let name:
    guard let test = TestKind(rawValue: name) else { fatalError("no such test: \(name)") }
    let isChecked = arguments.dropFirst(2).first == "checked"
    let stage = Stage()
    // The first tests pay for one-time costs, which do not count.
    for _ in 0..<3 { stage.run(test, isChecked: isChecked) }
    let began = Timing.now
    for _ in 0..<count { stage.run(test, isChecked: isChecked) }
    show((Timing.now - began) / Double(count))
}

func show(_ timing: Timing) {
    print(Int(timing.processor), Int(timing.clock))
}

/// Processor time and clock time, in nanoseconds.
struct Timing {
    var processor: Double
    var clock: Double

    static var now: Timing {
        Timing(processor: read(CLOCK_PROCESS_CPUTIME_ID), clock: read(CLOCK_MONOTONIC))
    }

    static func - (left: Timing, right: Timing) -> Timing {
        Timing(processor: left.processor - right.processor, clock: left.clock - right.clock)
    }

    static func / (timing: Timing, count: Double) -> Timing {
        Timing(processor: timing.processor / count, clock: timing.clock / count)
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
