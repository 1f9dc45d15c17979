// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import RIBTrace

/// The trace of this process, judged while it is written, by the same analysis as reports.
///
/// Each call continues where the last one stopped. So judging a test costs as much as that test
/// recorded, whatever ran before. A copy continues independently.
package struct LiveProcess {
    private var trace: GrowingTrace
    private(set) var model = TraceModel()
    /// The size of the model at which it forgets what is over.
    private var sizeToForget = Self.leastToForget
    private var symbols = Symbolication()
    private var kept: SymbolFile

    /// Opens a trace.
    package init(folder: String) throws(TraceError) {
        trace = try GrowingTrace(folder: folder)
        kept = SymbolFile(in: folder, root: RepositoryRoot.current.path)
    }

    /// Reads what was recorded since the last call, until a time on the trace's clock.
    package mutating func catchUp(to now: UInt64) throws(TraceError) {
        let excess = model.size - sizeToForget
        if excess >= 0 {
            model.forgetWhatIsOver()
            // With the excess, each time would leave more than the time before.
            sizeToForget = max(Self.leastToForget, 2 * (model.size - excess))
        }
        if try trace.read(through: now, into: &model) { return }
        trace = try GrowingTrace(folder: trace.folder)
        model = TraceModel()
        _ = try trace.read(through: now, into: &model)
    }

    /// What some hundred tests make. Fewer are not worth a look.
    private static var leastToForget: Int { 1_024 }

    /// Reports on what was judged in a scope, but for objects to ignore.
    package mutating func report(
        on scope: ScopeID, at now: UInt64, ignoring ignored: Set<ObjectID> = [],
        symbolizer: some Symbolizing
    ) throws(TraceError) -> RunReport {
        try catchUp(to: now)
        let process = AnalyzedProcess(
            trace.folder, trace.metadata, model, discarded: trace.discarded, isOver: false,
            isOwn: true)
        return Analysis.report(on: [process], scope: scope, ignoring: ignored) { asked in
            // One process asks once.
            let answers = lookUp(asked.first?.addresses ?? [], by: symbolizer)
            kept.keep(answers)
            return symbols
        }
    }

    /// Whether a test would be accused of a leak if it were judged now, with the objects alive that
    /// it released.
    package mutating func wouldAccuse(
        of survivors: [ObjectID], in scope: ScopeID, at now: UInt64,
        ignoring ignored: Set<ObjectID> = [], symbolizer: some Symbolizing
    ) throws(TraceError) -> Bool {
        try catchUp(to: now)
        var trial = model
        trial.judge(survivors, in: scope, at: now)
        let drafts = trial.leakDrafts(in: scope, ignoring: ignored, withAttached: false)
            .filter { !$0.subject.kind.isWarning }
        // An object that RIBs cannot share is leaked, whatever stacks say.
        if drafts.contains(where: { !$0.mayBeShared }) { return true }
        if drafts.isEmpty { return false }
        lookUp(Set(drafts.flatMap(\.addresses)), by: symbolizer)
        return drafts.contains { $0.isShown(by: symbols) }
    }

    /// - Returns: The answers that are new.
    @discardableResult private mutating func lookUp(
        _ addresses: Set<ImageAddress>, by symbolizer: some Symbolizing
    ) -> [ImageAddress: [SymbolizerAnswer.Symbol]] {
        symbols.add(addresses) { symbolizer.symbolicate(ImageAddress.sorted($0)) }
    }
}
