import RIBLeakTesting
import RIBs

/// A test that ends while many objects of others live: what it is judged by is its own.
struct Settling {
    private static let subscriptions = 100

    private let parent = Router(interactor: Interactor())
    private let stream = PassthroughSubject<Int, Never>()

    /// - Parameter objects: How many routers and interactors live in the tree.
    init(objects: Int) {
        SubscriptionTracking.enable()
        parent.interactor.activate()
        parent.load()
        for _ in 0..<objects / 2 { parent.attachChild(Router(interactor: Interactor())) }
    }

    /// The mean time of a test in which a RIB keeps the tokens of subscriptions that it made on a tap, and
    /// others that nobody keeps live on until its end.
    func time() -> Timing {
        // What only the first ones pay for is no cost of a test: they read what was recorded before.
        for _ in 0..<3 { run() }
        let tests = 20
        let began = Timing.now
        for _ in 0..<tests { run() }
        return (Timing.now - began) / Double(tests)
    }

    private func run() {
        var others: Set<AnyCancellable> = []
        let findings = findLeaks {
            let router = Router(interactor: KeepingInteractor())
            parent.attachChild(router)
            for _ in 0..<Self.subscriptions {
                stream.sink { _ in }.store(in: &router.interactor.bag)
                stream.sink { _ in }.store(in: &others)
            }
            parent.detachChild(router)
        }
        guard findings.isEmpty else { fatalError("found \(findings.map(\.kind.rawValue))") }
        withExtendedLifetime(others) {}
    }
}
