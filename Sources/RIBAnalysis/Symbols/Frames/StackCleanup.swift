// SPDX-License-Identifier: Apache-2.0

/// Reduces a call stack to the frames that the project's author wants to see.
enum StackCleanup {
    /// Drops the recording's own frames, the callers of `main` and the code that the compiler
    /// generated. Of neighbouring frames of the runtime it keeps the one that the project called.
    ///
    /// - Parameter frames: A stack, innermost first.
    /// - Returns: The remaining frames, or the whole stack when none would remain.
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

    /// Drops the innermost frames up to the last one of the recording. Library frames between
    /// those of the recording are dropped with them.
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
        // An extension of one of our types may be the project's code.
        if ownPrefixes.contains(where: symbol.hasPrefix) {
            return CodeOrigin.module(of: symbol).map(CodeOrigin.toolkit.contains) ?? true
        }
        return isInOwnExtension(symbol)
    }

    /// Compares bytes, because Foundation's search is slower than all other checks of a frame.
    private static func isInOwnExtension(_ symbol: String) -> Bool {
        let bytes = ContiguousArray(symbol.utf8)
        return bytes.indices.contains { last in
            bytes[last] == UInt8(ascii: "E")
                && ownExtensions.contains { bytes[...last].suffix($0.count).elementsEqual($0) }
        }
    }

    /// True for code that may lie between two frames of the recording: the standard library (whose
    /// names begin with `$ss` or `$sS`), the Swift runtime and thunks.
    private static func isPassedThrough(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol else { return false }
        return symbol.hasPrefix("$ss") || symbol.hasPrefix("$sS") || symbol.hasPrefix("swift_")
            || isThunk(frame)
    }

    /// Keeps only the outermost of neighbouring frames of the runtime.
    private static func withoutInnerRuntime(_ frames: [SymbolizedFrame]) -> [SymbolizedFrame] {
        frames.enumerated().filter { index, frame in
            !isRecording(frame) || index + 1 == frames.count || !isRecording(frames[index + 1])
        }.map(\.element)
    }

    /// Prefixes of symbols of the standard library and of the stream libraries.
    private static let libraries = [
        "$s11OpenCombine", "$s7RxSwift", "$s7RxRelay", "$s7RxCocoa", "$ss", "$sS",
    ]

    /// True for a function with source code that is neither ribleak's nor a stream library's.
    static func isOfProject(_ frame: SymbolizedFrame) -> Bool {
        guard frame.frame.file != nil, let symbol = frame.symbol else { return false }
        return !isRecording(frame) && !libraries.contains(where: symbol.hasPrefix)
            && !isStreamsExtension(symbol)
    }

    /// True for what a stream library adds to a system type, such as RxSwift to Foundation's locks.
    private static func isStreamsExtension(_ symbol: String) -> Bool {
        guard systemTypes.contains(where: symbol.hasPrefix) else { return false }
        return CodeOrigin.module(of: symbol).map(CodeOrigin.isOfStreams) ?? false
    }

    private static let systemTypes = ["$s10Foundation", "$s20FoundationEssentials", "$s8Dispatch"]

    /// True for a function of ribleak.
    static func isOfRuntime(_ frame: SymbolizedFrame) -> Bool { isRecording(frame) }

    /// True for ribleak, stream libraries, the standard library and code the compiler generated.
    static func isOfLibraries(_ frame: SymbolizedFrame) -> Bool {
        // The optimizer may inline a closure into its forwarder. Then only the latter has a name.
        let isForwarder = StackFrame.forwarded(by: frame.frame.function) != nil
        if isRecording(frame) || isPassedThrough(frame) && !isForwarder { return true }
        return libraries.contains { frame.symbol?.hasPrefix($0) ?? false }
    }

    // MARK: - The start of the thread

    private static let starts: Set = [
        "__libc_start_call_main", "__libc_start_main", "__libc_start_main_impl", "_start",
        "start_thread", "clone3", "__clone3", "clone", "__clone",
    ]

    /// True for a stack that contains `main` or the function that starts the thread.
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

    /// Also true for a nameless or misnamed function of a stripped C library, because only its
    /// start functions are ever outermost.
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

    /// True for a function of the project that the optimizer merged from several.
    static func isMerged(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol, StableName.isMerged(symbol) else { return false }
        return CodeOrigin.library(symbol: symbol, file: frame.frame.file) == nil
    }

    /// The project's function that a forwarder passes calls on to. The optimizer may inline it into
    /// the forwarder, and then only the forwarder has a name.
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

    /// True for the `__deallocating_deinit` (`fD`) around a `deinit` (`fd`) that is already shown.
    private static func isDeallocator(
        _ frame: SymbolizedFrame, after inner: SymbolizedFrame?
    ) -> Bool {
        guard let symbol = frame.symbol, symbol.hasSuffix("fD") else { return false }
        return inner?.symbol == symbol.dropLast() + "d"
    }
}
