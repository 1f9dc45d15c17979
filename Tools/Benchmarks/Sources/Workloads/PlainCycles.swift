import RIBs

/// What a RIB's cycle is at the least: two objects, one of them in an array of the parent's, and a
/// subscription that ends before they are freed. Nothing is driven, checked or recorded.
public final class PlainCycles {
    private final class Node {
        let logic: Logic
        var children: [Node] = []

        init(logic: Logic) {
            self.logic = logic
        }
    }

    private final class Logic {
        var subscriptions: [AnyCancellable] = []
    }

    private let subject = PassthroughSubject<Int, Never>()
    private let parent = Node(logic: Logic())

    public init() {}

    public func run(_ times: Int) {
        for _ in 0..<times {
            let child = Node(logic: Logic())
            parent.children.append(child)
            child.logic.subscriptions.append(subject.sink { _ in })
            for subscription in child.logic.subscriptions { subscription.cancel() }
            child.logic.subscriptions = []
            parent.children.removeAll { $0 === child }
        }
    }
}
