// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LintRules
@testable import SourceModel

/// What becomes of sources when findings of lint are fixed.
@Suite("Fixes of what lint finds") struct FixTests {
    /// A source with one mistake, and the source without it, or why there is no fix.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rule: String
        let before: String
        let after: String

        init(_ name: String, _ rule: String, _ before: String, _ after: String) {
            (testDescription, self.rule, self.before, self.after) = (name, rule, before, after)
        }
    }

    @Test("A mistake that lint finds has a patch, or a reason", arguments: captures + activities)
    func combine(example: Case) throws {
        let folder = try FixFolder([
            "Home.swift": example.before + "\nimport Combine\nimport RIBs\n"
        ])
        let fixed = try folder.fixed(example.rule)
        #expect(fixed == example.after, "\(fixed)")
    }

    @Test("A mistake with RxSwift has a patch, or a reason", arguments: rx)
    func rxSwift(example: Case) throws {
        let folder = try FixFolder([
            "Home.swift": example.before + "\nimport RIBs\nimport RxSwift\n"
        ])
        let fixed = try folder.fixed(example.rule)
        #expect(fixed == example.after, "\(fixed)")
    }

    @Test("A mistake of wiring has a patch, or a reason", arguments: wiring)
    func wired(example: Case) throws {
        let folder = try FixFolder(["Home.swift": example.before + "\nimport RIBs\n"])
        let fixed = try folder.fixed(example.rule)
        #expect(fixed == example.after, "\(fixed)")
    }

    // MARK: - Captures

    private static let strong = "strong-self-in-stored-closure"

    /// An interactor that subscribes when it becomes active.
    private static func interactor(_ code: String) -> String {
        """
        final class HomeInteractor: Interactor {
            private let names = PassthroughSubject<String, Never>()
            private var bag = Set<AnyCancellable>()
            private var title = ""
            var onTap: (() -> Void)?
            var answer: (() -> String)?
            override func didBecomeActive() {
                super.didBecomeActive()
        \(code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n"))
            }
            func show(_ name: String) {}
            func show(_ name: String, in title: String) {}
            func log(_ name: String, at time: Int) {}
            func tapped() {}
        }
        """
    }

    private static func capture(_ name: String, _ before: String, _ after: String) -> Case {
        let isReason = after.hasSuffix(".")
        return Case(name, strong, interactor(before), isReason ? after : interactor(after))
    }

    private static let captures = [
        capture(
            "a call", "onTap = { self.tapped() }", "onTap = { [weak self] in self?.tapped() }"),
        capture(
            "a call in several lines", "onTap = {\n    self.tapped()\n}",
            "onTap = { [weak self] in\n    self?.tapped()\n}"),
        capture(
            "calls and other work", "onTap = {\n    self.tapped()\n    print(1)\n}",
            "onTap = { [weak self] in\n    self?.tapped()\n    print(1)\n}"),
        capture(
            "an assignment", "onTap = { self.title = \"a\" }",
            "onTap = { [weak self] in self?.title = \"a\" }"),
        capture(
            "self in an argument", "onTap = { self.show(self.title) }",
            """
            onTap = { [weak self] in
                guard let self else { return }
                self.show(self.title)
            }
            """),
        capture(
            "self in a condition",
            "onTap = {\n    // Once.\n    if self.title.isEmpty { self.tapped() }\n}",
            """
            onTap = { [weak self] in
                // Once.
                guard let self else { return }
                if self.title.isEmpty { self.tapped() }
            }
            """),
        capture(
            "three uses",
            "onTap = {\n    self.tapped()\n    self.title = \"\"\n    self.tapped()\n}",
            """
            onTap = { [weak self] in
                guard let self else { return }
                self.tapped()
                self.title = ""
                self.tapped()
            }
            """),
        capture(
            "a list that names self", "onTap = { [self] in tapped() }",
            "onTap = { [weak self] in self?.tapped() }"),
        capture(
            "a list that names self, and a name of nobody", "onTap = { [self] in print(title) }",
            """
            onTap = { [weak self] in
                guard let self else { return }
                print(title)
            }
            """),
        capture(
            "a list without self", "onTap = { [title] in self.show(title) }",
            "onTap = { [weak self, title] in self?.show(title) }"),
        capture(
            "parameters", "names.sink { name in self.show(name) }.store(in: &bag)",
            "names.sink { [weak self] name in self?.show(name) }.store(in: &bag)"),
        capture(
            "parameters with types",
            "names.sink { (name: String) -> Void in self.show(name) }.store(in: &bag)",
            "names.sink { [weak self] (name: String) -> Void in self?.show(name) }.store(in: &bag)"),
        capture(
            "an argument in several lines",
            "names\n    .sink(receiveValue: { self.show($0, in: self.title) })\n    .store(in: &bag)",
            """
            names
                .sink(receiveValue: { [weak self] in
                    guard let self else { return }
                    self.show($0, in: self.title)
                })
                .store(in: &bag)
            """),
        capture(
            "an attribute", "onTap = { @MainActor in self.tapped() }",
            "onTap = { @MainActor [weak self] in self?.tapped() }"),
        capture(
            "a closure inside", "onTap = { DispatchQueue.main.async { self.tapped() } }",
            "onTap = { [weak self] in DispatchQueue.main.async { self?.tapped() } }"),
        capture(
            "a closure inside with a list",
            "onTap = { DispatchQueue.main.async { [weak self] in self?.tapped() } }",
            "onTap = { [weak self] in DispatchQueue.main.async { [weak self] in self?.tapped() } }"),
        capture(
            "an operator that returns a part",
            "names.compactMap { self.title + $0 }.sink { print($0) }.store(in: &bag)",
            """
            names.compactMap { [weak self] in
                guard let self else { return nil }
                return self.title + $0
            }.sink { print($0) }.store(in: &bag)
            """),
        capture(
            "a method", "names.sink(receiveValue: tapped).store(in: &bag)",
            "names.sink(receiveValue: { [weak self] in self?.tapped() }).store(in: &bag)"),
        capture(
            "a method with labels", "names.sink(receiveValue: self.log).store(in: &bag)",
            "names.sink(receiveValue: { [weak self] in self?.log($0, at: $1) }).store(in: &bag)"),
        capture(
            "an assignment to a key path", "names.assign(to: \\.title, on: self).store(in: &bag)",
            "names.sink { [weak self] in self?.title = $0 }.store(in: &bag)"),
        capture(
            "a value", "answer = { self.title }",
            "The closure must return a value, and has none when `self` is gone."),
        capture(
            "an operator's value",
            "names.map { self.title + $0 }.sink { print($0) }.store(in: &bag)",
            "The closure must return a value, and has none when `self` is gone."),
        capture(
            "work that is not its own",
            "onTap = {\n    self.show(self.title)\n    print(1)\n}",
            "`print(1)` would not be done any more when `self` is gone."),
        capture(
            "a function inside",
            "onTap = {\n    func go() { self.tapped() }\n    go()\n}",
            "The closure has a function of its own, which may need `self`."),
        capture(
            "a method with a namesake", "names.sink(receiveValue: show).store(in: &bag)",
            "HomeInteractor has more than one method named `show`."),
    ]

    // MARK: - Activities

    private static func activity(_ name: String, _ before: String, _ after: String) -> Case {
        Case(name, "subscription-outlives-activity", before, after)
    }

    /// An interactor whose subscription goes on.
    private static func kept(
        _ code: String, bag: String = "    private var bag = Set<AnyCancellable>()\n",
        more: String = ""
    ) -> String {
        """
        final class HomeInteractor: Interactor {
            let names = PassthroughSubject<String, Never>()
        \(bag)    override func didBecomeActive() {
                super.didBecomeActive()
        \(code)
            }
        \(more)}
        """
    }

    private static let activities = [
        activity(
            "a bag that nothing else uses",
            kept("        names.sink { print($0) }.store(in: &bag)"),
            kept("        names.sink { print($0) }.cancelOnDeactivate(interactor: self)", bag: "")),
        activity(
            "a bag that something else uses",
            kept(
                "        names.sink { print($0) }\n            .store(in: &bag)",
                more: "    func more() { names.sink { print($0) }.store(in: &bag) }\n"),
            kept(
                "        names.sink { print($0) }\n            .cancelOnDeactivate(interactor: self)",
                more: "    func more() { names.sink { print($0) }.store(in: &bag) }\n")),
        activity(
            "a property",
            kept(
                "        token = names.sink { print($0) }", bag: "    var token: AnyCancellable?\n"),
            kept(
                "        token = names.sink { print($0) }.cancelOnDeactivate(interactor: self)",
                bag: "    var token: AnyCancellable?\n")),
        Case(
            "a token that is thrown away", "undisposed-subscription",
            kept("        _ = names\n            .sink { print($0) }"),
            kept(
                "        names\n            .sink { print($0) }\n"
                    + "            .cancelOnDeactivate(interactor: self)")),
        Case(
            "an initializer", "subscription-in-init",
            """
            final class HomeInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var bag = Set<AnyCancellable>()

                override init() {
                    super.init()
                    names
                        .sink { [weak self] in self?.show($0) }
                        .store(in: &bag)
                }

                func show(_ name: String) {}
            }
            """,
            """
            final class HomeInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var bag = Set<AnyCancellable>()

                override init() {
                    super.init()
                }

                override func didBecomeActive() {
                    super.didBecomeActive()
                    names
                        .sink { [weak self] in self?.show($0) }
                        .cancelOnDeactivate(interactor: self)
                }

                func show(_ name: String) {}
            }
            """),
        Case(
            "an initializer's own name", "subscription-in-init",
            """
            final class HomeInteractor: Interactor {
                private var bag = Set<AnyCancellable>()
                init(names: PassthroughSubject<String, Never>) {
                    super.init()
                    names.sink { print($0) }.store(in: &bag)
                }
            }
            """, "The subscription needs `names`, which only the initializer has."),
        Case(
            "a timer", "timer-or-observer-kept",
            """
            final class HomeInteractor: Interactor {
                private var timer: Timer?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
                }
            }
            """,
            """
            final class HomeInteractor: Interactor {
                private var timer: Timer?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
                }

                override func willResignActive() {
                    super.willResignActive()
                    timer?.invalidate()
                    timer = nil
                }
            }
            """),
        Case(
            "an observer", "timer-or-observer-kept",
            """
            final class HomeInteractor: Interactor {
                private var observer: NSObjectProtocol?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    observer = NotificationCenter.default.addObserver(forName: .x, object: nil, queue: nil) { _ in }
                }
                override func willResignActive() {
                    super.willResignActive()
                    print(1)
                }
            }
            """,
            """
            final class HomeInteractor: Interactor {
                private var observer: NSObjectProtocol?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    observer = NotificationCenter.default.addObserver(forName: .x, object: nil, queue: nil) { _ in }
                }
                override func willResignActive() {
                    super.willResignActive()
                    if let observer { NotificationCenter.default.removeObserver(observer) }
                    observer = nil
                    print(1)
                }
            }
            """),
        Case(
            "an observer that nothing keeps", "timer-or-observer-kept",
            """
            final class HomeInteractor: Interactor {
                override func didBecomeActive() {
                    super.didBecomeActive()
                    _ = NotificationCenter.default.addObserver(forName: .x, object: nil, queue: nil) { _ in }
                }
            }
            """, "Nothing keeps it, so that it must become a property first."),
    ]

    private static let rx = [
        Case(
            "a closure", strong,
            """
            final class HomeInteractor: Interactor {
                private let names = PublishSubject<String>()
                private var bag = DisposeBag()
                override func didBecomeActive() {
                    names.subscribe(onNext: { self.show($0) }, onError: { _ in self.fail() }).disposed(by: bag)
                }
                func show(_ name: String) {}
                func fail() {}
            }
            """,
            """
            final class HomeInteractor: Interactor {
                private let names = PublishSubject<String>()
                private var bag = DisposeBag()
                override func didBecomeActive() {
                    names.subscribe(onNext: { [weak self] in self?.show($0) }, onError: { [weak self] _ in self?.fail() }).disposed(by: bag)
                }
                func show(_ name: String) {}
                func fail() {}
            }
            """),
        Case(
            "a bag", "subscription-outlives-activity",
            """
            final class HomeInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                override func didBecomeActive() {
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """,
            """
            final class HomeInteractor: Interactor {
                let names = PublishSubject<String>()
                override func didBecomeActive() {
                    names.subscribe(onNext: { print($0) }).disposeOnDeactivate(interactor: self)
                }
            }
            """),
        Case(
            "a worker", "subscription-outlives-activity",
            """
            final class Clock: Worker {
                let ticks = PublishSubject<Int>()
                private let bag = DisposeBag()
                override func didStart(_ interactorScope: InteractorScope) {
                    ticks.subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """,
            """
            final class Clock: Worker {
                let ticks = PublishSubject<Int>()
                override func didStart(_ interactorScope: InteractorScope) {
                    ticks.subscribe(onNext: { print($0) }).disposeOnStop(self)
                }
            }
            """),
    ]
}
