// SPDX-License-Identifier: Apache-2.0

import RIBs

/// The score on its own screen, without base classes. It reports its own attaching and detaching,
/// and disposes of its subscriptions by hand.
final class ScoresRIB: PlainRIB {
    let viewContainer: ScoresViewContainer
    private let stateContainer: ScoresStateContainer
    private let publisherContainer: ScoresPublisherContainer
    private let subscriptionBag: SubscriptionBag
    private let mistakes: Set<Mistake>
    private var disposeBag = DisposeBag()

    init(
        viewContainer: ScoresViewContainer, stateContainer: ScoresStateContainer,
        publisherContainer: ScoresPublisherContainer, subscriptionBag: SubscriptionBag,
        mistakes: Set<Mistake>
    ) {
        self.viewContainer = viewContainer
        self.stateContainer = stateContainer
        self.publisherContainer = publisherContainer
        self.subscriptionBag = subscriptionBag
        self.mistakes = mistakes
    }

    var ribParts: [AnyObject] { [viewContainer, stateContainer, publisherContainer] }

    func attach(to parent: AnyObject) {
        didAttach(to: parent)
        subscribing {
            showState()
            followScore()
            passTapsUp()
        }
    }

    func detach() {
        disposeBag = DisposeBag()
        didDetach()
    }

    private func showState() {
        stateContainer.score
            .subscribe(onNext: { [weak self] score in self?.viewContainer.show(score) })
            .disposed(by: disposeBag)
    }

    private func followScore() {
        let subscription = publisherContainer.score
            .subscribe(onNext: { [weak self] score in self?.stateContainer.score.onNext(score) })
        if mistakes.contains(.plainRIBSubscription) {
            // Mistake: detach disposes only of the subscriptions in the RIB's own bag.
            subscriptionBag.keep(subscription)
        } else {
            subscription.disposed(by: disposeBag)
        }
    }

    private func passTapsUp() {
        viewContainer.closeTaps
            .subscribe(onNext: { [weak self] in self?.publisherContainer.closed.onNext(()) })
            .disposed(by: disposeBag)
    }
}

/// The streams between the scores screen and its parent.
final class ScoresPublisherContainer {
    /// Down: the score and its changes.
    let score: Observable<Score>
    /// Up: the person closed the screen.
    let closed: PublishSubject<Void>

    init(score: Observable<Score>, closed: PublishSubject<Void>) {
        self.score = score
        self.closed = closed
    }
}

/// The state of the scores screen.
final class ScoresStateContainer {
    let score = BehaviorSubject(value: Score())
}

final class ScoresViewContainer: ConsoleViewController {
    let closeTaps = PublishSubject<Void>()
    private let playerNames: PlayerNames

    init(playerNames: PlayerNames) {
        self.playerNames = playerNames
        super.init(title: "Scores")
    }

    func show(_ score: Score) {
        say(
            "\(playerNames[.crosses]) \(score.crosses), \(playerNames[.noughts]) \(score.noughts). "
                + "(Close)")
    }

    func tapClose() {
        closeTaps.onNext(())
    }
}
