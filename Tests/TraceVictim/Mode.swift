import CRIBShims
import Foundation
import RIBRecorder
import RIBTrace
import VictimShims

/// What the victim does once it records.
enum Mode: String {
    /// Records on three threads until it is killed.
    case untilKilled = "until-killed"
    /// Leaks on a thread until it is killed.
    case leakUntilKilled = "leak-until-killed"
    /// Leaks in a tree of RIBs and ends as an argument says.
    case leakAndEnd = "leak-and-end"
    /// Has as many RIBs come and go as an argument says, for as many seconds as the next one says.
    case soak
    case exit
    case exitAtOnce = "_exit"
    case abort
    case uncaughtError = "uncaught-error"
    case fatalError = "fatal-error"
    /// Records, becomes itself anew, and records again.
    case exec
    /// Forks 100 children while a thread loads and unloads the library that an argument names.
    case fork
    /// Forks on a second thread, whose copy returns in the child.
    case forkOnThread = "fork-on-thread"
    case throwException = "throw"
    /// Says where functions of unwinders lie while it records.
    case unwinders
    /// Says the loader's generation around the first events of two threads.
    case firstEvents = "first-events"
    /// Calls back from the libraries that the arguments name, in turn.
    case plugins
    /// As `plugins`, 1,000 times.
    case reloading
    /// Records without being able to write more than the bytes that an argument names.
    case limit
    /// Removes the folder of runs while it records.
    case removedFolder = "removed-folder"
    /// Records as a user without rights.
    case nobody
    /// Records a number of events, which an argument names, on each of two threads.
    case record

    func run(_ configuration: RecorderConfiguration, _ arguments: [String]) throws {
        if self == .leakUntilKilled {
            let victim = LeakingVictim(configuration)
            Thread.detachNewThread { victim.leakUntilKilled() }
            while true { pause() }
        }
        if self == .nobody { victim_become_nobody() }
        if self == .limit { victim_limit_file_size(arguments.first.flatMap(UInt64.init) ?? 0) }
        // Acknowledgements would be too big for a file as well.
        let witness = Witness(configuration, isQuiet: self == .limit)
        switch self {
        case .leakUntilKilled, .leakAndEnd, .soak: break
        case .untilKilled: witness.recordUntilKilled()
        case .exit, .nobody: witness.recordOnTwoThreads()
        case .exitAtOnce:
            witness.recordOnTwoThreads()
            Glibc._exit(0)
        case .abort:
            witness.recordOnTwoThreads()
            Glibc.abort()
        case .uncaughtError:
            witness.recordOnTwoThreads()
            throw Harm()
        case .fatalError:
            witness.recordOnTwoThreads()
            Swift.fatalError("on purpose")
        case .exec:
            witness.recordOnTwoThreads()
            witness.becomeAnew(configuration)
        case .fork: witness.fork(100, whileLoading: arguments.first ?? "")
        case .forkOnThread: witness.forkOnThread()
        case .throwException: witness.throwException()
        case .unwinders: witness.sayUnwinders()
        case .firstEvents: witness.sayFirstEvents()
        case .plugins: witness.callPlugins(arguments, rounds: 20)
        case .reloading: witness.callPlugins(arguments, rounds: 1_000)
        case .limit, .record:
            witness.recordOnTwoThreads(arguments.last.flatMap { Int($0) } ?? 100)
        case .removedFolder: try witness.removeFolder(configuration.runsFolder)
        }
    }

    private struct Harm: Error {}
}
