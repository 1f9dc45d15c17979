// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBs

// Prints the costs of checks: processor time and clock time, in nanoseconds.
//
//   check-costs clean|service|shared|keeping|leak COUNT checked|plain    of each test
//   check-costs chain DEPTH                                      to detach and free that many RIBs
//   check-costs deactivation COUNT    of a RIB with so many live subscriptions
//   check-costs settling COUNT        of a test, while so many objects of others live
//   check-costs value 1               of a subscription that was made on a tap
//   check-costs many COUNT clean|keeping    of each of the first and the last tenth of the tests, then the bytes of
//                               memory and of the trace that a test of each adds
let arguments = Array(CommandLine.arguments.dropFirst())
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
