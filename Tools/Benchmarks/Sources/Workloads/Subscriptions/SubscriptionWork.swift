import RIBs

/// Subscriptions of one form: values through one of them, or many that are made and ended.
///
/// Recorded as the environment says, 25 frames deep or a little more.
public final class SubscriptionWork {
    private let subject = PassthroughSubject<Int, Never>()
    private let form: SubscriptionForm
    private var bag: [AnyCancellable] = []
    private let interactor = Interactor()

    /// Subscriptions that end together, few enough for the processor's caches.
    private static let batch = 50

    public init(_ form: SubscriptionForm) {
        self.form = form
    }

    /// Sends values through one subscription.
    @inline(never)
    public func deliver(_ values: Int) {
        begin()
        for value in 0..<values { subject.send(value) }
        end()
    }

    /// Makes and ends subscriptions.
    @inline(never)
    public func subscribe(_ times: Int) {
        atDepth(20) {
            for _ in 0..<(times / Self.batch) {
                interactor.activate()
                for _ in 0..<Self.batch {
                    form.subscribe(interactor, to: subject, keepingIn: &bag)
                }
                end()
            }
        }
    }

    private func begin() {
        interactor.activate()
        form.subscribe(interactor, to: subject, keepingIn: &bag)
    }

    private func end() {
        for subscription in bag { subscription.cancel() }
        bag.removeAll(keepingCapacity: true)
        interactor.deactivate()
    }
}
