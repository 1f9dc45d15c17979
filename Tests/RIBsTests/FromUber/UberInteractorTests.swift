// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

private protocol GamePresentable: Presentable {
    var title: String { get set }
}

private final class GameView {
    var title = ""
}

private final class GamePresenter: Presenter<GameView>, GamePresentable {
    var title: String {
        get { viewController.title }
        set { viewController.title = newValue }
    }
}

private final class GameInteractor: PresentableInteractor<GamePresentable> {
    let scores = PassthroughSubject<Int, Never>()
    private(set) var shown: [Int] = []

    override init(presenter: GamePresentable) {
        super.init(presenter: presenter)
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        presenter.title = "active"
        scores
            .sink { score in self.shown.append(score) }
            .disposeOnDeactivate(interactor: self)
    }

    override func willResignActive() {
        super.willResignActive()
        presenter.title = "resigned"
    }
}

/// Interactors and presenters as apps on uber/RIBs-iOS write them.
@Suite struct UberInteractorTests {
    private let view = GameView()
    private let interactor: GameInteractor

    init() {
        interactor = GameInteractor(presenter: GamePresenter(viewController: view))
    }

    @Test("InteractorScope: isActive, isActiveStream") func interactorScope() {
        let scope: any InteractorScope = interactor
        var heard: [Bool] = []
        let stream = scope.isActiveStream.sink { heard.append($0) }
        interactor.activate()
        #expect(scope.isActive)
        #expect(heard == [false, true])
        stream.cancel()
        interactor.deactivate()
    }

    @Test("Interactable: activate(), deactivate()") func interactable() {
        let interactable: any Interactable = interactor
        interactable.activate()
        #expect(interactable.isActive)
        interactable.deactivate()
        #expect(!interactable.isActive)
    }

    @Test(
        """
        Interactor: init(), isActive, isActiveStream, activate(), didBecomeActive(), deactivate(), \
        willResignActive()
        """)
    func anInteractor() {
        final class Logic: Interactor {
            var hooks: [String] = []
            override init() { super.init() }
            override func didBecomeActive() { hooks.append(isActive ? "active" : "not yet") }
            override func willResignActive() { hooks.append(isActive ? "resigns" : "too late") }
        }
        let logic = Logic()
        var heard: [Bool] = []
        let stream = logic.isActiveStream.sink { heard.append($0) }
        logic.activate()
        logic.deactivate()
        #expect(logic.hooks == ["active", "resigns"])
        #expect(heard == [false, true, false])
        stream.cancel()
    }

    @Test("ObservableType: confineTo(_:)") func confineTo() {
        let scores: some ObservableType<Int, Never> = interactor.scores
        var heard: [Int] = []
        let confined: AnyPublisher<Int, Never> = scores.confineTo(interactor)
        let subscription = confined.sink { heard.append($0) }
        interactor.scores.send(1)
        #expect(heard == [])
        interactor.activate()
        interactor.scores.send(2)
        #expect(heard == [1, 2])
        subscription.cancel()
    }

    @Test("Disposable: disposeOnDeactivate(interactor:)") func disposeOnDeactivate() {
        interactor.activate()
        let subscription = Disposal()
        let disposable: any Disposable = subscription.disposeOnDeactivate(interactor: interactor)
        #expect(disposable as? Disposal === subscription)
        interactor.scores.send(1)
        interactor.deactivate()
        interactor.scores.send(2)
        #expect(interactor.shown == [1])
        #expect(subscription.isDisposed)
    }

    @Test("PresentableInteractor: presenter, init(presenter:)") func presentableInteractor() {
        interactor.activate()
        #expect(interactor.presenter.title == "active")
        interactor.deactivate()
        #expect(view.title == "resigned")
    }

    @Test("Presentable") func presentable() {
        let presentable: any Presentable = interactor.presenter
        #expect(presentable is GamePresenter)
    }

    @Test("Presenter: viewController, init(viewController:)") func presenter() {
        #expect(GamePresenter(viewController: view).viewController === view)
    }
}
