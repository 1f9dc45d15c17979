// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBTrace

/// The analysis of this process's trace that all checks share, so that each reads only what is new.
enum LiveAnalysis {
    private struct State {
        var process: LiveProcess?
        /// How many events there were when it was last read.
        var eventCount: UInt64 = 0
    }

    /// So many new events are read at once where there is nothing to judge: enough that opening the
    /// trace does not count, and few enough that a test which has something to judge does not pay for
    /// all before it.
    private static let mostUnread: UInt64 = 2_000

    /// Traces with more events are left to their first reader: a process should not take seconds to exit.
    private static let mostEventsAtExit: UInt64 = 500_000

    private static let state = Protected(State())

    /// What was judged in a scope.
    static func report(
        on scope: ScopeID, of recorder: Recorder, _ options: JudgingOptions
    ) throws -> RunReport? {
        try withProcess(of: recorder, readsOn: options.asserted.isEmpty) {
            try $0.report(
                on: scope, at: Recorder.now, options: options, symbolizer: LLVMSymbolizer())
        }
    }

    /// Whether a test would be accused of a leak if it were judged now. What cannot be read is
    /// accused, so that the judgement says why.
    static func wouldAccuse(
        of survivors: [ObjectID], in scope: ScopeID, of recorder: Recorder,
        _ options: JudgingOptions
    ) -> Bool {
        let answer = try? withProcess(of: recorder) {
            try $0.wouldAccuse(
                of: survivors, in: scope, at: Recorder.now, options: options,
                symbolizer: LLVMSymbolizer())
        }
        return answer ?? true
    }

    /// Takes a part of the work that the next judgement would have.
    static func readOn(of recorder: Recorder) {
        let count = recorder.eventCount
        let unread = state.withLock { count - min(count, $0.eventCount) }
        guard unread >= mostUnread else { return }
        // Who judges next says what is wrong.
        _ = try? withProcess(of: recorder) { try $0.catchUp(to: Recorder.now) }
    }

    /// Looks up the names of all findings while the binaries are the ones that run: they may be built anew
    /// before anyone reads the trace. What tests named is known already.
    private static func keepSymbols(of folder: String) {
        let isShort = state.withLock { $0.eventCount < mostEventsAtExit }
        // Who reads the trace says what is wrong.
        if isShort { _ = try? Analysis.report(on: [folder], symbolizer: LLVMSymbolizer()) }
    }

    /// - Parameter readsOn: False where only a copy is.
    private static func withProcess<Result>(
        of recorder: Recorder, readsOn: Bool = true, _ body: (inout LiveProcess) throws -> Result
    ) throws -> Result? {
        guard let folder = recorder.traceFolder else { return nil }
        return try state.withLock { state in
            if state.process == nil { recorder.whenExitIsJudged { keepSymbols(of: folder) } }
            let count = recorder.eventCount
            var process = try state.process.take() ?? LiveProcess(folder: folder)
            // After an error, all is read anew.
            let result = try body(&process)
            if readsOn { state.eventCount = count }
            state.process = process
            return result
        }
    }
}
