import Foundation
import RIBs

protocol LoggedInRouting: Routing {
    func routeToOffGame()
    func routeToTicTacToe()
    func routeToScores(closed: PassthroughSubject<Void, Never>)
    func leaveScores()
    func cleanupViews()
}

protocol LoggedInListener: AnyObject {
    func didLogOut()
}

final class LoggedInInteractor: Interactor, LoggedInInteractable {
    weak var router: LoggedInRouting?
    weak var listener: LoggedInListener?

    private let scoreStream: MutableScoreStream
    private let scoresClosed = PassthroughSubject<Void, Never>()
    private let mistakes: Set<Mistake>
    private var observer: (any NSObjectProtocol)?

    init(scoreStream: MutableScoreStream, mistakes: Set<Mistake>) {
        self.scoreStream = scoreStream
        self.mistakes = mistakes
        super.init()
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        logOutWhenSessionExpires()
        scoresClosed
            .sink { [weak self] in self?.router?.leaveScores() }
            .cancelOnDeactivate(interactor: self)
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

    private func logOutWhenSessionExpires() {
        if mistakes.contains(.globalObserver) {
            // Mistake: the token is thrown away, so the centre keeps the closure, and self, for ever.
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

/// The centre wants a `Sendable` observer; like every RIB, this one is used on the main thread only.
extension LoggedInInteractor: @unchecked Sendable {}
