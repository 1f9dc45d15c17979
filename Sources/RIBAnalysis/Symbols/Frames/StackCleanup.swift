// SPDX-License-Identifier: Apache-2.0

/// Leaves of a call stack what the person whose code it is wants to see.
enum StackCleanup {
    /// Drops the recording's own frames, what lies outward of `main`, what the compiler made, and
    /// of the runtime's frames all but the one that the project called.
    ///
    /// - Parameter frames: A stack, innermost first.
    /// - Returns: The rest, or the whole stack when nothing would be left.
    static func tidied(_ frames: [SymbolizedFrame]) -> [StackFrame] {
        let inward = withoutStart(withoutRecording(frames[...]))
        let rest = withoutInnerRuntime(withoutGenerated(inward))
        return (rest.isEmpty ? frames : rest).map(\.frame)
    }

    // MARK: - The recording itself

    private static let ownModules = [
        "RIBRecorder", "RIBs", "RIBLeakObserver", "CRIBShims", "CLibunwind", "RIBTrace",
    ]
    private static let ownPrefixes = ownModules.map { "$s\($0.utf8.count)\($0)" }
    private static let ownExtensions = ownModules.map { Array("\($0.utf8.count)\($0)E".utf8) }

    /// Drops the innermost frames up to the last one of the recording, passing over library
    /// frames between them.
    private static func withoutRecording(
        _ frames: ArraySlice<SymbolizedFrame>
    ) -> ArraySlice<SymbolizedFrame> {
        var rest = frames
        for index in frames.indices {
            if isRecording(frames[index]) {
                rest = frames[(index + 1)...]
            } else if !isPassedThrough(frames[index]) {
                break
            }
        }
        return rest
    }

    private static func isRecording(_ frame: SymbolizedFrame) -> Bool {
        if frame.frame.module.hasPrefix("libunwind.so") { return true }
        guard let symbol = frame.symbol else { return false }
        if symbol == "unw_backtrace" || symbol.hasPrefix("ribleak_") { return true }
        guard symbol.hasPrefix("$s") else { return false }
        // An extension of a type of ours may be the project's.
        if ownPrefixes.contains(where: symbol.hasPrefix) {
            return CodeOrigin.module(of: symbol).map(CodeOrigin.toolkit.contains) ?? true
        }
        return isInOwnExtension(symbol)
    }

    /// Looks at bytes: Foundation's search takes longer than all else that is asked of a frame.
    private static func isInOwnExtension(_ symbol: String) -> Bool {
        let bytes = ContiguousArray(symbol.utf8)
        return bytes.indices.contains { last in
            bytes[last] == UInt8(ascii: "E")
                && ownExtensions.contains { bytes[...last].suffix($0.count).elementsEqual($0) }
        }
    }

    /// True for what may stand between two frames of the recording: the standard library (whose
    /// names begin with `$ss` or `$sS`), the Swift runtime and thunks.
    private static func isPassedThrough(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol else { return false }
        return symbol.hasPrefix("$ss") || symbol.hasPrefix("$sS") || symbol.hasPrefix("swift_")
            || isThunk(frame)
    }

    /// Keeps of neighbours that belong to the runtime the outermost one.
    private static func withoutInnerRuntime(_ frames: [SymbolizedFrame]) -> [SymbolizedFrame] {
        frames.enumerated().filter { index, frame in
            !isRecording(frame) || index + 1 == frames.count || !isRecording(frames[index + 1])
        }.map(\.element)
    }

    /// The standard library and those of streams.
    private static let libraries = [
        "$s11OpenCombine", "$s7RxSwift", "$s7RxRelay", "$s7RxCocoa", "$ss", "$sS",
    ]

    /// True for a function with source code that is neither of ribleak nor of a library of streams.
    static func isOfProject(_ frame: SymbolizedFrame) -> Bool {
        guard frame.frame.file != nil, let symbol = frame.symbol else { return false }
        return !isRecording(frame) && !libraries.contains(where: symbol.hasPrefix)
            && !isStreamsExtension(symbol)
    }

    /// True for what a library of streams adds to a type of the system's, such as RxSwift to its locks.
    private static func isStreamsExtension(_ symbol: String) -> Bool {
        guard systemTypes.contains(where: symbol.hasPrefix) else { return false }
        return CodeOrigin.module(of: symbol).map(CodeOrigin.isOfStreams) ?? false
    }

