// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

extension LeakShape {
    /// RIBs that objects of libraries and singletons hold.
    static var libraries: [LeakShape] {
        [
            LeakShape(
                "a child in an array of Foundation's",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.list[0]
                Remove it from PointService.list where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.service.list.add(play)
                run.comeAndGo(play)
                if run.isMended { run.service.list.removeAllObjects() }
            },
            LeakShape(
                "a child in a cache of Foundation's",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.cache
                Remove it from PointService.cache where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.service.cache.setObject(play, forKey: "play")
                run.comeAndGo(play)
                if run.isMended { run.service.cache.removeAllObjects() }
            },
            LeakShape(
                "a struct in a dictionary of Foundation's",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.table[0].interactor
                Remove it from PointService.table where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.service.table["play"] = Entry(interactor: play.interactor)
                run.comeAndGo(play)
                if run.isMended { run.service.table.removeObject(forKey: "play") }
            },
            LeakShape(
                "a published property",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.published
                Set PointService.published to nil when the RIB is detached, or make it weak.
                """
            ) { run in
                let play = makePlay()
                run.service.published = play.interactor
                run.comeAndGo(play)
                if run.isMended { run.service.published = nil }
            },
            LeakShape(
                "a box of the app's",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                Box<PlayInteractor>.value
                Set Box<PlayInteractor>.value to nil when the RIB is detached, or make it \
                weak.
                """
            ) { run in
                let play = makePlay()
                let box = Box(play.interactor)
                run.service.current = box
                run.comeAndGo(play)
                if run.isMended { box.value = nil }
            },
            LeakShape(
                "a singleton",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                Registry.interactors["…"]
                Remove it from Registry.interactors where you detach it.
                """
            ) { run in
                let play = makePlay()
                Registry.shared.interactors["play"] = play.interactor
                run.comeAndGo(play)
                run.after { Registry.shared.interactors = [:] }
                if run.isMended { run.cleanUp() }
            },
            LeakShape(
                "a global object",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                Registry.latest
                Set Registry.latest to nil when the RIB is detached, or make it weak.
                """
            ) { run in
                let play = makePlay()
                globalRegistry.latest = play
                run.comeAndGo(play)
                run.after { globalRegistry.latest = nil }
                if run.isMended { run.cleanUp() }
            },
        ]
    }

    /// More mistakes than one, or more objects.
    static var several: [LeakShape] {
        [
            LeakShape(
                "two parts of a RIB in an element",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                PointService.entries[0].router
                Remove it from PointService.entries where you detach it.
                """
            ) { run in
                let play = makePlay()
                run.service.entries.append(Entry(interactor: play.interactor, router: play))
                run.comeAndGo(play)
                if run.isMended { run.service.entries = [] }
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
                Remove it and the PlayView from PointService.parts where you detach it.
                """
            ) { run in
                for _ in 0..<2 {
                    let play = makePlay()
                    run.service.parts += [play, play.viewController]
                    run.comeAndGo(play)
                }
                if run.isMended { run.service.parts = [] }
            },
            LeakShape(
                "all parts of a RIB in the parent's component",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppComponent.playRouter
                ShapeAppComponent keeps what it made: make it in the builder instead, or \
                in a component of the RIB that ends.
                """
            ) { run in
                let component = run.isMended ? ShapeAppComponent.new : run.app.component
                let play = makePlay(component.playInteractor)
                component.playRouter = play
                run.comeAndGo(play)
            },
            LeakShape(
                "a router in a property and its interactor in another",
                """
                leaked-interactor PlayInteractor with PlayPresenter
                PointService.current
                Set PointService.current to nil when the RIB is detached, or make it weak.

                leaked-router PlayRouter with PlayView
                ShapeAppRouter.play
                Set ShapeAppRouter.play to nil where you detach the child.
                """
            ) { run in
                let play = makePlay()
                run.app.play = play
                run.service.current = play.interactor
                run.comeAndGo(play)
                if run.isMended { (run.app.play, run.service.current) = (nil, nil) }
            },
            LeakShape(
                "a router in a bag's closure, in an array and in a property, and a cycle",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.games[0]
                Remove it from ShapeAppRouter.games where you detach it. Also set \
                PointService.current to nil when the RIB is detached, or make it weak. \
                Also capture [weak self] in closure #1 in PlayRouter.count(_:), and end the \
                subscription with .cancelOnDeactivate(interactor:). Also make \
                PlayInteractor.router weak: what it leads to keeps the PlayInteractor \
                alive, so they keep each other.
                """
            ) { run in
                let play = makePlay()
                run.app.games = [play, play]
                run.service.current = play
                if !run.isMended {
                    run.service.bag.add(play.count(run.service))
                    play.interactor.router = play
                }
                run.comeAndGo(play)
                if run.isMended { (run.app.games, run.service.current) = ([], nil) }
            },
            LeakShape(
                "a closure that captures a router and an interactor",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                closure #2 in PlayRouter.captureBoth(_:): captures self
                Capture [weak self] and the PlayInteractor weakly in this closure, or set \
                what stores it to nil.
                """
            ) { run in
                let play = makePlay()
                play.captureBoth(run)
                run.comeAndGo(play)
            },
            LeakShape(
                "a router that attaches a child when it is detached",
                """
                leaked-router PlayRouter with BonusRouter, PlayInteractor, PlayPresenter, \
                PlayView
                ShapeAppRouter.play
                Set ShapeAppRouter.play to nil where you detach the child.
                """
            ) { run in
                let play = makePlay()
                run.app.play = play
                run.comeAndGo(play)
                play.attachChild(BonusRouter(interactor: BonusInteractor()))
                if run.isMended { run.app.play = nil }
            },
        ]
    }
}

final class Box<Value> {
    var value: Value?
    init(_ value: Value) { self.value = value }
}

/// A registry of the whole process.
// Safe: the tests that use it run one after the other, on the main thread.
final class Registry {
    nonisolated(unsafe) static let shared = Registry()
    var interactors: [String: PlayInteractor] = [:]
    var latest: PlayRouter?
}

nonisolated(unsafe) let globalRegistry = Registry()

extension ShapeAppComponent {
    fileprivate static var new: ShapeAppComponent {
        ShapeAppComponent(dependency: EmptyComponent())
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

extension PlayRouter {
    fileprivate func count(_ service: PointService) -> AnyCancellable {
        service.scores.sink { _ in self.finish() }
    }

    fileprivate func captureBoth(_ run: LeakShapeRun) {
        let interactor = interactor
        if run.isMended {
            run.service.handler = { [weak self, weak interactor] in
                self?.finish()
                interactor?.didTap()
            }
        } else {
            run.mark()
            run.service.handler = {
                self.finish()
                interactor.didTap()
            }
        }
    }
}
