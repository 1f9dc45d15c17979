import CRIBShims
import Foundation
import RIBHeap

/// What a task waits for, which never comes. One thread alone uses it, so this class may say that it
/// can be sent.
private final class Waiting: @unchecked Sendable {
    var hasBegun = false
    var continuation: UnsafeContinuation<Void, Never>?
}

/// Starts a task that has the address of an object while it waits, and no reference to it.
private func waitWithAddress(inverted: UInt, _ waiting: Waiting) {
    Task { @MainActor in
        let address = opaque(~inverted)
        waiting.hasBegun = true
        await withUnsafeContinuation { waiting.continuation = $0 }
        _ = opaque(address)
    }
}

/// Objects that only memory without types leads to.
struct InferredShapes {
    private let search: HeapSearch
    private let queue = DispatchQueue(label: "shapes")

    init(search: HeapSearch) {
        self.search = search
    }

    /// What is said of each, a line each.
    var lines: [String] { shapes.map { line($0.name, $0.hold) } }

    /// Each has somebody hold the object for longer than this process lives.
    var shapes: [(name: String, hold: (Child) -> Void)] {
        [
            (
                "asyncAfter",
                { child in
                    queue.asyncAfter(deadline: .now() + 1000) { child.hear() }
                }
            ),
            (
                "a work item",
                { child in
                    let item = DispatchWorkItem { child.hear() }
                    queue.asyncAfter(deadline: .now() + 1000, execute: item)
                }
            ),
            (
                "a task that waits",
                { child in
                    let waiting = Waiting()
                    Task { @MainActor in
                        waiting.hasBegun = true
                        await withUnsafeContinuation { waiting.continuation = $0 }
                        child.hear()
                    }
                    letBegin(waiting)
                }
            ),
            (
                "asyncAfter, beside a task with its address",
                { child in
                    queue.asyncAfter(deadline: .now() + 1000) { child.hear() }
                    let waiting = Waiting()
                    waitWithAddress(inverted: ~address(child), waiting)
                    letBegin(waiting)
                }
            ),
            (
                "an observer",
                { child in
                    _ = NotificationCenter.default.addObserver(
                        forName: Notification.Name("shapes"), object: nil, queue: nil
                    ) { _ in child.hear() }
                }
            ),
        ]
    }

    /// Once the task has begun on this thread and this goes on, it waits.
    private func letBegin(_ waiting: Waiting) {
        while !waiting.hasBegun { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    @inline(never)
    private func line(_ name: String, _ hold: (Child) -> Void) -> String {
        let hidden = make(hold)
        let answers = search.explain(
            [~hidden], attachedRouters: [], budget: 2_000_000_000,
            clock: { ribleak_clock_thread() })
        return "inferred, \(name): \(text(answers[0]))"
    }

    /// The object's address, inverted so that it is not taken for a reference.
    @inline(never)
    private func make(_ hold: (Child) -> Void) -> UInt {
        let child = opaque(Child())
        hold(child)
        return ~address(child)
    }
}
