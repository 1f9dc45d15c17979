// SPDX-License-Identifier: Apache-2.0

/// Reduces a call stack to the frames that the project's author wants to see.
enum StackCleanup {
    /// Drops ribleak's own frames, what runs tests, tasks and queues, the callers of `main`, and
    /// the code that the compiler and macros generated.
    ///
    /// - Parameter frames: A stack, innermost first.
    /// - Returns: The remaining frames. When none would remain, the one that tells most.
    static func tidied(_ frames: [SymbolizedFrame]) -> [StackFrame] {
        let inward = withoutStart(withoutRecording(frames[...]))
        let rest = withoutGenerated(inward.filter { !$0.isMachinery })
        return (rest.isEmpty ? mostTelling(of: frames) : rest).map(\.frame)
    }

    /// The function of ribleak that was called from outside, or else the innermost that has a name.
    private static func mostTelling(of frames: [SymbolizedFrame]) -> [SymbolizedFrame] {
        let named = frames.filter { $0.frame.function != nil && !isThunk($0) }
        let frame = named.last(where: \.isOfToolkit) ?? named.first ?? frames.first
        return frame.map { [$0] } ?? []
    }

    // MARK: - The recording itself

    private static let ownModules = [
        "RIBRecorder", "RIBs", "RIBLeakObserver", "CRIBShims", "CLibunwind", "RIBTrace",
    ]
    private static let ownPrefixes = ownModules.map { "$s\($0.utf8.count)\($0)" }

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
        if ownPrefixes.contains(where: symbol.hasPrefix) {
            // An extension of one of our types may be the project's code.
            return frame.codeModule.map(CodeOrigin.toolkit.contains) ?? true
        }
        return frame.codeModule.map(ownModules.contains) ?? false
    }

    /// True for code that may lie between two frames of the recording: the standard library (whose
    /// names begin with `$ss` or `$sS`), the Swift runtime and thunks.
    private static func isPassedThrough(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol else { return false }
        return symbol.hasPrefix("$ss") || symbol.hasPrefix("$sS") || symbol.hasPrefix("swift_")
            || isThunk(frame)
    }

    /// Prefixes of symbols of the standard library and of the stream libraries.
    private static let libraries = [
        "$s11OpenCombine", "$s7RxSwift", "$s7RxRelay", "$s7RxCocoa", "$ss", "$sS",
    ]

    /// True for a function with source code that is neither ribleak's nor a stream library's.
    static func isOfProject(_ frame: SymbolizedFrame) -> Bool {
        guard frame.frame.file != nil, let symbol = frame.symbol else { return false }
        return !isRecording(frame) && !libraries.contains(where: symbol.hasPrefix)
            && !isStreamsExtension(frame, symbol) && !frame.isNamedByMacro
    }

    /// True for what a stream library adds to a system type, such as RxSwift to Foundation's locks.
    private static func isStreamsExtension(_ frame: SymbolizedFrame, _ symbol: String) -> Bool {
        guard systemTypes.contains(where: symbol.hasPrefix) else { return false }
        return frame.codeModule.map(CodeOrigin.isOfStreams) ?? false
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
            // Without a line, the compiler wrote it, for `@main`.
            return frames[main].frame.line == nil ? frames[..<main] : frames[...main]
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

    private static func withoutGenerated(_ frames: [SymbolizedFrame]) -> [SymbolizedFrame] {
        var kept: [SymbolizedFrame] = []
        for (index, frame) in frames.enumerated() {
            let outer = index + 1 < frames.count ? frames[index + 1] : nil
            if isMerged(frame) {
                kept.append(frame.named(StableName.ofSeveral(frame.frame.function)))
            } else if let function = functionForwarded(by: frame) {
                if kept.last?.frame.function != function { kept.append(frame.named(function)) }
            } else if !isThunk(frame), !isEntry(frame),
                !isTarget(frame, of: outer, shownAs: kept.last)
            {
                let written = frame.asWritten
                if !isWrapper(frame, of: written, after: kept.last) { kept.append(written) }
            }
        }
        return kept
    }

    /// True for the function that was looked up for a forwarder, when its own frame is there too.
    private static func isTarget(
        _ frame: SymbolizedFrame, of forwarder: SymbolizedFrame?, shownAs inner: SymbolizedFrame?
    ) -> Bool {
        guard let forwarder, let symbol = frame.symbol, symbol == inner?.symbol else {
            return false
        }
        return forwarder.symbol == symbol + SymbolizerQuestion.forwarder
            && forwarder.frame.offset == frame.frame.offset
            && forwarder.frame.module == frame.frame.module
    }

    /// True for what `@main` makes.
    private static func isEntry(_ frame: SymbolizedFrame) -> Bool {
        frame.frame.line == nil && frame.symbol?.hasSuffix("5$mainyyFZ") == true
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

    /// True for the `__allocating_init` around an `init`, or the `__deallocating_deinit` around a
    /// `deinit`, that is already shown.
    private static func isWrapper(
        _ frame: SymbolizedFrame, of written: SymbolizedFrame, after inner: SymbolizedFrame?
    ) -> Bool {
        guard let symbol = frame.symbol, let inner else { return false }
        if symbol.hasSuffix("fD"), inner.symbol == symbol.dropLast() + "d" { return true }
        return written.frame.function != frame.frame.function
            && inner.frame.function == written.frame.function
            && ["fC", "fD"].contains(where: symbol.hasSuffix)
    }
}

extension SymbolizedFrame {
    /// The frame named as in the source, without what the compiler and the optimizer add.
    fileprivate var asWritten: SymbolizedFrame {
        guard let function = frame.function else { return self }
        let name = StableName.written(function)
        return name == function ? self : named(name)
    }
}

extension SymbolizedFrame {
    /// True for a frame that tells nothing about a project: ribleak itself, what runs tests, tasks
    /// and queues, and what macros and build systems generate.
    ///
    /// Libraries that a project calls, such as OpenCombine or Foundation, are not among them.
    fileprivate var isMachinery: Bool {
        isOfToolkit || isGenerated || isOfRunner || isOfSwiftRuntime || isOfIntrospection
    }

    // MARK: - ribleak

    /// True for ribleak. An extension that the project adds to its types is the project's code.
    fileprivate var isOfToolkit: Bool {
        guard let symbol else { return false }
        return codeModule.map(CodeOrigin.toolkit.contains) ?? false
            || symbol.hasPrefix("ribleak_")
    }

    /// Beginnings of the symbols through which OpenCombine tells the recorder what happens. They
    /// are on no stack when nobody records.
    private static let introspectionSymbols = [
        "$s11OpenCombine9DebugHook", "$s11OpenCombine13SubscriberTap",
        "$s11OpenCombine15SubscriptionTap",
    ]

    private var isOfIntrospection: Bool {
        Self.introspectionSymbols.contains { symbol?.hasPrefix($0) ?? false }
    }

    // MARK: - Generated code

    /// True for code that a macro or a build system wrote. The function around a macro has the line
    /// on which the macro is used. SwiftPM lists XCTests in `__allTests`.
    private var isGenerated: Bool {
        isNamedByMacro || frame.file.map(CodeOrigin.isGenerated) ?? false
            || frame.function?.contains("__allTests") ?? false
    }

    /// True for a function whose name a macro made up. The name of an expansion tells the line it
    /// is on, so it names no function for good.
    fileprivate var isNamedByMacro: Bool {
        frame.function.map(Demangler.isOfMacro) ?? false
    }

    // MARK: - Runners

    /// Images of test runners, queues and tasks, by the beginnings of their names.
    private static let runnerImages = [
        "libXCTest", "libTesting", "lib_Testing", "libdispatch", "libswift_Concurrency",
    ]
    /// The frameworks of the same on Apple's systems.
    private static let runnerFrameworks: Set = ["Testing", "XCTest", "XCTestCore", "XCTestSupport"]
    private static let runnerModules: Set = ["Dispatch", "Testing", "XCTest", "_Concurrency"]
    /// Beginnings of the symbols of the same that end up in the project's own image, and of the
    /// loop that waits for work. `$sSc` begins the names of tasks and actors.
    private static let runnerSymbols = [
        "$sSc", "_dispatch_", "dispatch_", "CFRunLoop", "_CFRunLoop", "__CFRunLoop", "__CFRUNLOOP",
    ]

    private var isOfRunner: Bool {
        let image = frame.module
        if Self.runnerImages.contains(where: image.hasPrefix)
            || Self.runnerFrameworks.contains(image)
        {
            return true
        }
        guard let symbol else { return false }
        // An extension that the project adds to a task or a queue is the project's code.
        let module = codeModule ?? ""
        if Self.runnerModules.contains(module) { return true }
        return Self.runnerSymbols.contains(where: symbol.hasPrefix)
            && ["", "Swift"].contains(module)
    }

    /// True for the functions with which compiled code retains, releases and casts.
    private var isOfSwiftRuntime: Bool {
        guard let symbol else { return false }
        return ["swift_", "_swift_", "_ZN5swift", "_ZNK5swift"].contains(where: symbol.hasPrefix)
            || frame.module.hasPrefix("libswiftCore") && !symbol.hasPrefix("$s")
    }
}
