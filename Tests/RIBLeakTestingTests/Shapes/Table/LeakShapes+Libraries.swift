// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

extension LeakShape {
    /// RIBs that objects of libraries and singletons hold.
    static var libraries: [LeakShape] {
        [
            LeakShape(
                "a published property",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.published
                Set PointService.published to nil when the RIB is detached.
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
                PlayBox<PlayInteractor>.value
                Set PlayBox<PlayInteractor>.value to nil when the RIB is detached, or make it \
                weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                let box = PlayBox(play.interactor, weakly: run.follows(2))
                run.service.current = box
                if run.follows(1) { play.interactor.whenResigning = { box.value = nil } }
                run.comeAndGo(play)
            },
            LeakShape(
                "a global object",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                Registry.latest
                Set Registry.latest to nil when the RIB is detached, or make it weak.
                """, ways: 2
            ) { run in
                let play = makePlay()
                if run.follows(2) {
                    globalRegistry.weakLatest = play
                } else {
                    globalRegistry.latest = play
                }
                if run.follows(1) {
                    play.interactor.whenResigning = { globalRegistry.latest = nil }
                }
                run.comeAndGo(play)
                run.after { globalRegistry.latest = nil }
            },
            LeakShape(
                "something of Foundation's that has it somewhere inside",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.progress
                Release it in PointService.progress when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                let progress = run.service.progress
                progress.setUserInfoObject(play.interactor, forKey: .fileURLKey)
                if run.isMended {
                    play.interactor.whenResigning = {
                        progress.setUserInfoObject(nil, forKey: .fileURLKey)
                    }
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a variable of a function that a thread is in",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                Poll.run(_:): captures PlayInteractor
                Poll.run(_:) has not returned and has it in a variable: end it, or release it \
                there, when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                let poll = Poll(play.interactor)
                run.mark(line: Poll.lineBeforeWait)
                if run.isMended { play.interactor.whenResigning = { poll.end() } }
                run.comeAndGo(play)
                run.after { poll.end() }
            },
        ]
    }

    /// More mistakes than one, or more objects.
    static var several: [LeakShape] {
        [
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
                if run.isMended {
                    play.interactor.weakRouter = play
                    play.interactor.whenActive = { [weak play] interactor in
                        play?.countWeakly(run.service).cancelOnDeactivate(interactor: interactor)
                    }
                } else {
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
                closure #3 in PlayRouter.captureBoth(_:): captures self
                Capture [weak self] and the PlayInteractor weakly in this closure, or release it \
                in PointService.handler when the RIB is detached.
                """, ways: 2
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

final class PlayBox<Value: AnyObject> {
    var value: Value?  // place: PlayBox<PlayInteractor>.value
    weak var weakValue: Value?

    init(_ value: Value, weakly isWeak: Bool) {
        self.value = isWeak ? nil : value
        weakValue = value
    }
}

/// A thread that has an interactor in a variable until it is told to end.
private final class Poll: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    private let ends = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ interactor: PlayInteractor) {
        Thread.detachNewThread { [self] in
            run(interactor)
            ended.signal()
        }
        begun.wait()
    }

    /// The line before the call that the thread waits in.
    static let lineBeforeWait = #line + 2
    private func run(_ interactor: PlayInteractor) {
        begun.signal()
        ends.wait()
        interactor.didTap()
    }

    func end() {
        ends.signal()
        ended.wait()
        ended.signal()
    }
}

/// A registry of the whole process.
// Safe: the tests that use it run one after the other, on the main thread.
final class Registry {
    nonisolated(unsafe) static let shared = Registry()
    var interactors: [String: PlayInteractor] = [:]  // place: Registry.interactors
    var weakly: [WeakReference] = []
    var latest: PlayRouter?  // place: Registry.latest
    weak var weakLatest: PlayRouter?
}

nonisolated(unsafe) let globalRegistry = Registry()

extension ShapeAppComponent {
    fileprivate static var new: ShapeAppComponent {
        ShapeAppComponent(dependency: EmptyComponent())
    }
}

extension PlayRouter {
    fileprivate func count(_ service: PointService) -> AnyCancellable {
        service.scores.sink { _ in self.finish() }
    }

    fileprivate func countWeakly(_ service: PointService) -> AnyCancellable {
        service.scores.sink { [weak self] _ in self?.finish() }
    }

    fileprivate func captureBoth(_ run: LeakShapeRun) {
        let interactor = interactor
        if run.follows(2) { interactor.whenResigning = { run.service.handler = nil } }
        if run.follows(1) {
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