    private static let systemTypes = ["$s10Foundation", "$s20FoundationEssentials", "$s8Dispatch"]

    /// True for a function of ribleak.
    static func isOfRuntime(_ frame: SymbolizedFrame) -> Bool { isRecording(frame) }

    /// True for ribleak, libraries of streams, the standard library and what the compiler made.
    static func isOfLibraries(_ frame: SymbolizedFrame) -> Bool {
        // The optimizer may put a closure into its forwarder, which is then all that has a name.
        let isForwarder = StackFrame.forwarded(by: frame.frame.function) != nil
        if isRecording(frame) || isPassedThrough(frame) && !isForwarder { return true }
        return libraries.contains { frame.symbol?.hasPrefix($0) ?? false }
    }

    // MARK: - The start of the thread

    private static let starts: Set = [
        "__libc_start_call_main", "__libc_start_main", "__libc_start_main_impl", "_start",
        "start_thread", "clone3", "__clone3", "clone", "__clone",
    ]

    /// True for a stack that begins where its thread does, or before that in `main`.
    static func reachesStart(_ frames: [SymbolizedFrame]) -> Bool {
        frames.contains { $0.symbol == "main" || $0.symbol.map(isNameOfStart) == true }
    }

    private static func isNameOfStart(_ symbol: String) -> Bool {
        starts.contains(String(symbol.prefix { $0 != "@" }))
    }

    private static func withoutStart(
        _ frames: ArraySlice<SymbolizedFrame>
    ) -> ArraySlice<SymbolizedFrame> {
        if let main = frames.lastIndex(where: { $0.symbol == "main" }) {
            return frames[...main]
        }
        guard let last = frames.lastIndex(where: { !isStart($0) }) else { return [] }
        return frames[...last]
    }

    /// Also true for a nameless or misnamed function of a stripped C library: nothing else of it
    /// is ever outermost.
    private static func isStart(_ frame: SymbolizedFrame) -> Bool {
        let module = frame.frame.module
        if module.hasPrefix("libc.so") || module.hasPrefix("libpthread.so") { return true }
        guard let symbol = frame.symbol else { return false }
        // SwiftPM names the entry point `<module>_main`; `$main` is what `@main` makes.
        let isEntry = symbol.hasSuffix("_main") || symbol.hasSuffix("5$mainyyFZ")
        return isEntry && frame.frame.line == nil || isNameOfStart(symbol)
    }

    // MARK: - What the compiler made

    private static func withoutGenerated(
        _ frames: ArraySlice<SymbolizedFrame>
    ) -> [SymbolizedFrame] {
        var inner: SymbolizedFrame?
        return frames.compactMap { frame in
            defer { inner = frame }
            if isMerged(frame) { return frame.named(StableName.ofSeveral(frame.frame.function)) }
            if let function = functionForwarded(by: frame), inner?.frame.function != function {
                return frame.named(function)
            }
            return isThunk(frame) || isDeallocator(frame, after: inner) ? nil : frame
        }
    }

    /// True for a function of the project's that the optimizer made of several.
    static func isMerged(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol, StableName.isMerged(symbol) else { return false }
        return CodeOrigin.library(symbol: symbol, file: frame.frame.file) == nil
    }

    /// The project's function that a forwarder passes calls on to: the optimizer may put that into the
    /// forwarder, which is then all that has a name.
    static func functionForwarded(by frame: SymbolizedFrame) -> String? {
        guard isThunk(frame), let symbol = frame.symbol,
            CodeOrigin.library(symbol: symbol, file: frame.frame.file) == nil
        else { return nil }
        return StackFrame.forwarded(by: frame.frame.function)
    }

    static func isThunk(_ frame: SymbolizedFrame) -> Bool {
        guard frame.frame.line == nil, let symbol = frame.symbol else { return false }
        return Demangler.runtime.isThunk(symbol)
    }

    /// True for the `__deallocating_deinit` (`fD`) around a `deinit` (`fd`) that is shown already.
    private static func isDeallocator(
        _ frame: SymbolizedFrame, after inner: SymbolizedFrame?
    ) -> Bool {
        guard let symbol = frame.symbol, symbol.hasSuffix("fD") else { return false }
        return inner?.symbol == symbol.dropLast() + "d"
    }
}
