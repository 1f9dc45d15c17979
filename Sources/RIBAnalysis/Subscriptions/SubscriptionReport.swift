// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The subscriptions of a run, a list for each process.
package struct SubscriptionReport: Equatable, Sendable {
    package let lists: [SubscriptionList]
    /// What could not be looked up and why.
    package let caveats: [Caveat]

    package init(lists: [SubscriptionList], caveats: [Caveat] = []) {
        self.lists = lists
        self.caveats = caveats
    }

    /// Looks up where all subscriptions were made, in one batch.
    package init(_ readings: [SubscriptionReading], symbolizer: some Symbolizing) {
        let asked = readings.map { reading in
            SymbolRequest(
                trace: reading.process.trace,
                addresses: Set(reading.stacks.values.flatMap(\.addresses)))
        }
        let symbols = RunSymbols.symbolicate(asked, by: symbolizer)
        let lists = readings.map { reading in
            SubscriptionList(
                process: reading.process, subscriptions: reading.subscriptions(with: symbols),
                gaps: reading.gaps)
        }
        self.init(lists: lists, caveats: symbols.caveats)
    }
}

extension ImageAddress {
    /// In an order that never changes between runs.
    static func sorted(_ addresses: Set<ImageAddress>) -> [ImageAddress] {
        addresses.sorted { ($0.path, $0.offset) < ($1.path, $1.offset) }
    }
}

extension Symbolication {
    /// The innermost frame of the project; of a stack without one, the innermost of all that is
    /// neither the recording's nor the compiler's.
    func place(of stack: RecordedStack) -> StackFrame? {
        let frames = symbolizedFrames(at: stack.addresses)
        let project = projectCode(at: stack.addresses)
        let own = project.frames.map(\.frame)
        if let place = own.first(where: { $0.library == nil }) ?? own.first { return place }
        let merged = project.merged == nil ? nil : frames.first(where: StackCleanup.isMerged)
        return merged.map { $0.named(StableName.ofSeveral($0.frame.function)).frame }
            ?? StackCleanup.tidied(frames).first
    }
}

/// The subscriptions of one recorded process.
package struct SubscriptionList: Equatable, Sendable {
    package let process: RecordedProcess
    /// By place, parents before their children, then by owner and time. Unowned ones come last.
    package let subscriptions: [ListedSubscription]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: RecordedProcess, subscriptions: [ListedSubscription], gaps: String? = nil
    ) {
        self.process = process
        self.subscriptions = subscriptions
        self.gaps = gaps
    }
}

/// Which subscriptions of a run are wanted.
package struct SubscriptionFilter: Equatable, Sendable {
    /// The wanted place without slashes at its end; nil for all.
    private let ribPath: String?
    private let isAliveOnly: Bool

    /// - Parameters:
    ///   - ribPath: The subscriptions at this RIB path and at those that begin with it and a slash;
    ///     nil for all, also unowned ones.
    ///   - isAliveOnly: True for those that have not ended.
    package init(ribPath: String? = nil, isAliveOnly: Bool = false) {
        self.ribPath = ribPath.map { path in
            String(path.reversed().drop { $0 == "/" }.reversed())
        }
        self.isAliveOnly = isAliveOnly
    }

    func takes(_ line: SubscriptionEntry) -> Bool { !isAliveOnly || line.end == nil }

    /// - Parameter owner: Nil for nobody.
    func takes(_ owner: ListedSubscription.Owner?) -> Bool {
        guard let ribPath else { return true }
        guard let path = owner?.ribPath else { return false }
        return path == ribPath || path.hasPrefix("\(ribPath)/")
    }
}

// The words of the list, which are the same in each of its forms.

extension SubscriptionConfinement {
    package var word: String {
        switch self {
        case .none: "none"
        case .silent: "silent"
        case .ending: "ending"
        }
    }
}

extension SubscriptionEnd {
    package var word: String {
        switch self {
        case .cancelled: "cancelled"
        case .completed: "completed"
        case .failed: "failed"
        case .ownerGone: "owner gone"
        }
    }
}
