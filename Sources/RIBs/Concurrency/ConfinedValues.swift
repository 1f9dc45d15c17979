import RIBRecorder

/// Passes a publisher's values on until an interactor becomes inactive, and completes then.
struct ConfinedValues<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let owner: Activity
    private weak var interactor: Interactor?

    init(upstream: Upstream, interactor: Interactor) {
        self.upstream = upstream
        self.interactor = interactor
        owner = interactor.activity
    }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        guard let bag = interactor?.confined else {
            let name = interactor.map { "\($0)" } ?? "its interactor"
            Swift.print("Sequence immediately terminated, since \(name) is inactive.")
            interactor?.recordTooLate("\(PublisherTypeName(Upstream.self).chain) → values")
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .finished)
            return
        }
        let entry = Recorder.shared.subscribed(
            owner: owner, chainOf: Self.self,
            { _ in "\(PublisherTypeName(Upstream.self).chain) → values" },
            attribution: .explicit, confinement: .ending)
        let delivery = ConfinedDelivery(downstream: subscriber, entry: entry)
        bag.insert(AnyCancellable { [weak delivery] in delivery?.finish() })
        // Attributed to no one: it has its place in the ledger.
        Recorder.shared.outOfLedger { upstream.subscribe(delivery) }
    }
}
