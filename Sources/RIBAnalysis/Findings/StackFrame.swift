// SPDX-License-Identifier: Apache-2.0

/// One function on a call stack, as far as it could be named.
public struct StackFrame: Hashable, Sendable {
    /// The demangled name, such as `closure #1 in ScoreInteractor.didBecomeActive()`.
    public let function: String?
    /// The source file, relative to the working directory where it lies below it.
    public let file: String?
    /// Counted from 1.
    public let line: Int?
    /// The image's file name, such as `libswiftCore.so`.
    public let module: String
    /// The address in the image's file.
    public let offset: UInt64
    /// What it belongs to that is not the project's, such as `OpenCombine`, as its names tell.
    package var library: String?
}

extension StackFrame {
    /// True for code in an extension of publishers or observables, which works for whoever calls it.
    package var isOfStreams: Bool { function.map { FunctionName($0).isOfStreams } ?? false }

    /// True for code of the project's that the optimizer made of several functions, under the name of one.
    package var isOneOfSeveral: Bool { function?.hasPrefix(StableName.several) ?? false }

    /// The written function that a partial apply forwarder passes calls on to; nil for any other function,
    /// and where that is one of the compiler's as well.
    static func forwarded(by function: String?) -> String? {
        guard let function, function.hasPrefix(forwarder) else { return nil }
        let rest = function.dropFirst(forwarder.count)
        return rest.hasPrefix(thunk) ? nil : String(rest)
    }

    /// True for a function that only changes the form in which another one takes its arguments.
    var isReabstraction: Bool {
        guard let function else { return false }
        return ["", Self.forwarder].contains { function.hasPrefix($0 + Self.thunk) }
    }

    private static let forwarder = "partial apply for "
    private static let thunk = "thunk for "
}

/// A call stack as a person wants to read it.
public struct CallStack: Equatable, Sendable {
    /// Innermost first.
    public let frames: [StackFrame]
    /// How many frames were recorded when the recorder's limit cut callers off; nil when none are
    /// missing.
    ///
    /// Can be more or fewer than `frames`: inlined functions are added, and the recording's own
    /// frames and thunks left out.
    public let cutOffAt: Int?

    init(_ frames: [StackFrame], cutOffAt: Int? = nil) {
        self.frames = frames
        self.cutOffAt = cutOffAt
    }
}

/// A call stack as the trace holds it.
struct RecordedStack {
    /// Return addresses, innermost first; empty when there is no stack.
    var addresses: [ImageAddress] = []
    /// True when the stack was deeper than the recorder's limit.
    var isTruncated = false
}
