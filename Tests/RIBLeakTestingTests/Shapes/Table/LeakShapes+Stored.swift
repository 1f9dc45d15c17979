// SPDX-License-Identifier: Apache-2.0

import RIBs

extension LeakShape {
    /// RIBs that are kept in properties and collections of what lives on.
    static var stored: [LeakShape] {
        [
            LeakShape(
                "a child in a property",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.play
                Set ShapeAppRouter.play to nil where you detach the child.
                """
            ) { run in
                let play = makePlay()
                run.app.play = play
                run.comeAndGo(play)
                if run.isMended { run.app.play = nil }
            },
            LeakShape(
                "two parts of a RIB in a case of an enum",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.screen.playing.0
                Release it in ShapeAppRouter.screen when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                run.app.screen = .playing(play, play.viewController)
                run.comeAndGo(play)
                if run.isMended { run.app.screen = .none }
            },
            LeakShape(
                "two children in an indirect enum",
                """
                leaked-router PlayRouter with BonusInteractor, BonusRouter, \
                PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.history.then.0.first
                Release it in ShapeAppRouter.history when the RIB is detached.
                """
            ) { run in
                let (play, bonus) = (makePlay(), BonusRouter(interactor: BonusInteractor()))
                run.app.history = .then(.first(play), bonus)
                run.app.attachChild(bonus)
                run.app.detachChild(bonus)
                run.comeAndGo(play)
                if run.isMended { run.app.history = nil }
            },
            LeakShape(
                "a child in a tuple of a struct",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.state.current.router
                Release it in ShapeAppRouter.state when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                run.app.state.current = ("play", play)
                run.comeAndGo(play)
                if run.isMended { run.app.state.current = nil }
            },
            LeakShape(
                "a child as Any",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.box
                Set ShapeAppRouter.box to nil where you detach the child.
                """
            ) { run in
                let play = makePlay()
                run.app.box = play
                run.comeAndGo(play)
                if run.isMended { run.app.box = nil }
            },
            LeakShape(
                "an interactor in the parent's",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                ShapeAppInteractor.playing
                Set ShapeAppInteractor.playing to nil when the RIB is detached, or make \
                it weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.app.interactor.weakPlaying = play.interactor
                } else {
                    run.app.interactor.playing = play.interactor
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { run.app.interactor.playing = nil }
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "an interactor in a service",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.current
                Set PointService.current to nil when the RIB is detached, or make it weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.service.weakCurrent = play.interactor
                } else {
                    run.service.current = play.interactor
                }
                if run.follows(1) { play.interactor.whenResigning = { run.service.current = nil } }
                run.comeAndGo(play)
            },
            LeakShape(
                "an interactor in a service's service",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                LevelService.interactor
                Set LevelService.interactor to nil when the RIB is detached, or make it \
                weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                let level = LevelService()
                run.service.child = level
                if run.follows(2) {
                    level.weakInteractor = play.interactor
                } else {
                    level.interactor = play.interactor
                }
                if run.follows(1) { play.interactor.whenResigning = { level.interactor = nil } }
                run.comeAndGo(play)
            },
            LeakShape(
                "an interactor in a property wrapper",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.wrapped
                Set PointService.wrapped to nil when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                run.service.wrapped = play.interactor
                run.comeAndGo(play)
                if run.isMended { run.service.wrapped = nil }
            },
            LeakShape(
                "an interactor in an optional existential",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.anything
                Set PointService.anything to nil when the RIB is detached, or make it \
                weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.service.weakCurrent = play.interactor
                } else {
                    run.service.anything = play.interactor as any Interactable
                }
                if run.follows(1) { play.interactor.whenResigning = { run.service.anything = nil } }
                run.comeAndGo(play)
            },
            LeakShape(
                "a strong delegate",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.delegate
                Make PointService.delegate weak: a listener is held by its own RIB.
                """
            ) { run in
                let play = makePlay()
                if run.isMended {
                    run.service.weakDelegate = play.interactor
                } else {
                    run.service.delegate = play.interactor
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a lazy variable of the parent's component",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                ShapeAppComponent.lazyInteractor
                ShapeAppComponent keeps what it made: make it in the builder instead, or \
                in a component of the RIB that ends.
                """, ways: 2
            ) { run in
                if run.follows(2) {
                    let play = PlayBuilder(dependency: run.app.component).build { $0.ownInteractor }
                    return run.comeAndGo(play)
                }
                let component = run.app.component
                run.comeAndGo(
                    makePlay(run.isMended ? makePlayInteractor() : component.lazyInteractor))
            },
            LeakShape(
                "what the parent's component shares",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                ShapeAppComponent.playInteractor
                ShapeAppComponent keeps what it made: make it in the builder instead, or \
                in a component of the RIB that ends.
                """, ways: 2
            ) { run in
                if run.follows(2) {
                    let play = PlayBuilder(dependency: run.app.component).build { $0.ownInteractor }
                    return run.comeAndGo(play)
                }
                let component = run.app.component
                run.comeAndGo(
                    makePlay(run.isMended ? makePlayInteractor() : component.playInteractor))
            },
            LeakShape(
                "a builder of a child's child that is kept",
                """
                leaked-component PlayComponent
                PointService.current
                Set PointService.current to nil when the RIB is detached, or make it weak.
                """, ways: 2
            ) { run in
                let play = PlayBuilder(dependency: run.app.component).build()
                let builder = play.component.map(BonusBuilder.init)
                if run.follows(2) {
                    run.service.weakCurrent = builder
                } else {
                    run.service.current = builder
                }
                if run.follows(1) { play.interactor.whenResigning = { run.service.current = nil } }
                run.comeAndGo(play)
            },
            LeakShape(
                "a global variable",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                static ShapeGlobals.current
                static ShapeGlobals.current lives as long as the process: release it there \
                when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                ShapeGlobals.current = play.interactor
                run.comeAndGo(play)
                run.after { ShapeGlobals.current = nil }
                if run.isMended { run.cleanUp() }
            },
            LeakShape(
                "a worker in a pool",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PlayWorker.interactor
                Set PlayWorker.interactor to nil when the RIB is detached, or make it \
                weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                let worker = PlayWorker()
                if run.follows(2) {
                    worker.weakInteractor = play.interactor
                } else {
                    worker.interactor = play.interactor
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { worker.interactor = nil }
                }
                run.service.workers.append(worker)
                run.comeAndGo(play) { worker.start(play.interactor) }
            },
            LeakShape(
                "a child in a constant",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                MenuRouter.play
                Make MenuRouter.play an optional variable, and set it to nil where you detach the child.
                """
            ) { run in
                let menu = MenuRouter(makePlay(), isMended: run.isMended)
                run.app.attachChild(menu)
                guard let play = run.isMended ? menu.optionalPlay : menu.play else { return }
                menu.attachChild(play)
                run.mark()
                menu.detachChild(play)
                menu.optionalPlay = nil
            },
            LeakShape(
                "an interactor in a variable that cannot be nil",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                Panel.interactor
                Make Panel.interactor an optional variable, and set it to nil when the RIB is \
                detached, or make it weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.isMended {
                    let panel = MendedPanel()
                    if run.follows(1) { panel.interactor = play.interactor }
                    if run.follows(2) { panel.weakInteractor = play.interactor }
                    run.service.current = panel
                    play.interactor.whenResigning = { panel.interactor = nil }
                } else {
                    run.service.current = Panel(play.interactor)
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a lazy child",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.lazyPlay
                ShapeAppRouter.lazyPlay is lazy, so it keeps what it made: make it where it is used \
                instead, or keep it in an optional property that you set to nil when the RIB is \
                detached.
                """, ways: 2
            ) { run in
                if run.follows(1) { return run.comeAndGo(makePlay()) }
                guard run.follows(2) else { return run.comeAndGo(run.app.lazyPlay) }
                let play = makePlay()
                run.app.play = play
                run.comeAndGo(play)
                run.app.play = nil
            },
        ]
    }
}

/// A router that makes its child with itself.
private final class MenuRouter: Router<BonusInteractor> {
    let play: PlayRouter?  // place: MenuRouter.play
    var optionalPlay: PlayRouter?

    init(_ play: PlayRouter, isMended: Bool) {
        self.play = isMended ? nil : play
        optionalPlay = isMended ? play : nil
        super.init(interactor: BonusInteractor())
    }
}

private final class Panel {
    var interactor: PlayInteractor  // place: Panel.interactor

    init(_ interactor: PlayInteractor) { self.interactor = interactor }
}

private final class MendedPanel {
    var interactor: PlayInteractor?
    weak var weakInteractor: PlayInteractor?
}
