// SPDX-License-Identifier: Apache-2.0

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
    /// Leaks in a tree of RIBs, and ends when the leak detector responds, as an argument says.
    case leakAndRespond = "leak-and-respond"
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
    /// Truncates its streams while it records.
    case truncated
    /// Records until the disk is full, on which an argument names a file, and after there is room again.
    case fullDisk = "full-disk"
    /// Gets a SIGBUS that is none of the recorder's: an argument says who handles it, another how it comes.
    case busError = "bus-error"
    /// Uses RIBs in as many forked children as an argument says, while threads use them in the parent.
    case forkTrees = "fork-trees"
    /// Uses RIBs in a forked child, to which all locks seem to be held that its code may try to take.
    case forkHeld = "fork-held"
    /// Records on as many threads as an argument says, each with a stack of 64 KB.
    case smallStacks = "small-stacks"
    /// Records in a signal handler.
    case inHandler = "in-handler"
    /// Records with as many more descriptors, or bytes of memory, as an argument says.
    case fewDescriptors = "few-descriptors"
    case littleMemory = "little-memory"
    /// Attaches and detaches RIBs where the system makes no more threads: on the main thread, or, with the
    /// argument `dispatch-main`, on another one. With `settle`, it settles then.
    case fewThreads = "few-threads"
    /// Records a number of events, which an argument names, on each of two threads.
    case record

    func run(_ configuration: RecorderConfiguration, _ arguments: [String]) throws {
        if self == .leakUntilKilled {
            let victim = LeakingVictim(configuration)
            Thread.detachNewThread { victim.leakUntilKilled() }
            while true { pause() }
        }
        if self == .nobody { victim_become_nobody() }
        if self == .busError { victim_handle_bus_errors(arguments.first ?? "") }
        if self == .limit { victim_limit_file_size(arguments.first.flatMap(UInt64.init) ?? 0) }
        // Acknowledgements would be too big for a file as well.
        let witness = Witness(configuration, isQuiet: self == .limit)
        let number = arguments.first.flatMap { Int($0) } ?? 0
        switch self {
        case .leakUntilKilled, .leakAndEnd, .leakAndRespond, .soak: break
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
            Swift.fatalError("on purpose")  // the crash is the case
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
        case .truncated: try witness.truncateStreams()
        case .fullDisk: witness.fillDisk(arguments.first ?? "")
        case .busError:
            witness.makeObject()
            arguments.last == "sent" ? victim_send_bus_error() : victim_fault()
            witness.makeObject()
        case .forkTrees: witness.forkTrees(number)
        case .smallStacks: witness.recordOnSmallStacks(number)
        case .inHandler: witness.recordInHandler()
        case .fewDescriptors:
            witness.makeObject()
            victim_limit_descriptors(UInt64(number))
            for _ in 1...10 { witness.recordOnTwoThreads(1_000) }
        case .littleMemory:
            witness.makeObject()
            victim_limit_memory(UInt64(number))
            for _ in 1...2_000 { witness.beginNumbered() }
        case .fewThreads: witness.useTreesWithFewThreads(arguments.first)
        case .forkHeld: witness.forkHeld()
        case .removedFolder: try witness.removeFolder(configuration.runsFolder)
        }
    }

    private struct Harm: Error {}
}
