// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBs
import VictimShims

/// What a host does with its RIBs, in parents and in forked children.
extension Witness {
    /// Makes a tree, attaches, subscribes, sends, expects, detaches and frees.
    static func useTree(subscribing: Bool = true) {
        let subject = PassthroughSubject<Int, Never>()
        let root = Router(interactor: Interactor())
        root.interactor.activate()
        root.load()
        let child = Router(interactor: Interactor())
        root.attachChild(child)
        if subscribing {
            subject.sink { _ in }.cancelOnDeactivate(interactor: child.interactor)
            subject.send(1)
        }
        LeakDetector.instance.expectDeallocate(object: child)
        root.detachChild(child)
        root.interactor.deactivate()
    }

    /// Says when it is through, and ends.
    func useTreesWithFewThreads(_ argument: String?) {
        let use: @Sendable () -> Void = { [self] in
            for _ in 1...200 { Self.useTree() }
            if argument == "settle" { Recorder.shared.settle() }
            say("through 200")
            exit(0)
        }
        if argument != "dispatch-main" { use() }
        Thread.detachNewThread(use)
        dispatchMain()
    }

    /// Says how many of its children hung or crashed.
    func forkTrees(_ count: Int) {
        Self.useTree()
        for _ in 1...3 {
            Thread.detachNewThread {
                while true { Self.useTree() }
            }
        }
        var failures = 0
        for _ in 1...count {
            let child = victim_fork()
            if child == 0 {
                // OpenCombine has a lock for all subscriptions of a process, which may be held for ever.
                for _ in 1...5 { Self.useTree(subscribing: false) }
                _exit(0)
            }
            if victim_wait(child) != 0 { failures += 1 }
        }
        say("failures \(failures)")
    }

    /// Says how its child ended, which says how often it waited for a lock without streams.
    func forkHeld() {
        Self.useTree()
        let child = victim_fork()
        if child == 0 {
            Self.useTree(subscribing: false)
            say("waited \(victim_waits_for_locks())")
            // Each stream has its own lock.
            Self.useTree()
            _exit(0)
        }
        say("child \(victim_wait(child))")
    }
}
