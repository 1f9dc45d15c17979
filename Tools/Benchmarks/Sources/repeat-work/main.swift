import Workloads

// Does one piece of work, says what it found, and ends:
//
//   repeat-work event|capture|bare-capture|cycle|plain-cycle TIMES     for callgrind
//   repeat-work first-captures                  nanoseconds, one line
//   repeat-work tracked-objects COUNT           bytes an object, one line
//   repeat-work cycle-costs SIBLINGS DEPTH      nanoseconds, one line
let arguments = CommandLine.arguments.dropFirst()
let count = arguments.dropFirst().first.flatMap(Int.init) ?? 0
do {
    switch arguments.first {
    case "event": try EventWork().record(count)
    case "capture": try CaptureWork(depth: 25).recorded(count)
    case "bare-capture": try CaptureWork(depth: 25).bare(count)
    case "cycle": RIBCycles().run(count)
    case "plain-cycle": PlainCycles().run(count)
    case "cycle-costs":
        let depth = arguments.dropFirst(2).first.flatMap(Int.init) ?? 0
        let found = try CycleCosts(siblings: count, depth: depth)
        print(found.cycle, found.plain, found.backtrace)
    case "first-captures":
        let found = try FirstCaptures()
        print(
            found.starting, found.firstInProcess, found.laterInProcess, found.firstOnThread,
            found.bareOnThread)
    case "tracked-objects":
        let found = try TrackedObjects(objects: count)
        print(found.recorded, found.identified, found.watched)
    default: throw Failure("repeat-work: no such work: \(arguments)")
    }
} catch {
    fatalError("\(error)")
}
