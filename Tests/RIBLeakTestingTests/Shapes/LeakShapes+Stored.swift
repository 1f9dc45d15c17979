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
                "a child in an array",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.games[0]
                Remove it from ShapeAppRouter.games where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.app.games.append(play)
                run.comeAndGo(play)
                if run.isMended { run.app.games.removeAll { $0 === play } }
            },
            LeakShape(
                "a child in a dictionary",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.gamesByName["…"]
                Remove it from ShapeAppRouter.gamesByName where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.app.gamesByName["play"] = play
                run.comeAndGo(play)
                if run.isMended { run.app.gamesByName["play"] = nil }
            },
            LeakShape(
                "a child in an element of a set",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                Hashed.router
                Remove the Hashed that has it from ShapeAppRouter.gameSet where you \
                detach it, or make Hashed.router weak.
                """
            ) { run in
                let hashed = Hashed(makePlay())
                run.app.gameSet.insert(hashed)
                run.comeAndGo(hashed.router)
                if run.isMended { run.app.gameSet.remove(hashed) }
            },
            LeakShape(
                "two parts of a RIB in a case of an enum",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.screen.playing.0
                Let go of it in ShapeAppRouter.screen when the RIB is detached.
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
                Let go of it in ShapeAppRouter.history when the RIB is detached.
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
                Let go of it in ShapeAppRouter.state when the RIB is detached.
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
                "a cache of views",
                """
                leaked-view PlayView
                ShapeAppRouter.views[0]
                Remove it from ShapeAppRouter.views where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.app.views.append(play.viewController)
                run.comeAndGo(play)
                if run.isMended { run.app.views.removeAll { $0 === play.viewController } }
            },
            LeakShape(
                "an interactor in the parent's",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                ShapeAppInteractor.playing
                Set ShapeAppInteractor.playing to nil when the RIB is detached, or make \
                it weak.
                """
            ) { run in
                let play = makePlay()
                run.app.interactor.playing = play.interactor
                run.comeAndGo(play)
                if run.isMended { run.app.interactor.playing = nil }
            },
            LeakShape(
                "an interactor in a service",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.current
                Set PointService.current to nil when the RIB is detached, or make it weak.
                """
            ) { run in
                let play = makePlay()
                run.service.current = play.interactor
                run.comeAndGo(play)
                if run.isMended { run.service.current = nil }
            },
            LeakShape(
                "an interactor in a service's service",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                LevelService.interactor
                Set LevelService.interactor to nil when the RIB is detached, or make it \
                weak.
                """
            ) { run in
                let play = makePlay()
                run.service.child = LevelService()
                run.service.child?.interactor = play.interactor
                run.comeAndGo(play)
                if run.isMended { run.service.child?.interactor = nil }
            },
            LeakShape(
                "an interactor in a property wrapper",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.wrapped
                Set PointService.wrapped to nil when the RIB is detached, or make it weak.
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
                """
            ) { run in
                let play = makePlay()
                run.service.anything = play.interactor as any Interactable
                run.comeAndGo(play)
                if run.isMended { run.service.anything = nil }
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
                """
            ) { run in
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
                """
            ) { run in
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
                """
            ) { run in
                let play = PlayBuilder(dependency: run.app.component).build()
                run.service.current = play.component.map(BonusBuilder.init)
                run.comeAndGo(play)
                if run.isMended { run.service.current = nil }
            },
            LeakShape(
                "a global array",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                static ShapeGlobals.routers[0]
                Remove it from static ShapeGlobals.routers where you detach it.
                """
            ) { run in
                let play = makePlay()
                ShapeGlobals.routers.append(play)
                run.comeAndGo(play)
                run.after { ShapeGlobals.routers = [] }
                if run.isMended { run.cleanUp() }
            },
            LeakShape(
                "a global dictionary",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                static ShapeGlobals.byName["…"]
                Remove it from static ShapeGlobals.byName where you detach it.
                """
            ) { run in
                let play = makePlay()
                ShapeGlobals.byName["play"] = play.interactor
                run.comeAndGo(play)
                run.after { ShapeGlobals.byName = [:] }
                if run.isMended { run.cleanUp() }
            },
            LeakShape(
                "a global variable",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                static ShapeGlobals.current
                static ShapeGlobals.current lives as long as the process: let go there \
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
                """
            ) { run in
                let play = makePlay()
                let worker = PlayWorker()
                if run.isMended {
                    worker.weakInteractor = play.interactor
                } else {
                    worker.interactor = play.interactor
                }
                run.service.workers.append(worker)
                run.comeAndGo(play) { worker.start(play.interactor) }
            },
        ]
    }
}
