// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

extension LeakShape {
    /// Workers that outlive their work: what ends with it has other names than with an interactor.
    static var workers: [LeakShape] {
        [
            LeakShape(
                "a worker's subscription",
                """
                leaked-worker PlayWorker
                closure #2 in PlayWorker.subscribe(_:): captures self
                Capture [weak self] in this closure, and end the subscription with .cancelOnStop(_:).
                """
            ) { run in
                run.visitWorker { $0.subscribe(run) }
            },
            LeakShape(
                "a worker that values are assigned to",
                """
                leaked-worker PlayWorker
                PointService.cancellables[0]
                What PointService.cancellables keeps runs on: end it with .cancelOnStop(_:).
                """
            ) { run in
                run.visitWorker { worker in
                    let token = run.service.scores.assign(to: \.score, on: worker)
                    if run.isMended {
                        token.cancelOnStop(worker)
                    } else {
                        token.store(in: &run.service.cancellables)
                    }
                }
            },
            LeakShape(
                "a worker's timer",
                """
                leaked-worker PlayWorker
                closure #2 in PlayWorker.startTimer(_:): captures self
                End it with .cancelOnStop(_:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visitWorker { $0.startTimer(run) }
            },
            LeakShape(
                "a worker's observer of notifications",
                """
                leaked-worker PlayWorker
                closure #2 in PlayWorker.observeNotifications(_:): captures self
                Remove the observer with .cancelOnStop(_:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visitWorker { $0.observeNotifications(run) }
            },
            LeakShape(
                "a worker's work item",
                """
                leaked-worker PlayWorker
                closure #2 in PlayWorker.keepWorkItem(_:): captures self
                End it with .cancelOnStop(_:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visitWorker { $0.keepWorkItem(run) }
            },
            LeakShape(
                "a worker's dispatch timer",
                """
                leaked-worker PlayWorker
                closure #2 in PlayWorker.startSource(_:): captures self
                End it with .cancelOnStop(_:), and capture [weak self] in its closure.
                """
            ) { run in
                run.visitWorker { $0.startSource(run) }
            },
            LeakShape(
                "a worker's task",
                """
                leaked-worker PlayWorker
                closure #3 in PlayWorker.startTask(_:): captures self
                End it with .cancelOnStop(_:), or capture [weak self] in it and unwrap that only \
                between two awaits. A continuation that it waits for must be resumed on cancellation; \
                an AsyncStream ends by itself.
                """, ways: 2
            ) { run in
                run.visitWorker { $0.startTask(run) }
            },
            LeakShape(
                "a worker in a service's closure",
                """
                leaked-worker PlayWorker
                closure #3 in PlayWorker.handOver(_:): captures self
                Capture [weak self] in this closure, or release it in PointService.handler when \
                the RIB is detached.
                """, ways: 2
            ) { run in
                run.visitWorker { $0.handOver(run) }
            },
        ]
    }
}

extension PlayWorker {
    fileprivate func subscribe(_ run: LeakShapeRun) {
        let scores = run.service.scores
        if run.isMended {
            scores.sink { [weak self] _ in self?.work() }.cancelOnStop(self)
        } else {
            run.mark()
            scores.sink { _ in self.work() }.store(in: &run.service.cancellables)
        }
    }

    fileprivate func startTimer(_ run: LeakShapeRun) {
        if run.isMended {
            Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { [weak self] _ in
                self?.work()
            }.cancelOnStop(self)
        } else {
            run.mark()
            let timer = Timer.scheduledTimer(withTimeInterval: 1000, repeats: true) { _ in
                self.work()
            }
            run.after { timer.invalidate() }
        }
    }

    fileprivate func observeNotifications(_ run: LeakShapeRun) {
        let center = NotificationCenter.default
        let name = Notification.Name("worker")
        if run.isMended {
            center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                self?.work()
            }.cancelOnStop(self)
        } else {
            run.mark()
            let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
                self.work()
            }
            run.after { center.removeObserver(token) }
        }
    }

    fileprivate func keepWorkItem(_ run: LeakShapeRun) {
        let item: DispatchWorkItem
        if run.isMended {
            item = DispatchWorkItem { [weak self] in self?.work() }.cancelOnStop(self)
        } else {
            run.mark()
            item = DispatchWorkItem { self.work() }
        }
        run.service.item = item
        DispatchQueue.main.asyncAfter(deadline: .now() + 1000, execute: item)
        run.after { item.cancel() }
    }

    fileprivate func startSource(_ run: LeakShapeRun) {
        let source = DispatchSource.makeTimerSource(queue: .main)
        source.schedule(deadline: .now() + 1000, repeating: 1000)
        if run.isMended {
            source.setEventHandler { [weak self] in self?.work() }
            source.cancelOnStop(self)
        } else {
            run.mark()
            source.setEventHandler { self.work() }
            run.service.anything = source
            run.after { source.cancel() }
        }
        source.activate()
    }

    fileprivate func startTask(_ run: LeakShapeRun) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        if run.follows(1) {
            Task { @MainActor in
                for await _ in stream { self.work() }
            }.cancelOnStop(self)
        } else if run.follows(2) {
            Task { @MainActor [weak self] in
                for await _ in stream { self?.work() }
            }
        } else {
            run.mark()
            Task { @MainActor in
                for await _ in stream { self.work() }
            }
        }
        run.after { continuation.finish() }
    }

    fileprivate func handOver(_ run: LeakShapeRun) {
        if run.follows(2) { whenStopped = { _ in run.service.handler = nil } }
        if run.follows(1) {
            run.service.handler = { [weak self] in self?.work() }
        } else {
            run.mark()
            run.service.handler = { self.work() }
        }
    }
}
