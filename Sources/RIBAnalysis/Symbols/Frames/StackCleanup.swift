// SPDX-License-Identifier: Apache-2.0

// Reduces a call stack to the frames that the project's author wants to see.
extension [SymbolizedFrame] {
    /// The frames without ribleak's own, what runs tests, tasks and queues, the callers of `main`,
    /// and the code that the compiler and macros generated. When none would remain, the one that
    /// tells most. The innermost frame comes first.
    var tidied: [StackFrame] {
        let rest = Self.withoutGenerated(
            Self.withoutStart(withoutRecording).filter { !$0.isMachinery })
        return (rest.isEmpty ? mostTelling : rest).map(\.frame)
    }

    /// True for a stack that contains `main` or the function that starts the thread.
    var reachesStart: Bool { contains { $0.symbol == "main" || $0.isNamedAsStart } }

    /// The function of ribleak that was called from outside, or else the innermost that has a name.
    private var mostTelling: [SymbolizedFrame] {
        let named = filter { $0.frame.function != nil && !$0.isThunk }
        let frame = named.last(where: \.isOfToolkit) ?? named.first ?? first
        return frame.map { [$0] } ?? []
    }

    /// The frames without the innermost ones up to the last one of the recording. Library frames
    /// between those of the recording are dropped with them.
    private var withoutRecording: ArraySlice<SymbolizedFrame> {
        var rest = self[...]
        for index in indices {
            if self[index].isOfRuntime {
                rest = self[(index + 1)...]
            } else if !self[index].isPassedThrough {
                break
            }
        }
        return rest
    }

    private static func withoutStart(
        _ frames: ArraySlice<SymbolizedFrame>
    ) -> ArraySlice<SymbolizedFrame> {
        if let main = frames.lastIndex(where: { $0.symbol == "main" }) {
            // Without a line, the compiler wrote it, for `@main`.
            return frames[main].frame.line == nil ? frames[..<main] : frames[...main]
        }
        guard let last = frames.lastIndex(where: { !$0.isStart }) else { return [] }
        return frames[...last]
    }

    private static func withoutGenerated(_ frames: [SymbolizedFrame]) -> [SymbolizedFrame] {
        var kept: [SymbolizedFrame] = []
        for (index, frame) in frames.enumerated() {
            let outer = frames.dropFirst(index + 1).first
            if frame.isMerged {
                kept.append(frame.named(StableName.ofSeveral(frame.frame.function)))
            } else if let function = frame.forwardedFunction {
                if kept.last?.frame.function != function { kept.append(frame.named(function)) }
            } else if !frame.isThunk, !frame.isMadeEntry,
                !frame.isTarget(of: outer, shownAs: kept.last)
            {
                let written = frame.frame.function.map { frame.named(StableName.written($0)) }
                if !frame.isWrapper(of: written ?? frame, after: kept.last) {
                    kept.append(written ?? frame)
                }
            }
        }
        return kept
    }
}

extension SymbolizedFrame {
    private static let starts: Set = [
        "__libc_start_call_main", "__libc_start_main", "__libc_start_main_impl", "_start",
        "start_thread", "clone3", "__clone3", "clone", "__clone",
    ]

    fileprivate var isNamedAsStart: Bool {
        symbol.map { Self.starts.contains(String($0.prefix { $0 != "@" })) } ?? false
    }

    /// Also true for a nameless or misnamed function of a stripped C library, because only its
    /// start functions are ever outermost.
    fileprivate var isStart: Bool {
        if ["libc.so", "libpthread.so"].contains(where: frame.module.hasPrefix) { return true }
        // SwiftPM names the entry point `<module>_main`.
        return isMadeEntry || frame.line == nil && symbol?.hasSuffix("_main") == true
            || isNamedAsStart
    }

    /// True for the function that was looked up for a forwarder, when its own frame is there too.
    fileprivate func isTarget(
        of forwarder: SymbolizedFrame?, shownAs inner: SymbolizedFrame?
    ) -> Bool {
        guard let forwarder, let symbol, symbol == inner?.symbol else { return false }
        return forwarder.symbol == symbol + SymbolizerQuestion.forwarder
            && forwarder.frame.offset == frame.offset && forwarder.frame.module == frame.module
    }

    /// True for the `__allocating_init` around an `init`, or the `__deallocating_deinit` around a
    /// `deinit`, that is already shown.
    fileprivate func isWrapper(
        of written: SymbolizedFrame, after inner: SymbolizedFrame?
    ) -> Bool {
        guard let symbol, let inner else { return false }
        if symbol.hasSuffix("fD"), inner.symbol == symbol.dropLast() + "d" { return true }
        return written.frame.function != frame.function
            && inner.frame.function == written.frame.function
            && ["fC", "fD"].contains(where: symbol.hasSuffix)
    }
}
