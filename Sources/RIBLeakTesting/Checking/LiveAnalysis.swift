// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBTrace

/// The analysis of this process's trace. All checks share it, so that each reads only what is new.
enum LiveAnalysis {
    /// The number of new events to read at once when there is nothing to judge. It is large enough
    /// that opening the trace does not matter. It is small enough that a test with something to
    /// judge does not pay for everything before it.
    private static let mostUnread: UInt64 = 2_000

    /// Longer traces are left to their first reader, because a process should not take seconds to
    /// exit.
    private static let mostEventsAtExit: UInt64 = 500_000

    /// This process, and the number of events when its trace was last read.
    private static let state = Protected<(process: LiveProcess?, eventCount: UInt64)>((nil, 0))
    /// Made once: finding the root of the repository opens files.
    private static let symbolizer = LLVMSymbolizer()

    /// The report on a scope.
    static func report(on scope: ScopeID, of recorder: Recorder) throws -> RunReport? {
        try withProcess(of: recorder) {
            try $0.report(
                on: scope, at: Recorder.now, ignoring: recorder.ignoredObjects,
                symbolizer: symbolizer)
        }
    }

    /// Whether judging a test now would find a leak. An unreadable trace counts as a leak, so that
    /// the judgement reports the reason.
    static func wouldAccuse(
        of survivors: [ObjectID], in scope: ScopeID, of recorder: Recorder
    ) -> Bool {
        let answer = try? withProcess(of: recorder) {
            try $0.wouldAccuse(
                of: survivors, in: scope, at: Recorder.now, ignoring: recorder.ignoredObjects,
                symbolizer: symbolizer)
        }
        return answer ?? true
    }

    /// Does part of the work of the next judgement in advance.
    static func readOn(of recorder: Recorder) {
        let count = recorder.eventCount
        let unread = state.withLock { count - min(count, $0.eventCount) }
        guard unread >= mostUnread else { return }
        // The next judgement reports any error.
        _ = try? withProcess(of: recorder) { try $0.catchUp(to: Recorder.now) }
    }

    /// Looks up the names of all findings while the running binaries still exist. They may be
    /// rebuilt before anyone reads the trace. Names that tests showed are known already.
    private static func keepSymbols(of folder: String) {
        let isShort = state.withLock { $0.eventCount < mostEventsAtExit }
        // Whoever reads the trace gets the error.
        if isShort { _ = try? Analysis.report(on: [folder], symbolizer: symbolizer) }
        // Nobody asks any more.
        RunningSymbolizer.shared.end()
    }

    /// Looks each second whether the tool has ended for lack of questions.
    private static func awaitEndOfTool() {
        guard RunningSymbolizer.shared.isRunning else { return }
        Aside.perform(after: 1) { awaitEndOfTool() }
    }

    private static func withProcess<Result>(
        of recorder: Recorder, _ body: (inout LiveProcess) throws -> Result
    ) throws -> Result? {
        guard let folder = recorder.traceFolder else { return nil }
        return try state.withLock { state in
            if state.process == nil { recorder.whenExitIsJudged { keepSymbols(of: folder) } }
            let count = recorder.eventCount
            var process = try state.process.take() ?? LiveProcess(folder: folder)
            // After an error, everything is read again.
            let result = try body(&process)
            state.eventCount = count
            state.process = process
            awaitEndOfTool()
            return result
        }
    }
}
