// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

protocol LoggedInRouting: Routing {
    func routeToOffGame()
    func routeToTicTacToe()
    func routeToScores(closed: PublishSubject<Void>)
    func leaveScores()
    func cleanupViews()
}

protocol LoggedInListener: AnyObject {
    func didLogOut()
}

final class LoggedInInteractor: Interactor, LoggedInInteractable, LoggedInActionableItem {
    weak var router: LoggedInRouting?
    weak var listener: LoggedInListener?

    private let scoreStream: MutableScoreStream
    private let invitationService: InvitationService
    private let subscriptionBag: SubscriptionBag
    private let scoresClosed = PublishSubject<Void>()
    private let mistakes: Set<Mistake>
    private var observer: (any NSObjectProtocol)?

    init(
        scoreStream: MutableScoreStream, invitationService: InvitationService,
        subscriptionBag: SubscriptionBag, mistakes: Set<Mistake>
    ) {
        self.scoreStream = scoreStream
        self.invitationService = invitationService
        self.subscriptionBag = subscriptionBag
        self.mistakes = mistakes
        super.init()
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        logOutWhenSessionExpires()
        scoresClosed
            .subscribe(onNext: { [weak self] in self?.router?.leaveScores() })
            .disposeOnDeactivate(interactor: self)
        playWhenFriendAccepts()
        router?.routeToOffGame()
    }

    override func willResignActive() {
        super.willResignActive()
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
        router?.cleanupViews()
    }

    func didStartGame() {
        router?.routeToTicTacToe()
    }

    func gameDidEnd(_ result: GameResult) {
        if case .won(let winner) = result {
            scoreStream.record(winFor: winner)
        }
        router?.routeToOffGame()
    }

    func didRequestScores() {
        router?.routeToScores(closed: scoresClosed)
    }

    func didRequestLogOut() {
        listener?.didLogOut()
    }

    func launchGame() -> Observable<(LoggedInActionableItem, ())> {
        router?.routeToTicTacToe()
        return .just((self, ()))
    }

    func waitForFriend() -> Observable<(LoggedInActionableItem, ())> {
        invitationService.accepted
            .compactMap { [weak self] in self.map { ($0, ()) } }
            .asObservable()
    }

    private func playWhenFriendAccepts() {
        let subscription = FriendGameWorkflow().subscribe(self)
        if mistakes.contains(.workflowKept) {
            // Mistake: the bag lives as long as the app, so the workflow waits on after log-out.
            subscriptionBag.keep(subscription)
        } else {
            subscription.disposeOnDeactivate(interactor: self)
        }
    }

    private func logOutWhenSessionExpires() {
        if mistakes.contains(.globalObserver) {
            // Mistake: the token is discarded, so the centre keeps the closure, and self, forever.
            _ = NotificationCenter.default.addObserver(
                forName: .sessionDidExpire, object: nil, queue: nil
            ) { _ in self.didRequestLogOut() }
        } else {
            observer = NotificationCenter.default.addObserver(
                forName: .sessionDidExpire, object: nil, queue: nil
            ) { [weak self] _ in self?.didRequestLogOut() }
        }
    }
}

/// The centre needs a `Sendable` observer. Like every RIB, this one runs on the main thread only.
extension LoggedInInteractor: @unchecked Sendable {}

extension Notification.Name {
    /// Posted when the server no longer knows who is logged in. In this session it always does.
    static let sessionDidExpire = Notification.Name("sessionDidExpire")
}
