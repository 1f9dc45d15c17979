/// Whose tokens keep a subscription: an owner's own, and those of what it alone keeps, such as a bag or a
/// view model.
extension OwnerSearch {
    /// The subscriptions that tokens of one owner keep.
    ///
    /// The walk goes on from what nothing but the owner keeps, as reference counts tell. It stops at other
    /// owners and at publishers, which keep the subscriptions of others.
    ///
    /// - Parameters:
    ///   - roots: The addresses of the owner and of what stands for it, such as its router. They live
    ///     until this comes back.
    ///   - subscriptions: The addresses of what a token refers to: subscribers, or else their
    ///     subscriptions.
    ///   - nodes: The most objects that it looks at.
    /// - Returns: Those that are kept, as far as was looked.
    package func subscriptions(
        keptBy roots: [UInt], among subscriptions: Set<UInt>, nodes: Int = 10_000
    ) -> Set<UInt> {
        var walk = TokenWalk(wanted: subscriptions, pending: roots.map { ($0, false) }, left: nodes)
        walk.entered = Set(roots)
        while let (node, isToken) = walk.pending.popLast(), walk.left > 0 {
            walk.left -= 1
            for target in references(of: node) { meet(target, ofToken: isToken, &walk) }
        }
        return walk.found
    }

    private struct TokenWalk {
        let wanted: Set<UInt>
        /// What is entered, and whether a token keeps it.
        var pending: [(node: UInt, isToken: Bool)]
        var left: Int
        var entered: Set<UInt> = []
        /// Of what is not entered yet, how many references were seen.
        var seen: [UInt: Int] = [:]
        var found: Set<UInt> = []
    }

    private func meet(_ target: UInt, ofToken isOfToken: Bool, _ walk: inout TokenWalk) {
        if walk.wanted.contains(target) {
            walk.found.insert(target)
            return
        }
        guard !walk.entered.contains(target), let layout = graph.layout(of: target) else { return }
        var isToken = isOfToken
        if layout.role == .object {
            switch sort(of: target) {
            case .owner, .standIn, .publisher: return
            case .token: isToken = true
            case .other: break
            }
        }
        if !isToken {
            walk.seen[target, default: 0] += 1
            guard graph.strongCount(of: target) == walk.seen[target] else { return }
        }
        walk.entered.insert(target)
        walk.pending.append((target, isToken))
    }
}
