// SPDX-License-Identifier: Apache-2.0

/// A frame with its function's linker name, which shows what kind of function it is.
package struct SymbolizedFrame: Hashable, Sendable {
    var frame: StackFrame
    /// The mangled name, or nil when the function has none.
    let symbol: String?
    /// The module of a Swift function's code, found once: to read a name takes long.
    let codeModule: String?
    /// The line in which the function begins; nil when it is not known.
    var startLine: Int?
    /// The file in which the function begins; nil when it is not known.
    var startFile: String?

    init(frame: StackFrame, symbol: String?, startLine: Int? = nil, startFile: String? = nil) {
        (self.frame, self.symbol) = (frame, symbol)
        codeModule = symbol.flatMap(CodeOrigin.module)
        (self.startLine, self.startFile) = (startLine, startFile)
    }

    /// The same frame with another function name.
    func named(_ function: String) -> SymbolizedFrame {
        var named = self
        named.frame.function = function
        return named
    }

    /// The same function at its first line, wherever in the function the frame is.
    var atItsStart: SymbolizedFrame {
        guard let startLine, let file = startFile ?? frame.file else { return self }
        var start = self
        (start.frame.file, start.frame.line) = (file, startLine)
        return start
    }
}

// Whose code a function is, and what the compiler made, by the names of both.
extension SymbolizedFrame {
    private func symbolBegins(with beginnings: [String]) -> Bool {
        symbol.map { beginnings.contains(where: $0.hasPrefix) } ?? false
    }

    // MARK: - The project and its libraries

    /// True for a function with source code that is neither ribleak's nor a stream library's.
    var isOfProject: Bool {
        frame.file != nil && symbol != nil && !isOfRuntime && !symbolBegins(with: Self.libraries)
            && !isStreamsExtension && !isNamedByMacro
    }

    /// True for ribleak, stream libraries, the standard library and code the compiler generated.
    var isOfLibraries: Bool {
        // The optimizer may inline a closure into its forwarder. Then only the latter has a name.
        let isForwarder = StackFrame.forwarded(by: frame.function) != nil
        return isOfRuntime || isPassedThrough && !isForwarder
            || symbolBegins(with: Self.libraries)
    }

    /// Prefixes of symbols of the standard library and of the stream libraries.
    private static let libraries = [
        "$s11OpenCombine", "$s7RxSwift", "$s7RxRelay", "$s7RxCocoa", "$ss", "$sS",
    ]

    /// True for what a stream library adds to a system type, such as RxSwift to Foundation's locks.
    private var isStreamsExtension: Bool {
        symbolBegins(with: ["$s10Foundation", "$s20FoundationEssentials", "$s8Dispatch"])
            && codeModule.map(CodeOrigin.isOfStreams) ?? false
    }

    /// True for code that may lie between two frames of the recording: the standard library (whose
    /// names begin with `$ss` or `$sS`), the Swift runtime and thunks.
    var isPassedThrough: Bool { symbolBegins(with: ["$ss", "$sS", "swift_"]) || isThunk }

    // MARK: - ribleak

    private static let runtimeModules = [
        "RIBRecorder", "RIBs", "RIBLeakObserver", "CRIBShims", "CLibunwind", "RIBTrace",
    ]
    private static let runtimePrefixes = runtimeModules.map { "$s\($0.utf8.count)\($0)" }

    /// True for a function of ribleak that runs RIBs or records.
    var isOfRuntime: Bool {
        // An extension of one of our types may be the project's code. Of a very long name, only the
        // beginning is known.
        frame.module.hasPrefix("libunwind.so") || symbol == "unw_backtrace"
            || symbolBegins(with: ["ribleak_"])
            || codeModule.map(Self.runtimeModules.contains) ?? false
            || symbolBegins(with: Self.runtimePrefixes)
                && codeModule.map(CodeOrigin.toolkit.contains) ?? true
    }

    /// True for any of ribleak. What the project adds to its types is the project's code.
    var isOfToolkit: Bool {
        codeModule.map(CodeOrigin.toolkit.contains) ?? false || symbolBegins(with: ["ribleak_"])
    }

    // MARK: - What the compiler made

    /// True for code of a library, by its module or its file.
    private var isOfAnyLibrary: Bool {
        codeModule.map(CodeOrigin.isLibrary) ?? false
            || frame.file.flatMap(CodeOrigin.library(ofFile:)) != nil
    }

    /// True for a function of the project that the optimizer merged from several.
    var isMerged: Bool { symbol.map(StableName.isMerged) ?? false && !isOfAnyLibrary }

    /// The project's function that a forwarder passes calls on to. The optimizer may inline it into
    /// the forwarder, and then only the forwarder has a name.
    var forwardedFunction: String? {
        isThunk && !isOfAnyLibrary ? StackFrame.forwarded(by: frame.function) : nil
    }

    var isThunk: Bool { frame.line == nil && symbol.map(Demangler.isThunk) ?? false }

    /// True for what `@main` makes.
    var isMadeEntry: Bool { frame.line == nil && symbol?.hasSuffix("5$mainyyFZ") == true }

    /// True for a name that a macro made up, which has its line: it names no function for good.
    private var isNamedByMacro: Bool { frame.function.map(Demangler.isOfMacro) ?? false }

    // MARK: - What runs the project

    /// True for a frame that tells nothing about a project: ribleak itself, what runs tests, tasks
    /// and queues, and what macros and build systems generate.
    ///
    /// Libraries that a project calls, such as OpenCombine or Foundation, are not among them.
    var isMachinery: Bool {
        isOfToolkit || isGenerated || isOfRunner || isOfSwiftRuntime
    }

    /// True for code that a macro or a build system wrote. The function around a macro has the line
    /// on which the macro is used. SwiftPM lists XCTests in `__allTests`.
    private var isGenerated: Bool {
        isNamedByMacro || frame.file.map(CodeOrigin.isGenerated) ?? false
            || frame.function?.contains("__allTests") ?? false
    }

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
        // An extension that the project adds to a task or a queue is the project's code.
        let module = codeModule ?? ""
        return Self.runnerImages.contains(where: frame.module.hasPrefix)
            || Self.runnerFrameworks.contains(frame.module) || Self.runnerModules.contains(module)
            || symbolBegins(with: Self.runnerSymbols) && ["", "Swift"].contains(module)
    }

    /// True for the functions with which compiled code retains, releases and casts.
    private var isOfSwiftRuntime: Bool {
        guard let symbol else { return false }
        return symbolBegins(with: ["swift_", "_swift_", "_ZN5swift", "_ZNK5swift"])
            || frame.module.hasPrefix("libswiftCore") && !symbol.hasPrefix("$s")
    }
}
