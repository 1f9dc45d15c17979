/// How many events of each class one stream had no room for. Its thread counts, any thread reads.
final class DropCounts: Sendable {
    private let values = AtomicCounter()
    private let subscriptions = AtomicCounter()
    private let lifecycle = AtomicCounter()
    private let essential = AtomicCounter()

    subscript(eventClass: EventClass) -> UInt64 { counter(of: eventClass).value }

    var total: UInt64 { EventClass.allCases.reduce(0) { $0 &+ self[$1] } }

    func count(_ eventClass: EventClass) {
        counter(of: eventClass).increment()
    }

    private func counter(of eventClass: EventClass) -> AtomicCounter {
        switch eventClass {
        case .values: values
        case .subscriptions: subscriptions
        case .lifecycle: lifecycle
        case .essential: essential
        }
    }
}
