/// References among survivors and what only they lead to, as the walk meets them.
@usableFromInline
struct DraggedEdges {
    /// Holder and target of each: survivors have their numbers, other nodes follow in order.
    @usableFromInline private(set) var pairs: [(from: UInt32, to: UInt32)] = []

    @usableFromInline init() {}

    /// Adds a reference unless it leads to what a root reaches without survivors.
    ///
    /// - Parameters:
    ///   - from: The holder's number in the table of nodes.
    ///   - to: The target's number there.
    ///   - survivors: How many survivors there are.
    ///   - first: The number in the table of the first node that only survivors lead to.
    @usableFromInline mutating func append(
        from: UInt32, to: UInt32, survivors: Int, first: UInt32
    ) {
        let survivors = UInt32(survivors)
        guard to < survivors || to >= first else { return }
        pairs.append(
            (
                from < survivors ? from : from - first + survivors,
                to < survivors ? to : to - first + survivors
            ))
    }
}
