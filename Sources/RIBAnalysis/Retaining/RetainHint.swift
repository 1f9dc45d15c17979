/// What usually removes a suspect edge of some kind.
struct RetainHint {
    let pattern: RetainPattern
    /// `{holder}` and `{label}` stand for those of the edge, `{collection}` for both without the
    /// element's place.
    let text: String
    /// Code with the mistake, such that the edge comes from it.
    let example: String

    /// All hints: the first whose pattern fits is given.
    static let all: [RetainHint] = [
        .observerClosure, .timerClosure, .taskClosure, .subscriptionClosure, .closure,
        .storedSubscription, .strongListener, .storedChild, .element, .component, .global, .thread,
        .storedPart,
    ]

    func text(for edge: RetainPathStep) -> String {
        let place = edge.label.lastIndex(of: "[") ?? edge.label.endIndex
        let property = edge.label[..<place]
        return text.replacing(
            "{collection}", with: edge.holder + (property.isEmpty ? "" : ".\(property)")
        ).replacing("{holder}", with: edge.holder).replacing("{label}", with: edge.label)
    }
}
