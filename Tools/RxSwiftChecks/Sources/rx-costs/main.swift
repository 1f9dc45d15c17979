// SPDX-License-Identifier: Apache-2.0

// Compares the costs of subscriptions with the trait RxSwift and with plain RxSwift, as rows of a
// table. As elsewhere, RIBLEAK_LEVEL=off or full sets the level.
import Foundation
import RIBs
import RxSwift

// Safe: this program has only one thread.
nonisolated(unsafe) let subject = PublishSubject<Int>()
nonisolated(unsafe) var sum = 0

/// Subscribes like an app, which calls this package's method.
@inline(never)
func subscribe(_ source: Observable<Int>) -> any Disposable {
    source.subscribe(onNext: { sum &+= $0 })
}

/// Subscribes like generic code, which calls RxSwift's own method.
@inline(never)
func subscribeOriginally<Source: ObservableType>(_ source: Source) -> any Disposable
where Source.Element == Int {
    source.subscribe(onNext: { sum &+= $0 })
}

/// A screen with three subscriptions, as in an app.
final class ScreenInteractor: Interactor {
    override func didBecomeActive() {
        for _ in 0..<3 { subscribe(subject).disposeOnDeactivate(interactor: self) }
    }
}

final class RootRouter: LaunchRouter<Interactor, any ViewControllable> {
    private final class View: ViewControllable {}
    init() { super.init(interactor: Interactor(), viewController: View()) }
}

func cycle(below root: RootRouter) {
    let screen = Router(interactor: ScreenInteractor())
    root.attachChild(screen)
    root.detachChild(screen)
}

func originalCycle() {
    let disposables = (0..<3).map { _ in subscribeOriginally(subject) }
    for disposable in disposables { disposable.dispose() }
}

/// The processor time in nanoseconds.
func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Prints a row: both medians, and the median of the ratios of 31 turns.
func row(
    _ name: String, _ target: Double?, times: Int, ours: () -> Void, peer: () -> Void
) {
    func each(_ body: () -> Void) -> Double {
        let began = now()
        for _ in 0..<times { body() }
        return Double(now() - began) / Double(times)
    }
    var turns = (0..<41).map { _ in (ours: each(ours), peer: each(peer)) }
    // The first turns fill tables and caches.
    turns.removeFirst(10)
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let ratio = median(turns.map { $0.ours / $0.peer })
    let verdict = target.map { "≤ \($0) | \(ratio <= $0 ? "met" : "not met")" } ?? " | "
    print(
        String(
            format: "| \(name) | %.0f ns | %.0f ns | %.2f | \(verdict) |",
            median(turns.map(\.ours)), median(turns.map(\.peer)), ratio))
}

let level = ProcessInfo.processInfo.environment["RIBLEAK_LEVEL"] ?? "full"
let target = level == "off" ? 1.03 : nil
if level != "off" { SubscriptionTracking.enable() }
let root = RootRouter()
root.launch()

row("level `\(level)`: a subscription made and disposed of; RxSwift's own", target, times: 2_000) {
    subscribe(subject).dispose()
} peer: {
    subscribeOriginally(subject).dispose()
}
let followed = PublishSubject<Int>()
let own = PublishSubject<Int>()
let disposables = [subscribe(followed), subscribeOriginally(own)]
row("level `\(level)`: a value; through RxSwift's own", target, times: 20_000) {
    followed.onNext(1)
} peer: {
    own.onNext(1)
}
row(
    "level `\(level)`: a RIB with three subscriptions made, attached, detached and freed; RxSwift's own three",
    nil, times: 500
) {
    cycle(below: root)
} peer: {
    originalCycle()
}
for disposable in disposables { disposable.dispose() }
