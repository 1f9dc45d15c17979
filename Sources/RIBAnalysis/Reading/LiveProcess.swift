// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// The trace of this process, judged while it is written, by the analysis of all reports.
///
/// It goes on where it stopped, so that what a test's judgement takes depends on what that test
/// recorded and not on what ran before. A copy goes on by itself.
package struct LiveProcess {
    private var trace: GrowingTrace
    private var model = TraceModel()
    private var symbols = SymbolCache()
    private var kept: SymbolFile

    /// - Parameter folder: The trace's.
    /// - Throws: `TraceError` when it cannot be read.
    package init(folder: String) throws(TraceError) {
        trace = try GrowingTrace(folder: folder, skipping: TraceModel.ignored)
        kept = SymbolFile(in: folder, root: FileManager.default.currentDirectoryPath)
    }

    /// Notes what was recorded since the last call.
    ///
    /// - Parameter now: Nanoseconds on the trace's clock.
    package mutating func catchUp(to now: UInt64) throws(TraceError) {
        if try trace.read(through: now, into: &model) { return }
        trace = try GrowingTrace(folder: trace.folder, skipping: TraceModel.ignored)
        model = TraceModel(asserted: model.tree.asserted)
        _ = try trace.read(through: now, into: &model)
    }

    /// What was judged in a scope.
    ///
    /// - Parameter now: Nanoseconds on the trace's clock.
    package mutating func report(
        on scope: ScopeID, at now: UInt64, options: JudgingOptions, symbolizer: some Symbolizing
    ) throws(TraceError) -> RunReport {
        let judged = try caughtUp(to: now, options)
        let process = AnalyzedProcess(reading: judged.trace, into: judged.model)
        return Analysis.report(on: [process], scope: scope, options: options) { asked in
            let found = symbols.symbolicate(
                ImageAddress.sorted(asked.reduce(into: []) { $0.formUnion($1.addresses) }),
                by: symbolizer)
            if kept.add(found.answers) { kept.write(in: trace.folder) }
            return found
        }
    }

    /// This process; a copy where a test asserts more than the trace says.
    private mutating func caughtUp(
        to now: UInt64, _ options: JudgingOptions
    ) throws(TraceError) -> LiveProcess {
        if options.asserted.isEmpty {
            try catchUp(to: now)
            return self
        }
        var copy = self
        copy.model.tree.asserted = options.asserted
        try copy.catchUp(to: now)
        return copy
    }

    /// Whether a test would be accused of a leak if it were judged now.
    ///
    /// - Parameters:
    ///   - survivors: What it let go and is there.
    ///   - now: Nanoseconds on the trace's clock.
    package mutating func wouldAccuse(
        of survivors: [ObjectID], in scope: ScopeID, at now: UInt64, options: JudgingOptions,
        symbolizer: some Symbolizing
    ) throws(TraceError) -> Bool {
        // Nothing that the options change is recorded yet.
        try catchUp(to: now)
        var trial = model
        trial.tree.asserted = options.asserted
        trial.judge(survivors, in: scope, at: now)
        let drafts = trial.leakDrafts(in: scope, ignoring: options.ignored, withAttached: false)
            .filter { !$0.subject.kind.isWarning }
        // What RIBs cannot share is leaked, whatever stacks say.
        if drafts.contains(where: { !$0.mayBeShared }) { return true }
        if drafts.isEmpty { return false }
        let found = symbols.symbolicate(
            ImageAddress.sorted(Set(drafts.flatMap(\.addresses))), by: symbolizer)
        return drafts.contains { $0.isShown(by: found) }
    }
}
