// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// How to remove a closure's edge that should not be there.
///
/// A hint names only what the author can change there, and following it fixes the leak.
struct RetainHint: Sendable {
    /// Beginnings of types and functions that run it, at least one of which must be on the path.
    let through: [String]
    let text: @Sendable (RetainSituation) -> String

    /// How to remove a suspect edge; nil when nothing is known to help.
    ///
    /// - Parameter other: An edge of the same cycle that is as likely.
    static func text(for situation: RetainSituation, or other: RetainPathStep?) -> String? {
        let edge = situation.edge
        if let other, [edge, other].allSatisfy({ $0.holderKind == .object && $0.isProperty }) {
            return "Make \(edge.place) or \(other.place) weak: the two keep each other alive."
        }
        return switch (edge.holderKind, situation.isOfLibraries) {
        case (.closure, false): situation.hintOfClosure
        case (.object, true): situation.hintOfLibraryEdge
        case (.object, false), (.global, false): situation.hintOfField
        case (.closure, true), (.global, true), (.other, _): nil
        }
    }

    /// The hint for an object with several holders, which must all let go: the hints for the others
    /// with the names of their edges' holders, and how many holders are not among them.
    static func text(
        _ hint: String, alsoFor others: [(hint: String, holder: String)], more: Int
    ) -> String {
        let also = others.map { other -> String in
            let text = other.hint.replacing("this closure", with: other.holder)
            let word = text.prefix { $0 != " " }
            return verbs.contains(String(word))
                ? "Also \(word.lowercased())\(text.dropFirst(word.count))" : "Also: \(text)"
        }
        let left =
            more > 0 ? ["\(more) more \(more == 1 ? "holder keeps" : "holders keep") it, too."] : []
        return ([hint] + also + left).joined(separator: " ")
    }

    /// The words with which hints begin that tell what to do.
    private static let verbs: Set = [
        "Capture", "End", "Let", "Make", "Remove", "Set", "Start",
    ]

    /// What helps when no edge is known for certain; nil when nothing is known to help.
    static func withoutEdge(_ path: RetainPath, isInTest: Bool) -> String? {
        let alone = isInTest ? ", or run this test alone" : ""
        if path.isPartial {
            return "The search ended before it had seen everything: raise RIBLEAK_SEARCH_LIMIT"
                + "\(alone)."
        }
        if path.reason == .thread {
            return isInTest
                ? "If a function that is running has it in a variable, such as the test, release "
                    + "it before the check, and set a test case's properties to nil in tearDown."
                : "If a function that is running has it in a variable, release it there."
        }
        guard let inferred = path.steps.first(where: \.isInferred) else { return nil }
        if inferred.holderKind == .object {
            return "No type says whether \(inferred.place) keeps it, but it leads there: if it "
                + "does, release it there when the RIB is detached."
        }
        return "No type describes the memory it was found in, which may be left over"
            + (isInTest ? ": run this test alone to see whether the same holds it." : ".")
    }
}

// How to remove an object from a closure.
extension RetainSituation {
    /// The hint about the nearest holder that runs closures: a timer may run a subscription.
    var hintOfClosure: String {
        // A method reference that is passed like a closure: `view.onTap = interactor.didTap`.
        if edge.isMethodReference {
            return "A method that is handed over keeps its object, here the \(target): hand over a "
                + "closure that captures it weakly and calls the method."
        }
        var (hint, distance) = (RetainHint.ofAnyClosure, 0)
        for runner in RetainHint.ofRunners where nearness(of: runner.through) > distance {
            (hint, distance) = (runner, nearness(of: runner.through))
        }
        return hint.text(self)
    }
}

extension RetainHint {
    /// A closure with a capture that it should not keep: `view.onTap = { self.didTap() }`.
    fileprivate static let ofAnyClosure = RetainHint(through: []) {
        "Capture \($0.weakly) in this closure\($0.clearing)."
    }

    /// Hints by what runs a closure. Of two that are as near, the first one is used.
    fileprivate static let ofRunners: [RetainHint] = [
        // An observer of a notification centre that is never removed:
        // `center.addObserver(forName: .scored, object: nil, queue: nil) { _ in self.refresh() }`.
        RetainHint(through: ["NotificationCenter", "NSNotificationReceiver"]) {
            "Remove the observer \($0.ending()), and capture \($0.weakly) in its closure."
        },
        // A timer that was ended in time, which Foundation never frees on Linux.
        RetainHint(through: [LibraryLeakMatcher.endedTimer]) {
            "Capture \($0.weakly) in this closure: on Linux, Foundation never frees a timer and "
                + "its closure."
        },
        // A timer, source or work item that still has its closure:
        // `timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() }`.
        RetainHint(through: ["Timer", "DispatchSource", "DispatchWorkItem"]) {
            "End it \($0.ending()), and capture \($0.weakly) in its closure."
        },
        // What libdispatch keeps: a delayed block, which nobody can end, or a timer or source,
        // which somebody can: `DispatchQueue.main.asyncAfter(…) { self.refresh() }`.
        RetainHint(through: ["OS_dispatch", "a dispatch"]) {
            "Capture \($0.weakly) in this closure. If a timer or a source runs it, end that "
                + "\($0.ending()), too."
        },
        // A task that has not ended. Nothing shows whether what it waits for ends when it is
        // cancelled: `Task { await withCheckedContinuation { self.waiting = $0 } }`.
        RetainHint(through: ["Task<", "a task", "a sleeping task"]) {
            "\($0.start), or capture \($0.weakly) in it and unwrap that only between two awaits. A "
                + "continuation that it waits for must be resumed on cancellation; an AsyncStream "
                + "ends by itself."
        },
        // Work that is scheduled for later and never cancelled:
        // `group.notify(queue: .main) { self.refresh() }`.
        RetainHint(through: ["DispatchQueue", "DispatchGroup", "OperationQueue", "RunLoop"]) {
            "Capture \($0.weakly) in this closure: until it has run, what waits there keeps what "
                + "it captures."
        },
        // A variable of a function that has not returned:
        // `Thread.detachNewThread { while self.isPolling { self.poll() } }`.
        RetainHint(through: ["thread "]) {
            "\($0.edge.holder) has not returned and has it in a variable: end it, or release it "
                + "there, when the RIB is detached."
        },
        // A subscription whose closure captures its owner:
        // `scores.sink { self.show($0) }.store(in: &cancellables)`.
        RetainHint(
            through: ["AnyCancellable", "Sink<", "PassthroughSubject", "CurrentValueSubject"]
        ) {
            "Capture \($0.weakly) in this closure, and end the subscription \($0.ending())."
        },
        // A closure that an observable calls for each value:
        // `scores.subscribe(onNext: { self.show($0) }).disposed(by: bag)`.
        RetainHint(
            through: [
                "AnonymousObserver", "BehaviorRelay", "BehaviorSubject", "DisposeBag",
                "FollowedObserver", "PublishRelay", "PublishSubject", "ReplayRelay",
                "ReplaySubject", "SinkDisposer",
            ]
        ) {
            "Capture \($0.weakly) in this closure, and end the subscription "
                + "\($0.ending("dispose"))."
        },
    ]
}
