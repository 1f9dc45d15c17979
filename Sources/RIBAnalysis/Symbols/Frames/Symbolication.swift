// SPDX-License-Identifier: Apache-2.0

/// The functions and lines behind a batch of addresses. Those of a stack are return addresses,
/// innermost first.
public struct Symbolication: Equatable, Sendable {
    /// All frames by address, before any cleanup.
    package private(set) var all: [ImageAddress: [SymbolizedFrame]]
    /// What could not be looked up, and why.
    package private(set) var caveats: [Caveat]
    /// The symbolizer's answers for addresses whose files are unchanged since the recording. An
    /// answer may be empty.
    package private(set) var answers: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:]
    /// Where properties are declared, which no symbol tells; nil where nothing is looked up.
    private(set) var sources: SourceDeclarations?

    package init(
        frames: [ImageAddress: [SymbolizedFrame]] = [:], caveats: [Caveat] = [],
        answers: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:], sources: SourceDeclarations? = nil
    ) {
        (all, self.caveats) = (frames, caveats)
        (self.answers, self.sources) = (answers, sources)
    }

    /// Looks up the addresses that are not known yet, for callers that look up mostly the same ones
    /// again and again. What was known stays.
    ///
    /// - Returns: The answers that are new.
    @discardableResult package mutating func add(
        _ addresses: Set<ImageAddress>, by symbolicate: (Set<ImageAddress>) -> Symbolication
    ) -> [ImageAddress: [SymbolizerAnswer.Symbol]] {
        let new = addresses.filter { all[$0] == nil }
        if new.isEmpty, sources != nil { return [:] }
        let found = symbolicate(new)
        all.merge(found.all) { first, _ in first }
        answers.merge(found.answers) { first, _ in first }
        caveats += found.caveats.filter { !caveats.contains($0) }
        sources = found.sources
        return found.answers
    }

    /// A copy that also has the known frames of other addresses.
    package func adding(_ known: [ImageAddress: [SymbolizedFrame]]) -> Symbolication {
        var copy = self
        copy.all.merge(known) { first, _ in first }
        copy.findSources()
        return copy
    }

    /// Looks for declarations where the project's own files are, unless the working directory shows
    /// where the project is.
    func findSources() {
        sources?.findRoot(
            from: all.values.joined().map(\.frame).filter { $0.library == nil }
                .compactMap(\.file).filter { CodeOrigin.library(ofFile: $0) == nil })
    }

    /// What is known of addresses.
    private func frames(at addresses: some Sequence<ImageAddress>) -> [SymbolizedFrame] {
        addresses.flatMap { all[$0] ?? [] }
    }

    /// The functions at one address, innermost inlined one first; nil when it was not looked up.
    public subscript(address: ImageAddress) -> [StackFrame]? {
        all[address].map { $0.map(\.frame) }
    }

    /// The part of a stack that is the project's code.
    package struct ProjectCode {
        /// The functions that are neither ribleak's nor a stream library's, innermost first.
        var frames: [SymbolizedFrame] = []
        /// The merged function that `frames` end at; nothing outward of it is included. The
        /// optimizer merged several functions into it, under the name of one.
        var merged: String?

        var functions: [String] { frames.compactMap(\.frame.function) }
    }

    /// The project's part of a stack.
    package func projectCode(at addresses: [ImageAddress]) -> ProjectCode {
        var code = ProjectCode()
        for address in addresses {
            let found = all[address] ?? []
            if let merged = found.last, merged.isMerged {
                code.merged = merged.frame.function
                break
            }
            code.frames += found.filter(\.isOfProject)
        }
        // The optimizer may inline library code into a forwarder. So a forwarder only counts when
        // no other function of the project is on the stack.
        if code.frames.isEmpty, code.merged == nil {
            code.frames = frames(at: addresses).compactMap { frame in
                frame.forwardedFunction.map { frame.named($0) }
            }
        }
        return code
    }

    /// The function of a closure, even if the compiler has wrapped it; nil when it has no name.
    ///
    /// - Parameter addresses: The address of the closure's code and those of its calls. For a task,
    ///   the addresses of the functions that it is in, innermost first.
    func closure(at addresses: [ImageAddress]) -> SymbolizedFrame? {
        let calls = calls(at: addresses)
        let own = calls.isEmpty ? addresses[...] : addresses.prefix(1)
        let found = frames(at: own).filter { $0.frame.function != nil }
        if own.count > 1, let function = Self.functionOfTask(found) { return function.atItsStart }
        if let written = found.first(where: { !$0.isThunk }) { return written }
        guard let thunk = found.first,
            let forwarded = StackFrame.forwarded(by: thunk.frame.function)
        else { return found.first }
        // A forwarder has no line for the function, but code inlined from it may have one.
        let inside = calls.lazy.flatMap(\.place).first { $0.frame.function == forwarded }
        if let inside { return inside.atItsStart }
        let frame = StackFrame(
            function: forwarded, file: nil, line: nil, module: thunk.frame.module,
            offset: thunk.frame.offset, library: thunk.frame.library)
        return SymbolizedFrame(frame: frame, symbol: thunk.symbol)
    }

    /// The innermost closure of the project among the functions that a task is in. The functions it
    /// calls only borrow what the closure captures. Without a closure, the outermost function. The
    /// optimizer may leave none of these a line; then the innermost that is no library's.
    private static func functionOfTask(_ found: [SymbolizedFrame]) -> SymbolizedFrame? {
        let own = found.filter(\.isOfProject)
        return own.first { $0.frame.function?.hasPrefix("closure #") ?? false }
            ?? own.last { frame in
                let function = frame.frame.function ?? ""
                return !["implicit closure #", "thunk for "].contains(where: function.contains)
            }
            ?? found.first { $0.codeModule.map { !CodeOrigin.isLibrary($0) } ?? false }
    }

    /// A call in the code of a closure.
    struct Call {
        /// The functions at the place of the call, innermost inlined one first.
        let place: [SymbolizedFrame]
        /// The functions at the start of the called function.
        let function: [SymbolizedFrame]
    }

    /// The calls of a closure. After the closure's own address come pairs: the place of a call and
    /// the called function.
    ///
    /// In any other list of functions, the second address is not in the first function.
    func calls(at addresses: [ImageAddress]) -> [Call] {
        guard addresses.count > 1,
            let own = all[addresses[0]]?.last?.symbol,
            all[addresses[1]]?.last?.symbol == own
        else { return [] }
        return stride(from: 1, to: addresses.count, by: 2).map { index in
            let function = addresses.dropFirst(index + 1).first
            return Call(
                place: all[addresses[index]] ?? [],
                function: function.flatMap { all[$0] } ?? [])
        }
    }

    /// True for a closure that only changes how another one takes its arguments.
    func isThunk(_ addresses: [ImageAddress]) -> Bool {
        let found = frames(at: addresses.prefix(1)).filter { $0.frame.function != nil }
        return !found.isEmpty
            && found.allSatisfy { $0.isThunk && $0.frame.isReabstraction }
    }

    /// True for code that is known not to be the project's.
    func isOfLibraries(_ addresses: [ImageAddress]) -> Bool {
        let found = frames(at: addresses).filter { $0.symbol != nil }
        return !found.isEmpty
            && found.allSatisfy { $0.frame.library != nil || $0.isOfLibraries }
    }

    /// True for code that is known to be ribleak's.
    func isOfToolkit(_ addresses: [ImageAddress]) -> Bool {
        frames(at: addresses).contains {
            $0.codeModule.map(CodeOrigin.toolkit.contains) ?? false
        }
    }

    /// The inner part of a stack, up to where the runtime called the project. It is the same for
    /// one line of `didBecomeActive`, wherever the RIB is attached.
    func ownPart(of addresses: [ImageAddress]) -> [ImageAddress] {
        var isInProject = false
        for (index, address) in addresses.enumerated() {
            let frames = all[address] ?? []
            if frames.contains(where: \.isOfProject) {
                isInProject = true
            } else if isInProject, frames.contains(where: \.isOfRuntime) {
                return Array(addresses[..<index])
            }
        }
        return addresses
    }

    /// All frames of a stack, including the inlined ones.
    func symbolizedFrames(at addresses: [ImageAddress]) -> [SymbolizedFrame] {
        addresses.flatMap { all[$0] ?? [$0.bareFrame] }
    }

    /// A call stack for people to read, with whether callers are missing; nil for an empty stack.
    ///
    /// Leaves out the frames of the recording itself, the callers of `main`, and thunks.
    package func callStack(_ recorded: RecordedStack) -> CallStack? {
        guard !recorded.addresses.isEmpty else { return nil }
        let symbolized = symbolizedFrames(at: recorded.addresses)
        // Callers of `main` are left out anyway, so it does not matter if they are missing.
        let isCutOff = recorded.isTruncated && !symbolized.reachesStart
        return CallStack(
            symbolized.tidied, cutOffAt: isCutOff ? recorded.addresses.count : nil)
    }
}

extension Symbolication {
    /// The innermost frame of the project. For a stack without one, the innermost frame that is
    /// neither the recording's nor generated by the compiler.
    package func place(of stack: RecordedStack) -> StackFrame? {
        let frames = symbolizedFrames(at: stack.addresses)
        let project = projectCode(at: stack.addresses)
        let own = project.frames.map(\.frame)
        if let place = own.first(where: { $0.library == nil }) ?? own.first { return place }
        let merged = project.merged == nil ? nil : frames.first(where: \.isMerged)
        return merged.map { $0.named(StableName.ofSeveral($0.frame.function)).frame }
            ?? frames.tidied.first
    }
}
