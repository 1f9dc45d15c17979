// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol ScoresDependency: MistakeDependency {
    var playerNames: PlayerNames { get }
    var scoreStream: ScoreStream { get }
    var subscriptionBag: SubscriptionBag { get }
}

protocol ScoresBuildable: Buildable {
    func build(closed: PublishSubject<Void>) -> ScoresRIB
}

final class ScoresBuilder: Builder<ScoresDependency>, ScoresBuildable {
    private var lastViewContainer: ScoresViewContainer?

    func build(closed: PublishSubject<Void>) -> ScoresRIB {
        let viewContainer = ScoresViewContainer(playerNames: dependency.playerNames)
        if dependency.mistakes.contains(.plainRIB) {
            // Mistake: kept "to open it faster", but the next screen is always built anew.
            lastViewContainer = viewContainer
        }
        return ScoresRIB(
            viewContainer: viewContainer, stateContainer: ScoresStateContainer(),
            publisherContainer: ScoresPublisherContainer(
                score: dependency.scoreStream.score, closed: closed),
            subscriptionBag: dependency.subscriptionBag, mistakes: dependency.mistakes)
    }
}
