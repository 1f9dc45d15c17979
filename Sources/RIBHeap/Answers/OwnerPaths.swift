// SPDX-License-Identifier: Apache-2.0

/// Explains the owners whose untyped fields lead to the objects to explain.
///
/// A path to such an object begins with the path to its owner.
struct OwnerPaths {
    private struct Owner {
        let reason: Retention.Reason
        var steps: [RetainStep]
        /// The holder that the steps lead to.
        var holder: RetainStep.Holder
        /// The object to explain, when only it leads to the owner; nil when a root does.
        let target: UInt?
    }

    private var owners: [UInt: Owner] = [:]

    init() {}

    /// - Parameters:
    ///   - owners: The targets of a search in which the objects to explain are the roots of one
    ///     rank.
    ///   - targets: The objects to explain.
    init(
        owners: [UInt], found: SearchResult, targets: [UInt], rankOfTargets: Int,
        writer: AnswerWriter
    ) {
        for (address, path) in zip(owners, found.paths) {
            guard let way = writer.steps(to: address, path) else { continue }
            let owner = Owner(
                reason: way.reason, steps: way.steps,
                holder: .object(type: writer.names.name(of: address)),
                target: way.rank == rankOfTargets ? targets[way.index] : nil)
            self.owners[address] =
                writer.names.isOfLibraries(address)
                ? Self.shortened(owner, isOfLibraries: writer.names.isOfLibraries) : owner
        }
    }

    private static let libraries = ["$s10Foundation", "$s20FoundationEssentials", "$s8Dispatch"]

    /// A library's object as the project's code sees it: without the library's internal objects,
    /// and without the library's variable that leads there.
    private static func shortened(_ owner: Owner, isOfLibraries: (UInt) -> Bool) -> Owner {
        var owner = owner
        while let last = owner.steps.last {
            if case .object = last.holder, isOfLibraries(last.address) {
                owner.holder = last.holder
                owner.steps.removeLast()
            } else if case .global(let symbol, _) = last.holder,
                libraries.contains(where: symbol.hasPrefix), case .object(let type) = owner.holder
            {
                owner.holder = .other(name: type)
                owner.steps.removeLast()
            } else {
                break
            }
        }
        return owner
    }

    /// - Parameter steps: The steps from the owner to the target.
    /// - Returns: Nil when the owner, or something on the path to it, is gone.
    func explanation(
        of target: UInt, after owner: UInt, _ steps: [RetainStep]
    ) -> (Retention.Reason, [RetainStep])? {
        guard let owner = owners[owner], !steps.isEmpty else { return nil }
        var steps = steps
        steps[0].holder = owner.holder
        let all = owner.steps + steps
        guard let first = owner.target else { return (owner.reason, all) }
        return (first == target ? .cycle : .unseen, all)
    }
}
