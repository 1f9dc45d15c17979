// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

extension LeakShape {
    /// RIBs and parts of them that are elements of what lives on.
    static var collected: [LeakShape] {
        [
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
                Remove the Hashed that has it from ShapeAppRouter.gameSet when the RIB is \
                detached, or make Hashed.router weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                let hashed = Hashed(play, weakly: run.follows(2))
                run.app.gameSet.insert(hashed)
                run.comeAndGo(play)
                if run.follows(1) { run.app.gameSet.remove(hashed) }
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
                "a global array",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                static ShapeGlobals.routers[0]
                Remove it from static ShapeGlobals.routers when the RIB is detached, such as \
                by a remove call in the interactor's willResignActive(), or keep only weak \
                references there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    ShapeGlobals.weakly.append(WeakReference(play))
                } else {
                    ShapeGlobals.routers.append(play)
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { ShapeGlobals.routers = [] }
                }
                run.comeAndGo(play)
                run.after { ShapeGlobals.routers = [] }
            },
            LeakShape(
                "a global dictionary",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                static ShapeGlobals.byName["…"]
                Remove it from static ShapeGlobals.byName when the RIB is detached, such as by \
                a remove call in willResignActive(), or keep only weak references there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    ShapeGlobals.weakly.append(WeakReference(play.interactor))
                } else {
                    ShapeGlobals.byName["play"] = play.interactor
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { ShapeGlobals.byName["play"] = nil }
                }
                run.comeAndGo(play)
                run.after { ShapeGlobals.byName = [:] }
            },
            LeakShape(
                "a child in an array of Foundation's",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.list[0]
                Remove it from PointService.list when the RIB is detached, such as by a remove \
                call in the interactor's willResignActive(), or keep only weak references \
                there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.service.list.add(WeakReference(play))
                } else {
                    run.service.list.add(play)
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { run.service.list.removeAllObjects() }
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a child in a cache of Foundation's",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.cache
                Remove it from PointService.cache when the RIB is detached, such as by a \
                remove call in the interactor's willResignActive(), or keep only weak \
                references there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.service.weakly.append(WeakReference(play))
                } else {
                    run.service.cache.setObject(play, forKey: "play")
                }
                if run.follows(1) {
                    play.interactor.whenResigning = {
                        run.service.cache.removeObject(forKey: "play")
                    }
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a struct in a dictionary of Foundation's",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.table[0].interactor
                Remove it from PointService.table when the RIB is detached, such as by a \
                remove call in willResignActive(), or keep only weak references there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.service.table["play"] = WeakReference(play.interactor)
                } else {
                    run.service.table["play"] = Entry(interactor: play.interactor)
                }
                if run.follows(1) {
                    play.interactor.whenResigning = {
                        run.service.table.removeObject(forKey: "play")
                    }
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a singleton",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                Registry.interactors["…"]
                Remove it from Registry.interactors when the RIB is detached, such as by a \
                remove call in willResignActive(), or keep only weak references there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    Registry.shared.weakly.append(WeakReference(play.interactor))
                } else {
                    Registry.shared.interactors["play"] = play.interactor
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { Registry.shared.interactors["play"] = nil }
                }
                run.comeAndGo(play)
                run.after { Registry.shared.interactors = [:] }
            },
            LeakShape(
                "two parts of a RIB in an element",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.entries[0].router
                Remove it from PointService.entries when the RIB is detached, such as by a \
                remove call in the interactor's willResignActive(), or keep only weak \
                references there.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    run.service.weakly += [play, play.interactor].map(WeakReference.init)
                } else {
                    run.service.entries.append(Entry(interactor: play.interactor, router: play))
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { run.service.entries = [] }
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "two children in elements",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.games[0]
                Remove it from ShapeAppRouter.games where you detach it.

                leaked-router BonusRouter with BonusInteractor
                ShapeAppRouter.games[1]
                Remove it from ShapeAppRouter.games where you detach it.
                """
            ) { run in
                let (play, bonus) = (makePlay(), BonusRouter(interactor: BonusInteractor()))
                run.app.games = [play, bonus]
                run.app.attachChild(play)
                run.app.attachChild(bonus)
                run.app.detachChildren([play, bonus], run)
                if run.isMended { run.app.games = [] }
            },
            LeakShape(
                "a router and its view in one array, twice",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.parts[0]
                Remove it and the PlayView from PointService.parts when the RIB is detached, \
                such as by a remove call in the interactor's willResignActive(), or keep only \
                weak references there.
                """, ways: 2
            ) { run in
                for _ in 0..<2 {
                    let play = makePlay()
                    let parts: [AnyObject] = [play, play.viewController]
                    if run.follows(2) {
                        run.service.weakly += parts.map(WeakReference.init)
                    } else {
                        run.service.parts += parts
                    }
                    if run.follows(1) {
                        play.interactor.whenResigning = { run.service.parts = [] }
                    }
                    run.comeAndGo(play)
                }
            },
            LeakShape(
                "a listener in the private list of a service",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.listeners[0]
                Remove it from PointService.listeners when the RIB is detached, such as by a \
                remove call in willResignActive(), or keep only weak references there.
                """, ways: 2
            ) { run in
                run.visit { interactor in
                    if run.follows(2) {
                        run.service.weakly.append(WeakReference(interactor))
                    } else {
                        run.service.add(listener: interactor)
                    }
                    if run.follows(1) {
                        interactor.whenResigning = { [unowned interactor] in
                            run.service.remove(listener: interactor)
                        }
                    }
                }
            },
            LeakShape(
                "a worker in the private list of a service",
                """
                leaked-worker PlayWorker
                PointService.listeners[0]
                Remove it from PointService.listeners when the RIB is detached, such as by a \
                remove call in didStop(), or keep only weak references there.
                """, ways: 2
            ) { run in
                run.visitWorker { worker in
                    if run.follows(2) {
                        run.service.weakly.append(WeakReference(worker))
                    } else {
                        run.service.add(listener: worker)
                    }
                    if run.follows(1) {
                        worker.whenStopped = { run.service.remove(listener: $0) }
                    }
                }
            },
        ]
    }
}

extension ShapeAppRouter {
    fileprivate func detachChildren(_ children: [any Routing], _ run: LeakShapeRun) {
        run.mark(line: #line + 1)
        for child in children {
            detachChild(child)
        }
    }
}
