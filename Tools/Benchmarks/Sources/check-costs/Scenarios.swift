// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBLeakTesting
import RIBRecorder
import RIBs

/// Many tests in one process, as in a large suite. Nearly all are of one kind, and one in a hundred
/// shares a worker and a view.
struct ManyTests {
    let test: TestKind
    let count: Int

    /// The resources that the process uses.
    private struct Use {
        let time = Timing.now
        let memory = residentBytes()
        let trace = traceBytes()
    }

    func run() {
        let stage = Stage()
        let tenth = count / 10
        var uses = [Use]()
        for index in 0..<count {
            if index % tenth == 0 { uses.append(Use()) }
            stage.run(index % 100 == 0 ? .shared : test, isChecked: true)
        }
        uses.append(Use())
        // The first tenth also fills tables and caches.
        show(uses[1], uses[2], tenth)
        show(uses[uses.count - 2], uses[uses.count - 1], tenth)
    }

    private func show(_ before: Use, _ after: Use, _ count: Int) {
        let time = (after.time - before.time) / Double(count)
        print(
            Int(time.processor), Int(time.clock), (after.memory - before.memory) / count,
            (after.trace - before.trace) / count)
    }
}

/// The resident memory of the process, in bytes.
func residentBytes() -> Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let fields = text?.split(separator: " ")
    return (fields.flatMap { Int($0[1]) } ?? 0) * 4096
}

/// The size of this process's trace files, in bytes.
func traceBytes() -> Int {
    guard let folder = Recorder.shared.traceFolder,
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return 0 }
    return names.reduce(0) { sum, name in
        let size = (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"))?[.size]
        return sum + (size as? Int ?? 0)
    }
}

/// A test that ends while many other objects live. Only its own objects are judged.
struct Settling {
    private static let subscriptions = 100

    private let parent = Router(interactor: Interactor())
    private let stream = PassthroughSubject<Int, Never>()

    /// - Parameter objects: The number of routers and interactors in the tree.
    init(objects: Int) {
        SubscriptionTracking.enable()
        parent.interactor.activate()
        parent.load()
        for _ in 0..<objects / 2 { parent.attachChild(Router(interactor: Interactor())) }
    }

    /// The mean time of a test in which a RIB keeps the tokens of subscriptions made on a tap.
    /// Other subscriptions, which no RIB keeps, live until the test ends.
    func time() -> Timing {
        // The first tests pay for reading earlier events, so they do not count.
        for _ in 0..<3 { run() }
        let tests = 20
        let began = Timing.now
        for _ in 0..<tests { run() }
        return (Timing.now - began) / Double(tests)
    }

    private func run() {
        var others: Set<AnyCancellable> = []
        let findings = findLeaks {
            let router = Router(interactor: KeepingInteractor())
            parent.attachChild(router)
            for _ in 0..<Self.subscriptions {
                stream.sink { _ in }.store(in: &router.interactor.bag)
                stream.sink { _ in }.store(in: &others)
            }
            parent.detachChild(router)
        }
        // A check that judges wrongly has no cost worth measuring.
        guard findings.isEmpty else { fatalError("found \(findings.map(\.kind.rawValue))") }
        withExtendedLifetime(others) {}
    }
}

/// A RIB that becomes inactive while it keeps the tokens of subscriptions without a known owner.
/// The recorder then finds that the RIB owns them.
struct Deactivation {
    private let parent = Router(interactor: Interactor())
    private let stream = PassthroughSubject<Int, Never>()

    init() {
        SubscriptionTracking.enable()
        parent.interactor.activate()
        parent.load()
    }

    /// The mean time of one deactivation.
    ///
    /// - Parameter subscriptions: The number of live subscriptions.
    func time(subscriptions: Int) -> Timing {
        let rounds = max(5, 2_000 / max(1, subscriptions))
        // The first deactivation sets up the search.
        _ = timeOfOne(subscriptions: 1)
        var sum = Timing(processor: 0, clock: 0)
        for _ in 0..<rounds {
            let time = timeOfOne(subscriptions: subscriptions)
            sum.processor += time.processor
            sum.clock += time.clock
        }
        return sum / Double(rounds)
    }

    private func timeOfOne(subscriptions: Int) -> Timing {
        let router = Router(interactor: KeepingInteractor())
        parent.attachChild(router)
        for _ in 0..<subscriptions {
            stream.sink { _ in }.store(in: &router.interactor.bag)
        }
        let began = Timing.now
        router.interactor.deactivate()
        let time = Timing.now - began
        parent.detachChild(router)
        return time
    }

    /// The time for one value of a subscription that was found to belong to its interactor.
    func timeOfAValue() -> Timing {
        let router = Router(interactor: KeepingInteractor())
        parent.attachChild(router)
        stream.sink { [weak interactor = router.interactor] _ in interactor?.count += 1 }
            .store(in: &router.interactor.bag)
        let values = 300_000
        let began = Timing.now
        for value in 0..<values { stream.send(value) }
        let time = (Timing.now - began) / Double(values)
        parent.detachChild(router)
        return time
    }
}

final class KeepingInteractor: Interactor {
    var bag: Set<AnyCancellable> = []
    var count = 0
}
