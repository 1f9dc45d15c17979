// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Finds the types that functions are methods of, by the linker's names for the functions.
///
/// The memory of tasks and threads is full of leftover words. One that leads to an object says most
/// while a method of the object's own runs.
final class CodeOwner {
    private let graph: SwiftObjectGraph
    private let symbol: (UInt) -> String
    /// The names of functions, as a person writes them; empty for a function without a name.
    private var known: [UInt: Substring] = [:]

    /// - Parameter symbol: The linker's name for the function at an address; empty for none.
    init(graph: SwiftObjectGraph, symbol: @escaping (UInt) -> String) {
        self.graph = graph
        self.symbol = symbol
    }

    /// Whether one of some functions belongs to the object's class, or to a class of the project
    /// that it inherits from.
    ///
    /// - Returns: Nil when there are functions, but none of them is a method.
    func ownsOne(of functions: [UInt], _ object: UInt) -> Bool? {
        let names = functions.map(name).filter { !$0.isEmpty }
        // A free function has no dot, nor have the functions nested in it.
        let methods = names.filter { $0.contains(".") }
        if methods.isEmpty { return names.isEmpty ? false : nil }
        let classes = classes(of: object)
        return methods.contains { method in
            classes.contains { Self.isMethod(method, of: $0) }
        }
    }

    /// `closure #1 in Home.start()` belongs to `Home`.
    private static func isMethod(_ name: Substring, of type: Substring) -> Bool {
        name.split(separator: " ").contains { word in
            word.split(separator: ".").dropLast().contains { $0.prefix { $0 != "<" } == type }
        }
    }

    /// The names of an object's class and its superclasses, up to the first that belongs to a
    /// library.
    private func classes(of object: UInt) -> [Substring] {
        var names: [Substring] = []
        for found in HeapMetadata.classes(from: graph.memory.metadata(at: object), graph.memory) {
            let type = HeapMetadata.type(at: found.address)
            if !names.isEmpty, CodeUse.isOfLibrary(type: String(reflecting: type)) { break }
            names.append(Substring(String(describing: type)).prefix { $0 != "<" })
        }
        return names
    }

    private func name(ofFunction address: UInt) -> Substring {
        if let known = known[address] { return known }
        let name = Self.shown(symbol(address))
        known[address] = name
        return name
    }

    private static let longestName = 4096

    /// A function's name without modules and parameters; empty for a function that is not Swift.
    static func shown(_ symbol: String) -> Substring {
        // Names of the standard library begin with these.
        guard symbol.hasPrefix("$s"), !symbol.hasPrefix("$ss"), !symbol.hasPrefix("$sS"),
            symbol.utf8.count <= longestName,
            // Its input comes from the program's own file.
            let text = ribleak_demangle(symbol, symbol.utf8.count)
        else { return "" }
        defer { free(text) }
        return Substring(String(cString: text))
    }
}

extension HeapSearch {
    /// The name of the function at an address, as a person writes it; empty when it has none.
    package func functionName(at address: UInt) -> String {
        globals.readImages()
        return String(CodeOwner.shown(globals.functionName(at: address)))
    }

    /// The name of a variable by its linker's name; empty when it has none.
    package func variableName(_ symbol: String) -> String { String(CodeOwner.shown(symbol)) }

    /// The innermost function of a stack that a person has written in the project. Empty when there
    /// is none, or the program has no names.
    package func ownFunction(onStack returnAddresses: [UInt]) -> String {
        let streams = ["$s11OpenCombine", "$s7RxSwift"]
        globals.readImages()
        for address in returnAddresses where globals.codeUse(of: address &- 1) == .own {
            let symbol = globals.functionName(at: address &- 1)
            if CodeUse.isOfTool(symbol) || streams.contains(where: symbol.hasPrefix) { continue }
            let name = CodeOwner.shown(symbol)
            let isWritten =
                !name.isEmpty && !name.hasSuffix("deinit") && !name.hasPrefix("partial apply")
                && !name.contains("thunk")
            if isWritten { return String(name) }
        }
        return ""
    }
}

/// The owner of the code at an address.
enum CodeUse {
    /// There is no code, or only a stub of the linker's.
    case none
    /// Swift, its core libraries or C.
    case runtime
    /// Anything else.
    case own

    private static let runtimeFiles = [
        "libswift", "libdispatch", "libFoundation", "lib_Foundation", "libc.",
    ]

    /// Of Apple's platforms and their simulators.
    private static let runtimeFolders = [
        "/System/Library/", "/RuntimeRoot/", "/Developer/Library/Frameworks/", "/usr/lib/system/",
        "/usr/lib/libobjc", "/usr/lib/libSystem", "/usr/lib/libc++",
    ]

    init(inImage path: String) {
        let file = path.split(separator: "/").last ?? ""
        let isRuntime =
            Self.runtimeFiles.contains { file.hasPrefix($0) }
            || Self.runtimeFolders.contains { path.contains($0) }
        self = isRuntime ? .runtime : .own
    }
}

/// What belongs to libraries or to this tool, and says nothing of the project.
extension CodeUse {
    private static let toolModules = [
        "RIBs", "RIBRecorder", "RIBTrace", "RIBHeap", "RIBAnalysis", "RIBTrees", "RIBText",
        "RIBFindingText", "RIBLeakTesting", "RIBLeakObserver", "RIBReport",
    ]
    private static let types = toolModules.map { "\($0)." }
    private static let symbols = toolModules.map { "$s\($0.utf8.count)\($0)" } + ["ribleak_"]

    /// Whether a function or a variable belongs to this tool, by its linker's name.
    static func isOfTool(_ symbol: String) -> Bool { symbols.contains(where: symbol.hasPrefix) }

    private static let libraries = [
        "RIBs.", "Swift.", "Foundation.", "FoundationEssentials.", "Dispatch.", "OpenCombine",
        "RxSwift.", "RxRelay.", "RxCocoa.", "_Concurrency.", "Synchronization.", "Observation.",
        "__C.",
    ]

    /// Whether a type belongs to a library that projects use, by its qualified name.
    static func isOfLibrary(type name: String) -> Bool {
        libraries.contains(where: name.hasPrefix)
    }

    /// Whether a type belongs to this tool, by its qualified name.
    static func isOfTool(type name: Substring) -> Bool { types.contains(where: name.hasPrefix) }
}
