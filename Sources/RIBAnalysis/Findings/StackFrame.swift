// SPDX-License-Identifier: Apache-2.0

/// One function on a call stack, as far as it could be named.
public struct StackFrame: Hashable, Sendable {
    /// The demangled name, such as `closure #1 in ScoreInteractor.didBecomeActive()`.
    public package(set) var function: String?
    /// The source file, relative to the working directory where it lies below it.
    public package(set) var file: String?
    /// Counted from 1.
    public package(set) var line: Int?
    /// The image's file name, such as `libswiftCore.so`.
    public package(set) var module: String
    /// The address in the image's file.
    public let offset: UInt64
    /// The library that it belongs to by its names, such as `OpenCombine`; nil for the project's
    /// code.
    package var library: String?

    /// Whether it is code in an extension of publishers, observables or the base classes of RIBs,
    /// which many call.
    package var isOfHelper: Bool {
        guard let name = function.map({ FunctionName($0) }) else { return false }
        return name.isOfStreams || name.isOfEveryRIB
    }

    /// Whether it is code of the project that the optimizer merged from several functions under one
    /// name.
    package var isOneOfSeveral: Bool { function?.hasPrefix(StableName.several) ?? false }

    /// The written function to which a partial apply forwarder passes calls. Nil for any other
    /// function, and when the compiler generated that function too.
    static func forwarded(by function: String?) -> String? {
        guard let function, function.hasPrefix(forwarder) else { return nil }
        let rest = function.dropFirst(forwarder.count)
        return rest.hasPrefix(thunk) ? nil : String(rest)
    }

    /// Whether the function is a thunk that only converts arguments for another function.
    var isReabstraction: Bool {
        guard let function else { return false }
        return ["", Self.forwarder].contains { function.hasPrefix($0 + Self.thunk) }
    }

    private static let forwarder = "partial apply for "
    private static let thunk = "thunk for "
}

/// A call stack, cleaned up for people.
public struct CallStack: Equatable, Sendable {
    /// Innermost first.
    public package(set) var frames: [StackFrame]
    /// How many frames were recorded when the recorder's limit cut callers off; nil when none are
    /// missing.
    ///
    /// Can be more or fewer than `frames`: inlined functions are added, and the recording's own
    /// frames and thunks left out.
    public let cutOffAt: Int?

    package init(_ frames: [StackFrame], cutOffAt: Int? = nil) {
        (self.frames, self.cutOffAt) = (frames, cutOffAt)
    }
}

/// A call stack as the trace holds it.
package struct RecordedStack {
    /// Return addresses, innermost first; empty when there is no stack.
    package var addresses: [ImageAddress] = []
    /// True when the stack was deeper than the recorder's limit.
    var isTruncated = false
}

/// A line of a source file.
package struct SourcePlace: Hashable, Sendable {
    /// Relative to the repository's root where it lies below it.
    package var file: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1; nil where only the line is known.
    package let column: Int?

    /// - Returns: Nil without a line, since a file alone is no place.
    package init?(_ file: String, _ line: Int?, column: Int? = nil) {
        guard let line, line > 0 else { return nil }
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// The first line of a file.
    package init(startOf file: String) { (self.file, line, column) = (file, 1, nil) }

    /// Replaces the folders of a path in a report that others will see.
    package static let hiddenFolders = "…"

    /// Whether the file is one of the repository, so that the place is valid on other machines too.
    package var isInRepository: Bool {
        !file.hasPrefix("/") && !file.hasPrefix("\(Self.hiddenFolders)/")
    }

    /// The absolute path, by the root of relative ones. Editors turn what tests print into links.
    package func path(in root: String) -> String {
        file.hasPrefix("/") ? file : "\(root)/\(file)"
    }
}
