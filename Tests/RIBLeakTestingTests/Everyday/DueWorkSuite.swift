// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import Testing

/// The work of `DueWorkTests` that needs no run loop, in Swift Testing: other tests keep the threads of
/// the process at work meanwhile.
@Suite struct DueWorkSuite {
    enum Kind: CaseIterable {
        case globalQueue, serialQueue, sleepingTask, dispatchSource

        func schedule(_ time: Int, _ work: @escaping @Sendable () -> Void) -> () -> Void {
            switch self {
            case .globalQueue: inGlobalQueue(time, work)
            case .serialQueue: inSerialQueue(time, work)
            case .sleepingTask: inSleepingDetachedTask(time, work)
            case .dispatchSource: inDispatchSource(time, on: .global(), work)
            }
        }
    }

    @Test(arguments: Kind.allCases, [0, 1, 50, 900])
    func whatDueWorkReleasesPassesWhenItsRootGoes(kind: Kind, time: Int) async {
        await assertNoLeaks {
            let root = FlowRouter()
            root.keepTab { _, shelf in
                _ = kind.schedule(time) { [weak shelf] in shelf?.empty() }
            }
        }
    }

    @Test(arguments: Kind.allCases, [0, 1, 50, 900])
    func whatDueWorkReleasesPassesWhenItsParentIsDetached(kind: Kind, time: Int) async {
        await assertNoLeaks {
            let root = FlowRouter()
            let flow = FlowRouter()
            root.attachChild(flow)
            flow.keepTab { _, shelf in
                _ = kind.schedule(time) { [weak shelf] in shelf?.empty() }
            }
            root.detachChild(flow)
        }
    }
}

/// The sleep is what is tested. Does not wait until it begins: the tests themselves have the threads
/// that run it.
private func inSleepingDetachedTask(
    _ time: Int, _ work: @escaping @Sendable () -> Void
) -> () -> Void {
    let task = Task.detached {
        try await Task.sleep(for: .milliseconds(time))
        work()
    }
    return task.cancel
}
