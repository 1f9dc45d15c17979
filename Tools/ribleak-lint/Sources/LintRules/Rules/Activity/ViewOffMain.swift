// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Views belong to the main queue.
package enum ViewOffMain: Rule {
    package static let description = RuleDescription(
        id: "view-off-main", severity: .error,
        summary: "A view or presenter is called off the main queue.",
        reason:
            "Views may only be used on the main queue: elsewhere they show old values or crash.",
        fix: """
            Move the stream back to the main queue before the call, or wrap the call in \
            `DispatchQueue.main.async`.
            """,
        good: [
            .combine(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PassthroughSubject<String, Never>()
                    override func didBecomeActive() {
                        names.receive(on: DispatchQueue.global().ocombine)
                            .map { $0.uppercased() }
                            .receive(on: DispatchQueue.main.ocombine)
                            .sink { [weak self] in self?.presenter.show($0) }
                            .cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .combine(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PassthroughSubject<String, Never>()
                    override func didBecomeActive() {
                        names.subscribe(on: DispatchQueue.global().ocombine)
                            .sink { [weak self] in self?.presenter.show($0) }
                            .cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .combine(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PassthroughSubject<String, Never>()
                    override func didBecomeActive() {
                        names.receive(on: DispatchQueue.global().ocombine)
                            .sink { [weak self] name in
                                DispatchQueue.main.async { self?.presenter.show(name) }
                            }
                            .cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    override func didBecomeActive() {
                        names.observe(on: ConcurrentDispatchQueueScheduler(qos: .background))
                            .map { $0.uppercased() }
                            .observe(on: MainScheduler.instance)
                            .subscribe(onNext: { [weak self] in self?.presenter.show($0) })
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    private var count = 0
                    override func didBecomeActive() {
                        let background = SerialDispatchQueueScheduler(qos: .utility)
                        names.observe(on: background)
                            .subscribe(onNext: { [weak self] _ in self?.count += 1 })
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileViewController: ProfilePresentable {
                    func show(_ name: String) { DispatchQueue.main.async { print(name) } }
                }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    override func didBecomeActive() {
                        names.observe(on: SerialDispatchQueueScheduler(qos: .utility))
                            .subscribe(onNext: { [weak self] in self?.presenter.show($0) })
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
            """
            protocol ProfilePresentable: Presentable { func show() async }
            final class ProfileInteractor {
                nonisolated(unsafe) var presenter: ProfilePresentable?
                func load() {
                    nonisolated(unsafe) let presenter = self.presenter
                    Task.detached { await presenter?.show() }
                }
            }
            """,
            """
            protocol ProfilePresentable: Presentable { func show() }
            final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                func load() {
                    DispatchQueue.main.async { [presenter] in presenter.show() }
                    OperationQueue.main.addOperation { [presenter] in presenter.show() }
                }
            }
            """,
            """
            protocol Loading: AnyObject { func load(_ done: @escaping () -> Void) }
            protocol ProfilePresentable: Presentable { func show() }
            final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                weak var loader: Loading?
                func begin() { loader?.load { [weak self] in self?.presenter.show() } }
            }
            """,
        ],
        bad: [
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    override func didBecomeActive() {
                        names.observe(on: SerialDispatchQueueScheduler(qos: .utility))
                            .withUnretained(self)
                            .subscribe(onNext: { me, name in me.↓render(name) })
                            .disposeOnDeactivate(interactor: self)
                    }
                    private func render(_ name: String) { presenter.show(name) }
                }
                """),
            .combine(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PassthroughSubject<String, Never>()
                    override func didBecomeActive() {
                        names.receive(on: DispatchQueue.global().ocombine)
                            .sink { [weak self] in self?.↓presenter.show($0) }
                            .cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .combine(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PassthroughSubject<[String], Never>()
                    override func didBecomeActive() {
                        names.receive(on: DispatchQueue.main.ocombine)
                            .debounce(for: 1, scheduler: OperationQueue().ocombine)
                            .sink(receiveValue: { [weak self] names in
                                guard let self = self else { return }
                                names.forEach { self.↓presenter.show($0) }
                            })
                            .cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .combine(
                """
                protocol ProfilePresentable: Presentable { var name: String { get set } }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PassthroughSubject<String, Never>()
                    private let work = DispatchQueue(label: "profile")
                    override func didBecomeActive() {
                        let moved = names.receive(on: work.ocombine)
                        moved.sink { [weak self] name in self?.↓presenter.name = name }
                            .cancelOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    override func didBecomeActive() {
                        names.observe(on: ConcurrentDispatchQueueScheduler(qos: .background))
                            .subscribe(onNext: { [weak self] in self?.↓presenter.show($0) })
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    private let background = SerialDispatchQueueScheduler(qos: .utility)
                    override func didBecomeActive() {
                        names.observe(on: background)
                            .do(onNext: { [weak self] in self?.↓presenter.show($0) })
                            .observe(on: MainScheduler.asyncInstance)
                            .subscribe()
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
            .rx(
                """
                protocol ProfilePresentable: Presentable { func show(_ name: String) }
                final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                    let names = PublishSubject<String>()
                    override func didBecomeActive() {
                        names.observe(on: SerialDispatchQueueScheduler(qos: .utility))
                            .subscribe(onNext: { [weak self] in self?.↓show($0) })
                            .disposeOnDeactivate(interactor: self)
                    }
                    private func show(_ name: String) { presenter.show(name) }
                }
                """),
            """
            protocol ProfilePresentable: Presentable { func show() }
            final class ProfileInteractor {
                nonisolated(unsafe) weak var presenter: ProfilePresentable?
                func load() {
                    Task.detached { [weak self] in self?.↓presenter?.show() }
                }
            }
            """,
            """
            protocol HomeViewControllable: ViewControllable { func replace() }
            final class HomeRouter: ViewableRouter<Interactor, HomeViewControllable> {
                func open() {
                    DispatchQueue.global(qos: .utility).async { [weak self] in
                        self?.↓viewController.replace()
                    }
                }
            }
            """,
            """
            class UILabel { var text = "" }
            final class Cell {
                private let label = UILabel()
                private let queue = DispatchQueue(label: "cell")
                func show(_ text: String) {
                    queue.async { self.↓label.text = text }
                }
            }
            """,
        ])

    package static func check(_ file: CheckedFile) -> [Violation] {
        let finder = UseFinder(file)
        finder.walk(file.source.tree)
        return finder.found
    }

    /// Finds calls and assignments that use a view, and methods of `self` that do.
    private final class UseFinder: SyntaxVisitor {
        private(set) var found: [Violation] = []
        private let file: CheckedFile

        init(_ file: CheckedFile) {
            self.file = file
            super.init(viewMode: .sourceAccurate)
        }

        override func visitPost(_ node: FunctionCallExprSyntax) {
            noteReferences(in: node)
            guard let name = node.functionName, !node.isAwaited else { return }
            guard case .other(let queue) = Queue(around: node) else { return }
            if let receiver = node.receiver, !receiver.isSelf, !receiver.standsForSelf {
                note(receiver, name, queue)
            } else if let view = viewUsed(by: name, around: node) {
                add(
                    node.calledExpression.lastName,
                    "`\(name)` calls `\(view)` off the main queue, on \(queue).", view)
            }
        }

        override func visitPost(_ node: SequenceExprSyntax) {
            let elements = Array(node.elements)
            guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
                let member = elements[0].unwrapped.as(MemberAccessExprSyntax.self),
                let owner = member.base, !owner.isSelf, !node.isAwaited,
                case .other(let queue) = Queue(around: node)
            else { return }
            note(owner, member.declName.baseName.text, queue)
        }

        /// Notes a method that is passed to a stream: `sink(receiveValue: presenter.show)`.
        private func noteReferences(in call: FunctionCallExprSyntax) {
            guard ["sink", "subscribe", "bind", "do"].contains(call.functionName ?? ""),
                case .other(let queue)? = Queue.queue(ofStreamBefore: call)
            else { return }
            for argument in call.arguments
            where ["receiveValue", "onNext"].contains(argument.label?.text) {
                guard let method = argument.expression.as(MemberAccessExprSyntax.self),
                    let view = method.base, !view.isSelf
                else { continue }
                note(view, method.declName.baseName.text, queue)
            }
        }

        private func note(_ receiver: ExprSyntax, _ method: String, _ queue: String) {
            let place = EnclosingCode(of: receiver)
            guard let view = ViewReference(receiver, place, file.types),
                !view.movesToMain(in: method, file.types)
            else { return }
            add(
                receiver.lastName, "`\(view.name)` is used off the main queue, on \(queue).",
                view.name)
        }

        private func add(_ node: Syntax, _ message: String, _ subject: String) {
            found.append(Violation(at: node, message, subject: subject))
        }

        /// The view that a method of the file uses at once, outside of closures.
        private func viewUsed(by method: String, around call: FunctionCallExprSyntax) -> String? {
            let type = EnclosingCode(of: call).type
            let methods = file.declarations.filter { $0.name == type }.flatMap(\.functions)
                .filter { $0.name.text == method }
            guard methods.count == 1,
                let body = methods[0].body,
                !methods[0].attributes.trimmedDescription.contains("MainActor")
            else { return nil }
            return body.statements.lazy.compactMap { statement -> String? in
                guard let inner = statement.item.as(FunctionCallExprSyntax.self),
                    let receiver = inner.receiver, let name = inner.functionName,
                    let view = ViewReference(
                        receiver, EnclosingCode(of: receiver), self.file.types),
                    !view.movesToMain(in: name, self.file.types)
                else { return nil }
                return view.name
            }.first
        }
    }
}

extension ExprSyntax {
    /// Whether it is a name for `self`: `me` after `guard let me = self`, and the first parameter of
    /// the closures that `withUnretained(self)` and `subscribe(with: self)` hand it to.
    fileprivate var standsForSelf: Bool {
        guard let name = variableName else { return false }
        switch meaning(ofLocal: name) {
        case .value(let value)?: return value.isSelf
        case .unknown?: break
        case .parameter?, nil: return false
        }
        guard let closure = EnclosingCode(of: self).closure,
            case .simpleInput(let parameters)? = closure.signature?.parameterClause,
            parameters.count > 1, parameters.first?.name.text == name,
            let call = closure.parent?.as(FunctionCallExprSyntax.self)
                ?? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return false }
        if let owner = call.argument("with") { return owner.isSelf }
        let unretained = PostfixChain(around: call).links.last { $0.name == "withUnretained" }
        return unretained?.call?.argument(nil)?.isSelf == true
    }
}

extension SyntaxProtocol {
    /// Whether `await` stands before it, which moves to where the callee belongs.
    fileprivate var isAwaited: Bool {
        var current = parent
        while let next = current, next.is(ExprSyntax.self) || next.is(ExprListSyntax.self) {
            if next.is(AwaitExprSyntax.self) { return true }
            if next.is(ClosureExprSyntax.self) { return false }
            current = next.parent
        }
        return false
    }
}
