// SPDX-License-Identifier: Apache-2.0

import RIBTrees

/// Whose code a function is: the project's, or that of code its author cannot change.
package enum CodeOrigin {
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
        if parts.contains(where: { $0.hasPrefix("@__swiftmacro") }) { return macro }
        if parts.contains(where: { generated.contains(String($0)) || $0.hasSuffix(".derived") }) {
            return generatedCode
        }
        return toolchains.contains { file.contains($0) } ? "Swift" : nil
    }

    private static let macro = "a macro"
    private static let generatedCode = "generated code"

    /// True for a source file that a macro or a build system wrote.
    static func isGenerated(_ file: String) -> Bool {
        let library = library(ofFile: file)
        return library == macro || library == generatedCode
    }

    /// Beginnings of the file names of libraries that come with Swift or the system.
    private static let systemImages = [
        "lib_Foundation", "libBlocksRuntime", "libFoundation", "libTesting", "libXCTest",
        "libc.so", "libdispatch", "libpthread", "libstdc++", "libswift",
    ]

    /// True for a file that comes with Swift or the system, judged by its name or folder.
    static func isOfSystem(_ path: String) -> Bool {
        isSystemImage(path) || path.hasPrefix("/lib") || path.hasPrefix("/usr/lib")
    }

    /// True for a file that comes with Swift or the system, judged by its name alone.
    static func isSystemImage(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return systemImages.contains(where: name.hasPrefix)
    }

    // MARK: - By its name

    /// The modules of ribleak that an app or a test bundle links.
    static let toolkit: Set = [
        "CLibunwind", "CRIBShims", "RIBAnalysis", "RIBHeap", "RIBLeakObserver", "RIBLeakTesting",
        "RIBRecorder", "RIBReport", "RIBText", "RIBTrace", "RIBTrees", "RIBs",
    ]
    private static let others: Set = [
        "Combine", "CoreFoundation", "Dispatch", "Foundation", "FoundationEssentials",
        "FoundationInternationalization", "ObjectiveC", "Observation", "OpenCombine",
        "OpenCombineDispatch", "OpenCombineFoundation", "RxCocoa", "RxRelay", "RxSwift",
        "SwiftUI", "Synchronization", "Testing", "UIKit", "XCTest", "_Concurrency",
    ]

    /// True for a stream library that is compiled with the app: Apple's Combine is of the system.
    static func isOfStreams(_ module: String) -> Bool {
        module.hasPrefix("OpenCombine") || ["RxCocoa", "RxRelay", "RxSwift"].contains(module)
    }

    /// The classes of OpenCombine and Combine, without generic arguments. What has only a type's
    /// name knows no module of it. RxSwift's classes are told by the module of their code.
    private static let streamTypes: Set = [
        "AnyCancellable", "AnySubscriber", "Cell", "Conduit", "CurrentValueSubject", "Inner",
        "PassthroughSubject", "PublisherBox", "Sink", "SubjectSubscriber",
    ]

    /// True for a class of a stream library. An edge of such a class is never the mistake.
    ///
    /// - Parameter type: Such as `Inner<Sink<Int, Never>>`.
    package static func isStreamType(_ type: String) -> Bool {
        streamTypes.contains(String(type.withoutGenericArguments))
    }

    /// The library that a mangled name belongs to; nil for the project's own and for names that are
    /// not Swift's.
    package static func library(ofSymbol symbol: String) -> String? {
        module(of: symbol).flatMap { isLibrary($0) ? $0 : nil }
    }

    static func isLibrary(_ module: String) -> Bool {
        toolkit.contains(module) || others.contains(module) || module == "Swift"
    }

    /// The module that a mangled name belongs to. For code in an extension, the extension's module.
    static func module(of symbol: String) -> String? { MangledName(symbol)?.module }
}
