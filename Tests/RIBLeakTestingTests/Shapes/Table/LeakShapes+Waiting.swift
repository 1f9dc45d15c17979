// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

extension LeakShape {
    /// RIBs that work keeps which has not ended.
    static var waiting: [LeakShape] {
        [
            LeakShape(
                "a task that sleeps",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #4 in PlayInteractor.sleep(_:): captures self
                Start it with task(in: self), which cancels it on deactivation, or capture \
                [weak self] in it and unwrap that only between two awaits. A continuation that it \
                waits for must be resumed on cancellation; an AsyncStream ends by itself.
                """, ways: 2
            ) { run in
                run.visit { $0.sleep(run) }
            },
            LeakShape(
                "a task that waits for a continuation",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #4 in PlayInteractor.awaitAnswer(_:): captures self
                Start it with task(in: self), which cancels it on deactivation, or capture \
                [weak self] in it and unwrap that only between two awaits. A continuation that it \
                waits for must be resumed on cancellation; an AsyncStream ends by itself.
                """, ways: 3
            ) { run in
                run.visit { $0.awaitAnswer(run) }
                run.after { run.service.desk.answer() }
            },
            LeakShape(
                "a dispatch timer",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.startSource(_:): captures self
                End it with .cancelOnDeactivate(interactor:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visit { $0.startSource(run) }
            },
            LeakShape(
                "a block that waits in a queue of operations",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.addOperation(_:): captures self
                Capture [weak self] in this closure: until it has run, what waits there keeps what \
                it captures.
                """
            ) { run in
                run.visit { $0.addOperation(run) }
            },
            LeakShape(
                "a block that waits for a group",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.awaitGroup(_:): captures self
                Capture [weak self] in this closure: until it has run, what waits there keeps what \
                it captures.
                """
            ) { run in
                run.visit { $0.awaitGroup(run) }
            },
            LeakShape(
                "a block that runs after a while",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                closure #2 in PlayInteractor.runLater(_:): captures self
                Capture [weak self] in this closure. If a timer or a source runs it, end that with \
                .cancelOnDeactivate(interactor:), too.
                """
            ) { run in
                run.visit { $0.runLater(run) }
            },
            LeakShape(
                "an interactor in a thread's dictionary",
                """
                leaked-interactor PlayInteractor with PlayPresenter, PlayView
                Thread.threadDictionary[…]
                Remove it from the thread's threadDictionary when the RIB is detached.
                """
            ) { run in
                let dictionary = Thread.current.threadDictionary
                run.visit { interactor in
                    dictionary["play"] = interactor
                    if run.isMended {
                        interactor.whenResigning = { dictionary.removeObject(forKey: "play") }
                    }
                }
                run.after { dictionary.removeObject(forKey: "play") }
            },
            LeakShape(
                "a workflow that a service keeps, without a closure",
                """
                leaked-workflow PlayWorkflow
                PointService.cancellables[0]
                What PointService.cancellables keeps runs on: end it with \
                .cancelOnDeactivate(interactor:).
                """
            ) { run in
                let never = Empty<(PlayInteractor, Int), any Error>(completeImmediately: false)
                run.visit { interactor in
                    let token = interactor.runWorkflow(waitingFor: never.eraseToAnyPublisher())
                    if run.isMended {
                        token.cancelOnDeactivate(interactor: interactor)
                    } else {
                        token.store(in: &run.service.cancellables)
                    }
                }
            },
        ]
    }
}

extension PlayInteractor {
    fileprivate func sleep(_ run: LeakShapeRun) {
        if run.follows(1) {
            task(in: self) { @MainActor in
                try? await Task.sleep(for: .seconds(1000))
                self.didTap()
            }
        } else if run.follows(2) {
            let task = Task { @MainActor [weak self] in
                try? await Task.sleep(for: .seconds(1000))
                self?.didTap()
            }
            run.after { task.cancel() }
        } else {
            run.mark()
            let task = Task { @MainActor in
                try? await Task.sleep(for: .seconds(1000))
                self.didTap()
            }
            run.after { task.cancel() }
        }
    }

    fileprivate func awaitAnswer(_ run: LeakShapeRun) {
        let desk = run.service.desk
        if run.follows(1) {
            task(in: self) { @MainActor in
                await desk.waitUntilCancelled()
                self.didTap()
            }
        } else if run.follows(3) {
            task(in: self) { @MainActor in
                for await _ in desk.answers { break }
                self.didTap()
            }
        } else if run.follows(2) {
            Task { @MainActor [weak self] in
                await desk.wait()
                self?.didTap()
            }
        } else {
            run.mark()
            Task { @MainActor in
                await desk.wait()
                self.didTap()
            }
        }
    }

    fileprivate func runWorkflow(
        waitingFor first: AnyPublisher<(PlayInteractor, Int), any Error>
    ) -> AnyCancellable {
        let workflow = PlayWorkflow()
        workflow.onStep { _ in first }.commit()
        return workflow.subscribe(self)
    }

    fileprivate func startSource(_ run: LeakShapeRun) {
        let source = DispatchSource.makeTimerSource(queue: .main)
        source.schedule(deadline: .now() + 1000, repeating: 1000)
        if run.isMended {
            source.setEventHandler { [weak self] in self?.didTap() }
            source.cancelOnDeactivate(interactor: self)
        } else {
            run.mark()
            source.setEventHandler { self.didTap() }
            run.service.anything = source
            run.after { source.cancel() }
        }
        source.activate()
    }

    fileprivate func runLater(_ run: LeakShapeRun) {
        // Of the main queue, which lets the mistake go when the test process ends.
        if run.isMended {
            DispatchQueue.main.asyncAfter(deadline: .now() + 1000) { [weak self] in self?.didTap() }
        } else {
            run.mark()
            DispatchQueue.main.asyncAfter(deadline: .now() + 1000) { self.didTap() }
        }
    }

    fileprivate func addOperation(_ run: LeakShapeRun) {
        let queue = OperationQueue()
        queue.isSuspended = true
        run.service.anything = queue
        if run.isMended {
            queue.addOperation { [weak self] in self?.didTap() }
        } else {
            run.mark()
            queue.addOperation { self.didTap() }
        }
        run.after {
            queue.cancelAllOperations()
            queue.isSuspended = false
        }
    }

    fileprivate func awaitGroup(_ run: LeakShapeRun) {
        let group = DispatchGroup()
        group.enter()
        run.service.anything = group
        if run.isMended {
            group.notify(queue: .main) { [weak self] in self?.didTap() }
        } else {
            run.mark()
            group.notify(queue: .main) { self.didTap() }
        }
        run.after { group.leave() }
    }
}
