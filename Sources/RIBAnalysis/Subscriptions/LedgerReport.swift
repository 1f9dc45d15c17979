/// The subscriptions of a run, one ledger a process.
package struct LedgerReport: Equatable, Sendable {
    package let ledgers: [SubscriptionLedger]
    /// What could not be looked up and why.
    package let caveats: [Caveat]

    package init(ledgers: [SubscriptionLedger], caveats: [Caveat] = []) {
        self.ledgers = ledgers
        self.caveats = caveats
    }

    /// Looks up where all subscriptions were made, in one batch.
    package init(_ readings: [LedgerReading], symbolizer: some Symbolizing) {
        let asked = readings.map { reading in
            AskedAddresses(
                trace: reading.process.trace,
                addresses: Set(reading.stacks.values.flatMap(\.addresses)))
        }
        let symbols = RunSymbols.symbolicate(asked, by: symbolizer)
        let ledgers = readings.map { reading in
            SubscriptionLedger(
                process: reading.process, subscriptions: reading.subscriptions(with: symbols),
                gaps: reading.gaps)
        }
        self.init(ledgers: ledgers, caveats: symbols.caveats)
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
