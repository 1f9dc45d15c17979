// SPDX-License-Identifier: Apache-2.0

import RIBs

extension LeakShape {
    /// RIBs that keep themselves alive.
    static var cycles: [LeakShape] {
        [
            LeakShape(
                "an interactor that holds its router",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PlayInteractor.router
                Make PlayInteractor.router weak: what it leads to keeps the \
                PlayInteractor alive, so they keep each other.
                """
            ) { run in
                let play = makePlay()
                if run.isMended {
                    play.interactor.weakRouter = play
                } else {
                    play.interactor.router = play
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a presenter that holds its listener",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PlayPresenter.listener
                Make PlayPresenter.listener weak: a listener is held by its own RIB.
                """
            ) { run in
                let play = makePlay()
                let presenter = play.interactor.presenter
                if run.isMended {
                    presenter.weakListener = play.interactor
                } else {
                    presenter.listener = play.interactor
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a view that holds its listener",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PlayView.listener
                Make PlayView.listener weak: a listener is held by its own RIB.
                """
            ) { run in
                let play = makePlay()
                if run.isMended {
                    play.viewController.weakListener = play.interactor
                } else {
                    play.viewController.listener = play.interactor
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a view and a presenter that hold each other",
                """
                leaked-presenter PlayPresenter with PlayView
                PlayView.presenter
                Make PlayView.presenter weak: what it leads to keeps the PlayView alive, \
                so they keep each other.
                """
            ) { run in
                let play = makePlay()
                if run.isMended {
                    play.viewController.weakPresenter = play.interactor.presenter
                } else {
                    play.viewController.presenter = play.interactor.presenter
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a view and a subview that hold each other",
                """
                leaked-view PlayView
                PlaySubview.superview
                Make PlaySubview.superview or PlayView.subview weak: the two keep each \
                other alive.
                """, ways: 2
            ) { run in
                let play = makePlay()
                let subview = PlaySubview()
                if run.follows(2) {
                    play.viewController.weakSubview = subview
                } else {
                    play.viewController.subview = subview
                }
                if run.follows(1) {
                    subview.weakSuperview = play.viewController
                } else {
                    subview.superview = play.viewController
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "an interactor that holds its router, which a child's interactor leads to",
                """
                leaked-router PlayRouter with BonusInteractor, BonusRouter, \
                PlayInteractor, PlayPresenter, PlayView
                PlayInteractor.router
                Make PlayInteractor.router weak: what it leads to keeps the \
                PlayInteractor alive, so they keep each other.
                """
            ) { run in
                let play = makePlay()
                let bonus = BonusRouter(interactor: BonusInteractor())
                bonus.interactor.parent = play.interactor
                if run.isMended {
                    play.interactor.weakRouter = play
                } else {
                    play.interactor.router = play
                }
                run.comeAndGo(play) { play.attachChild(bonus) }
            },
            LeakShape(
                "a worker that holds its interactor",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PlayWorker.interactor
                Make PlayWorker.interactor weak: what it leads to keeps the PlayWorker \
                alive, so they keep each other.
                """
            ) { run in
                let play = makePlay()
                let worker = PlayWorker()
                play.interactor.worker = worker
                if run.isMended {
                    worker.weakInteractor = play.interactor
                } else {
                    worker.interactor = play.interactor
                }
                run.comeAndGo(play) { worker.start(play.interactor) }
            },
            LeakShape(
                "a component and what it shares",
                """
                leaked-component PlayComponent with PlayInteractor, PlayPresenter, \
                PlayView
                PlayPart.component
                Make PlayPart.component weak: what it leads to keeps the PlayPart alive, \
                so they keep each other.
                """
            ) { run in
                let play = PlayBuilder(dependency: run.app.component).build()
                let part = play.component?.sharedPart
                play.component?.interactor = play.interactor
                if run.isMended {
                    part?.weakComponent = play.component
                } else {
                    part?.component = play.component
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a component that keeps its own builder",
                """
                leaked-component PlayComponent
                PlayComponent.bonusBuilder
                PlayComponent.bonusBuilder has the PlayComponent as its dependency, so they keep \
                each other: make the BonusBuilder where it is used, or in a computed property that \
                makes one for each call.
                """, ways: 2
            ) { run in
                let play = PlayBuilder(dependency: run.app.component).build()
                guard let component = play.component else { return }
                let builder =
                    if run.follows(1) {
                        BonusBuilder(dependency: component)
                    } else if run.follows(2) {
                        component.newBonusBuilder
                    } else {
                        component.bonusBuilder
                    }
                run.comeAndGo(play) {
                    let bonus = builder.build()
                    play.attachChild(bonus)
                    play.detachChild(bonus)
                }
            },
        ]
    }
}
