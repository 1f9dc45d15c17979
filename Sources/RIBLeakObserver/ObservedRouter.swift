// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The record of a router of another runtime. It lives until the recorder finds that the router was
/// freed.
final class ObservedRouter: Sendable {
    private struct State {
        weak var router: AnyObject?
        weak var interactor: AnyObject?
        weak var view: AnyObject?
        weak var parent: ObservedRouter?
        var children: [ObservedRouter] = []
    }

    /// The most routers to visit. A larger tree may be a ring made by mistake.
    private static let mostBelow = 100_000

    let id: ObjectID
    private let state: Protected<State>

    private init(_ id: ObjectID, _ router: AnyObject) {
        self.id = id
        state = Protected(State(router: router))
    }

    /// The record of a router; nil when nothing is recorded.
    static func of(_ router: AnyObject) -> ObservedRouter? {
        Recorder.shared.companion(of: router, as: .router) { ObservedRouter($0, router) }
    }

    /// Stores the router's parts and records which of them are new.
    func take(interactor: AnyObject, view: AnyObject?) {
        let known = parts
        state.withLock { ($0.interactor, $0.view) = (interactor, view) }
        for part in parts where !known.contains(where: { $0.object === part.object }) {
            Recorder.shared.owned(part.id, by: id)
        }
    }

    /// - Returns: Its previous parent.
    @discardableResult
    func move(below parent: ObservedRouter?) -> ObservedRouter? {
        let before = state.withLock { state in
            defer { state.parent = parent }
            return state.parent
        }
        before?.state.withLock { $0.children.removeAll { $0 === self } }
        parent?.state.withLock { $0.children.append(self) }
        return before
    }

    /// Calls a function with this router and all routers below it.
    func forEachBelow(_ body: (ObservedRouter) -> Void) {
        var pending = [self]
        var count = 0
        while let next = pending.popLast(), count < Self.mostBelow {
            body(next)
            count += 1
            pending += next.state.withLock { $0.children }
        }
    }

    func cancelExpectations() {
        Recorder.shared.cancelExpectation(for: id)
        for part in parts { Recorder.shared.cancelExpectation(for: part.id) }
    }

    func expectDeallocations() {
        let router = state.withLock { $0.router }
        if let router { Recorder.shared.expectDeallocation(of: router, id: id) }
        for part in parts {
            Recorder.shared.expectDeallocation(of: part.object, id: part.id, within: part.limit)
        }
    }

    private struct Part {
        let object: AnyObject
        let id: ObjectID
        /// The nanoseconds within which it should be freed.
        let limit: UInt64
    }

    /// The interactor and the view, if they are alive.
    private var parts: [Part] {
        let (interactor, view) = state.withLock { ($0.interactor, $0.view) }
        let recorder = Recorder.shared
        return [
            interactor.map {
                Part(
                    object: $0, id: recorder.identify($0, as: .interactor),
                    limit: ExpectationTime.object)
            },
            view.map {
                Part(
                    object: $0, id: recorder.identify($0, as: .view), limit: ExpectationTime.view)
            },
        ].compactMap { $0 }
    }
}
