// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

extension LeakShape {
    /// What goes wrong in a running app, each with the careful code that only looks like it.
    static var everyday: [LeakShape] {
        [
            LeakShape(
                "a child that its flow keeps until the flow goes too",
                """
                leaked-router TabRouter with TabInteractor
                FlowRouter.previous[0]
                Remove it from FlowRouter.previous where you detach it.
                """
            ) { run in
                let (flow, tab) = (FlowRouter(), TabRouter())
                run.app.attachChild(flow)
                flow.attachChild(tab)
                flow.previous.append(tab)
                run.mark()
                flow.detachChild(tab)
                if run.isMended { flow.previous.removeAll { $0 === tab } }
                run.app.detachChild(flow)
            },
            LeakShape(
                "a child that is kept, and may be attached again",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                ShapeAppRouter.play
                Set ShapeAppRouter.play to nil where you detach the child.
                """
            ) { run in
                let play = makePlay()
                run.app.play = play
                run.comeAndGo(play)
                if run.isMended { run.app.attachChild(play) }
            },
            LeakShape(
                "a view that is kept, and may be shown again",
                """
                leaked-view PlayView
                ShapeAppRouter.views[0]
                Remove it from ShapeAppRouter.views where you detach it.
                """
            ) { run in
                let view = PlayView()
                run.app.views = [view]
                run.comeAndGo(
                    makePlay(PlayInteractor(presenter: PlayPresenter(viewController: view))))
                if run.isMended {
                    let next = PlayInteractor(presenter: PlayPresenter(viewController: view))
                    run.app.attachChild(makePlay(next))
                }
            },
            LeakShape(
                "work of the main queue that lets go when it runs",
                """
                leaked-router PlayRouter with PlayInteractor, PlayPresenter, PlayView
                closure #2 in PlayRouter.finishLater(_:): captures self
                Capture [weak self] in this closure. If a timer or a source runs it, end that with \
                .cancelOnDeactivate(interactor:), too.
                """
            ) { run in
                let play = makePlay()
                play.finishLater(run)
                run.comeAndGo(play)
            },
            LeakShape("values that are asked for", "") { run in
                let play = makePlay()
                let scores = run.service.scores
                var values: AsyncPublisher<AnyPublisher<Int, Never>>?
                if run.isMended { play.interactor.whenActive = { values = scores.values(in: $0) } }
                run.comeAndGo(play)
                // Subscribes, as a task does that gets its turn only now.
                _ = (values ?? scores.values(in: play.interactor)).makeAsyncIterator()
            },
            LeakShape(
                "a timer that its RIB may invalidate",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #1 in PlayInteractor.startClock(_:): captures self
                End it with .cancelOnDeactivate(interactor:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visit { $0.startClock(run) }
            },
            LeakShape(
                "a RIB that is cached by design",
                """
                leaked-router AtlasRouter with BonusInteractor
                ShapeAppRouter.box
                Set ShapeAppRouter.box to nil where you detach the child.
                """
            ) { run in
                let atlas = AtlasRouter(interactor: BonusInteractor())
                if !run.isMended { run.app.box = atlas }
                run.app.attachChild(atlas)
                run.mark()
                run.app.detachChild(atlas)
            },
            LeakShape(
                "a binding to a key path",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #1 in Binding.init<A>(_:_:): captures PlayInteractor
                Capture the PlayInteractor weakly in this closure, or release it in \
                PointService.anything when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                let binding = Binding(play.interactor, \.score)
                if !run.isMended { run.service.anything = binding }
                run.mark(line: Binding<Int>.line, of: "x/LeakShapes+Everyday.swift")
                run.comeAndGo(play)
            },
            LeakShape(
                "a view and a presenter that hold each other and the interactor",
                """
                leaked-presenter PlayPresenter with PlayView
                PlayView.presenter
                Make PlayView.presenter weak: what it leads to keeps the PlayView alive, \
                so they keep each other. Also make PlayPresenter.listener weak: a listener \
                is held by its own RIB.

                leaked-interactor PlayInteractor
                PlayPresenter.listener
                Make PlayPresenter.listener weak: a listener is held by its own RIB.
                """
            ) { run in
                let play = makePlay()
                let (presenter, view) = (play.interactor.presenter, play.viewController)
                if run.isMended {
                    (presenter.weakListener, view.weakPresenter) = (play.interactor, presenter)
                } else {
                    (presenter.listener, view.presenter) = (play.interactor, presenter)
                }
                run.comeAndGo(play)
            },
            LeakShape(
                "a value that comes after the detach",
                """
                fired-while-inactive PlayInteractor
                no edge
                Cancel it with .cancelOnDeactivate(interactor:), or keep its values back \
                with .confineTo(_:).
                """
            ) { run in
                run.visit { $0.followScores(run) }
                run.service.scores.send(1)
            },
        ]
    }
}

/// A RIB that its app caches.
final class AtlasRouter: Router<BonusInteractor> {}

/// What a field of a form gets, as in SwiftUI.
struct Binding<Value> {
    let get: () -> Value

    static var line: Int { 2 + #line }

    init<Object: AnyObject>(_ object: Object, _ path: KeyPath<Object, Value>) {
        get = { object[keyPath: path] }
    }
}

extension PlayRouter {
    fileprivate func finishLater(_ run: LeakShapeRun) {
        if run.isMended {
            // Safe: the block runs on the main thread, after this.
            nonisolated(unsafe) let play = self
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) { play.finish() }
        } else {
            run.mark()
            let item = DispatchWorkItem { self.finish() }
            DispatchQueue.main.asyncAfter(deadline: .now() + 1_000, execute: item)
            run.after { item.cancel() }
        }
    }
}

extension PlayInteractor {
    fileprivate func startClock(_ run: LeakShapeRun) {
        run.mark()
        let timer = Timer.scheduledTimer(withTimeInterval: 1_000, repeats: true) { _ in
            self.didTap()
        }
        if run.isMended {
            whenResigning = { [weak timer] in timer?.invalidate() }
        } else {
            run.after { [weak timer] in timer?.invalidate() }
        }
    }

    fileprivate func followScores(_ run: LeakShapeRun) {
        run.mark()
        let token = run.service.scores.sink { [weak self] in self?.didScore($0) }
        if run.isMended {
            token.cancelOnDeactivate(interactor: self)
        } else {
            token.store(in: &run.service.cancellables)
        }
    }
}
