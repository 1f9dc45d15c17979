import RIBTrace

/// Finds who made the subscriptions of nobody's, looking at each stack once.
final class MakerSearch {
    private let model: TraceModel
    private let symbols: Symbolication
    private var authors: [StackID: SubscriptionAuthor] = [:]
    private lazy var ribs = KnownRIBs(in: model)

    /// - Parameter model: Of a trace that misses nothing: what is not told of may have lived as well.
    init(in model: TraceModel, with symbols: Symbolication) {
        self.model = model
        self.symbols = symbols
    }

    /// Whose a subscription of nobody's is; nil where its stack does not show that for certain.
    func maker(of id: SubscriptionID) -> ObjectID? {
        guard model.makers.made[id] != nil, let stack = model.subscriptions[id]?.stack,
            !stack.isNone
        else { return nil }
        return model.maker(of: id, author(stack))
    }

    /// What the stack says of a subscription of which nothing else was seen; nil where that changes nothing.
    ///
    /// What another RIB's code made while an owner's ran is nobody's.
    func attributed(_ line: LedgerLine, _ id: SubscriptionID) -> LedgerLine? {
        switch line.attribution {
        case .unowned: maker(of: id).map { line.given(to: $0, .made) }
        case .current
        where author(line.stack)
            .isOfAnotherRIB(than: model.lineage(of: line.ownerID), among: ribs):
            line.given(to: .none, .disputed)
        default: nil
        }
    }

    private func author(_ stack: StackID) -> SubscriptionAuthor {
        if let known = authors[stack] { return known }
        let addresses = model.recordedStack(stack).addresses
        let author = SubscriptionAuthor(symbols.projectCode(at: addresses))
        authors[stack] = author
        return author
    }
}
