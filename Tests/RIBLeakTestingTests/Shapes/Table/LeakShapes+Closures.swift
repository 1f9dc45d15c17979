// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

extension LeakShape {
    /// RIBs that closures capture.
    static var closures: [LeakShape] {
        [
            LeakShape(
                "a closure of a view that captures the interactor",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.listenToView(_:): captures self
                Capture [weak self] in this closure.
                """
            ) { run in
                run.visit { $0.listenToView(run) }
            },
            LeakShape(
                "a lazy closure",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #1 in PlayInteractor.handle.getter: captures self
                Capture [weak self] in this closure.
                """
            ) { run in
                let play = makePlay()
                if run.isMended { play.interactor.weakHandle() } else { play.interactor.handle() }
                run.mark(line: PlayInteractor.handleLine, of: "x/PlayRIB.swift")
                run.comeAndGo(play)
            },
            LeakShape(
                "a closure of a service that captures the presenter as self",
                """
                leaked-presenter PlayPresenter with PlayView
                closure #2 in PlayPresenter.observe(_:_:): captures self
                Capture [weak self] in this closure, or release it in PointService.handler when \
                the RIB is detached.
                """, ways: 2
            ) { run in
                let play = makePlay()
                play.interactor.presenter.observe(run.service, run)
                if run.follows(2) { play.interactor.whenResigning = { run.service.handler = nil } }
                run.comeAndGo(play)
            },
            LeakShape(
                "a closure of a service that captures the presenter",
                """
                leaked-presenter PlayPresenter with PlayView
                closure #3 in PlayInteractor.handOverPresenter(_:): captures PlayPresenter
                Capture the PlayPresenter weakly in this closure, or release it in \
                PointService.handler when the RIB is detached.
                """, ways: 2
            ) { run in
                run.visit { $0.handOverPresenter(run) }
            },
            LeakShape(
                "a closure of the router's that captures the router",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                closure #2 in PlayRouter.keepClosure(_:): captures self
                Capture [weak self] in this closure.
                """
            ) { run in
                let play = makePlay()
                play.keepClosure(run)
                run.comeAndGo(play)
            },
            LeakShape(
                "a closure in a closure",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #3 in PlayInteractor.nest(_:): captures self
                Capture [weak self] in this closure, or release it in PointService.handler when \
                the RIB is detached.
                """, ways: 2
            ) { run in
                run.visit { $0.nest(run) }
            },
            LeakShape(
                "a method that is handed over",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                method reference PlayInteractor.didScore(_:): captures self
                A method that is handed over keeps its object, here the PlayInteractor: \
                hand over a closure that captures it weakly and calls the method.
                """
            ) { run in
                run.visit { $0.handOverMethod(run) }
            },
            LeakShape(
                "a global closure",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #3 in PlayInteractor.handOverToGlobal(_:): captures self
                Capture [weak self] in this closure, or release it in static ShapeGlobals.handler when \
                the RIB is detached.
                """, ways: 2
            ) { run in
                run.visit { $0.handOverToGlobal(run) }
                run.after { ShapeGlobals.handler = nil }
            },
            LeakShape(
                "an observer of the notification center",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.observeNotifications(_:): captures self
                Remove the observer with .cancelOnDeactivate(interactor:), and capture [weak self] in \
                its closure.
                """
            ) { run in
                run.visit { $0.observeNotifications(run) }
            },
            LeakShape(
                "a timer",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.startTimer(_:): captures self
                End it with .cancelOnDeactivate(interactor:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visit { $0.startTimer(run) }
            },
            LeakShape(
                "a work item",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.keepWorkItem(_:): captures self
                End it with .cancelOnDeactivate(interactor:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visit { $0.keepWorkItem(run) }
            },
            LeakShape(
                "a task",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #3 in PlayInteractor.startTask(_:): captures self
                Start it with task(in: self), which cancels it on deactivation, or capture \
                [weak self] in it and unwrap that only between two awaits. A continuation that it \
                waits for must be resumed on cancellation; an AsyncStream ends by itself.
                """, ways: 2
            ) { run in
                run.visit { $0.startTask(run) }
            },
            LeakShape(
                "the end of an asynchronous stream",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.waitForEndOfStream(_:): captures self
                Capture [weak self] in this closure.
                """
            ) { run in
                run.visit { $0.waitForEndOfStream(run) }
            },
        ]
    }
}

extension PlayInteractor {
    fileprivate func listenToView(_ run: LeakShapeRun) {
        let view = presenter.viewController
        if run.isMended {
            view.onTap = { [weak self] in self?.didTap() }
        } else {
            run.mark()
            view.onTap = { self.didTap() }
        }
    }

    fileprivate func handOverPresenter(_ run: LeakShapeRun) {
        if run.follows(2) { whenResigning = { run.service.handler = nil } }
        if run.follows(1) {
            run.service.handler = { [weak presenter] in presenter?.show() }
        } else {
            run.mark()
            run.service.handler = { [presenter] in presenter.show() }
        }
    }

    fileprivate func nest(_ run: LeakShapeRun) {
        if run.follows(2) { whenResigning = { run.service.handler = nil } }
        if run.follows(1) {
            run.service.handler = { [weak self] in
                let inner = { self?.didTap() }
                inner()
            }
        } else {
            run.mark()
            run.service.handler = {
                let inner = { self.didTap() }
                inner()
            }
        }
    }

    fileprivate func handOverMethod(_ run: LeakShapeRun) {
        if run.isMended {
            run.service.handlers["score"] = { [weak self] in self?.didScore($0) }
        } else {
            run.mark()
            run.service.handlers["score"] = didScore
        }
    }

    fileprivate func handOverToGlobal(_ run: LeakShapeRun) {
        if run.follows(2) { whenResigning = { ShapeGlobals.handler = nil } }
        if run.follows(1) {
            ShapeGlobals.handler = { [weak self] in self?.didTap() }
        } else {
            run.mark()
            ShapeGlobals.handler = { self.didTap() }
        }
    }

    fileprivate func observeNotifications(_ run: LeakShapeRun) {
        let name = Notification.Name("shapes")
        let center = NotificationCenter.default
        if run.isMended {
            center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                self?.didTap()
            }.cancelOnDeactivate(interactor: self)
        } else {
            run.mark()
            let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
                self.didTap()
            }
            run.after { center.removeObserver(token) }
        }
    }

    fileprivate func startTimer(_ run: LeakShapeRun) {
        if run.isMended {
            Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { [weak self] _ in
                self?.didTap()
            }.cancelOnDeactivate(interactor: self)
        } else {
            run.mark()
            let timer = Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { _ in
                self.didTap()
            }
            run.after { timer.invalidate() }
        }
    }

    fileprivate func keepWorkItem(_ run: LeakShapeRun) {
        let item: DispatchWorkItem
        if run.isMended {
            item = DispatchWorkItem { [weak self] in self?.didTap() }
                .cancelOnDeactivate(interactor: self)
        } else {
            run.mark()
            item = DispatchWorkItem { self.didTap() }
        }
        run.service.item = item
        DispatchQueue.main.asyncAfter(deadline: .now() + 1000, execute: item)
        run.after { item.cancel() }
    }

    fileprivate func startTask(_ run: LeakShapeRun) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        if run.follows(1) {
            task(in: self) { @MainActor in
                for await score in stream { self.didScore(score) }
            }
        } else if run.follows(2) {
            Task { @MainActor [weak self] in
                for await score in stream { self?.didScore(score) }
            }
        } else {
            run.mark()
            Task { @MainActor in
                for await score in stream { self.didScore(score) }
            }
        }
        run.after { continuation.finish() }
    }

    fileprivate func waitForEndOfStream(_ run: LeakShapeRun) {
        let (_, continuation) = AsyncStream<Int>.makeStream()
        run.service.continuation = continuation
        if run.isMended {
            continuation.onTermination = { [weak self] _ in self?.didTap() }
        } else {
            run.mark()
            continuation.onTermination = { _ in self.didTap() }
        }
    }
}

extension PlayRouter {
    fileprivate func keepClosure(_ run: LeakShapeRun) {
        if run.isMended {
            onFinish = { [weak self] in self?.finish() }
        } else {
            run.mark()
            onFinish = { self.finish() }
        }
    }
}
