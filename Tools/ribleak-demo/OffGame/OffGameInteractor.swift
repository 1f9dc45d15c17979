// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol OffGameRouting: ViewableRouting {}

protocol OffGamePresentable: Presentable {
    var listener: OffGamePresentableListener? { get set }
    func show(_ score: Score)
    func show(_ invitation: Invitation)
}

protocol OffGameListener: AnyObject {
    func didStartGame()
    func didRequestScores()
    func didRequestLogOut()
}

final class OffGameInteractor: PresentableInteractor<OffGamePresentable>, OffGameInteractable,
    OffGamePresentableListener
{
    weak var router: OffGameRouting?
    weak var listener: OffGameListener?

    private let scoreStream: ScoreStream
    private let invitationService: InvitationService
    private let subscriptionBag: SubscriptionBag
    private let mistakes: Set<Mistake>
    private var invitationTask: Task<Void, Never>?

    init(
        presenter: OffGamePresentable, scoreStream: ScoreStream,
        invitationService: InvitationService, subscriptionBag: SubscriptionBag,
        mistakes: Set<Mistake>
    ) {
        self.scoreStream = scoreStream
        self.invitationService = invitationService
        self.subscriptionBag = subscriptionBag
        self.mistakes = mistakes
        super.init(presenter: presenter)
        presenter.listener = self
    }

    deinit {
        invitationTask?.cancel()
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        showScore()
        waitForInvitations()
    }

    func startGame() {
        listener?.didStartGame()
    }

    func showScores() {
        listener?.didRequestScores()
    }

    func logOut() {
        listener?.didRequestLogOut()
    }

    private func showScore() {
        let subscription = scoreStream.score
            .subscribe(onNext: { [weak self] score in self?.presenter.show(score) })
        if mistakes.contains(.uncancelledSubscription) {
            // Mistake: the bag lives as long as the app, so the scores still arrive after detach.
            subscriptionBag.keep(subscription)
        } else {
            subscription.disposeOnDeactivate(interactor: self)
        }
    }

    private func waitForInvitations() {
        let invitations = invitationService.invitations()
        if mistakes.contains(.task) {
            // Mistake: the task keeps self while it waits, so the deinit never cancels it.
            invitationTask = Task {
                for await invitation in invitations { await self.show(invitation) }
            }
        } else {
            invitationTask = Task { [weak self] in
                for await invitation in invitations { await self?.show(invitation) }
            }
        }
    }

    @MainActor
    private func show(_ invitation: Invitation) {
        presenter.show(invitation)
    }
}

/// A task needs `Sendable` captures. Like every RIB, this one runs on the main thread only.
extension OffGameInteractor: @unchecked Sendable {}
