import RIBTrace

/// The live subscriptions that several activations of an owner made through the same publishers.
struct AccumulatedSubscriptions {
    /// Those of one stack, of which the places are told apart by name later: the same line is reached
    /// from wherever the RIB is attached.
    struct Stack {
        let stack: StackID
        private(set) var count = 0
        private(set) var activations: Set<UInt16> = []
        /// The last one that was made.
        private(set) var last = SubscriptionID(0)

        init(_ stack: StackID) { self.stack = stack }

        fileprivate mutating func add(_ id: SubscriptionID, _ making: LiveSubscriptions.Making) {
            count += 1
            activations.insert(making.activation)
            last = max(last, id)
        }
    }

    /// More stacks are not told apart.
    private static let mostStacks = 64

    /// In the order in which they were first seen.
    private(set) var stacks: [Stack] = []
    private(set) var count = 0
    private var indices: [StackID: Int] = [:]

    mutating func add(
        _ id: SubscriptionID, _ making: LiveSubscriptions.Making, madeAt stack: StackID
    ) {
        count += 1
        if indices[stack] == nil {
            guard stacks.count < Self.mostStacks else { return }
            indices[stack] = stacks.count
            stacks.append(Stack(stack))
        }
        indices[stack].map { stacks[$0].add(id, making) }
    }

    /// True when there may be enough of one place.
    var isEnough: Bool {
        count >= LedgerJudgement.fewestAccumulated
            && stacks.reduce(into: Set()) { $0.formUnion($1.activations) }.count
                >= LedgerJudgement.fewestAccumulated
    }
}
