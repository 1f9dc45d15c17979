// SPDX-License-Identifier: Apache-2.0

/// Frames that tell nothing about a project: ribleak itself, what runs tests, tasks and queues, and
/// what macros and build systems generate.
///
/// Libraries that a project calls, such as OpenCombine or Foundation, are not among them.
enum Machinery {
    static func contains(_ frame: SymbolizedFrame) -> Bool {
        isOfToolkit(frame) || isGenerated(frame) || isOfRunner(frame) || isOfSwiftRuntime(frame)
            || isOfIntrospection(frame)
    }

    // MARK: - ribleak

    /// True for ribleak. An extension that the project adds to its types is the project's code.
    static func isOfToolkit(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol else { return false }
        return CodeOrigin.module(of: symbol).map(CodeOrigin.toolkit.contains) ?? false
            || symbol.hasPrefix("ribleak_")
    }

    /// Beginnings of the symbols through which OpenCombine tells the recorder what happens. They
    /// are on no stack when nobody records.
    private static let introspection = [
        "$s11OpenCombine9DebugHook", "$s11OpenCombine13SubscriberTap",
        "$s11OpenCombine15SubscriptionTap",
    ]

    private static func isOfIntrospection(_ frame: SymbolizedFrame) -> Bool {
        introspection.contains { frame.symbol?.hasPrefix($0) ?? false }
    }

    // MARK: - Generated code

    /// True for code that a macro or a build system wrote. The function around a macro has the line
    /// on which the macro is used. SwiftPM lists XCTests in `__allTests`.
    private static func isGenerated(_ frame: SymbolizedFrame) -> Bool {
        isNamedByMacro(frame) || frame.frame.file.map(CodeOrigin.isGenerated) ?? false
            || frame.frame.function?.contains("__allTests") ?? false
    }

    /// True for a function whose name a macro made up. The name of an expansion tells the line it is
    /// on, so it names no function for good.
    static func isNamedByMacro(_ frame: SymbolizedFrame) -> Bool {
        frame.frame.function.map(Demangler.isOfMacro) ?? false
    }

    // MARK: - Runners

    /// Images of test runners, queues and tasks, by the beginnings of their names.
    private static let images = [
        "libXCTest", "libTesting", "lib_Testing", "libdispatch", "libswift_Concurrency",
    ]
    /// The frameworks of the same on Apple's systems.
    private static let frameworks: Set = ["Testing", "XCTest", "XCTestCore", "XCTestSupport"]
    private static let modules: Set = ["Dispatch", "Testing", "XCTest", "_Concurrency"]
    /// Beginnings of the symbols of the same that end up in the project's own image, and of the
    /// loop that waits for work. `$sSc` begins the names of tasks and actors.
    private static let symbols = [
        "$sSc", "_dispatch_", "dispatch_", "CFRunLoop", "_CFRunLoop", "__CFRunLoop", "__CFRUNLOOP",
    ]

    private static func isOfRunner(_ frame: SymbolizedFrame) -> Bool {
        let image = frame.frame.module
        if images.contains(where: image.hasPrefix) || frameworks.contains(image) { return true }
        guard let symbol = frame.symbol else { return false }
        // An extension that the project adds to a task or a queue is the project's code.
        let module = CodeOrigin.module(of: symbol) ?? ""
        if modules.contains(module) { return true }
        return symbols.contains(where: symbol.hasPrefix) && ["", "Swift"].contains(module)
    }

    /// True for the functions with which compiled code retains, releases and casts.
    private static func isOfSwiftRuntime(_ frame: SymbolizedFrame) -> Bool {
        guard let symbol = frame.symbol else { return false }
        return ["swift_", "_swift_", "_ZN5swift", "_ZNK5swift"].contains(where: symbol.hasPrefix)
            || frame.frame.module.hasPrefix("libswiftCore") && !symbol.hasPrefix("$s")
    }
}
