// SPDX-License-Identifier: Apache-2.0

import Workloads

// Does one piece of work, prints the result, and exits:
//
//   repeat-work event|capture|bare-capture|cycle|plain-cycle TIMES     for callgrind
//   repeat-work values|subscriptions TIMES FORM                        for callgrind
//   repeat-work followed-values|followed-subscriptions TIMES FOLLOWING for callgrind
//   repeat-work first-captures                  nanoseconds, one line
//   repeat-work tracked-objects COUNT           bytes per object, one line
//   repeat-work pass-deadline|settle COUNT      processor time in nanoseconds, one line
//   repeat-work cycle-costs SIBLINGS DEPTH      nanoseconds, one line
//   repeat-work subscription-costs|followed-costs   nanoseconds, values and subscriptions
let arguments = CommandLine.arguments.dropFirst()
let count = arguments.dropFirst().first.flatMap(Int.init) ?? 0
let name = arguments.dropFirst(2).first ?? ""
do {
    switch arguments.first {
    case "event": try EventWork().record(count)
    case "capture": try CaptureWork(depth: 25).recorded(count)
    case "bare-capture": try CaptureWork(depth: 25).bare(count)
    case "cycle": RIBCycles().run(count)
    case "plain-cycle": PlainCycles().run(count)
    case "cycle-costs":
        let depth = Int(name) ?? 0
        let found = try CycleCosts(siblings: count, depth: depth)
        print(found.cycle, found.plain, found.backtrace)
    case "values": try form().deliver(count)
    case "subscriptions": try form().subscribe(count)
    case "followed-values": try followed().deliver(count)
    case "followed-subscriptions": try followed().subscribe(count)
    case "subscription-costs": show(SubscriptionCosts.ofForms())
    case "followed-costs": show(SubscriptionCosts.ofFollowing())
    case "first-captures":
        let found = try FirstCaptures()
        print(
            found.starting, found.firstInProcess, found.laterInProcess, found.firstOnThread,
            found.bareOnThread)
    case "pass-deadline": print(PendingDetaches(count: count).passDeadline())
    case "settle": print(PendingDetaches(count: count).settle())
    case "tracked-objects":
        let found = try TrackedObjects(objects: count)
        print(found.recorded, found.identified, found.watched)
    default: throw Failure("repeat-work: no such work: \(arguments)")
    }
} catch {
    // The exit code tells the measuring script to discard the output.
    fatalError("\(error)")
}

func form() throws -> SubscriptionWork {
    guard let form = SubscriptionForm(rawValue: name) else { throw Failure("no form: \(name)") }
    return SubscriptionWork(form)
}

func followed() throws -> FollowedWork {
    guard let following = FollowedWork.Following(rawValue: name) else {
        throw Failure("no such following: \(name)")
    }
    return FollowedWork(following)
}

func show(_ costs: SubscriptionCosts) {
    for cost in costs.costs { print(cost.value, cost.subscription) }
}
