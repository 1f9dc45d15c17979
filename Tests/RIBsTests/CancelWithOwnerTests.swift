// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder
import RIBs
import Testing

/// What is no subscription ends with its owner by the same word.
@Suite struct CancelWithOwnerTests {
    private let log = Log()
    private let interactor: SpyInteractor
    private let worker: SpyWorker

    init() {
        interactor = SpyInteractor("it", log)
        worker = SpyWorker(log)
    }

    /// Something that ends with its owner, and whether it has ended.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Makes it, ties it to the owner, and returns what tells whether it has ended.
        let tied: @Sendable (SpyInteractor?, SpyWorker?) -> () -> Bool
    }

    static let all: [Case] = [
        Case(testDescription: "a timer") { interactor, worker in
            let timer = Foundation.Timer(timeInterval: 3_600, repeats: true) { _ in }
            if let interactor { timer.cancelOnDeactivate(interactor: interactor) }
            if let worker { timer.cancelOnStop(worker) }
            return { !timer.isValid }
        },
        Case(testDescription: "a task") { interactor, worker in
            let task = Task { while !Task.isCancelled { await Task.yield() } }
            if let interactor { task.cancelOnDeactivate(interactor: interactor) }
            if let worker { task.cancelOnStop(worker) }
            return { task.isCancelled }
        },
        Case(testDescription: "a work item") { interactor, worker in
            let item = DispatchWorkItem {}
            if let interactor { item.cancelOnDeactivate(interactor: interactor) }
            if let worker { item.cancelOnStop(worker) }
            return { item.isCancelled }
        },
        Case(testDescription: "a timer of a queue") { interactor, worker in
            let timer = DispatchSource.makeTimerSource()
            timer.activate()
            if let interactor { timer.cancelOnDeactivate(interactor: interactor) }
            if let worker { timer.cancelOnStop(worker) }
            return { timer.isCancelled }
        },
        Case(testDescription: "an observer of notifications") { interactor, worker in
            let center = NotificationCenter()
            let name = Notification.Name("CancelWithOwnerTests")
            let calls = Protected(0)
            let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
                calls.withLock { $0 += 1 }
            }
            if let interactor { token.cancelOnDeactivate(interactor: interactor, of: center) }
            if let worker { token.cancelOnStop(worker, of: center) }
            return {
                let before = calls.withLock { $0 }
                center.post(name: name, object: nil)
                return calls.withLock { $0 } == before
            }
        },
    ]

    @Test(arguments: all) func endsAtTheDeactivationAndNotBefore(_ one: Case) {
        interactor.activate()
        let hasEnded = one.tied(interactor, nil)
        #expect(!hasEnded())
        interactor.deactivate()
        #expect(hasEnded())
    }

    @Test(arguments: all) func endsAtOnceWhileTheInteractorIsInactive(_ one: Case) {
        let hasEnded = one.tied(interactor, nil)
        #expect(hasEnded())
    }

    @Test(arguments: all) func endsWhenTheWorkEndsAndNotBefore(_ one: Case) {
        interactor.activate()
        worker.start(interactor)
        let hasEnded = one.tied(nil, worker)
        #expect(!hasEnded())
        worker.stop()
        #expect(hasEnded())
    }

    @Test(arguments: all) func endsAtOnceWhileTheWorkerIsStopped(_ one: Case) {
        let hasEnded = one.tied(nil, worker)
        #expect(hasEnded())
    }

    @Test func theInteractorKeepsNoWorkThatIsOver() {
        interactor.activate()
        weak var over: DispatchWorkItem?
        do {
            let item = DispatchWorkItem {}
            item.cancelOnDeactivate(interactor: interactor)
            over = item
        }
        #expect(over == nil)
        interactor.deactivate()
    }
}
