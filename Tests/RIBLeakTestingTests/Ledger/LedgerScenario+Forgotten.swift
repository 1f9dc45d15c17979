// SPDX-License-Identifier: Apache-2.0

import RIBs

private let outlived = "outlived-interactor ScoreInteractor at Parent/Score"

/// Subscribers that publishers let go of without a word.
extension LedgerScenario {
    static let forgotten = [
        LedgerScenario("a subscriber that its publisher keeps", outlived) { stage in
            let scores = OwnScores(keepsSubscribers: true)
            stage.visit(stage.score { $0.subscribe(to: scores) })
            stage.atEnd { scores.forget() }
        },
        LedgerScenario("a subscriber that its publisher forgets") { stage in
            let scores = OwnScores(keepsSubscribers: true)
            stage.visit(stage.score { $0.subscribe(to: scores) })
            scores.forget()
        },
        LedgerScenario("a subscriber that its publisher never kept") { stage in
            stage.visit(stage.score { $0.subscribe(to: OwnScores(keepsSubscribers: false)) })
        },
        LedgerScenario("a value that subscribes, and that its publisher forgets") { stage in
            let scores = OwnScores(keepsSubscribers: true)
            stage.visit(stage.score { $0.subscribeWithValue(to: scores) })
            scores.forget()
        },
        LedgerScenario(
            "a value that subscribes, and that its publisher keeps with a ticket", outlived
        ) { stage in
            let scores = OwnScores(keepsSubscribers: true, subscription: ScoreTicket())
            stage.visit(stage.score { $0.subscribeWithValue(to: scores) })
            stage.atEnd { scores.forget() }
        },
    ]
}

/// A publisher that an app wrote, with its own subscriptions.
final class OwnScores: Publisher {
    typealias Output = Int
    typealias Failure = Never

    private let keepsSubscribers: Bool
    private let subscription: (any Subscription)?
    private var kept: [Any] = []

    /// - Parameter subscription: The subscription that each subscriber gets; by default a new object.
    init(keepsSubscribers: Bool, subscription: (any Subscription)? = nil) {
        self.keepsSubscribers = keepsSubscribers
        self.subscription = subscription
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        let subscription = subscription ?? ScoreSubscription()
        if keepsSubscribers { kept.append((subscriber, subscription)) }
        subscriber.receive(subscription: subscription)
    }

    func forget() { kept = [] }
}

private final class ScoreSubscription: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}

/// A subscription that is no object.
private struct ScoreTicket: Subscription {
    let combineIdentifier = CombineIdentifier()
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}

/// A subscriber that is no object.
private struct ScoreReader: Subscriber {
    let combineIdentifier = CombineIdentifier()
    func receive(subscription: any Subscription) {}
    func receive(_ score: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}

extension ScoreInteractor {
    @inline(never) func subscribe(to scores: OwnScores) {
        scores.subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
    }

    @inline(never) func subscribeWithValue(to scores: OwnScores) {
        scores.subscribe(ScoreReader())
    }
}
