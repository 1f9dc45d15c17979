// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

/// How long each call of an app takes: the calls during which the recorder may look at memory. A
/// call that meets types for the first time takes longest, so each kind is made by several types.
@MainActor enum CallTimes {
    /// The types that make the calls.
    private enum A {}
    private enum B {}
    private enum C {}
    private enum D {}
    private enum E {}

    private static let values = PassthroughSubject<Int, Never>()

    /// Prints the longest call of each kind, then the median of all of them, in nanoseconds.
    static func print(root: Routing) {
        var times: [String: [UInt64]] = [:]
        for _ in 0..<10 {
            add(of: A.self, below: root, to: &times)
            add(of: B.self, below: root, to: &times)
            add(of: C.self, below: root, to: &times)
            add(of: D.self, below: root, to: &times)
            add(of: E.self, below: root, to: &times)
        }
        for (call, times) in times.sorted(by: { $0.key < $1.key }) {
            Swift.print(call, times.max() ?? 0, times.sorted()[times.count / 2])
        }
    }

    private static func add<Kind>(
        of kind: Kind.Type, below root: Routing, to times: inout [String: [UInt64]]
    ) {
        func time(_ call: String, _ body: () -> Void) {
            let began = DispatchTime.now().uptimeNanoseconds
            body()
            times[call, default: []].append(DispatchTime.now().uptimeNanoseconds - began)
        }
        let router = Router(interactor: TimedInteractor<Kind>())
        let interactor = router.interactor
        time("attach") { root.attachChild(router) }
        time("subscribe") { interactor.subscribe(to: values) }
        time("send") { values.send(1) }
        time("deactivate") { interactor.deactivate() }
        time("activate") { interactor.activate() }
        interactor.startTimer()
        time("deactivate-timer") { interactor.deactivate() }
        interactor.stop()
        interactor.activate()
        interactor.subscribe(to: values)
        interactor.deactivate()
        time("send-while-inactive") { values.send(2) }
        time("detach") { root.detachChild(router) }
    }
}

/// Subscribes and times outside of its activation, so that only memory shows whose that is.
// `@unchecked Sendable` is safe: it is used on the main thread only, as its timer is.
private final class TimedInteractor<Kind>: Interactor, @unchecked Sendable {
    private var tokens: Set<AnyCancellable> = []
    private var timer: Timer?
    private var count = 0
    // Types of all kinds of libraries, as apps have them.
    private var task: Task<Void, any Error>?
    private let queue = DispatchQueue.main
    private let made = Date()
    private var place: URL?
    private var names: [String: [UUID]] = [:]
    private var result: Result<Int, any Error>?
    private var lock = NSLock()

    func subscribe(to values: PassthroughSubject<Int, Never>) {
        values.map { $0 + 1 }.sink { [weak self] in self?.count += $0 }.store(in: &tokens)
    }

    func startTimer() {
        timer = Timer.scheduledTimer(withTimeInterval: 600, repeats: true) { [weak self] _ in
            self?.count += 1
        }
    }

    func stop() {
        timer?.invalidate()
        timer = nil
        tokens = []
    }
}
