import Workloads

// Does one piece of work, says what it found, and ends:
//
//   repeat-work event|capture|nothing TIMES     for callgrind
//   repeat-work first-captures                  nanoseconds, one line
//   repeat-work tracked-objects COUNT           bytes an object, one line
let arguments = CommandLine.arguments.dropFirst()
let count = arguments.dropFirst().first.flatMap(Int.init) ?? 0
do {
    switch arguments.first {
    case "event": try EventWork().record(count)
    case "capture": try CaptureWork(depth: 25).recorded(count)
    case "bare-capture": try CaptureWork(depth: 25).bare(count)
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
