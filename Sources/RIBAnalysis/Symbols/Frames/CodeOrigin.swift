// SPDX-License-Identifier: Apache-2.0

/// Whose code a function is: the project's, or that of code its author cannot change.
package enum CodeOrigin {
    /// The library that a function belongs to; nil for the project's own.
    ///
    /// - Parameters:
    ///   - symbol: The function's mangled name.
    ///   - file: The path of its source file.
    static func library(symbol: String?, file: String?) -> String? {
        file.flatMap(library(ofFile:)) ?? symbol.flatMap(library(ofSymbol:))
    }

    // MARK: - By its file

    /// Where package managers keep the sources of what a project depends on.
    private static let checkouts: Set = ["checkouts", "Checkouts", "Pods"]
    /// Where compilers and build systems write sources of their own.
    private static let generated: Set = ["DerivedSources", "DerivedData"]
    private static let toolchains = [
        "/usr/lib/swift/", "/usr/libexec/swift/", "/usr/share/swift/", ".xctoolchain/",
        "/Xcode.app/", "/home/build-user/",
    ]

    /// The library that a source file belongs to, judged by its path; nil for the project's own.
    package static func library(ofFile file: String) -> String? {
        let parts = file.split(separator: "/")
        if let index = parts.firstIndex(where: { checkouts.contains(String($0)) }),
            index + 2 < parts.count
        {
            return String(parts[index + 1])
        }
        if parts.contains(where: { $0.hasPrefix("@__swiftmacro") }) { return "a macro" }
        if parts.contains(where: { generated.contains(String($0)) || $0.hasSuffix(".derived") }) {
            return "generated code"
        }
        return toolchains.contains { file.contains($0) } ? "Swift" : nil
    }

    /// Beginnings of the file names of libraries that come with Swift or the system.
    static let systemImages = [
        "lib_Foundation", "libBlocksRuntime", "libFoundation", "libTesting", "libXCTest",
        "libc.so", "libdispatch", "libpthread", "libstdc++", "libswift",
    ]

    /// True for a file that comes with Swift or the system, judged by its name or folder.
    static func isOfSystem(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return systemImages.contains { name.hasPrefix($0) } || path.hasPrefix("/lib")
            || path.hasPrefix("/usr/lib")
    }

    // MARK: - By its name

    /// The modules of ribleak that an app or a test bundle links.
    static let toolkit: Set = [
        "CLibunwind", "CRIBShims", "RIBAnalysis", "RIBHeap", "RIBLeakObserver", "RIBLeakTesting",
        "RIBRecorder",
        "RIBReport", "RIBTrace", "RIBTrees", "RIBs",
    ]
    private static let others: Set = [
        "Combine", "CoreFoundation", "Dispatch", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "ObjectiveC", "Observation", "OpenCombine",
        "OpenCombineDispatch", "OpenCombineFoundation", "RxCocoa", "RxRelay", "RxSwift",
        "SwiftUI", "Synchronization", "Testing", "UIKit", "XCTest", "_Concurrency",
    ]

    /// True for a stream library.
    static func isOfStreams(_ module: String) -> Bool {
        module.hasPrefix("OpenCombine") || ["RxCocoa", "RxRelay", "RxSwift"].contains(module)
    }

    /// The library that a mangled name belongs to; nil for the project's own and for names that are
    /// not Swift's.
    static func library(ofSymbol symbol: String) -> String? {
        guard let module = module(of: symbol) else { return nil }
        return toolkit.contains(module) || others.contains(module) || module == "Swift"
            ? module : nil
    }

    /// The module that a mangled name belongs to. For code in an extension, the extension's module.
    static func module(of symbol: String) -> String? {
        // Works on bytes: mangled names are ASCII, and the stacks of each test contain many.
        let bytes = Array(symbol.utf8)
        guard bytes.starts(with: "$s".utf8), bytes.count > 2 else { return nil }
        let rest = bytes[2...]
        if let module = moduleOfExtension(in: rest) { return module }
        // The mangling has a letter for the standard library and its types.
        guard isDigit(bytes[2]) else {
            return bytes[2] == UInt8(ascii: "s") || bytes[2] == UInt8(ascii: "S") ? "Swift" : nil
        }
        return identifier(at: rest).map { text($0.name) }
    }

    /// Finds `3App` followed by `E`, or by the requirements of the extension and then `E`.
    private static func moduleOfExtension(in symbol: ArraySlice<UInt8>) -> String? {
        var module: ArraySlice<UInt8>?
        var rest = symbol
        while let digit = rest.firstIndex(where: isDigit) {
            rest = rest[digit...]
            guard let (name, after) = identifier(at: rest) else {
                rest = rest.dropFirst()
                continue
            }
            let requirements = after.prefix { !isDigit($0) && $0 != UInt8(ascii: "E") }
            let isExtension = after.dropFirst(requirements.count).first == UInt8(ascii: "E")
            if isExtension, requirements.isEmpty || requirements.last == UInt8(ascii: "l") {
                module = name
            }
            rest = after
        }
        return module.map(text)
    }

    private static func identifier(
        at symbol: ArraySlice<UInt8>
    ) -> (name: ArraySlice<UInt8>, after: ArraySlice<UInt8>)? {
        let digits = symbol.prefix(while: isDigit)
        let rest = symbol.dropFirst(digits.count)
        guard let length = Int(text(digits)), length > 0, digits.first != UInt8(ascii: "0"),
            rest.count >= length
        else { return nil }
        return (rest.prefix(length), rest.dropFirst(length))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
