// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

extension LeakShape {
    /// Subscriptions that run the logic of what is no longer active.
    static var firing: [LeakShape] {
        [
            LeakShape(
                "a subscription that a service keeps",
                """
                fired-while-inactive PlayInteractor
                no edge
                \(cancelOrConfine)
                """, ways: 2
            ) { run in
                run.visit { $0.follow(run) }
                run.service.scores.send(1)
            },
            LeakShape(
                "a subscription through operators",
                """
                fired-while-inactive PlayInteractor
                no edge
                \(cancelOrConfine)
                """, ways: 2
            ) { run in
                run.visit { $0.followSums(run) }
                run.service.scores.send(1)
            },
            LeakShape(
                "a subscription to a value",
                """
                fired-while-inactive PlayInteractor
                no edge
                \(cancelOrConfine)
                """, ways: 2
            ) { run in
                run.visit { $0.followOwner(run) }
                run.service.owner.send(nil)
            },
            LeakShape(
                "a subscription in a static set, for a RIB that is gone",
                """
                fired-while-inactive PlayInteractor
                no edge
                \(cancelOrConfine)
                """, ways: 2
            ) { run in
                run.visit { $0.followForEver(run) }
                run.service.scores.send(1)
                run.after { ShapeGlobals.cancellables = [] }
            },
            LeakShape(
                "a task that loops over values",
                """
                fired-while-inactive PlayInteractor
                no edge
                \(cancelOrConfine)
                """, ways: 2
            ) { run in
                let loop = ScoreLoop(other: run.app.interactor)
                let play = makePlay()
                play.interactor.whenActive = { $0.loop(loop, run) }
                run.comeAndGo(play) { loop.waitForValue() }
                loop.scores.send(2)
                if !run.isMended { loop.waitForValue() }
                run.after { loop.task?.cancel() }
            },
            LeakShape(
                "an observer of notifications that is handed over",
                """
                fired-while-inactive PlayInteractor
                no edge
                Cancel it with .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.observe(run) }
                NotificationCenter.default.post(name: .played, object: nil)
            },
            LeakShape(
                "a worker's subscription that a service keeps",
                """
                fired-while-inactive PlayWorker
                no edge
                Cancel it with .cancelOnStop(_:).
                """
            ) { run in
                run.visitWorker { $0.follow(run) }
                run.service.scores.send(1)
            },
            LeakShape(
                "a worker's observer of notifications that is handed over",
                """
                fired-while-inactive PlayWorker
                no edge
                Cancel it with .cancelOnStop(_:).
                """
            ) { run in
                run.visitWorker { $0.observe(run) }
                NotificationCenter.default.post(name: .played, object: nil)
            },
        ]
    }

    private static let cancelOrConfine =
        "Cancel it with .cancelOnDeactivate(interactor:), or keep its values back with .confineTo(_:)."
}

extension Notification.Name {
    fileprivate static let played = Notification.Name("played")
}

extension PlayInteractor {
    fileprivate func follow(_ run: LeakShapeRun) {
        let scores = run.service.scores
        if run.follows(1) {
            scores.sink { [weak self] in self?.didScore($0) }.cancelOnDeactivate(interactor: self)
        } else if run.follows(2) {
            scores.confineTo(self).sink { [weak self] in self?.didScore($0) }
                .store(in: &run.service.cancellables)
        } else {
            run.mark()
            scores.sink { [weak self] in self?.didScore($0) }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func followSums(_ run: LeakShapeRun) {
        let sums = run.service.scores.scan(0, +).filter { $0 > 0 }
        if run.follows(1) {
            sums.sink { [weak self] in self?.didScore($0) }.cancelOnDeactivate(interactor: self)
        } else if run.follows(2) {
            sums.confineTo(self).sink { [weak self] in self?.didScore($0) }
                .store(in: &run.service.cancellables)
        } else {
            run.mark()
            sums.sink { [weak self] in self?.didScore($0) }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func followOwner(_ run: LeakShapeRun) {
        let owner = run.service.owner
        if run.follows(1) {
            owner.sink { [weak self] _ in self?.didTap() }.cancelOnDeactivate(interactor: self)
        } else if run.follows(2) {
            owner.confineTo(self).sink { [weak self] _ in self?.didTap() }
                .store(in: &run.service.cancellables)
        } else {
            run.mark()
            owner.sink { [weak self] _ in self?.didTap() }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func followForEver(_ run: LeakShapeRun) {
        let scores = run.service.scores
        if run.follows(1) {
            scores.sink { [weak self] in self?.didScore($0) }.cancelOnDeactivate(interactor: self)
        } else if run.follows(2) {
            scores.confineTo(self).sink { [weak self] in self?.didScore($0) }
                .store(in: &ShapeGlobals.cancellables)
        } else {
            run.mark()
            scores.sink { [weak self] in self?.didScore($0) }.store(in: &ShapeGlobals.cancellables)
        }
    }

    fileprivate func loop(_ loop: ScoreLoop, _ run: LeakShapeRun) {
        if run.follows(1) {
            loop.task = Task { [weak self] in
                for await score in loop.scores.values {
                    self?.didScore(score)
                    loop.took(score)
                }
            }.cancelOnDeactivate(interactor: self)
        } else if run.follows(2) {
            // Safe: only the task uses it.
            nonisolated(unsafe) let values = loop.scores.confineTo(self).values
            loop.task = Task { [weak self] in
                for await score in values {
                    self?.didScore(score)
                    loop.took(score)
                }
            }
        } else {
            run.mark()
            loop.task = Task { [weak self] in
                for await score in loop.scores.values {
                    self?.didScore(score)
                    loop.took(score)
                }
            }
        }
    }

    fileprivate func observe(_ run: LeakShapeRun) {
        let center = NotificationCenter.default
        run.mark()
        let token = center.addObserver(
            forName: .played, object: nil, queue: nil, trackedBy: self
        ) { [weak self] _ in self?.didTap() }
        if run.isMended {
            token.cancelOnDeactivate(interactor: self)
        } else {
            run.after { center.removeObserver(token) }
        }
    }
}

extension PlayWorker {
    fileprivate func follow(_ run: LeakShapeRun) {
        let scores = run.service.scores
        if run.isMended {
            scores.sink { [weak self] _ in self?.work() }.cancelOnStop(self)
        } else {
            run.mark()
            scores.sink { [weak self] _ in self?.work() }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func observe(_ run: LeakShapeRun) {
        let center = NotificationCenter.default
        run.mark()
        let token = center.addObserver(
            forName: .played, object: nil, queue: nil, trackedBy: self
        ) { [weak self] _ in self?.work() }
        if run.isMended {
            token.cancelOnStop(self)
        } else {
            run.after { center.removeObserver(token) }
        }
    }
}
