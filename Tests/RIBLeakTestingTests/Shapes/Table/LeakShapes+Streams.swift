// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBs

extension LeakShape {
    /// RIBs that subscriptions keep.
    static var streams: [LeakShape] {
        [
            LeakShape(
                "a subscription in the interactor's set",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #1 in PlayInteractor.subscribe(_:): captures self
                Capture [weak self] in this closure, and end the subscription with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.subscribe(run) }
            },
            LeakShape(
                "a subscription in a service's set",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #1 in PlayInteractor.subscribeIntoService(_:): captures self
                Capture [weak self] in this closure, and end the subscription with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.subscribeIntoService(run) }
            },
            LeakShape(
                "a subscription in a bag of the app's",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #4 in PlayInteractor.subscribeIntoBag(_:): captures self
                Capture [weak self] in this closure, and end the subscription with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.subscribeIntoBag(run) }
            },
            LeakShape(
                "a subscription in a static set",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #1 in PlayInteractor.subscribeIntoGlobal(_:): captures self
                Capture [weak self] in this closure, and end the subscription with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.subscribeIntoGlobal(run) }
                run.after { ShapeGlobals.cancellables = [] }
            },
            LeakShape(
                "the value of a subject",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.owner
                PointService.owner has it as its value: send another one when the RIB is \
                detached.
                """
            ) { run in
                let play = makePlay()
                run.service.owner.send(play.interactor)
                run.comeAndGo(play)
                if run.isMended { run.service.owner.send(nil) }
            },
            LeakShape(
                "an element of the value of a subject",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.owners
                PointService.owners has it as its value: send another one when the RIB is detached.
                """
            ) { run in
                let play = makePlay()
                run.service.owners.send([play.interactor])
                run.comeAndGo(play)
                if run.isMended { run.service.owners.send([]) }
            },
            LeakShape(
                "a subscription whose values are delayed",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.subscribeLater(_:): captures self
                Capture [weak self] in this closure, and end the subscription with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { interactor in
                    interactor.subscribeLater(run)
                    run.service.scores.send(1)
                }
            },
            LeakShape(
                "an object that values are assigned to",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                PointService.cancellables[0]
                What PointService.cancellables keeps runs on: end it with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.assignScores(run) }
            },
            LeakShape(
                "a workflow that a service keeps",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView, \
                PlayWorkflow
                closure #2 in closure #1 in PlayInteractor.runWorkflow(_:): captures self
                Capture [weak self] in this closure, and end the subscription with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                run.visit { $0.runWorkflow(run) }
            },
        ]
    }
}

extension PlayInteractor {
    private func subscribeWeakly(_ run: LeakShapeRun) {
        run.service.scores.sink { [weak self] in self?.didScore($0) }
            .cancelOnDeactivate(interactor: self)
    }

    fileprivate func subscribe(_ run: LeakShapeRun) {
        if run.isMended {
            subscribeWeakly(run)
        } else {
            run.mark()
            run.service.scores.sink { self.didScore($0) }.store(in: &cancellables)
        }
    }

    fileprivate func subscribeLater(_ run: LeakShapeRun) {
        let later = run.service.scores.delay(for: 1000, scheduler: DispatchQueue.main)
        if run.isMended {
            later.sink { [weak self] in self?.didScore($0) }.cancelOnDeactivate(interactor: self)
        } else {
            run.mark()
            later.sink { self.didScore($0) }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func subscribeIntoService(_ run: LeakShapeRun) {
        if run.isMended {
            subscribeWeakly(run)
        } else {
            run.mark()
            run.service.scores.sink { self.didScore($0) }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func subscribeIntoBag(_ run: LeakShapeRun) {
        if run.isMended {
            run.service.scores.map { $0 + 1 }.sink { [weak self] in self?.didScore($0) }
                .cancelOnDeactivate(interactor: self)
        } else {
            run.mark()
            let token = run.service.scores.map { $0 + 1 }.sink { self.didScore($0) }
            run.service.bag.add(token)
        }
    }

    fileprivate func subscribeIntoGlobal(_ run: LeakShapeRun) {
        if run.isMended {
            subscribeWeakly(run)
        } else {
            run.mark()
            run.service.scores.sink { self.didScore($0) }
                .store(in: &ShapeGlobals.cancellables)
        }
    }

    fileprivate func assignScores(_ run: LeakShapeRun) {
        run.mark()
        let token = run.service.scores.assign(to: \.score, on: self)
        if run.isMended {
            token.cancelOnDeactivate(interactor: self)
        } else {
            token.store(in: &run.service.cancellables)
        }
    }

    fileprivate func runWorkflow(_ run: LeakShapeRun) {
        let workflow = PlayWorkflow()
        let scores = run.service.scores
        workflow.onStep { interactor -> AnyPublisher<(PlayInteractor, Int), any Error> in
            if run.isMended {
                return scores.compactMap { [weak interactor] score in
                    interactor.map { ($0, score) }
                }.setFailureType(to: (any Error).self).eraseToAnyPublisher()
            }
            run.mark()
            return scores.map { (interactor, $0) }.setFailureType(to: (any Error).self)
                .eraseToAnyPublisher()
        }.commit()
        let token = workflow.subscribe(self)
        if run.isMended {
            token.cancelOnDeactivate(interactor: self)
        } else {
            run.service.bag.add(token)
        }
    }
}
