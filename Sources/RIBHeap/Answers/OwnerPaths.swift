// SPDX-License-Identifier: Apache-2.0

/// Why objects are alive whose fields lead to others without a type that says so: how a path to those begins.
struct OwnerPaths {
    private struct Owner {
        let reason: Retention.Reason
        var steps: [RetainStep]
        /// What the steps lead to.
        var holder: RetainStep.Holder
        /// The object to be explained that alone leads to the owner; nil when a root does.
        let target: UInt?
    }

    private var owners: [UInt: Owner] = [:]

    init() {}

    /// - Parameters:
    ///   - owners: The targets of a search, whose roots of one rank are the objects to be explained.
    ///   - targets: Those.
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

    /// A library's object as far as the project's code knows it: neither by what that is made of, nor by the
    /// variable of the library's that leads there.
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

    /// - Parameter steps: Those from the owner to the target.
    /// - Returns: Nil when the owner, or what leads to it, is gone by now.
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
