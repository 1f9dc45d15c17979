// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What goes on by itself must end when the activity does that began it.
package enum TimerOrObserverKept: Rule {
    package static let description = RuleDescription(
        id: "timer-or-observer-kept", severity: .error,
        summary:
            "A timer, observer, source or endless task goes on after the activity that began it.",
        reason: """
            The run loop, the notification center or the task itself holds it, so it fires while the \
            interactor is inactive, and may keep the interactor alive.
            """,
        fix: "End it in `willResignActive()` or `didStop()`.",
        good: [
            """
            final class ClockInteractor: Interactor {
                private var timer: Foundation.Timer?
                override func didBecomeActive() {
                    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
                }
                override func willResignActive() { timer?.invalidate() }
            }
            """,
            """
            final class ClockWorker: Worker {
                private var ticker: Foundation.Timer?
                override func didStart(_ interactorScope: InteractorScope) {
                    begin()
                }
                override func didStop() { end() }
                private func begin() {
                    let timer = Timer(timeInterval: 1, repeats: true) { _ in }
                    RunLoop.main.add(timer, forMode: .common)
                    ticker = timer
                }
                private func end() {
                    guard let timer = ticker else { return }
                    timer.invalidate()
                }
            }
            """,
            """
            final class SplashInteractor: Interactor {
                override func didBecomeActive() {
                    Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }
                }
            }
            """,
            """
            final class CountdownInteractor: Interactor {
                private var left = 3
                override func didBecomeActive() {
                    Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
                        timer.invalidate()
                    }
                }
            }
            """,
            """
            final class SessionInteractor: Interactor {
                private var tokens: [NSObjectProtocol] = []
                override func didBecomeActive() {
                    tokens.append(
                        NotificationCenter.default.addObserver(
                            forName: Notification.Name("End"), object: nil, queue: nil
                        ) { _ in })
                }
                override func willResignActive() {
                    for token in tokens { NotificationCenter.default.removeObserver(token) }
                }
            }
            """,
            """
            final class BeaconWorker: Worker {
                private var source: DispatchSourceTimer?
                override func didStart(_ interactorScope: InteractorScope) {
                    source = DispatchSource.makeTimerSource(queue: .main)
                    source?.schedule(deadline: .now(), repeating: 1)
                    source?.resume()
                }
                override func didStop() {
                    source?.cancel()
                    source = nil
                }
            }
            """,
            """
            final class FeedInteractor: Interactor {
                private var polling: Task<Void, Never>?
                override func didBecomeActive() {
                    polling = Task {
                        while !Task.isCancelled { await Task.yield() }
                    }
                }
                override func willResignActive() { stop() }
            }
            extension FeedInteractor {
                private func stop() { polling?.cancel() }
            }
            """,
            """
            final class ProfileInteractor: Interactor {
                override func didBecomeActive() {
                    Task { await load() }
                    Task { for index in 0..<3 { print(index) } }
                }
                private func load() async {}
            }
            """,
            """
            protocol Feed { var events: AsyncStream<Int> { get } }
            final class FirstEventInteractor: Interactor {
                init(feed: Feed) { self.feed = feed }
                private let feed: Feed
                override func didBecomeActive() {
                    let feed = self.feed
                    Task {
                        for await event in feed.events where event > 0 { return }
                    }
                }
            }
            """,
            .combine(
                """
                final class NamesInteractor: Interactor {
                    let names = PassthroughSubject<String, Never>()
                    override func didBecomeActive() {
                        nonisolated(unsafe) let values = names.values(in: self)
                        Task { for await name in values { print(name) } }
                        Task {
                            let numbers = AsyncStream<Int> { $0.finish() }
                            for await number in numbers { print(number) }
                        }
                        Task {
                            await withTaskGroup(of: Int.self) { numbers in
                                numbers.addTask { 1 }
                                for await number in numbers { print(number) }
                            }
                        }
                    }
                }
                """),
            .combine(
                """
                final class RefreshInteractor: Interactor {
                    override func didBecomeActive() {
                        let timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in }
                        AnyCancellable { timer.invalidate() }.cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                final class RefreshInteractor: Interactor {
                    private var timer: Foundation.Timer?
                    override func didBecomeActive() {
                        timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in }
                        Disposables.create { [weak self] in self?.timer?.invalidate() }
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
            """
            final class AppDelegate {
                var timer: Foundation.Timer?
                func didBecomeActive() {
                    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
                }
            }
            """,
            """
            final class BeaconInteractor: Interactor {
                private var source: DispatchSourceTimer?
                override func didBecomeActive() {
                    let source = DispatchSource.makeTimerSource(queue: .main)
                    source.resume()
                    self.source = source
                    source.cancelOnDeactivate(interactor: self)
                }
            }
            """,
            """
            protocol Feed: Sendable { var events: AsyncStream<Int> { get }; func finish() }
            final class FeedInteractor: Interactor {
                init(feed: Feed) { self.feed = feed }
                private let feed: Feed
                override func didBecomeActive() {
                    let events = feed.events
                    Task { for await event in events { print(event) } }
                }
                override func willResignActive() { feed.finish() }
            }
            """,
            """
            protocol Feed { func next(_ completion: @escaping @Sendable (Int) -> Void) }
            final class FeedInteractor: Interactor, @unchecked Sendable {
                init(feed: Feed) { self.feed = feed }
                private let feed: Feed
                override func didBecomeActive() { poll(); retry() }
                private func poll() {
                    feed.next { [weak self] _ in
                        guard let self, self.isActive else { return }
                        self.poll()
                    }
                }
                private func retry() {
                    feed.next { if $0 < 0 { self.retry() } }
                }
            }
            """,
        ],
        bad: [
            """
            final class ClockInteractor: Interactor {
                private var timer: Foundation.Timer?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    timer?.invalidate()
                    timer = ↓Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
                }
                func didTapStop() { timer?.invalidate() }
            }
            """,
            """
            final class ClockWorker: Worker {
                override func didStart(_ interactorScope: InteractorScope) {
                    ↓Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
                        self?.tick()
                    }
                }
                private func tick() {}
            }
            """,
            """
            final class RadioInteractor: Interactor {
                private var ticker: Foundation.Timer?
                override func didBecomeActive() { begin() }
                private func begin() {
                    let timer = ↓Timer(timeInterval: 1, repeats: true) { _ in }
                    RunLoop.main.add(timer, forMode: .common)
                    timer.tolerance = 0.1
                    self.ticker = timer
                }
                deinit { ticker?.invalidate() }
            }
            """,
            """
            final class SessionInteractor: Interactor {
                private var tokens: [NSObjectProtocol] = []
                override func didBecomeActive() {
                    tokens.append(
                        ↓NotificationCenter.default.addObserver(
                            forName: Notification.Name("End"), object: nil, queue: .main
                        ) { _ in })
                }
            }
            """,
            """
            final class PushWorker: Worker {
                override func didStart(_ interactorScope: InteractorScope) {
                    let center = NotificationCenter.default
                    _ = ↓center.addObserver(forName: nil, object: nil, queue: nil) { _ in }
                }
            }
            """,
            """
            final class BeaconWorker: Worker {
                private var source: DispatchSourceTimer?
                override func didStart(_ interactorScope: InteractorScope) { observe() }
            }
            extension BeaconWorker {
                private func observe() {
                    let source = ↓DispatchSource.makeTimerSource(queue: .global())
                    source.schedule(deadline: .now(), repeating: 1)
                    source.setEventHandler {}
                    source.resume()
                    self.source = source
                }
            }
            """,
            """
            protocol Feed { var events: AsyncStream<Int> { get } }
            final class FeedInteractor: Interactor {
                init(feed: Feed) { self.feed = feed }
                private let feed: Feed
                private var task: Task<Void, Never>?
                override func didBecomeActive() {
                    let feed = self.feed
                    task = ↓Task { [weak self] in
                        for await _ in feed.events {
                            guard let self else { return }
                            self.show()
                        }
                    }
                }
                private func show() {}
            }
            """,
            """
            final class PollingInteractor: Interactor {
                override func didBecomeActive() {
                    ↓Task.detached {
                        while true {
                            try await Task.sleep(nanoseconds: 1_000_000)
                        }
                    }
                }
            }
            """,
            """
            final class HeartbeatWorker: Worker {
                override func didStart(_ interactorScope: InteractorScope) {
                    ↓Task(priority: .low) { await HeartbeatWorker.wait(); await beat() }
                }
                private static func wait() async {}
                private func beat() async {
                    while !Task.isCancelled { await Task.yield() }
                }
            }
            """,
            """
            class CADisplayLink {
                init(target: Any, selector: String) {}
                func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {}
            }
            final class ChartInteractor: Interactor {
                override func didBecomeActive() {
                    let link = ↓CADisplayLink(target: self, selector: "step")
                    link.add(to: .main, forMode: .common)
                }
            }
            """,
            """
            final class ClockInteractor: Interactor {
                private var timer: Foundation.Timer?
                private var token: NSObjectProtocol?
                override func didBecomeActive() {
                    timer = ↓Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
                    token = ↓NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { _ in }
                }
                override func willResignActive() {
                    timer = nil
                    token = nil
                }
            }
            """,
            """
            final class PollingInteractor: Interactor {
                private var polling: Task<Void, Never>?
                override func didBecomeActive() {
                    polling = ↓Task { while true { try? await Task.sleep(nanoseconds: 1_000_000) } }
                }
                override func willResignActive() { polling?.cancel() }
            }
            """,
            """
            protocol Feed { func next(_ completion: @escaping @Sendable (Int) -> Void) }
            final class FeedInteractor: Interactor, @unchecked Sendable {
                init(feed: Feed) { self.feed = feed }
                private let feed: Feed
                override func didBecomeActive() { poll(); blink() }
                private func poll() {
                    ↓feed.next { _ in self.poll() }
                }
                private func blink() {
                    ↓DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
                        guard let self else { return }
                        self.blink()
                    }
                }
            }
            """,
        ])

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.calls.compactMap { call in
            LongLivedObject(call, file).flatMap { violation(call, $0, file) } ?? renewal(call, file)
        }
    }

    /// Work that each time asks for itself again: `asyncAfter { self.poll() }` in `poll()`.
    private static func renewal(
        _ call: FunctionCallExprSyntax, _ file: CheckedFile
    ) -> Violation? {
        let place = EnclosingCode(of: call)
        guard let closure = call.closures.last, let type = place.type, let member = place.member,
            let body = place.body, place.closure == nil, !place.isStatic,
            let role = file.types.role(of: type),
            file.types.methods(reachedFrom: role.activeMethods, of: type).contains(member),
            closure.statements.contains(where: {
                $0.item.as(FunctionCallExprSyntax.self)?.calledExpression.ownMemberName == member
            }), !EndlessLoop.Exits.has(closure.statements), !EndlessLoop.Exits.has(body),
            !LocalVariables.of(body).uses("isActive")
        else { return nil }
        let service = call.receiver?.ownMemberName.flatMap {
            file.types.property($0, of: type)?.type
        }
        guard call.functionName == "asyncAfter" || service.map(file.types.declares) == true else {
            return nil
        }
        return Violation(
            at: call, "`\(member)` goes on for ever: it asks for itself again, active or not.",
            fix: "Return when `isActive` is false.", subject: member)
    }

    private static func violation(
        _ call: FunctionCallExprSyntax, _ object: LongLivedObject, _ file: CheckedFile
    ) -> Violation? {
        let place = EnclosingCode(of: call)
        guard let type = place.type, let member = place.member, !place.isStatic,
            let role = file.types.role(of: type), role == .interactor || role == .worker,
            let ending = role.inactiveMethods.first
        else { return nil }
        let active = file.types.methods(reachedFrom: role.activeMethods, of: type)
        guard active.contains(member) || isLazy(member, type, active, file.types) else {
            return nil
        }
        let end = "\(ending)()"
        if object.observesWithSelector {
            let methods = file.types.methods(of: type)
            guard !methods.contains(where: { $0.clears.contains("self") }) else { return nil }
            return Violation(
                at: call, "\(object.noun) goes on after `\(end)`, and nothing removes it.",
                fix: "Call `removeObserver(self)` in `\(end)`.", subject: member)
        }
        switch SubscriptionToken(ofObject: call, in: place, file.types) {
        case .discarded:
            // A source that nobody keeps does not run.
            guard !object.endsWhenFreed,
                object.loop?.source.map({
                    file.types.mayEndWithActivity($0, of: type, whenFreed: true)
                }) != true
            else { return nil }
            return Violation(
                at: call,
                "\(object.noun) goes on after `\(end)`: it is not kept, so nothing ends it.",
                fix: "Keep it in a property, and \(object.end) in `\(end)`.",
                subject: object.subject)
        case .property(let name) where object.loop?.ignoresEnd == true:
            return Violation(
                at: call, "`\(name)` goes on when it is cancelled: its loop does not look.",
                fix: "Loop `while !Task.isCancelled`.", subject: name)
        case .property(let name):
            guard
                ActivityEnd(of: type, file)?.leaves(
                    name, whenFreed: object.endsWhenFreed, madeBy: call, in: member) == true,
                place.body?.endsInClosure(name, except: call) != true
            else { return nil }
            return Violation(
                at: call, "`\(name)` goes on after `\(end)`, which does not end it.",
                fix: "\(object.end.prefix(1).uppercased() + object.end.dropFirst()) in `\(end)`.",
                subject: name)
        default: return nil
        }
    }

    /// Whether a member is a lazy property that active code makes.
    private static func isLazy(
        _ member: String, _ type: String, _ active: Set<String>, _ types: TypeTable
    ) -> Bool {
        types.property(member, of: type)?.isLazy == true
            && types.methods(of: type).contains {
                active.contains($0.name) && $0.uses.contains(member)
            }
    }
}
